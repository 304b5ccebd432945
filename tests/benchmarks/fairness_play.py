"""Playing one table's races through the real judge, and tallying them.

What lives here: the jobs that the benchmark hands to its processes; each is a
pure function of its arguments. What must not: limits, printing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.benchmarks.fairness_baselines import play_baselines
from tests.benchmarks.fairness_tally import Tally
from tests.support.virtual_lan_build import build_table
from tests.support.virtual_lan_habits import (
    Cultivator,
    EarlyPress,
    Habit,
    LateShown,
    SavedLag,
    SavedPress,
    SavedShown,
    Suspended,
)

WARM_US = 30_000_000  # of armed traffic before the first race: a deal or two
OURS = "this judge"


@dataclass(frozen=True, slots=True)
class Job:
    """One table: profile, which of the tables, how many races, and what is tried."""

    profile: str
    table: int
    races: int
    trial: str
    seed: int

    @property
    def seats(self) -> int:
        """Three to six, in turn."""
        return 3 + self.table % 4


_FIRST_SEAT: dict[str, Callable[[], Habit]] = {
    "honest": Habit,
    "early press": EarlyPress,
    "late shown": LateShown,
    "pong 40 ms": lambda: EarlyPress(pong_us=40_000),
    "pong 40 ms, no kernel": lambda: EarlyPress(pong_us=40_000),
    "saved, shown": SavedShown,
    "saved, shown, no receipt": SavedShown,
    "saved, press": SavedPress,
    "saved, press, no receipt": SavedPress,
    "saved, lag": SavedLag,
    "saved, lag, no receipt": SavedLag,
    "cultivated": Cultivator,
    "cultivated, no kernel": Cultivator,
}
LIARS = ("early press", "late shown")


def play(job: Job) -> tuple[Job, dict[str, Tally]]:
    """Play one job; tallies by the name of the judge (with the trial's, for ours)."""
    seed = f"{job.seed}/{job.profile}/{job.table}"
    if job.trial == "baselines":
        return job, play_baselines(job.profile, seed, job.seats, job.races)
    habits = {0: _FIRST_SEAT.get(job.trial, Habit)()}
    table = build_table(
        job.profile,
        seed,
        job.seats,
        habits=habits,
        use_kernel="no kernel" not in job.trial,
    )
    table.receipts &= "no receipt" not in job.trial
    table.warm(WARM_US)
    if job.trial == "suspended":
        table.seats[-1].habit = Suspended()
    if job.trial == "alone":
        table.holders = lambda: [0]
    tally = Tally()
    for played in table.play(job.races):
        assert played.decision is not None
        winner = played.decision.winner
        tally.add(played.reactions, winner, played.decision.verdict.waited_us)
        tally.add_presses(played.pressed_us(), winner)
        tally.lead_us += played.lead_us
        shown = list(played.shown_us.values())
        tally.skews_us.append(max(shown) - min(shown))
    return job, {job.trial: tally}
