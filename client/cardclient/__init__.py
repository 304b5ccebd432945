"""What a player sees: the terminal client and the bot kit.

asyncio and prompt_toolkit; no Twisted, no rules. May import cardprotocol,
never the server (practice mode starts it as a process). Read model.py first,
then screen/ and app.py; for scripts read bot.py. What tests/test_purity.py
lists as pure (model, words, screens, keys) knows no clock, socket or terminal.
"""
