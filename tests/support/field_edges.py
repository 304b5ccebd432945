"""The edges of every field: plain values just inside and just outside what it may be.

What lives here: lists made from the types alone, in a fixed order. What must
not: random values (frames.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec.inspect as shapes

# Where a type sets no bound itself, a text as long as this shows that it may be long.
_FREE_LENGTH = 40


def good(shape: shapes.Type) -> list[Any]:
    """Plain values (as msgpack carries them) at the edges of what `shape` allows."""
    match shape:
        case shapes.Metadata():
            return good(shape.type)
        case shapes.IntType():
            return [_bound(shape.ge, 0), _bound(shape.le, 2**53)]
        case shapes.BoolType():
            return [True, False]
        case shapes.StrType():
            return ["a" * (shape.min_length or 0), "ж" * (shape.max_length or _FREE_LENGTH)]
        case shapes.BytesType():
            return [bytes(shape.min_length or 0), b"\xff" * (shape.max_length or 16)]
        case shapes.EnumType():
            values = [member.value for member in shape.cls]
            return [values[0], values[-1]]
        case shapes.VarTupleType():
            items = good(shape.item_type)
            return [items[: shape.min_length or 0], items]
        case shapes.DictType():
            return [{}, {"option": 1, "another": False, "third": "text"}]
        case shapes.StructType():
            return [least(shape), most(shape)]
        case shapes.UnionType():
            return [value for kind in shape.types for value in good(kind)]
        case shapes.NoneType():
            return [None]
    raise TypeError(f"no edges for {shape}")


def least(shape: shapes.StructType) -> dict[str, Any]:
    """The struct with nothing but what it must have."""
    made = _tagged(shape)
    made |= {f.encode_name: good(f.type)[0] for f in shape.fields if f.required}
    return made


def most(shape: shapes.StructType) -> dict[str, Any]:
    """The struct with all its fields, at their last edge."""
    made = _tagged(shape)
    made |= {f.encode_name: _last(f.type) for f in shape.fields}
    return made


def bad(shape: shapes.Type) -> list[Any]:
    """Plain values that `shape` must refuse: just outside, and of other types."""
    match shape:
        case shapes.Metadata():
            return bad(shape.type)
        case shapes.IntType():
            return [_bound(shape.ge, -(2**63)) - 1, _bound(shape.le, 2**63) + 1, True, 1.0, "1"]
        case shapes.BoolType():
            return [0, "true"]
        case shapes.StrType():
            return [*_texts_outside(shape), 1, b"bin"]
        case shapes.BytesType():
            return [bytes((shape.min_length or 1) - 1), bytes((shape.max_length or 63) + 1), "str"]
        case shapes.EnumType():
            return ["", "1S", "10H", 7]
        case shapes.VarTupleType():
            return [{}, 1, *_arrays_outside(shape)]
        case shapes.DictType():
            return [[], {"option": 1.5}, {"option": []}]
        case shapes.StructType():
            return [[], 0]
        case shapes.UnionType():
            odd: tuple[Any, ...] = (1.5, [], b"bin")
            return [value for value in odd if not _right_after_all(shape, value)]
    raise TypeError(f"no edges for {shape}")


def _texts_outside(shape: shapes.StrType) -> Iterator[str]:
    if shape.min_length:
        yield "a" * (shape.min_length - 1)
    if shape.max_length:
        yield "a" * (shape.max_length + 1)


def _arrays_outside(shape: shapes.VarTupleType) -> Iterator[list[Any]]:
    item = good(shape.item_type)[0]
    if shape.min_length:
        yield [item] * (shape.min_length - 1)
    if shape.max_length:
        yield [item] * (shape.max_length + 1)
    yield [bad(shape.item_type)[0]]


def _right_after_all(shape: shapes.UnionType, value: Any) -> bool:
    """Whether `value` is right after all for one of the union's plain types."""
    return isinstance(value, bytes) and any(
        isinstance(kind, shapes.BytesType) and kind.min_length in (None, len(value))
        for kind in shape.types
    )


def _last(shape: shapes.Type) -> Any:
    match shape:
        case shapes.Metadata():
            return _last(shape.type)
        case shapes.UnionType():
            kinds = [kind for kind in shape.types if not isinstance(kind, shapes.NoneType)]
            return good(kinds[0])[-1]
    return good(shape)[-1]


def _tagged(shape: shapes.StructType) -> dict[str, Any]:
    return {shape.tag_field: shape.tag} if shape.tag_field else {}


def _bound(bound: float | None, otherwise: int) -> int:
    return otherwise if bound is None else int(bound)
