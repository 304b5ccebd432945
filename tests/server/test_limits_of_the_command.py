"""`cardserver --limit`: what it takes, and what it refuses in one line before anything starts."""

from __future__ import annotations

import dataclasses

import click
import pytest
from click.testing import CliRunner, Result

from cardrules.registry import game_kinds
from cardserver.__main__ import _table_options, main
from cardserver.settings import LIMIT_RANGES, Limits

# Wrong usage too: the limits are read before it, so that nothing starts where they are right.
_NO_START = ("--no-data", "--game", "bridge")


def run(*limits: str) -> Result:
    """The command with `limits`; it never serves."""
    arguments = [part for limit in limits for part in ("--limit", limit)]
    return CliRunner().invoke(main, [*arguments, *_NO_START])


def error(result: Result) -> str:
    """The one line that says what was wrong."""
    assert result.exit_code == 2, result.output
    return result.output.splitlines()[-1]


@pytest.mark.parametrize("name", LIMIT_RANGES)
def test_both_ends_of_every_range_are_taken_and_nothing_beyond(name: str) -> None:
    allowed = LIMIT_RANGES[name]
    assert getattr(Limits(), name) in allowed
    others = () if name != "kept_for_resuming" else (f"connections={allowed[-1] + 1}",)
    if name == "connections":
        others = ("kept_for_resuming=0",)
    for value in (allowed[0], allowed[-1]):
        assert "bridge" in error(run(f"{name}={value}", *others))
    for value in (allowed[0] - 1, allowed[-1] + 1):
        if value < 0:
            continue
        line = error(run(f"{name}={value}", *others))
        assert line.endswith(f"{name}={value} is not from {allowed[0]} to {allowed[-1]}")


@pytest.mark.parametrize("change", ["strikes", "strikes=", "strikes=-1", "strikes=1.5", "speed=1"])
def test_what_is_no_limit_is_named(change: str) -> None:
    line = error(run(change))
    assert f"'{change}' is not NAME=N" in line
    assert "spectators" in line


def test_a_number_of_thousands_of_digits_is_refused_in_one_short_line() -> None:
    line = error(run(f"strikes={'9' * 6_000}"))
    assert "is not from 1 to" in line
    assert len(line) < 200


def test_nobody_could_come_where_all_connections_are_kept_for_resuming() -> None:
    line = error(run("connections=8"))
    assert "kept_for_resuming=8 is not below connections=8" in line
    assert "bridge" in error(run("connections=8", "kept_for_resuming=7"))


def test_a_table_option_of_thousands_of_digits_is_refused_in_one_line() -> None:
    option = f"look_seconds={'9' * 6_000}"
    result = CliRunner().invoke(main, ["--no-data", "--option", option])
    assert "is not one of" in error(result)


def test_a_switch_is_typed_as_the_rules_write_it() -> None:
    def options(text: str) -> dict[str, str]:
        return _table_options(game_kinds()["durak"], (f"multi_lead={text}",), None)

    for text in ("on", "off", "yes", "no", "true", "false"):
        assert options(text) == {"multi_lead": text}
    with pytest.raises(click.BadParameter, match="multi_lead=maybe is not one of: on / off"):
        options("maybe")


def test_every_limit_has_a_range() -> None:
    assert set(LIMIT_RANGES) == {limit.name for limit in dataclasses.fields(Limits)}
