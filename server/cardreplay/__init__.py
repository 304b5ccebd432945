"""What is past: matches listed, shown again, exported and verified; standings.

May import cardserver's records, journal and judge, cardrules, cardprotocol, and
of the client what draws a match from a model (cardclient.model, receiving,
theme, sentences, screen). Nobody imports this room. Read walk.py first, then
verify.py; docs/replay-format.md describes the exported file.
"""
