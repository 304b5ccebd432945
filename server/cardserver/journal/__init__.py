"""The durable log of every decision, behind ports.Journal.

What lives here: memory.py (nothing kept, for --no-data and tests), sqlite.py
(the default), and what they are made of. What must not: what a record means
(table.py and restore.py know), Twisted. sqlite3, files and threads are used
nowhere else in this room. Read sqlite.py first; docs/security.md says what the
key file protects.
"""
