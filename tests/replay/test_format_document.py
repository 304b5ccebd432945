"""docs/replay-format.md lists what records and race logs really hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from cardserver.race_log import EntrantRecord, RaceRecord, Seen
from cardserver.records import Acted, ControlUsed, GaveUp, MatchBegun, MatchOver, OfMatch

PAGE = (Path(__file__).parents[2] / "docs" / "replay-format.md").read_text("utf-8")
IN_EVERY_RECORD = {"table", "match_id", "at_ms", "n"}


def in_order(kind: type[Struct]) -> list[str]:
    """The fields of a race log's array as the page calls them: it states the unit once."""
    return [field.name.removesuffix("_us") for field in fields(kind)]


def arrays() -> dict[str, list[str]]:
    """The arrays of "What the judge saw": by kind of message, and `entrant` and the whole."""
    block = PAGE.split("## What the judge saw")[1].split("```")[1]
    found: dict[str, list[str]] = {}
    for label, inside in re.findall(r"^(\w*) *\[([^]]+)\]", block, re.MULTILINE):
        names = [name.strip() for name in inside.split(",")]
        message = names[0].startswith('"')
        found[names[0].strip('"') if message else label] = names[1:] if message else names
    return found


def test_every_kind_of_message_the_judge_saw_stands_there_with_its_values_in_order() -> None:
    real = {str(kind.__struct_config__.tag): in_order(kind) for kind in get_args(Seen)}
    assert arrays() == {"": in_order(RaceRecord), "entrant": in_order(EntrantRecord), **real}
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE.split("## What the judge saw")[1], re.M))
    assert explained == set(real)


@pytest.mark.parametrize("kind", [MatchBegun, Acted, MatchOver])
def test_every_key_of_a_record_with_a_table_stands_in_it(kind: type[Struct]) -> None:
    table = PAGE.split(f"\n`{kind.__struct_config__.tag}`")[1].split("\n\n")[1]
    told = {
        key
        for cell in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
        for key in re.findall(r"`(\w+)`", cell)
    }
    assert told == {field.name for field in fields(kind)} - IN_EVERY_RECORD


def test_no_kind_of_record_is_missing() -> None:
    told = PAGE.split("## Records")[1].split("## What the judge saw")[0]
    for kind in get_args(OfMatch):
        assert f"`{kind.__struct_config__.tag}`" in told
    for short, key in ((ControlUsed, "control"), (GaveUp, "seat")):
        assert {field.name for field in fields(short)} - IN_EVERY_RECORD == {key}
        assert f"`{short.__struct_config__.tag}`: `{key}`" in told
