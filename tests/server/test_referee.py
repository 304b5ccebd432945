"""The referee passes a bot that keeps to docs/protocol.md, and names the point another misses."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardserver.referee.alterations import UNKNOWN_ACTION
from cardserver.referee.points import Point, Result, Status, points_of
from cardserver.referee.report import all_passed, as_json, as_text
from tests.support.virtual_loop import VirtualLoop
from tests.support.virtual_referee import Tamper, examine, failed, missing

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
Said = list[ToServer | bytes]


@cache
def honest_results(game: str) -> tuple[Result, ...]:
    return examine(game)


@pytest.mark.parametrize("game", ["perekur", "durak"])
def test_the_bots_of_this_project_pass(game: str) -> None:
    assert all_passed(honest_results(game)), as_text(honest_results(game))


@pytest.mark.parametrize("game", ["perekur", "durak"])
@pytest.mark.parametrize("seed", range(2, 4))
def test_they_pass_whatever_is_dealt(game: str, seed: int) -> None:
    results = examine(game, seed=seed)
    assert all_passed(results), as_text(results)


def changed(kind: type[ToServer], change: Callable[[ToServer], ToServer]) -> Tamper:
    """Every message of `kind` is said as `change` has it."""
    return lambda message, _loop: [change(message) if isinstance(message, kind) else message]


def without(kind: type[ToServer]) -> Tamper:
    """Messages of `kind` are never said."""
    return lambda message, _loop: [] if isinstance(message, kind) else [message]


def with_fields(kind: type[ToServer], **fields: object) -> Tamper:
    """Every message of `kind` has other `fields`."""
    return changed(kind, lambda message: msgspec.structs.replace(message, **fields))


def in_milliseconds(message: ToServer, _loop: VirtualLoop) -> Said:
    names = [name for name in message.__struct_fields__ if name.endswith("_us")]
    return [
        msgspec.structs.replace(message, **{name: getattr(message, name) // 1000 for name in names})
    ]


def slow_to_answer() -> Tamper:
    """Each pong is said with the next one."""
    kept: list[ToServer | bytes] = []

    def tamper(message: ToServer, _loop: VirtualLoop) -> Said:
        if not isinstance(message, said.Pong):
            return [message]
        kept.append(message)
        return [kept.pop(0)] if len(kept) > 8 else []

    return tamper


def ticking_ever(message: ToServer, _loop: VirtualLoop) -> Said:
    """A tick goes with every pong, race or no race."""
    if isinstance(message, said.Pong):
        return [message, *([said.Tick(sent_us=message.sent_us)] * 5)]
    return [message]


def shown_early(message: ToServer, _loop: VirtualLoop) -> Said:
    if isinstance(message, said.Shown | said.Claim):
        return [msgspec.structs.replace(message, shown_us=message.shown_us - 1_500)]
    return [message]


def stamped_back(message: ToServer, _loop: VirtualLoop) -> Said:
    if isinstance(message, said.Tick):
        return [msgspec.structs.replace(message, sent_us=message.sent_us - 10_000)]
    return [message]


def ticking_twice(message: ToServer, _loop: VirtualLoop) -> Said:
    return [message, message] if isinstance(message, said.Tick) else [message]


RACE_FAULTS: dict[str, tuple[Tamper, Point]] = {
    "it does not say that it is a bot": (with_fields(said.Hello, bot=False), Point.DECLARES_BOT),
    "it keeps no token": (with_fields(said.Hello, token=None), Point.GREETS),
    "it never sits down": (without(said.JoinTable), Point.JOINS),
    "it is never ready": (without(said.Ready), Point.READY),
    "it answers no ping": (without(said.Pong), Point.PONGS),
    "it answers pings late": (slow_to_answer(), Point.PONGS_AT_ONCE),
    "it stamps in milliseconds": (in_milliseconds, Point.ONE_CLOCK),
    "it stamps back in time": (stamped_back, Point.PROMISE),
    "it does not say shown": (without(said.Shown), Point.SHOWN),
    "it shows before T": (shown_early, Point.SHOWN_AT_T),
    "it does not tick": (without(said.Tick), Point.TICKS),
    "it ticks twice as often": (ticking_twice, Point.TICKS),
    "it ticks without a race": (ticking_ever, Point.NO_STRAY_TICKS),
    "it never claims": (without(said.Claim), Point.CLAIMS),
    "its nonce is its own": (with_fields(said.Claim, nonce=bytes(8)), Point.FAIR_CLAIMS),
    "it resumes from where it likes": (with_fields(said.Resume, seq=3), Point.RESUMES),
    "it never resumes": (without(said.Resume), Point.RETURNS),
}


@pytest.mark.parametrize("fault", RACE_FAULTS)
def test_a_fault_in_races_fails_its_point(fault: str) -> None:
    tamper, point = RACE_FAULTS[fault]
    results = examine("perekur", tamper)
    assert point in failed(results), as_text(results)
    assert not all_passed(results)


def test_a_fault_fails_no_more_than_its_point() -> None:
    assert set(failed(examine("perekur", shown_early))) == {Point.SHOWN_AT_T}
    assert set(failed(examine("perekur", without(said.Tick)))) == {Point.TICKS}


def unreadable(message: ToServer, _loop: VirtualLoop) -> Said:
    return [message, b"\xc1"] if isinstance(message, said.Ready) else [message]


def choosing_the_unknown(message: ToServer, _loop: VirtualLoop) -> Said:
    """Once it acts, it also picks what it was offered and can't know."""
    if isinstance(message, said.Act):
        wrong = {"type": "act", "action": UNKNOWN_ACTION}
        return [msgspec.msgpack.encode(wrong), message]
    return [message]


