"""The judge's statistics and every player's watch, fed from a table in one call a race.

What lives here: who gets which observation, and telling of a new flag once.
What must not: the statistics themselves (flags.py, judge_stats.py), sending.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cardprotocol.errors import ErrorCode
from cardserver.clocksync import ClockEstimate, PathModel
from cardserver.flags import Flag, SeatWatch
from cardserver.judge_stats import Diary, JudgeSnapshot, JudgeStats, judge_line
from cardserver.race import Decision, Race

Tell = Callable[[str, Flag], None]  # a player's name, and what is odd


class Suspicion:
    """One for a server. Players are known by name, so that watches outlive tables."""

    def __init__(self, tell: Tell, report: Callable[[str], None] = lambda _line: None) -> None:
        """`report` gets the judge's record as one line, now and then."""
        self._tell = tell
        self._report = report
        self._diary = Diary()
        self._stats = JudgeStats()
        self._watches: dict[str, SeatWatch] = {}
        self._told: set[tuple[str, str]] = set()

    def decided(
        self,
        race: Race,
        decision: Decision,
        names: Mapping[int, str],
        estimates: Mapping[int, ClockEstimate],
    ) -> None:
        """A race was decided; `names` and `estimates` are those of the seats that claimed."""
        self._stats.decided(decision)
        claims = decision.verdict.claims
        for claim in claims:
            name = names[claim.seat]
            watch = self._watch(name)
            watch.judged(claim, estimates[claim.seat])
            watch.raced(won=claim.seat == decision.winner, claimants=len(claims))
            self._look(name)
        self.late(race)
        if self._diary.due(decision.decided_us):
            self._report(judge_line(self._stats.snapshot()))

    def late(self, race: Race) -> None:
        """Count the claims that came to a decided race since this was last called for it."""
        self._stats.late(race.take_late_claims())

    def fault(self, name: str, code: ErrorCode) -> None:
        """A claim of this player's was refused."""
        if code is ErrorCode.CLAIM_FALSE_START:
            self._watch(name).false_start()
        elif code is ErrorCode.CLAIM_STAMP:
            self._watch(name).stamp_fault()
        self._look(name)

    def stamp_fault(self, name: str) -> None:
        """PathModel refused a stamp of this player's."""
        self._watch(name).stamp_fault()
        self._look(name)

    def stamped(self, name: str, arrived_us: int, *, claim: bool = False) -> None:
        """A stamped message of an open race arrived."""
        self._watch(name).stamped(arrived_us, claim=claim)

    def race_opened(self, name: str, path: PathModel) -> None:
        """A race opens for this player."""
        watch = self._watch(name)
        watch.race_opened()
        watch.path(path.kernel_gap_us, path.unseen_excess_us)
        self._look(name)

    def snapshot(self) -> JudgeSnapshot:
        """The judge's record so far."""
        return self._stats.snapshot()

    def _watch(self, name: str) -> SeatWatch:
        watch = self._watches.get(name)
        if watch is None:  # asked at every stamp: one is made only when it is missing
            watch = self._watches[name] = SeatWatch()
        return watch

    def _look(self, name: str) -> None:
        for flag in self._watches[name].flags():
            if (name, flag.kind.value) not in self._told:
                self._told.add((name, flag.kind.value))
                self._tell(name, flag)
