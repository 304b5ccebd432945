"""Records as rows of the log, each with what proves it whole.

What lives here: one row made and checked. What must not: SQL.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from cardprotocol import codec
from cardserver.records import AnyRecord, Record

Row = tuple[int, int, int, int, bytes]  # n, more, length, crc, body
COLUMNS: Final = "n, more, length, crc, body"


def crc_of(n: int, more: int, body: bytes) -> int:
    """CRC-32 of a row (schema.py says over what)."""
    return zlib.crc32(body, zlib.crc32(n.to_bytes(8, "big") + more.to_bytes(8, "big")))


def rows_of(bodies: Sequence[bytes], first: int) -> Iterator[Row]:
    """The rows of one append whose first record gets the number `first`."""
    last = first + len(bodies) - 1
    for n, body in enumerate(bodies, start=first):
        yield n, last - n, len(body), crc_of(n, last - n, body), body


def is_whole(row: Row, n: int) -> bool:
    """Whether `row`, straight from a possibly damaged file, is what was written as number `n`."""
    found, more, length, crc, body = row
    typed = isinstance(more, int) and isinstance(body, bytes) and found == n
    return typed and 0 <= more < 2**63 and length == len(body) and crc == crc_of(n, more, body)


def pack(record: Record) -> bytes:
    """A record's bytes."""
    return codec.pack(record)


def unpack(body: bytes) -> Record:
    """The record in `body`; ValueError if it is none this version knows."""
    return codec.unpack(body, AnyRecord)  # type: ignore[arg-type] # a union is not a type
