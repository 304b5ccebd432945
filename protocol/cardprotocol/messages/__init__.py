"""Every message of the protocol, one frozen type each.

base.py has the two base types, to_server.py and to_client.py the messages,
parts.py the structures inside them, unions.py the closed unions that the
codec decodes to. Field names, units and ranges are normative: the tables of
docs/protocol.md are generated from them.
"""
