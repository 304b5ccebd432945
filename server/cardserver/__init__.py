"""Who decides, and when: the authoritative server, and the only Twisted in the project.

May import cardrules and cardprotocol, never the client. Read
docs/architecture.md, then table.py; one claim's way is Connection ->
Session.received -> Table.claim -> Racing -> Revealing -> Connection.send.
What tests/test_purity.py lists as pure knows no clock.
"""
