"""The judge's own record: sure, slow, or known to have been wrong."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from cardprotocol.messages import to_client as told
from cardserver import judge_stats
from cardserver.judge_stats import (
    LINE_RACES,
    LINE_US,
    Diary,
    JudgeStats,
    in_doubt,
    judge_line,
    within_uncertainty,
)
from tests.support.judge import MS, end, entrant, press, race
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import lay, race_at


def test_decisions_are_counted_by_why_they_closed_and_how_long_they_took() -> None:
    stats = JudgeStats()
    for _ in range(9):
        quick = race(entrant(0), entrant(1))
        press(quick, 0, 300 * MS)
        press(quick, 1, 302 * MS)
        stats.decided(end(quick))
    slow = race(entrant(0), entrant(1, 200 * MS, credit_us=150 * MS))
    press(slow, 0, 300 * MS)
    stats.decided(end(slow))
    seen = stats.snapshot()
    assert (seen.races, dict(seen.closed_by)) == (10, {"proof": 9, "cap": 1})
    assert (seen.delay_p95_us, seen.delay_most_us) == (250 * MS, 250 * MS)
    assert seen.delay_mean_us == (9 * 2 * MS + 250 * MS) // 10


def test_a_race_in_which_credit_ran_out_is_in_doubt_only_if_it_could_matter() -> None:
    for late_us, doubt in ((50 * MS, True), (0, False)):
        open_race = race(entrant(0), entrant(1), entrant(2, 60 * MS))
        press(open_race, 0, 300 * MS)
        press(open_race, 1, 290 * MS if late_us else 310 * MS, late_us=late_us)
        assert in_doubt(end(open_race).verdict) is doubt


def test_late_claims_that_would_have_won_are_the_known_mistakes() -> None:
    stats = JudgeStats()
    open_race = race(entrant(0), entrant(1, 200 * MS, credit_us=150 * MS))
    press(open_race, 0, 300 * MS)
    decision = end(open_race)
    assert decision.verdict.closed_by == "cap"
    press(open_race, 1, 290 * MS, one_way_us=200 * MS, late_us=140 * MS)
    stats.late(open_race.take_late_claims())
    seen = stats.snapshot()
    assert (seen.late, seen.late_winners) == (1, 1)


def test_a_judge_that_has_decided_nothing_has_no_delay_to_show() -> None:
    assert JudgeStats().snapshot().delay_p95_us == 0


def test_margins_below_what_the_clocks_are_known_to_are_counted() -> None:
    stats = JudgeStats()
    open_race = race(entrant(0), entrant(1), entrant(2))
    press(open_race, 1, 300 * MS)
    press(open_race, 0, 302 * MS)
    press(open_race, 2, 302 * MS + 500)
    decision = end(open_race)
    stats.decided(decision)
    verdict, (best, second, third) = decision.verdict, decision.verdict.claims
    assert (verdict.margin_us, stats.snapshot().within_uncertainty) == (2 * MS, 0)
    assert "0 won by less than the clocks' uncertainty" in judge_line(stats.snapshot())
    third = msgspec.structs.replace(third, uncertainty_us=50 * MS)  # of no matter
    for clock_us, within in ((2 * MS, False), (2 * MS + 1, True)):
        for pair in ((clock_us, 0), (0, clock_us)):
            claims = (
                msgspec.structs.replace(best, uncertainty_us=pair[0]),
                msgspec.structs.replace(second, uncertainty_us=pair[1]),
                third,
            )
            known = msgspec.structs.replace(verdict, claims=claims)
            assert within_uncertainty(known) is within
            stats.decided(dataclasses.replace(decision, verdict=known))
    assert stats.snapshot().within_uncertainty == 2


def test_a_claim_alone_has_no_margin() -> None:
    open_race = race(entrant(0), entrant(1))
    press(open_race, 1, 300 * MS)
    assert not within_uncertainty(end(open_race).verdict)


def test_a_line_is_due_after_so_many_races_or_so_long() -> None:
    diary = Diary()
    assert [diary.due(0) for _ in range(2 * LINE_RACES)].count(True) == 2
    assert not diary.due(LINE_US - 1)
    assert diary.due(LINE_US)
    assert not diary.due(LINE_US + 1)


def test_the_hosts_log_tells_of_no_race_before_its_verdict_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judge_stats, "LINE_RACES", 1)
    house, (ann, bob, _cid) = race_at(at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C))
    ann.say(ann.claim(lay("TC")))
    while not any(reveal.verdict for reveal in bob.all(told.Reveal)):
        assert not [line for line in house.reports if line.startswith("judge:")]
        house.rest(1 * MS)
    assert not [line for line in house.reports if line.startswith("judge:")]
    house.rest(1_000 * MS)
    (line,) = [line for line in house.reports if line.startswith("judge:")]
    assert line.startswith("judge: 1 race (")
