"""The golden vectors: frames with their meaning, as plain values to be written as JSON.

What lives here: making them from the samples, the edges and the accept table.
What must not: files (tests/protocol/generate.py writes them, and the tests read
them back).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import msgpack
import msgspec

from cardprotocol import codec, faults, framing
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.unions import AnyToClient, AnyToServer
from tests.support import accept_table, field_edges, protocol_samples

Vector = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Direction:
    """One direction of the wire: its decoder, types and lifelike messages."""

    decode: Callable[[bytes], Any]
    kinds: Sequence[Any]
    samples: Sequence[Any]


TO_SERVER = Direction(
    codec.decode_to_server,
    get_args(AnyToServer),
    (
        *protocol_samples.TO_SERVER,
        *(s.Act(action=action) for action in protocol_samples.ACTIONS),  # type: ignore[arg-type]
    ),
)
TO_CLIENT = Direction(
    codec.decode_to_client,
    get_args(AnyToClient),
    (
        *protocol_samples.TO_CLIENT,
        *(c.Events(seq=1, events=(event,)) for event in protocol_samples.EVENTS),  # type: ignore[arg-type]
        *(
            c.View(seq=1, table=protocol_samples.TABLE, game=view)  # type: ignore[arg-type]
            for view in protocol_samples.VIEWS
        ),
    ),
)


def all_files() -> dict[str, list[Vector]]:
    """Every file's name without ending, and its vectors in order."""
    return {
        "to_server": [*_accepted(TO_SERVER, accept_table.ACCEPTED), *_newer_keys(TO_SERVER)],
        "to_client": [*_accepted(TO_CLIENT, ()), *_newer_events(), *_newer_keys(TO_CLIENT)],
        "to_server_refused": _refused(TO_SERVER, accept_table.REFUSED),
        "to_client_refused": _refused(TO_CLIENT, ()),
        "framing": list(_streams()),
    }


def plain(value: Any) -> Any:
    """A message as JSON can say it: bytes become ``{"$bin": hex}``, cards their codes."""
    if isinstance(value, bytes):
        return {"$bin": value.hex()}
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, msgspec.Struct):
        return plain(msgspec.to_builtins(value, builtin_types=(bytes,)))
    return value