def acting_twice(message: ToServer, _loop: VirtualLoop) -> Said:
    return [message, message] if isinstance(message, said.Act) else [message]


def greeting_twice(message: ToServer, _loop: VirtualLoop) -> Said:
    return [message, message] if isinstance(message, said.Hello) else [message]


def listing_first(message: ToServer, _loop: VirtualLoop) -> Said:
    return [said.ListTables(), message] if isinstance(message, said.Hello) else [message]


def flooding(message: ToServer, _loop: VirtualLoop) -> Said:
    return [message] * 30 if isinstance(message, said.Pong) else [message]


TURN_FAULTS: dict[str, tuple[Tamper, Point]] = {
    "a frame can't be read": (unreadable, Point.READABLE),
    "it chooses an unknown action": (choosing_the_unknown, Point.UNKNOWN_ACTION),
    "it acts out of its turn": (acting_twice, Point.LEGAL_ACTS),
    "it never acts": (without(said.Act), Point.MATCH),
    "it greets again": (greeting_twice, Point.ALLOWED),
    "it asks before it greets": (listing_first, Point.GREETS),
    "it floods": (flooding, Point.RATES),
}


@pytest.mark.parametrize("fault", TURN_FAULTS)
def test_a_fault_in_turns_fails_its_point(fault: str) -> None:
    tamper, point = TURN_FAULTS[fault]
    results = examine("durak", tamper)
    assert point in failed(results) or point in missing(results), as_text(results)
    assert not all_passed(results)


def at_a_table_of_its_own(message: ToServer, _loop: VirtualLoop) -> Said:
    if isinstance(message, said.JoinTable):
        return [said.CreateTable(table="attic", game="durak", id=message.id)]
    return [message]


def watching_only(message: ToServer, _loop: VirtualLoop) -> Said:
    if isinstance(message, said.JoinTable):
        return [said.WatchTable(table=message.table, id=message.id)]
    return [message]


@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        (at_a_table_of_its_own, "it is at the table 'attic', and not at 'examination'"),
        (watching_only, "it watches, and takes no seat"),
        (without(said.JoinTable), "30 seconds after its greeting it had no seat"),
    ],
    ids=["another table", "a spectator", "no table"],
)
def test_a_bot_that_sits_elsewhere_is_told_so(tamper: Tamper, why: str) -> None:
    results = examine("durak", tamper)
    assert failed(results) == {Point.JOINS: why}
    assert Point.READY in missing(results)


def test_a_bot_that_leaves_before_the_end_is_told_what_was_not_reached() -> None:
    acts = itertools.count()

    def leaving(message: ToServer, _loop: VirtualLoop) -> Said:
        if isinstance(message, said.Act) and next(acts) == 3:
            return [message, said.Bye()]
        return [message]

    results = examine("durak", leaving)
    assert Point.RETURNS in missing(results)
    assert not all_passed(results)


def test_a_connection_lost_by_the_bot_itself_is_its_fault() -> None:
    acts = itertools.count()

    def falling(message: ToServer, loop: VirtualLoop) -> Said:
        if isinstance(message, said.Act) and next(acts) == 3:
            loop.peers[-1].drop()
        return [message]

    assert Point.STAYS in failed(examine("durak", falling))


def test_every_point_names_a_section_of_the_document() -> None:
    headings = {
        line.lstrip("#").strip()
        for line in DOCUMENT.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    }
    assert {point.section for point in Point} <= headings


def test_the_two_kinds_of_game_cover_every_point() -> None:
    assert {*points_of(raced=True), *points_of(raced=False)} == set(Point)


def test_the_report_says_what_failed_and_why() -> None:
    results = honest_results("durak")
    bad = (replace(results[0], status=Status.FAILED, why="because"), *results[1:])
    text = as_text(bad)
    assert text.startswith("FAILED")
    assert "because" in text
    assert f"{len(results) - 1} passed, 1 failed, 0 not reached" in text
    report = msgspec.json.decode(as_json(bad))
    assert report["passed"] is False
    assert report["points"][0]["why"] == "because"
    assert report["points"][0]["section"] == results[0].point.section
