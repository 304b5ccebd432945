"""One match as a file that stands for itself (docs/replay-format.md).

What lives here: writing and reading, with limits, since a file may come from
anywhere. What must not: whether the match is genuine (verify.py).

Each line is a digest, a blank and a JSON object. A line's digest is SHA-256 over
the digest of the line before (as 32 bytes; none for the first) and the JSON's
bytes, so an altered, lost, added or moved line shows at its place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from cardreplay.refusals import NotGenuine
from cardserver.records import AnyRecord, MatchBegun, Record

FORMAT: Final = "perekur-replay"
VERSION: Final = 1
MOST_BYTES: Final = 64 << 20  # a Perekur match of 1,000 acts with all evidence has about 1 MiB
MOST_LINE_BYTES: Final = 1 << 20
_DIGITS: Final = 64

Kind = TypeVar("Kind")


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: str
    version: int
    match_id: str
    records: int


class End(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: without it a file was cut off."""

    end: str


_RECORDS: Final = msgspec.json.Decoder(AnyRecord)


def to_bytes(records: Sequence[Record]) -> bytes:
    """The file of a finished match's records, in order."""
    begun = records[0]
    assert isinstance(begun, MatchBegun)
    # What the journal's own key sealed is nothing to anybody else, and the seed is public now.
    public = (msgspec.structs.replace(begun, sealed_seed=b""), *records[1:])
    head = Head(FORMAT, VERSION, begun.match_id, len(records))
    digest, lines = b"", []
    for line in (head, *public, End(begun.match_id)):
        body = msgspec.json.encode(line)
        digest = _chained(digest, body)
        lines.append(digest.hex().encode() + b" " + body + b"\n")
    return b"".join(lines)


def from_bytes(content: bytes) -> tuple[Record, ...]:
    """The records in a file. Raises NotGenuine with the line that is not as it was written."""
    if len(content) > MOST_BYTES:
        raise NotGenuine("the file", f"it has more than {MOST_BYTES} bytes")
    bodies = list(_bodies(content))
    if len(bodies) < 3:
        raise NotGenuine(f"line {len(bodies) + 1}", "the file ends too early")
    head = _read(1, bodies[0], msgspec.json.Decoder(Head))
    if head.format != FORMAT:
        raise NotGenuine("line 1", f"it is no {FORMAT}")
    if head.version != VERSION:
        raise NotGenuine("line 1", f"its version is {head.version}, known is {VERSION}")
    _read(len(bodies), bodies[-1], msgspec.json.Decoder(End))
    records = [_read(n, body, _RECORDS) for n, body in enumerate(bodies[1:-1], start=2)]
    if len(records) != head.records:
        raise NotGenuine("line 1", f"{head.records} records were announced, {len(records)} follow")
    return tuple(records)


def _bodies(content: bytes) -> Iterator[bytes]:
    """The lines' JSON, each checked against its digest."""
    if not content.endswith(b"\n"):
        lines = content.count(b"\n")
        raise NotGenuine(f"line {lines + 1}", "the file ends inside a line")
    digest = b""
    for number, line in enumerate(content[:-1].split(b"\n"), start=1):
        told, blank, body = line[:_DIGITS], line[_DIGITS : _DIGITS + 1], line[_DIGITS + 1 :]
        if len(line) > MOST_LINE_BYTES or blank != b" ":
            raise NotGenuine(f"line {number}", "it is not a digest, a blank and a JSON object")
        digest = _chained(digest, body)
        if told != digest.hex().encode():
            raise NotGenuine(f"line {number}", "it was altered, or a line before it is missing")
        yield body


def _read(number: int, body: bytes, decoder: msgspec.json.Decoder[Kind]) -> Kind:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotGenuine(f"line {number}", f"it can't be read: {error}") from error


def _chained(digest: bytes, body: bytes) -> bytes:
    return hashlib.sha256(digest + body).digest()
