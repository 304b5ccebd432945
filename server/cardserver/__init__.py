"""Who decides, and when: the authoritative server, and the only Twisted in the project.

May import cardrules and cardprotocol, never the client. Read
docs/architecture.md, then table.py; one claim's way is Connection ->
Session.receive -> Table.claim -> Table.close_race -> Table.broadcast ->
Connection.send. clocksync.py, reveal.py and race.py are pure.
"""
