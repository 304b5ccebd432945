"""What a decoder accepts and what it refuses, row by row, each with its bytes.

What lives here: the table that docs/protocol.md prints and the vectors contain.
What must not: faults of single fields (field_edges.py makes those).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

import msgpack

from cardprotocol.errors import ErrorCode


@dataclass(frozen=True, slots=True)
class Row:
    """`body` to a server; `code` is the error it must be answered with, None: accepted."""

    what: str
    body: bytes
    code: ErrorCode | None = None
    field: str = ""


def _bye(extra: bytes, pairs: int = 1) -> bytes:
    """A `bye` with `pairs` more pairs, already packed."""
    return bytes([0x81 + pairs]) + _TYPE + b"\xa3bye" + extra


def _x(value: bytes) -> bytes:
    """A `bye` with an unknown key."""
    return _bye(b"\xa1x" + value)


def _tick(value: bytes) -> bytes:
    return b"\x82" + _TYPE + b"\xa4tick\xa7sent_us" + value


_TYPE: Final = b"\xa4type"
_MALFORMED: Final = ErrorCode.FRAME_MALFORMED
_FIELD: Final = ErrorCode.MESSAGE_FIELD
_UNKNOWN: Final = ErrorCode.MESSAGE_UNKNOWN

ACCEPTED: Final[tuple[Row, ...]] = (
    Row("the shortest form of everything", _bye(b"", 0)),
    Row("keys in any order", b"\x82\xa7sent_us\x01" + _TYPE + b"\xa4tick"),
    Row("an unknown key: ignored", _x(b"\x01")),
    Row("nil for an optional field: as if absent", _bye(b"\xa2id\xc0")),
    Row(
        "a field with its default value: as if absent",
        b"\x82" + _TYPE + b"\xablist_tables\xa4page\x00",
    ),
    Row("an integer in uint 8, 16, 32 or 64 though a shorter form would do", _tick(b"\xcc\x01")),
    Row("the same as uint 16", _tick(b"\xcd\x00\x01")),
    Row("the same as uint 32", _tick(b"\xce\x00\x00\x00\x01")),
    Row("the same as uint 64", _tick(b"\xcf" + bytes(7) + b"\x01")),
    Row("a positive integer in int 8 to int 64", _tick(b"\xd0\x01")),
    Row("the same as int 64", _tick(b"\xd3" + bytes(7) + b"\x01")),
    Row(
        "a string in str 8, 16 or 32 though a shorter form would do",
        b"\x81" + _TYPE + b"\xd9\x03bye",
    ),
    Row("the same as str 16", b"\x81" + _TYPE + b"\xda\x00\x03bye"),
    Row("the same as str 32", b"\x81" + _TYPE + b"\xdb\x00\x00\x00\x03bye"),
    Row("a key in a longer form", b"\x81\xd9\x04type\xa3bye"),
    Row("a map in map 16 or map 32", b"\xde\x00\x01" + _TYPE + b"\xa3bye"),
    Row("the same as map 32", b"\xdf\x00\x00\x00\x01" + _TYPE + b"\xa3bye"),
    Row("an array in array 16 or array 32", _x(b"\xdc\x00\x00")),
    Row("the same as array 32", _x(b"\xdd\x00\x00\x00\x00")),
    Row("a float under an unknown key: ignored", _x(b"\xcb" + struct.pack(">d", 1.5))),
    Row("a NaN under an unknown key: ignored", _x(b"\xca\x7f\xc0\x00\x00")),
    Row("an integer of 64 bits under an unknown key: ignored", _x(b"\xcf" + b"\xff" * 8)),
    Row("an empty string as an unknown key: ignored", _bye(b"\xa0\xc0")),
    Row("4 levels of containers under an unknown key, the message included", _x(b"\x91\x91\x90")),
    Row("an array of 64", _x(b"\xdc\x00\x40" + b"\x00" * 64)),
    Row(
        "a map of 32 pairs",
        _x(b"\xde\x00\x20" + b"".join(b"\xa2" + f"{n:02}".encode() + b"\x00" for n in range(32))),
    ),
    Row("a string of 800 bytes", _x(b"\xda\x03\x20" + b"a" * 800)),
    Row("a bin of 64 bytes", _x(b"\xc4\x40" + bytes(64))),
    Row("a NUL inside a string", _x(b"\xa1\x00")),
)

REFUSED: Final[tuple[Row, ...]] = (
    Row("an empty frame", b"", _MALFORMED),
    Row("nil alone", b"\xc0", _MALFORMED),
    Row("an integer alone", b"\x05", _MALFORMED),
    Row("a string alone", b"\xa3bye", _MALFORMED),
    Row("an array", b"\x90", _MALFORMED),
    Row("an array around a message", b"\x91" + _bye(b"", 0), _MALFORMED),
    Row("the byte c1, which msgpack never uses", b"\xc1", _MALFORMED),
    Row("c1 as a value", _x(b"\xc1"), _MALFORMED),
    Row("a byte after the map", _bye(b"", 0) + b"\x00", _MALFORMED),
    Row("two maps", _bye(b"", 0) * 2, _MALFORMED),
    Row("a map cut short", _bye(b"", 0)[:-1], _MALFORMED),
    Row("a map that promises a pair more", _bye(b"", 1), _MALFORMED),
    Row("the same key twice", _bye(_TYPE + b"\xa3bye"), _MALFORMED),
    Row("an unknown key twice", _bye(b"\xa1x\x00\xa1x\x00", 2), _MALFORMED),
    Row("the same key twice, in two forms", _bye(b"\xd9\x04type\xa3bye"), _MALFORMED),
    Row("the same key twice in an inner map", _x(b"\x82\xa1a\x00\xa1a\x01"), _MALFORMED),
    Row("a key that is bin", b"\x81\xc4\x04type\xa3bye", _MALFORMED),
    Row("a bin key beside the string key", _bye(b"\xc4\x04type\xa3bye"), _MALFORMED),
    Row("a bin key in an inner map", _x(b"\x81\xc4\x01a\x00"), _MALFORMED),
    Row("a key that is an integer", _bye(b"\x01\x00"), _MALFORMED),
    Row("a key that is nil", _bye(b"\xc0\x00"), _MALFORMED),
    Row("a key that is true", _bye(b"\xc3\x00"), _MALFORMED),
    Row("a key that is a float", _bye(b"\xca\x00\x00\x00\x00\x00"), _MALFORMED),
    Row("a key that is an array", _bye(b"\x90\x00"), _MALFORMED),
    Row("a key that is a map", _bye(b"\x80\x00"), _MALFORMED),
    *(
        Row(f"an extension: fixext {size}", _x(bytes([code, 5]) + bytes(size)), _MALFORMED)
        for size, code in ((1, 0xD4), (2, 0xD5), (4, 0xD6), (8, 0xD7), (16, 0xD8))
    ),
    Row("an extension: ext 8 of no bytes", _x(b"\xc7\x00\x05"), _MALFORMED),
    Row("an extension: ext 16", _x(b"\xc8\x00\x01\x05\x00"), _MALFORMED),
    Row("an extension: ext 32", _x(b"\xc9\x00\x00\x00\x01\x05\x00"), _MALFORMED),
    Row("a timestamp of 32 bits", _x(b"\xd6\xff" + bytes(4)), _MALFORMED),
    Row("a timestamp of 64 bits", _x(b"\xd7\xff" + bytes(8)), _MALFORMED),
    Row("a timestamp of 96 bits", _x(b"\xc7\x0c\xff" + bytes(12)), _MALFORMED),
    Row("an extension as a key", _bye(b"\xd4\x05\x00\x00"), _MALFORMED),
    Row("UTF-8 with a byte ff", _x(b"\xa1\xff"), _MALFORMED),
    Row("UTF-8 cut short", _x(b"\xa1\xc3"), _MALFORMED),
    Row("UTF-8 longer than needed", _x(b"\xa2\xc0\xaf"), _MALFORMED),
    Row("UTF-8 of a surrogate", _x(b"\xa3\xed\xa0\x80"), _MALFORMED),
    Row("UTF-8 over U+10FFFF", _x(b"\xa4\xf4\x90\x80\x80"), _MALFORMED),
    Row("bad UTF-8 in a key", _bye(b"\xa1\xff\x00"), _MALFORMED),
    Row("an array of 65", _x(b"\xdc\x00\x41" + b"\x00" * 65), _MALFORMED),
    Row(
        "a map of 33 pairs",
        _x(b"\xde\x00\x21" + b"".join(b"\xa2" + f"{n:02}".encode() + b"\x00" for n in range(33))),
        _MALFORMED,
    ),
    Row("a string of 801 bytes", _x(b"\xda\x03\x21" + b"a" * 801), _MALFORMED),
    Row("a bin of 65 bytes", _x(b"\xc4\x41" + bytes(65)), _MALFORMED),
    Row("5 levels of containers, the message included", _x(b"\x91\x91\x91\x90"), _MALFORMED),
    Row("5 levels of maps", _x(b"\x81\xa1a" * 3 + b"\x80"), _MALFORMED),
    Row("arrays in arrays to the end of the frame", b"\x91" * 1_024, _MALFORMED),
    Row("arrays in arrays, whole", _x(b"\x91" * 900 + b"\x90"), _MALFORMED),
    Row("arrays of 15 in arrays", b"\x9f" * 1_024, _MALFORMED),
    Row("arrays of 64 in arrays", b"\xdc\x00\x40" * 341, _MALFORMED),
    Row("maps of 15 in maps", b"\x8f\xa0" * 512, _MALFORMED),
    Row("maps of 32 in maps", b"\xde\x00\x20\xa0" * 256, _MALFORMED),
    Row("a string that promises 4 GiB", _x(b"\xdb" + b"\xff" * 4), _MALFORMED),
    Row("a bin that promises 4 GiB", _x(b"\xc6" + b"\xff" * 4), _MALFORMED),
    Row("an array that promises 4 Gi items", _x(b"\xdd" + b"\xff" * 4), _MALFORMED),
    Row("a map that promises 4 Gi pairs", _x(b"\xdf" + b"\xff" * 4), _MALFORMED),
    Row("an empty map", b"\x80", _FIELD, "type"),
    Row("no `type`", b"\x81\xa2id\x05", _FIELD, "type"),
    Row("a `type` that is no string", b"\x81" + _TYPE + b"\x01", _FIELD, "type"),
    Row("a `type` that is bin", b"\x81" + _TYPE + b"\xc4\x03bye", _FIELD, "type"),
    Row("a `type` that is nil", b"\x81" + _TYPE + b"\xc0", _FIELD, "type"),
    Row("a `type` nobody knows", b"\x81" + _TYPE + b"\xa3fly", _UNKNOWN, "type"),
    Row("a `type` in capitals", b"\x81" + _TYPE + b"\xa3BYE", _UNKNOWN, "type"),
    Row("a `type` that is empty", b"\x81" + _TYPE + b"\xa0", _UNKNOWN, "type"),
    Row("a message of the other direction", msgpack.packb({"type": "done"}), _UNKNOWN, "type"),
    Row("a float for an integer", _tick(b"\xcb" + struct.pack(">d", 1.0)), _FIELD, "sent_us"),
    Row("NaN for an integer", _tick(b"\xca\x7f\xc0\x00\x00"), _FIELD, "sent_us"),
    Row("infinity for an integer", _tick(b"\xca\x7f\x80\x00\x00"), _FIELD, "sent_us"),
    Row("true for an integer", _tick(b"\xc3"), _FIELD, "sent_us"),
    Row("a string for an integer", _tick(b"\xa11"), _FIELD, "sent_us"),
    Row("nil for a required field", _tick(b"\xc0"), _FIELD, "sent_us"),
    Row("an integer under 0 where none may be", _tick(b"\xff"), _FIELD, "sent_us"),
    Row("the least integer of 64 bits", _tick(b"\xd3\x80" + bytes(7)), _FIELD, "sent_us"),
    Row("an integer over 2^53", _tick(b"\xcf\x00\x20" + bytes(5) + b"\x01"), _FIELD, "sent_us"),
    Row("the greatest integer of 64 bits", _tick(b"\xcf" + b"\xff" * 8), _FIELD, "sent_us"),
    Row("a required field missing", b"\x81" + _TYPE + b"\xa4tick", _FIELD, "sent_us"),
)
