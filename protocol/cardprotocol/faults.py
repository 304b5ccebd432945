"""What is wrong with a value that is no message, in words for people of any language's programs.

What lives here: finding the first fault of a decoded map, and saying in plain
words what a field may be; docs/protocol.md's tables use the same words. What
must not: bytes, and what happens after a fault.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec.inspect as shapes

from cardprotocol.text import harmless

_VALUE_CHARACTERS: Final = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """Where (`cards[2]`, `action.do`), what was there, and what would have been right."""

    field: str
    value: str
    expected: str


@functools.cache
def shape_of(kind: Any) -> shapes.Type:
    """msgspec's description of a type, made once a type."""
    return shapes.type_info(kind)


def first_fault(raw: object, kind: Any) -> Fault:
    """The first fault of `raw` as a `kind` (a struct or a union of structs).

    For a value without fault the answer names the whole message: the caller
    knows already that it was refused.
    """
    found = next(_faults(raw, shape_of(kind), ""), None)
    return found or Fault("", shortened(raw), "a message as documented")


def shortened(value: object) -> str:
    """`value` for an error text: at most 40 harmless characters; of bytes only their number.

    Bytes are tokens and nonces: they must not come back in errors, nor reach logs.
    """
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, list):
        return f"array of {len(value)}"
    if isinstance(value, Mapping):
        return f"map of {len(value)}"
    if value is None:
        return "nil"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = harmless(text[: _VALUE_CHARACTERS + 1])
    return text if len(text) <= _VALUE_CHARACTERS else text[: _VALUE_CHARACTERS - 1] + "…"


def expectation(shape: shapes.Type) -> str:
    """What a value of `shape` may be: ``integer from 0 to 5``, ``array of 1 to 6 cards``."""
    match shape:
        case shapes.Metadata():
            return expectation(shape.type)
        case shapes.IntType():
            return "integer" + _range(shape.ge, shape.le)
        case shapes.BoolType():
            return "true or false"
        case shapes.StrType():
            return "string" + _length(shape.min_length, shape.max_length, "character")
        case shapes.BytesType():
            return "bin" + _length(shape.min_length, shape.max_length, "byte")
        case shapes.EnumType():
            return _enum(shape)
        case shapes.VarTupleType() | shapes.ListType():
            items = expectation(shape.item_type)
            return f"array{_length(shape.min_length, shape.max_length, 'item')}: each {items}"
        case shapes.DictType():
            return (
                f"map{_length(shape.min_length, shape.max_length, 'pair')}: "
                f"{expectation(shape.key_type)} to {expectation(shape.value_type)}"
            )
        case shapes.StructType():
            return f"map `{shape.cls.__name__}`" if shape.tag is None else f"`{shape.tag}`"
        case shapes.UnionType():
            return _union(shape)
        case shapes.NoneType():
            return "nil"
    raise TypeError(f"the protocol has no such type: {shape}")


def _range(least: float | None, most: float | None) -> str:
    if least is None and most is None:
        return ""
    if least is not None and most is not None:
        return f" from {least} to {most}"
    return f" of at least {least}" if most is None else f" of at most {most}"


def _length(least: int | None, most: int | None, unit: str) -> str:
    if most is None:
        return "" if not least else f" of at least {least} {unit}{'s' * (least != 1)}"
    numbers = str(most) if least == most else f"{least or 0} to {most}"
    return f" of {numbers} {unit}{'s' * (numbers != '1')}"


def _enum(shape: shapes.EnumType) -> str:
    values = [str(member.value) for member in shape.cls]
    if len(values) > 8:
        return f"{shape.cls.__name__.lower()} as a string, like {values[0]} or {values[-1]}"
    return f"{shape.cls.__name__.lower()}: one of {', '.join(values)}"


def _union(shape: shapes.UnionType) -> str:
    inner = [kind for kind in shape.types if not isinstance(kind, shapes.NoneType)]
    structs = [kind for kind in inner if isinstance(kind, shapes.StructType)]
    if len(structs) > 1:
        return f"map tagged by `{structs[0].tag_field}`"
    return " or ".join(expectation(kind) for kind in inner)


