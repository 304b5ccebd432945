"""One call a race feeds the statistics and the watches; a new flag is told once."""

from __future__ import annotations

from cardprotocol.errors import ErrorCode
from cardserver.flags import Flag, FlagKind
from cardserver.suspicion import Suspicion
from tests.support.judge import MS, end, entrant, path, press, race

NAMES = {0: "Ann", 1: "Robot"}


def play(suspicion: Suspicion, human_ms: int) -> None:
    open_race = race(entrant(0), entrant(1))
    press(open_race, 1, 105 * MS)
    press(open_race, 0, 105 * MS + 500 + human_ms)
    suspicion.decided(open_race, end(open_race), NAMES, {0: path(), 1: path()})


def test_a_machine_is_told_of_once_and_stands_in_the_snapshot() -> None:
    told: list[tuple[str, Flag]] = []
    suspicion = Suspicion(lambda name, flag: told.append((name, flag)))
    for number in range(40):
        play(suspicion, human_ms=number)
    assert {(name, flag.kind) for name, flag in told if name == "Robot"} >= {
        ("Robot", FlagKind.EVEN),
        ("Robot", FlagKind.QUICK),
    }
    assert len(told) == len({(name, flag.kind) for name, flag in told})
    seen = suspicion.snapshot()
    assert seen.races == 40
    assert "Robot" in seen.suspicions


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


def test_faults_and_late_pongs_reach_the_watch() -> None:
    told: list[FlagKind] = []
    suspicion = Suspicion(lambda _name, flag: told.append(flag.kind))
    for _ in range(12):
        suspicion.fault("Eve", ErrorCode.CLAIM_FALSE_START)
    suspicion.fault("Eve", ErrorCode.CLAIM_STAMP)
    suspicion.stamp_fault("Eve")
    suspicion.stamp_fault("Eve")
    suspicion.race_opened("Eve", 40 * MS)
    suspicion.stamped("Eve", 1)
    assert set(told) == {FlagKind.FALSE_STARTS, FlagKind.STAMPS, FlagKind.ROUND_TRIP}
