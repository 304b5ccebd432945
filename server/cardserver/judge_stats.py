"""Running statistics of the judge over all tables: how often it was sure, slow or wrong.

What lives here: counting decisions, and a snapshot for the operator. What
must not: who is told, or storage. Integers throughout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from cardprotocol.messages.parts import ClaimEvidence, Verdict
from cardserver.constants import DEAD_HEAT_US, MILLISECOND_US
from cardserver.counted import counted
from cardserver.race_decision import Decision, LateClaim

LINE_RACES: Final = 100  # about three matches
LINE_US: Final = 600_000_000  # where races are rare: one line in ten minutes that had any


@dataclass(frozen=True, slots=True)
class JudgeSnapshot:
    """The judge's record so far.

    `closed_by`: races by why they closed. Delays are from the first claim to
    the decision. `within_uncertainty`: races won by less than the clocks of the
    two best were known to. `in_doubt`: races in which credit ran out and a
    loser's own figure was below the winner's judged time. `late_winners`: claims
    that came after the decision and would have won (the judge's known mistakes).
    """

    races: int
    closed_by: Mapping[str, int]
    delay_mean_us: int
    delay_p95_us: int
    delay_most_us: int
    dead_heats: int
    within_uncertainty: int
    in_doubt: int
    late: int
    late_winners: int


class Diary:
    """When the host is told how the judge does: not at every race, but of each in some minutes."""

    def __init__(self) -> None:
        self._races = 0
        self._told_us: int | None = None

    def due(self, now_us: int) -> bool:
        """A race was decided: whether to write a line now."""
        self._races += 1
        if self._told_us is None:
            self._told_us = now_us  # an evening begins
        if self._races < LINE_RACES and now_us - self._told_us < LINE_US:
            return False
        self._races, self._told_us = 0, now_us
        return True


class JudgeStats:
    """Counts decisions; `snapshot` whenever somebody asks."""

    def __init__(self) -> None:
        self._closed_by: Counter[str] = Counter()
        self._delays_ms: Counter[int] = Counter()  # rounded up; at most 250 ms and a timer tick
        self._delay_sum_us = 0
        self._delay_most_us = 0
        self._dead_heats = 0
        self._within_uncertainty = 0
        self._in_doubt = 0
        self._late = 0
        self._late_winners = 0

    def decided(self, decision: Decision) -> None:
        """A race was decided."""
        verdict = decision.verdict
        self._closed_by[verdict.closed_by] += 1
        self._delays_ms[-(-verdict.waited_us // MILLISECOND_US)] += 1
        self._delay_sum_us += verdict.waited_us
        self._delay_most_us = max(self._delay_most_us, verdict.waited_us)
        self._dead_heats += any(claim.lot for claim in verdict.claims)
        self._within_uncertainty += within_uncertainty(verdict)
        self._in_doubt += in_doubt(verdict)

    def late(self, claims: Iterable[LateClaim]) -> None:
        """Claims that came after their race was decided."""
        for claim in claims:
            self._late += 1
            self._late_winners += claim.would_have_won

    def snapshot(self) -> JudgeSnapshot:
        """The figures as they stand."""
        races = self._closed_by.total()
        return JudgeSnapshot(
            races=races,
            closed_by=dict(sorted(self._closed_by.items())),
            delay_mean_us=self._delay_sum_us // races if races else 0,
            delay_p95_us=self._delay_quantile_us(95),
            delay_most_us=self._delay_most_us,
            dead_heats=self._dead_heats,
            within_uncertainty=self._within_uncertainty,
            in_doubt=self._in_doubt,
            late=self._late,
            late_winners=self._late_winners,
        )

    def _delay_quantile_us(self, percent: int) -> int:
        left = self._delays_ms.total() * percent
        for delay_ms in sorted(self._delays_ms):
            left -= self._delays_ms[delay_ms] * 100
            if left <= 0:
                return delay_ms * MILLISECOND_US
        return 0


def within_uncertainty(verdict: Verdict) -> bool:
    """Whether the margin is below what the clocks of the two best are known to.

    No doubt of the verdict: reactions are differences of one clock's own stamps. It counts how
    often an order by the moments themselves could not have been told.
    """
    if verdict.margin_us is None:
        return False
    rivals = sorted(verdict.claims, key=lambda claim: claim.seat != verdict.winner)[:2]
    clocks_us = [claim.uncertainty_us for claim in rivals if not claim.drawn]
    return verdict.margin_us < max(clocks_us, default=0)


def in_doubt(verdict: Verdict) -> bool:
    """Whether a loser says it was no slower than the winner, but could not be believed.

    A judged time above the reported one means that credit ran out; the truth
    then lies between the two, and belief was refused on purpose.
    """
    winner = next((c for c in verdict.claims if c.seat == verdict.winner), None)
    if winner is None:
        return False
    return any(_may_beat(claim, winner) for claim in verdict.claims if claim is not winner)


def _may_beat(loser: ClaimEvidence, winner: ClaimEvidence) -> bool:
    clipped = loser.judged_us > loser.reaction_us + DEAD_HEAT_US
    return clipped and loser.reaction_us <= winner.judged_us


def judge_line(stats: JudgeSnapshot) -> str:
    """The judge's record as one line for the host's log."""
    reasons = ", ".join(f"{count} by {reason}" for reason, count in stats.closed_by.items())
    return (
        f"judge: {counted(stats.races, 'race')} ({reasons or 'none'});"
        f" decided after {stats.delay_mean_us / 1000:.1f} ms on average,"
        f" 95% within {stats.delay_p95_us / 1000:.0f} ms,"
        f" at most {stats.delay_most_us / 1000:.0f} ms;"
        f" {stats.dead_heats} dead heats, {stats.within_uncertainty} won by less than the clocks'"
        f" uncertainty, {stats.in_doubt} in doubt;"
        f" {stats.late} late claims, {stats.late_winners} of which would have won"
    )