def from_plain(value: Any) -> Any:
    """What `plain` was given, as msgpack would carry it."""
    if isinstance(value, dict):
        if set(value) == {"$bin"}:
            return bytes.fromhex(value["$bin"])
        return {key: from_plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [from_plain(inner) for inner in value]
    return value


def _accepted(direction: Direction, rows: Sequence[accept_table.Row]) -> list[Vector]:
    bodies = [(f"{_tag(m)}: an example", codec.encode(m)) for m in direction.samples]
    for kind in direction.kinds:
        shape = _struct(kind)
        bodies += [(f"{shape.tag}: only what it must have", _packed(field_edges.least(shape)))]
        bodies += [(f"{shape.tag}: all fields", _packed(field_edges.most(shape)))]
        for field in shape.fields:
            for value in field_edges.good(field.type):
                edge = field_edges.least(shape) | {field.encode_name: value}
                bodies += [(f"{shape.tag}: an edge of {field.encode_name}", _packed(edge))]
    bodies += [(row.what, row.body) for row in rows]
    return [_vector(name, body, direction) for name, body in _once(bodies)]


def _vector(name: str, body: bytes, direction: Direction) -> Vector:
    message = direction.decode(body)
    return {
        "name": name,
        "frame": framing.frame(body).hex(),
        "message": plain(message),
        "canonical": codec.encode(message) == body,
    }


def _refused(direction: Direction, rows: Sequence[accept_table.Row]) -> list[Vector]:
    bodies = []
    for kind in direction.kinds:
        shape = _struct(kind)
        least = field_edges.least(shape)
        for field in shape.fields:
            name = field.encode_name
            without = {key: value for key, value in least.items() if key != name}
            if field.required:
                bodies += [(f"{shape.tag}: {name} missing", _packed(without))]
            for value in field_edges.bad(field.type):
                bodies += [(f"{shape.tag}: {name} wrong", _packed(least | {name: value}))]
    bodies += [(row.what, row.body) for row in rows]
    return [_refusal(name, body, direction) for name, body in _once(bodies)]


def _refusal(name: str, body: bytes, direction: Direction) -> Vector:
    try:
        direction.decode(body)
    except codec.Malformed as error:
        return {
            "name": name,
            "frame": framing.frame(body).hex(),
            "code": error.code.value,
            "field": error.field,
            "expected": error.expected,
            "re": error.request_id,
        }
    raise AssertionError(f"{name}: {body.hex()} was accepted")


def _newer_events() -> Iterator[Vector]:
    """What a newer server may say inside messages that are known."""
    known = {"what": "passed", "seat": 1}
    newer = [{"what": "hummed", "seat": 1, "tune": "x"}, known]
    body = _packed({"type": "events", "seq": 9, "events": newer})
    yield _vector("events: one of an unknown type keeps its number", body, TO_CLIENT)
    turn = {"actors": [0], "legal": [{"do": "hum"}, {"do": "pass"}]}
    body = _packed({"type": "events", "seq": 9, "events": [known], "turn": turn})
    yield _vector("events: an unknown legal action is left out", body, TO_CLIENT)


def _newer_keys(direction: Direction) -> Iterator[Vector]:
    """Every message as a later version may grow it."""
    for kind in direction.kinds:
        message = next(sample for sample in direction.samples if type(sample) is kind)
        raw = _with_unknown_keys(msgspec.to_builtins(message, builtin_types=(bytes,)))
        name = f"{_tag(message)}: unknown keys at every level are ignored"
        yield _vector(name, _packed(raw), direction)


def _with_unknown_keys(raw: Any) -> Any:
    """`raw` with one more key in each of its maps but the maps of options, whose keys are names."""
    if isinstance(raw, list | tuple):
        return [_with_unknown_keys(item) for item in raw]
    if not isinstance(raw, dict):
        return raw
    grown = {k: v if k == "options" else _with_unknown_keys(v) for k, v in raw.items()}
    return grown | {"later": [1.5, None, {}]}


def _streams() -> Iterator[Vector]:
    """Chunks of a stream, the bodies they give, and whether the stream then ends in an error."""
    longest = bytes(framing.MAX_CLIENT_FRAME_BYTES)
    two = framing.frame(b"\x81\xa4type\xa3bye") + framing.frame(b"\x80")
    yield _stream("one frame, one chunk", [framing.frame(b"\x80")], [b"\x80"])
    yield _stream("an empty frame", [b"\x00\x00"], [b""])
    yield _stream("two frames in one chunk", [two], [b"\x81\xa4type\xa3bye", b"\x80"])
    yield _stream(
        "two frames byte by byte",
        [two[place : place + 1] for place in range(len(two))],
        [b"\x81\xa4type\xa3bye", b"\x80"],
    )
    yield _stream("the length alone", [b"\x00\x05"], [])
    yield _stream("half a length", [b"\x00"], [])
    yield _stream("the longest frame", [framing.frame(longest)], [longest])
    for length in (1_025, 16_384, 65_535):
        prefix = length.to_bytes(2, "big")
        yield _stream(f"a length of {length}", [prefix], [], too_large=True)
        yield _stream(f"a frame, then {length}", [b"\x00\x01\x80" + prefix], [b"\x80"], True)
    yield _stream("a length of 1025 in two chunks", [b"\x04", b"\x01"], [], too_large=True)


def _stream(name: str, chunks: list[bytes], bodies: list[bytes], too_large: bool = False) -> Vector:
    return {
        "name": name,
        "limit": framing.MAX_CLIENT_FRAME_BYTES,
        "chunks": [chunk.hex() for chunk in chunks],
        "bodies": [body.hex() for body in bodies],
        "too_large": too_large,
    }


def _once(named: list[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Each body once, under its first name; names that repeat are numbered."""
    seen: set[bytes] = set()
    names: dict[str, int] = {}
    for name, body in named:
        if body not in seen:
            seen.add(body)
            names[name] = names.get(name, 0) + 1
            yield (name if names[name] == 1 else f"{name} ({names[name]})"), body


def _struct(kind: Any) -> Any:
    return faults.shape_of(kind)


def _tag(message: msgspec.Struct) -> str:
    return str(message.__struct_config__.tag)


def _packed(raw: dict[str, Any]) -> bytes:
    packed = msgpack.packb(raw)
    assert isinstance(packed, bytes)
    return packed
