"""Messages to bytes and back: the only place that knows msgpack.

What lives here: encoding, and decoding within limits that a hostile frame can't
pass (docs/protocol.md, "What is accepted"). What must not: framing, and when a
message is allowed.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeVar, cast, get_args

import msgpack
import msgspec
from msgspec import Struct

from cardprotocol import faults, framing
from cardprotocol.errors import ErrorCode
from cardprotocol.fields import MAX_REQUEST_ID
from cardprotocol.messages.base import ToClient, ToServer
from cardprotocol.messages.unions import AnyToClient, AnyToServer
from cardprotocol.tolerance import known_only

Kind = TypeVar("Kind")


class Malformed(Exception):  # noqa: N818 - reads as what it is
    """A frame that is no message; nothing of it was used.

    `code` is FRAME_MALFORMED, MESSAGE_UNKNOWN or MESSAGE_FIELD. `field`, `value`
    (shortened, made harmless; of bytes only their number) and `expected` go into
    the `error` as they are. `request_id` and `type` are what could be read of the
    message's `id` and `type` (None and "" otherwise).
    """

    def __init__(
        self,
        code: ErrorCode,
        *,
        field: str = "",
        value: str = "",
        expected: str = "",
        request_id: int | None = None,
        type: str = "",
    ) -> None:
        super().__init__(" ".join(filter(None, (code.value, field, value, expected))))
        self.code = code
        self.field = field
        self.value = value
        self.expected = expected
        self.request_id = request_id
        self.type = type


@dataclass(frozen=True, slots=True)
class Limits:
    """What one body may contain; all are checked before memory is taken for it."""

    body_bytes: int
    array_items: int
    map_pairs: int
    string_bytes: int
    bin_bytes: int
    depth: int  # containers inside each other, the message itself included


# 64 items cap what a nest of empty promises makes msgpack reserve: 1,024 bytes of headers then
# cost under 256 KiB. 800 bytes of text are 200 characters of four bytes (a line of chat).
CLIENT_LIMITS: Final = Limits(framing.MAX_CLIENT_FRAME_BYTES, 64, 32, 800, 64, 4)
# A server is trusted more, and says more: 36 cards may beat 6, texts have up to 400 characters.
SERVER_LIMITS: Final = Limits(framing.MAX_SERVER_FRAME_BYTES, 256, 64, 1_600, 64, 8)

# By type, since msgspec would describe a union anew for every frame (46 µs against 2).
_TO_SERVER: Final[Mapping[object, Any]] = {
    kind.__struct_config__.tag: kind for kind in get_args(AnyToServer)
}
_TO_CLIENT: Final[Mapping[object, Any]] = {
    kind.__struct_config__.tag: kind for kind in get_args(AnyToClient)
}

_ENCODER: Final = msgspec.msgpack.Encoder()


def encode(message: ToServer | ToClient) -> bytes:
    """`message` as a frame's body: `type` first, fields at their default left out."""
    return _ENCODER.encode(message)


def encode_frame(message: ToServer | ToClient) -> bytes:
    """`message` as a whole frame; FrameTooLarge if its direction does not allow its length."""
    limits = CLIENT_LIMITS if isinstance(message, ToServer) else SERVER_LIMITS
    return framing.frame(encode(message), limits.body_bytes)


def decode_to_server(body: bytes) -> AnyToServer:
    """The client's message in `body`; raises Malformed, and nothing else, for any other bytes."""
    return _message(body, CLIENT_LIMITS, _TO_SERVER, AnyToServer)  # type: ignore[no-any-return]


def decode_to_client(body: bytes) -> AnyToClient:
    """The server's message in `body`; raises Malformed, and nothing else, for any other bytes.

    What a newer server may say inside a known message is made readable (tolerance.py).
    """
    try:
        return _message(body, SERVER_LIMITS, _TO_CLIENT, AnyToClient)  # type: ignore[no-any-return]
    except Malformed as error:
        if error.code is not ErrorCode.MESSAGE_FIELD:
            raise
    raw = known_only(_unpacked(body, SERVER_LIMITS))
    return _converted(raw, _TO_CLIENT, AnyToClient)  # type: ignore[no-any-return]


