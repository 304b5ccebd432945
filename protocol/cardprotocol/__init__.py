"""What is said: cards, frames, messages and error codes.

Pure: imports the standard library, msgpack and msgspec only; no clock, no
socket. Client, server and rules all speak through this room. Read
messages/__init__.py first, then codec.py; docs/protocol.md is the same
thing for people.
"""
