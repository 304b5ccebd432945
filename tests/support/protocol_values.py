"""Hypothesis strategies for every message, made from the types.

What lives here: valid values and nearly valid ones. What must not: what the
codec should do with them.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec.inspect as shapes
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from cardprotocol import faults

# The same examples on every run and machine; `too_slow` would depend on the machine's load.
STEADY: Final = settings(
    derandomize=True,
    deadline=None,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)

# Texts without surrogates (UTF-8 has none); short, so that messages stay within a frame.
_TEXT = st.characters(exclude_categories=["Cs"])
_FREE = 12


def plain_of(kind: Any) -> st.SearchStrategy[Any]:
    """Plain values, as msgpack carries them, of a struct or a union of structs."""
    return _plain(faults.shape_of(kind))


def junk() -> st.SearchStrategy[Any]:
    """Any plain value of a few levels."""
    leaf: st.SearchStrategy[Any] = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**64 - 1),
        st.binary(max_size=20),
        st.floats(),
        st.text(_TEXT, max_size=12),
    )
    return st.recursive(
        leaf,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text(_TEXT, max_size=6), inner, max_size=3)
        ),
        max_leaves=6,
    )


def _plain(shape: shapes.Type) -> st.SearchStrategy[Any]:
    match shape:
        case shapes.Metadata():
            return _plain(shape.type)
        case shapes.IntType():
            return st.integers(_whole(shape.ge, -(2**53)), _whole(shape.le, 2**53))
        case shapes.BoolType():
            return st.booleans()
        case shapes.StrType():
            return st.text(_TEXT, min_size=shape.min_length or 0, max_size=_most(shape.max_length))
        case shapes.BytesType():
            return st.binary(min_size=shape.min_length or 0, max_size=shape.max_length or _FREE)
        case shapes.EnumType():
            return st.sampled_from([member.value for member in shape.cls])
        case shapes.VarTupleType():
            most = min(shape.max_length or 3, 6)
            return st.lists(_plain(shape.item_type), min_size=shape.min_length or 0, max_size=most)
        case shapes.DictType():
            return st.dictionaries(_plain(shape.key_type), _plain(shape.value_type), max_size=3)
        case shapes.StructType():
            return _struct(shape)
        case shapes.UnionType():
            return st.one_of(*(_plain(kind) for kind in shape.types))
        case shapes.NoneType():
            return st.none()
    raise TypeError(f"no values for {shape}")


def _struct(shape: shapes.StructType) -> st.SearchStrategy[dict[str, Any]]:
    tagged = {shape.tag_field: st.just(shape.tag)} if shape.tag_field else {}
    needed = {f.encode_name: _plain(f.type) for f in shape.fields if f.required}
    others = {f.encode_name: _plain(f.type) for f in shape.fields if not f.required}
    return st.fixed_dictionaries({**tagged, **needed}, optional=others)


def _most(length: int | None) -> int:
    return _FREE if length is None else min(length, _FREE)


def _whole(bound: float | None, otherwise: int) -> int:
    return otherwise if bound is None else int(bound)
