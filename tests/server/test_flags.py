"""Flags: machines and liars stand out, people do not."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from cardprotocol.messages.parts import ClaimEvidence
from cardserver.flags import FlagKind, SeatWatch
from tests.support.judge import MS, path


def claim(judged_us: int, credit_us: int = 0, *, drawn: bool = False) -> ClaimEvidence:
    return ClaimEvidence(
        seat=0,
        reaction_us=judged_us,
        judged_us=judged_us,
        late_us=0,
        arrived_us=judged_us,
        credit_us=credit_us,
        allowed_us=3 * MS,
        uncertainty_us=0,
        behind_us=0,
        drawn=drawn,
    )


def kinds(watch: SeatWatch) -> set[FlagKind]:
    return {flag.kind for flag in watch.flags()}


def test_ten_thousand_evenings_of_people_are_not_taken_for_machines() -> None:
    """Nothing about their stamps looks odd; luck may: `wins` says p < 1e-4."""
    rng = random.Random(11)
    found: Counter[FlagKind] = Counter()
    for _ in range(10_000):
        watch = SeatWatch()
        for _ in range(40):
            reaction = rng.gauss(280, 26) + rng.expovariate(1 / 50)
            watch.judged(claim(int(max(130, reaction) * MS), rng.randrange(900)), path())
            watch.raced(won=rng.random() < 0.33, claimants=3)
        found.update(kinds(watch))
    assert found.pop(FlagKind.WINS, 0) <= 2
    assert not found


def test_a_machine_at_the_floor_stands_out_within_20_claims() -> None:
    watch = SeatWatch()
    for number in range(20):
        watch.judged(claim(101 * MS + number), path())
    assert {FlagKind.EVEN, FlagKind.QUICK} <= kinds(watch)


def test_a_machine_that_answers_at_once_stands_out_by_its_false_starts() -> None:
    watch = SeatWatch()
    for _ in range(20):
        watch.false_start()
    assert kinds(watch) == {FlagKind.FALSE_STARTS}


def test_a_reaction_drawn_by_the_server_says_nothing_about_the_bot() -> None:
    watch = SeatWatch()
    for _ in range(60):
        watch.judged(claim(101 * MS, drawn=True), path())
    assert watch.flags() == ()


def test_more_credit_than_the_path_needs_is_seen_within_50_claims() -> None:
    rng = random.Random(5)
    honest, liar = SeatWatch(), SeatWatch()
    for _ in range(50):
        judged_us = 280 * MS + rng.randrange(60 * MS)
        honest.judged(claim(judged_us, rng.randrange(900)), path())
        liar.judged(claim(judged_us, 2_400 + rng.randrange(600)), path())
    assert FlagKind.CREDIT not in kinds(honest)
    assert FlagKind.CREDIT in kinds(liar)


def test_a_jittery_player_may_use_what_the_path_needs() -> None:
    rng = random.Random(5)
    watch = SeatWatch()
    estimate = replace(path(), allowance_us=100 * MS, refill_us=9 * MS)
    for _ in range(60):
        used_us = int(rng.expovariate(1 / 7) * MS)
        watch.judged(claim(280 * MS + rng.randrange(60 * MS), used_us), estimate)
    assert FlagKind.CREDIT not in kinds(watch)


def test_falling_silent_before_own_claims_is_seen() -> None:
    watch = SeatWatch()
    now_us = 0
    for _ in range(60):
        watch.race_opened()
        for _ in range(8):
            now_us += 25 * MS
            watch.stamped(now_us, claim=False)
        now_us += 90 * MS
        watch.stamped(now_us, claim=True)
        watch.judged(claim(290 * MS + now_us % 50_000), path())
    assert FlagKind.TICK_GAPS in kinds(watch)


def test_late_pongs_repeated_faults_and_too_many_wins_are_told() -> None:
    watch = SeatWatch()
    watch.path(40 * MS)
    for _ in range(3):
        watch.stamp_fault()
    for _ in range(40):
        watch.raced(won=True, claimants=4)
    assert kinds(watch) == {FlagKind.ROUND_TRIP, FlagKind.STAMPS, FlagKind.WINS}
