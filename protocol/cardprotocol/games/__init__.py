"""The vocabulary of the games: actions, events and views as they are said.

Frozen msgspec structs, shared by the rules (which make them), the wire (which
carries them) and the client (which shows them), so that nothing is translated
on the way. common.py has what every game has; one file a game beside it.
Must not hold: what is allowed (that is cardrules).
"""
