"""What is allowed: the rules of the games as immutable values.

Pure: no clock, no I/O, no Twisted, no random source of its own (a deal's lots
are injected). May import cardprotocol.cards, .errors, .fields, .games and
.messages.parts (for OptionSpec), nothing else of ours. Read game.py first,
then perekur/; the rules themselves stand in docs/rules/.
"""
