"""Table options: base types every game extends, their checks and their description.

What lives here: the options common to all games and those of every race game;
reading options from the wire and describing them to a lobby. What must not:
options of one game (they stand in its own file).
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Mapping
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.parts import OptionSpec
from cardrules.game import IllegalAction


class TableOptions(Struct, frozen=True, kw_only=True):
    """Options of every game."""

    absent: Literal["autoplay", "stop_game"] = "autoplay"
    absent_seconds: Annotated[int, Meta(ge=0, le=600)] = 60
    watchers_see_hands: bool = False
    watchers_delay_seconds: Annotated[int, Meta(ge=0, le=600)] = 0


class RaceOptions(TableOptions, frozen=True, kw_only=True):
    """Options of every game that is raced."""

    bots_race: Literal["humanlike", "raw", "none"] = "humanlike"
    bot_level: Literal["easy", "normal", "hard"] = "normal"
    misplay_lock_ms: Annotated[int, Meta(ge=100, le=2000)] = 250


OptionsType = TypeVar("OptionsType", bound=TableOptions)
Value = bool | int | str


def read_options(kind: type[OptionsType], values: Mapping[str, Value]) -> OptionsType:
    """Options of `kind` with `values` over the defaults.

    Raises IllegalAction(TABLE_OPTION) that names the option and what it may be.
    """
    specs = {spec.name: spec for spec in describe(kind)}
    for name, value in values.items():
        if name not in specs:
            raise IllegalAction(
                ErrorCode.TABLE_OPTION, field=name, value=str(value), expected=", ".join(specs)
            )
        try:
            msgspec.convert({name: value}, kind, strict=True)
        except msgspec.ValidationError as error:
            raise IllegalAction(
                ErrorCode.TABLE_OPTION,
                field=name,
                value=str(value),
                expected=_allowed(kind, specs[name]),
            ) from error
    return msgspec.convert(dict(values), kind, strict=True)


def option_values(options: TableOptions) -> dict[str, Value]:
    """All options by name, defaults included."""
    return {name: getattr(options, name) for name in options.__struct_fields__}


def changed_options(options: TableOptions) -> dict[str, Value]:
    """The options that differ from the defaults of their game, its own before every game's."""
    plain, names = _defaults(type(options))
    if options == plain:
        return {}
    return {
        name: getattr(options, name)
        for name in names
        if getattr(options, name) != getattr(plain, name)
    }


@functools.cache  # of a handful of types; a lobby asks for each of its tables
def _defaults(kind: type[TableOptions]) -> tuple[TableOptions, tuple[str, ...]]:
    """The options of `kind` as they are if nobody changes them, and their names, its own first."""
    common = TableOptions.__struct_fields__
    own = [name for name in kind.__struct_fields__ if name not in common]
    return kind(), (*own, *common)


@functools.cache  # of a handful of types; reading their hints anew takes a millisecond
def describe(kind: type[TableOptions]) -> tuple[OptionSpec, ...]:
    """What a lobby needs to offer the options of `kind`."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple(_spec(f.name, hints[f.name], f.default) for f in msgspec.structs.fields(kind))


def _spec(name: str, hint: object, default: Value) -> OptionSpec:
    origin = typing.get_origin(hint)
    if origin is Literal:
        return OptionSpec(name=name, default=default, choices=typing.get_args(hint))
    if origin is Annotated:
        metas = [m for m in typing.get_args(hint)[1:] if isinstance(m, Meta)]
        return OptionSpec(
            name=name, default=default, least=_bound(metas, "ge"), most=_bound(metas, "le")
        )
    return OptionSpec(name=name, default=default)


def _bound(metas: list[Meta], side: str) -> int | None:
    found = [getattr(meta, side) for meta in metas if getattr(meta, side) is not None]
    return int(found[0]) if found else None


def _allowed(kind: type[TableOptions], spec: OptionSpec) -> str:
    """What `spec` may be, in words: its own description where a range does not say all."""
    hint = typing.get_type_hints(kind, include_extras=True)[spec.name]
    for meta in typing.get_args(hint)[1:]:
        if isinstance(meta, Meta) and meta.description:
            return meta.description
    if spec.choices:
        return " / ".join(spec.choices)
    if spec.least is not None:
        return f"{spec.least} to {spec.most}"
    return "true / false"
