"""What the player sees, as pure functions: model, selection and size to lines of styled text.

May import the model, the look and cardprotocol; no clock, no prompt_toolkit
but its width table. Read paint.py, then whole.py; a game's own part stands in
a file of its own and is named in games.py.
"""
