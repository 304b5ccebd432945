"""One call a race feeds the statistics and the watches; a new flag is told once."""

from __future__ import annotations

from cardprotocol.errors import ErrorCode
from cardserver.flags import Flag, FlagKind
from cardserver.suspicion import Suspicion
from tests.support.judge import MS, end, entrant, path, press, race
from tests.support.virtual_lan_build import build_table
from tests.support.virtual_lan_habits import Cultivator, EarlyPress, Habit

NAMES = {0: "Ann", 1: "Robot"}


def play(suspicion: Suspicion, human_ms: int) -> None:
    open_race = race(entrant(0), entrant(1))
    press(open_race, 1, 105 * MS)
    press(open_race, 0, 105 * MS + 500 + human_ms)
    suspicion.decided(open_race, end(open_race), NAMES, {0: path(), 1: path()})


def test_a_machine_is_told_of_once() -> None:
    told: list[tuple[str, Flag]] = []
    suspicion = Suspicion(lambda name, flag: told.append((name, flag)))
    for number in range(40):
        play(suspicion, human_ms=number)
    assert {(name, flag.kind) for name, flag in told if name == "Robot"} >= {
        ("Robot", FlagKind.EVEN),
        ("Robot", FlagKind.QUICK),
    }
    assert len(told) == len({(name, flag.kind) for name, flag in told})
    assert suspicion.snapshot().races == 40


def test_the_judges_record_is_told_of_after_a_hundred_races() -> None:
    lines: list[str] = []
    suspicion = Suspicion(lambda _name, _flag: None, lines.append)
    for number in range(250):
        play(suspicion, human_ms=number)
    assert [line.split(" (")[0] for line in lines] == ["judge: 100 races", "judge: 200 races"]


def test_late_claims_are_counted_once() -> None:
    suspicion = Suspicion(lambda _name, _flag: None)
    open_race = race(entrant(0), entrant(1))
    press(open_race, 0, 300 * MS)
    decision = end(open_race)
    suspicion.decided(open_race, decision, NAMES, {0: path(), 1: path()})
    press(open_race, 1, 400 * MS)
    suspicion.late(open_race)
    suspicion.late(open_race)
    assert suspicion.snapshot().late == 1


def test_faults_reach_the_watch() -> None:
    told: list[FlagKind] = []
    suspicion = Suspicion(lambda _name, flag: told.append(flag.kind))
    for _ in range(12):
        suspicion.fault("Eve", ErrorCode.CLAIM_FALSE_START)
    suspicion.fault("Eve", ErrorCode.CLAIM_STAMP)
    suspicion.stamp_fault("Eve")
    suspicion.stamp_fault("Eve")
    suspicion.stamped("Eve", 1)
    assert set(told) == {FlagKind.FALSE_STARTS, FlagKind.STAMPS}


def test_pongs_delayed_and_ticks_held_back_are_told_and_honest_jitter_is_not() -> None:
    for profile, habit, kind in (
        ("wired LAN", EarlyPress(pong_us=40_000), FlagKind.ROUND_TRIP),
        ("wired LAN", Cultivator(), FlagKind.HELD_TICKS),
        ("Wi-Fi spikes", Cultivator(), FlagKind.HELD_TICKS),
        ("wired LAN", Habit(), None),
        ("Wi-Fi spikes", Habit(), None),
        ("heavy jitter", Habit(), None),
    ):
        told: list[FlagKind] = []
        suspicion = Suspicion(lambda _name, flag, told=told: told.append(flag.kind))  # type: ignore[misc]
        table = build_table(profile, "flags", 3, habits={0: habit})
        table.warm(15_000_000)
        suspicion.race_opened("Eve", table.seats[0].path)
        assert told == ([] if kind is None else [kind])
