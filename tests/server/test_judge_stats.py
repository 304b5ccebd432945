"""The judge's own record: sure, slow, or known to have been wrong."""

from __future__ import annotations

from cardserver.judge_stats import JudgeStats, in_doubt
from tests.support.judge import MS, end, entrant, press, race


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
