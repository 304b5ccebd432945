"""What the player sees, as pure functions: model, selection and size to lines of styled text.

May import cardprotocol and what else is pure in this room: model, look, words,
and what is chosen and asked on a screen (ui.py, forms.py, controls.py, the
games' play files); no clock, no prompt_toolkit but its width table
(tests/test_purity.py). Read paint.py, then whole.py; a game's own part stands
in a file of its own and is named in games.py.
"""
