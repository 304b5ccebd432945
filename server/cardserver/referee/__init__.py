"""The referee: a server that examines one foreign bot, point by point, by docs/protocol.md.

It is the real server (server.py) with players of the house; on the bot's connection every frame
passes through an examination, which watches it and puts in what a bot must bear. May import
what cardserver may. Read examination.py first, then script.py; running.py is the entry.
"""