def _faults(raw: object, shape: shapes.Type, path: str) -> Iterator[Fault]:
    match shape:
        case shapes.Metadata():
            yield from _faults(raw, shape.type, path)
        case shapes.UnionType():
            yield from _union_faults(raw, shape, path)
        case shapes.StructType():
            yield from _struct_faults(raw, shape, path)
        case shapes.VarTupleType() | shapes.ListType() if isinstance(raw, list):
            yield from _size_fault(raw, shape, path)
            for place, item in enumerate(raw):
                yield from _faults(item, shape.item_type, f"{path}[{place}]")
        case shapes.DictType() if isinstance(raw, Mapping):
            yield from _size_fault(raw, shape, path)
            for key, value in raw.items():
                yield from _faults(key, shape.key_type, f"{path}: key")
                yield from _faults(value, shape.value_type, f"{path}.{shortened(key)}")
        case _ if not _fits(raw, shape):
            yield Fault(path, shortened(raw), expectation(shape))


def _size_fault(raw: Any, shape: Any, path: str) -> Iterator[Fault]:
    if not _within(len(raw), shape.min_length, shape.max_length):
        yield Fault(path, shortened(raw), expectation(shape))


def _union_faults(raw: object, shape: shapes.UnionType, path: str) -> Iterator[Fault]:
    if any(isinstance(kind, shapes.NoneType) for kind in shape.types) and raw is None:
        return
    structs = [kind for kind in shape.types if isinstance(kind, shapes.StructType)]
    if structs and isinstance(raw, Mapping):
        yield from _tagged_faults(raw, structs, path)
    elif structs or not any(_fits(raw, kind) for kind in shape.types):
        inner = [kind for kind in shape.types if not isinstance(kind, shapes.NoneType)]
        if len(inner) == 1 and not structs:
            yield from _faults(raw, inner[0], path)
        else:
            yield Fault(path, shortened(raw), expectation(shape))


def _tagged_faults(
    raw: Mapping[str, object], structs: list[shapes.StructType], path: str
) -> Iterator[Fault]:
    tag_field = structs[0].tag_field
    if tag_field is None or len(structs) == 1:
        yield from _struct_faults(raw, structs[0], path)
        return
    for kind in structs:
        if raw.get(tag_field) == kind.tag:
            yield from _struct_faults(raw, kind, path)
            return
    tags = ", ".join(str(kind.tag) for kind in structs)
    said = shortened(raw[tag_field]) if tag_field in raw else "missing"
    yield Fault(_joined(path, tag_field), said, f"one of {tags}")


def _struct_faults(raw: object, shape: shapes.StructType, path: str) -> Iterator[Fault]:
    if not isinstance(raw, Mapping):
        yield Fault(path, shortened(raw), expectation(shape))
        return
    if shape.tag_field is not None and raw.get(shape.tag_field) != shape.tag:
        said = shortened(raw[shape.tag_field]) if shape.tag_field in raw else "missing"
        yield Fault(_joined(path, shape.tag_field), said, str(shape.tag))
    for field in shape.fields:
        where = _joined(path, field.encode_name)
        if field.encode_name in raw:
            yield from _faults(raw[field.encode_name], field.type, where)
        elif field.required:
            yield Fault(where, "missing", expectation(field.type))


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _fits(raw: object, shape: shapes.Type) -> bool:
    """Whether `raw` is a plain value of `shape`; strict as the wire is (true is no integer)."""
    match shape:
        case shapes.Metadata():
            return _fits(raw, shape.type)
        case shapes.IntType():
            return type(raw) is int and _within(raw, shape.ge, shape.le)
        case shapes.BoolType():
            return type(raw) is bool
        case shapes.StrType():
            return isinstance(raw, str) and _within(len(raw), shape.min_length, shape.max_length)
        case shapes.BytesType():
            return isinstance(raw, bytes) and _within(len(raw), shape.min_length, shape.max_length)
        case shapes.EnumType():
            return isinstance(raw, str) and raw in {member.value for member in shape.cls}
        case shapes.NoneType():
            return raw is None
    return False


def _within(number: float, least: float | None, most: float | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)
