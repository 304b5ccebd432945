"""Frames for fuzzing: generated from the types, and mutated byte by byte, from a seeded chance.

What lives here: making bodies; use it against a decoder alone or a live server.
What must not: what should happen to them.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

import msgpack
import msgspec.inspect as shapes

from cardprotocol import codec, faults
from tests.support.vectors import TO_CLIENT, TO_SERVER, Direction

__all__ = ["TO_CLIENT", "TO_SERVER", "FrameMaker"]

# Bytes that mean something to msgpack: markers of every family, and promises of great lengths.
_MARKERS = bytes([0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, *range(0xC0, 0xE0), 0xFF, 0x00, 0x7F])
_ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, 2**63, -(2**63), 1.5, float("nan")),
    *("", "a", "ж" * 80, "\x1b[2J", "\u202e", b"", b"\x00" * 8, b"x" * 64, [], [[[[]]]], {}),
    *({"do": "lay", "card": "7H"}, {"what": "hum"}, [1, "x", b"y"], "7H", "XX"),
)


class FrameMaker:
    """Makes bodies for one direction. Equal seeds give equal bodies."""

    def __init__(self, seed: int, direction: Direction = TO_SERVER) -> None:
        self._random = random.Random(seed)
        self._direction = direction
        self._seeds = [codec.encode(message) for message in direction.samples]

    def body(self) -> bytes:
        """A body of any kind: right, nearly right, mutated or noise."""
        return self._random.choice((self.valid, self.wrong, self.mutated, self.noise))()

    def valid(self) -> bytes:
        """A message with random values within its ranges."""
        return _packed(self._struct(self._kind()))

    def wrong(self) -> bytes:
        """A message with a few of its values replaced, dropped or added."""
        raw = self._struct(self._kind())
        for _ in range(self._random.randint(1, 3)):
            self._spoil(raw)
        return _packed(raw)

    def mutated(self) -> bytes:
        """A lifelike message with some bytes changed, cut, doubled or joined with another."""
        body = bytearray(self._random.choice(self._seeds))
        for _ in range(self._random.randint(1, 4)):
            self._mutate(body)
        return bytes(body)

    def noise(self) -> bytes:
        """Random bytes, most of them msgpack's markers."""
        pool: Sequence[int] = _MARKERS if self._random.random() < 0.7 else range(256)
        length = min(1_024, int(self._random.expovariate(1 / 40)))
        return bytes(self._random.choice(pool) for _ in range(length))

    def chunks(self, stream: bytes) -> list[bytes]:
        """`stream` cut at random places."""
        made = []
        while stream:
            size = self._random.randint(1, max(1, len(stream)))
            made.append(stream[:size])
            stream = stream[size:]
        return made

    def _kind(self) -> shapes.StructType:
        shape = faults.shape_of(self._random.choice(self._direction.kinds))
        assert isinstance(shape, shapes.StructType)
        return shape

    def _struct(self, shape: shapes.StructType) -> dict[str, Any]:
        made: dict[str, Any] = {shape.tag_field: shape.tag} if shape.tag_field else {}
        for field in shape.fields:
            if field.required or self._random.random() < 0.5:
                made[field.encode_name] = self._value(field.type)
        return made

    def _value(self, shape: shapes.Type) -> Any:
        chance = self._random
        match shape:
            case shapes.Metadata():
                return self._value(shape.type)
            case shapes.IntType():
                least = int(shape.ge) if shape.ge is not None else -(2**31)
                most = int(shape.le) if shape.le is not None else 2**31
                return chance.choice((least, most, chance.randint(least, most)))
            case shapes.BoolType():
                return chance.random() < 0.5
            case shapes.StrType():
                length = chance.randint(shape.min_length or 0, min(shape.max_length or 12, 12))
                return "".join(chance.choice("aZ0 жі日\u0301♥") for _ in range(length))
            case shapes.BytesType():
                size = shape.min_length or 0
                return chance.randbytes(chance.randint(size, max(size, shape.max_length or 64)))
            case shapes.EnumType():
                return chance.choice([member.value for member in shape.cls])
            case shapes.VarTupleType():
                size = chance.randint(shape.min_length or 0, min(shape.max_length or 4, 4))
                return [self._value(shape.item_type) for _ in range(size)]
            case shapes.DictType():
                keys = [self._value(shape.key_type) for _ in range(chance.randint(0, 3))]
                return {key: self._value(shape.value_type) for key in keys}
            case shapes.StructType():
                return self._struct(shape)
            case shapes.UnionType():
                return self._value(chance.choice(shape.types))
        return None

    def _spoil(self, raw: dict[str, Any]) -> None:
        key = self._random.choice([*raw, "unknown", "id", "type"])
        what = self._random.randrange(4)
        if what == 0:
            raw.pop(key, None)
        elif what == 1 and isinstance(raw.get(key), dict):
            self._spoil(raw[key])
        else:
            # A copy: else a later change would put a shared value inside itself.
            raw[key] = copy.deepcopy(self._random.choice(_ODD_VALUES))

    def _mutate(self, body: bytearray) -> None:
        chance = self._random
        place = chance.randrange(len(body) + 1)
        match chance.randrange(6):
            case 0:
                body[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                body[place : place + 1] = bytes([chance.choice(_MARKERS)])
            case 2:
                del body[place : place + chance.randint(1, 8)]
            case 3:
                body[place:place] = body[place : place + chance.randint(1, 16)]
            case 4:
                body[place:] = chance.choice(self._seeds)[place:]
            case _:
                body[place:place] = chance.randbytes(chance.randint(1, 6))


def _packed(raw: dict[str, Any]) -> bytes:
    try:
        packed = msgpack.packb(raw)
    except OverflowError:  # an odd value doubled beyond 64 bits
        return b"\xc1"
    assert isinstance(packed, bytes)
    return packed