def pack(record: Struct) -> bytes:
    """Any struct as bytes, for journals and replays (cards as codes, bytes as they are)."""
    return _ENCODER.encode(record)


def pack_map(message: Mapping[str, object]) -> bytes:
    """A map of plain values as a body, for messages that this version does not know."""
    return _ENCODER.encode(message)


def unpack(body: bytes, kind: type[Kind]) -> Kind:
    """What `pack` made, as `kind` (a struct or a union of structs); ValueError if it is not.

    Without the limits of a frame: journals are our own and may be long.
    """
    try:
        made: Kind = _record_decoder(cast(Any, kind)).decode(body)
        return made
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise ValueError(f"not a record: {error}") from error


@functools.lru_cache(maxsize=16)
def _record_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Making a decoder costs thirty times what it then costs to decode a record."""
    return msgspec.msgpack.Decoder(kind)


def _message(body: bytes, limits: Limits, kinds: Mapping[object, Any], union: Any) -> Any:
    return _converted(_unpacked(body, limits), kinds, union)


def _converted(raw: Mapping[str, object], kinds: Mapping[object, Any], union: Any) -> Any:
    said = raw.get("type")
    kind = kinds.get(said) if isinstance(said, str) else None
    if kind is not None:
        with contextlib.suppress(ValueError):  # msgspec.ValidationError is one
            return msgspec.convert(raw, kind, strict=True)
    raise _fault(raw, kind or union)


def _unpacked(body: bytes, limits: Limits) -> Mapping[str, object]:
    if len(body) > limits.body_bytes:
        raise _malformed(f"at most {limits.body_bytes} bytes")
    try:
        raw = msgpack.unpackb(
            body,
            raw=False,
            strict_map_key=True,
            object_pairs_hook=_unique_map,
            ext_hook=_no_ext,
            max_array_len=limits.array_items,
            max_map_len=limits.map_pairs,
            max_str_len=limits.string_bytes,
            max_bin_len=limits.bin_bytes,
            max_ext_len=0,
        )
    except _Refused as error:
        raise _malformed(str(error)) from None
    except Exception:  # msgpack raises ValueError, its own types, UnicodeDecodeError, TypeError
        raise _malformed("one msgpack map within the limits") from None
    if not isinstance(raw, dict):
        raise _malformed("a map")
    if _deeper(raw, limits.depth):
        raise _malformed(f"at most {limits.depth} levels of maps and arrays")
    return raw


def _malformed(expected: str) -> Malformed:
    return Malformed(ErrorCode.FRAME_MALFORMED, expected=expected)


class _Refused(Exception):  # noqa: N818 - internal
    """What msgpack would take but the protocol does not."""


def _unique_map(pairs: list[tuple[object, object]]) -> dict[object, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Refused("each key of a map once")
    if not all(type(key) is str for key in made):
        raise _Refused("keys that are strings")
    return made


def _no_ext(code: int, data: bytes) -> NoReturn:
    raise _Refused(f"no extension types (here {code}, {len(data)} bytes)")


def _deeper(container: dict[object, object] | list[object], levels: int) -> bool:
    """Whether `container` nests others deeper than `levels`; looks no further than that."""
    if levels == 0:
        return True
    inside = container.values() if isinstance(container, dict) else container
    return any(_deeper(inner, levels - 1) for inner in inside if isinstance(inner, dict | list))


def _fault(raw: Mapping[str, object], union: Any) -> Malformed:
    """Why `raw` is none of `union`, in our own words: msgspec's are about Python's types."""
    kind, request_id = raw.get("type"), raw.get("id")
    known_id = type(request_id) is int and 0 <= request_id <= MAX_REQUEST_ID
    fault = faults.first_fault(raw, union)
    unknown = fault.field == "type" and isinstance(kind, str)
    return Malformed(
        ErrorCode.MESSAGE_UNKNOWN if unknown else ErrorCode.MESSAGE_FIELD,
        field=fault.field,
        value=fault.value,
        expected=fault.expected,
        request_id=request_id if known_id else None,  # type: ignore[arg-type]
        type=faults.shortened(kind) if isinstance(kind, str) else "",
    )
