"""What looks odd about a player's claims over an evening, for the host to know.

What lives here: statistics of one player and the flags drawn from them. What
must not: consequences. A flag tells the host and never punishes: each has an
innocent reading (docs/timing.md), and a person decides.

Statistics are in integers; where a test asks for a z-score, both sides are
squared instead of taking roots. Pure.
"""

from __future__ import annotations

import enum
from collections import deque
from dataclasses import dataclass
from typing import Final

from cardprotocol.messages.parts import ClaimEvidence
from cardserver.clock_estimate import ClockEstimate
from cardserver.constants import CREDIT_FREE_US, KERNEL_DOUBT_US, TICK_US

_MILLION: Final = 1_000_000
_RECENT: Final = 20  # claims in which a machine's evenness shows
# A person's reactions spread by more than 25 ms; 20 of them spread by less than 10 ms once in
# a million (chi-squared with 19 degrees). A program's jitter is far below.
_EVEN_SPREAD_US: Final = 10_000
_QUICK_US: Final = 150_000  # recognition takes 384 ms on average; 150 ms is 3 spreads faster
_QUICK_LEAST: Final = 3
_ENOUGH_CLAIMS: Final = 50  # fairness needs a mean over so many claims
_ENOUGH_RACES: Final = 30
_FALSE_STARTS: Final = 10
_STAMP_FAULTS: Final = 3  # a clock that jumps once is a suspended laptop
_Z4_SQUARED: Final = 16  # z > 4: one honest player in 30,000
_Z37_SQUARED: Final = 14  # z > 3.7: p < 1e-4
_GAP_US: Final = 2 * TICK_US  # a tick went missing


class FlagKind(enum.Enum):
    """What a flag says, in a word."""

    CREDIT = "credit"  # uses more credit than its path was measured to need
    ROUND_TRIP = "round_trip"  # answers pings later than its kernel acknowledges
    HELD_TICKS = "held_ticks"  # its stamps arrive later than its kernel's acknowledgements
    TICK_GAPS = "tick_gaps"  # falls silent before its own claims
    QUICK = "quick"  # reacts faster than people do
    EVEN = "even"  # reacts more evenly than people do
    WINS = "wins"  # wins more often than equal chances explain
    STAMPS = "stamps"  # sends stamps that can't be
    FALSE_STARTS = "false_starts"  # half of its claims are too early


@dataclass(frozen=True, slots=True)
class Flag:
    """One oddity: `figure` against `limit`, over `count` observations."""

    kind: FlagKind
    figure: int
    limit: int
    count: int


class SeatWatch:
    """The statistics of one player. Feed it; read `flags`."""

    def __init__(self) -> None:
        self._claims = 0
        self._quick = 0
        self._recent: deque[int] = deque(maxlen=_RECENT)
        self._over_sum = 0
        self._over_squares = 0
        self._false_starts = 0
        self._stamp_faults = 0
        self._kernel_gap_us: int | None = None
        self._unseen_us = 0
        self._races = 0
        self._wins = 0
        self._chances = 0  # millionths
        self._variance = 0  # millionths
        self._stamped_us: int | None = None
        self._stamps = 0
        self._gaps = 0
        self._gaps_before_claims = 0

    def judged(self, claim: ClaimEvidence, estimate: ClockEstimate) -> None:
        """A claim of this player's was judged; `estimate` is its path's when the race opened."""
        self._claims += 1
        if claim.drawn:
            return  # the server drew that reaction
        self._recent.append(claim.judged_us)
        self._quick += claim.judged_us < _QUICK_US
        over_us = max(0, claim.credit_us) - max(estimate.refill_us, CREDIT_FREE_US)
        self._over_sum += over_us
        self._over_squares += over_us * over_us

    def raced(self, *, won: bool, claimants: int) -> None:
        """A race in which this player and others, `claimants` in all, claimed is decided."""
        if claimants < 2:
            return
        self._races += 1
        self._wins += won
        chance = _MILLION // claimants
        self._chances += chance
        self._variance += chance * (_MILLION - chance) // _MILLION

    def false_start(self) -> None:
        """A claim came before anybody could have reacted."""
        self._false_starts += 1

    def stamp_fault(self) -> None:
        """A stamp was impossible."""
        self._stamp_faults += 1

    def path(self, kernel_gap_us: int | None, unseen_us: int = 0) -> None:
        """PathModel's kernel_gap_us and unseen_excess_us, now and then."""
        self._kernel_gap_us = kernel_gap_us
        self._unseen_us = unseen_us

    def stamped(self, arrived_us: int, *, claim: bool) -> None:
        """A stamped message of an open race arrived; `claim`: it was a claim."""
        if self._stamped_us is not None:
            gap = arrived_us - self._stamped_us > _GAP_US
            self._stamps += 1
            self._gaps += gap
            self._gaps_before_claims += gap and claim
        self._stamped_us = arrived_us

    def race_opened(self) -> None:
        """A race opens: silence until now was no gap."""
        self._stamped_us = None

    def flags(self) -> tuple[Flag, ...]:
        """All that looks odd now."""
        found = (
            self._credit_flag(),
            self._round_trip_flag(),
            self._held_flag(),
            self._gap_flag(),
            self._quick_flag(),
            self._even_flag(),
            self._wins_flag(),
            self._stamp_flag(),
            self._false_start_flag(),
        )
        return tuple(flag for flag in found if flag is not None)

    def _credit_flag(self) -> Flag | None:
        count, total, squares = self._claims, self._over_sum, self._over_squares
        if count < _ENOUGH_CLAIMS or total <= 0:
            return None
        # z = mean / (deviation / sqrt(count)), so z^2 = count total^2 / (count squares - total^2)
        if count * total * total <= _Z4_SQUARED * (count * squares - total * total):
            return None
        return Flag(FlagKind.CREDIT, total // count, 0, count)

    def _round_trip_flag(self) -> Flag | None:
        if self._kernel_gap_us is None or self._kernel_gap_us <= KERNEL_DOUBT_US:
            return None
        return Flag(FlagKind.ROUND_TRIP, self._kernel_gap_us, KERNEL_DOUBT_US, 1)

    def _held_flag(self) -> Flag | None:
        if self._unseen_us <= KERNEL_DOUBT_US:
            return None
        return Flag(FlagKind.HELD_TICKS, self._unseen_us, KERNEL_DOUBT_US, 1)

    def _gap_flag(self) -> Flag | None:
        """Gaps before own claims against all gaps: a binomial test with the pooled share."""
        claims = self._claims
        if claims < _ENOUGH_CLAIMS or self._stamps <= claims:
            return None
        share = self._gaps * _MILLION // self._stamps
        expected = claims * share
        over = self._gaps_before_claims * _MILLION - expected
        variance = claims * share * (_MILLION - share)
        if over <= 0 or over * over <= _Z4_SQUARED * variance:
            return None
        return Flag(FlagKind.TICK_GAPS, self._gaps_before_claims, expected // _MILLION, claims)

    def _quick_flag(self) -> Flag | None:
        if self._quick < _QUICK_LEAST or self._quick * 20 <= self._claims:
            return None
        return Flag(FlagKind.QUICK, self._quick, self._claims // 20, self._claims)

    def _even_flag(self) -> Flag | None:
        count = len(self._recent)
        if count < _RECENT:
            return None
        total = sum(self._recent)
        spread_squared = (count * sum(t * t for t in self._recent) - total * total) // count**2
        if spread_squared >= _EVEN_SPREAD_US * _EVEN_SPREAD_US:
            return None
        return Flag(FlagKind.EVEN, _root(spread_squared), _EVEN_SPREAD_US, count)

    def _wins_flag(self) -> Flag | None:
        over = self._wins * _MILLION - self._chances
        if self._races < _ENOUGH_RACES or over <= 0:
            return None
        if over * over <= _Z37_SQUARED * self._variance * _MILLION:
            return None
        return Flag(FlagKind.WINS, self._wins, self._chances // _MILLION, self._races)

    def _stamp_flag(self) -> Flag | None:
        if self._stamp_faults < _STAMP_FAULTS:
            return None
        return Flag(FlagKind.STAMPS, self._stamp_faults, _STAMP_FAULTS, self._stamp_faults)

    def _false_start_flag(self) -> Flag | None:
        attempts = self._false_starts + self._claims
        if self._false_starts < _FALSE_STARTS or self._false_starts * 2 < attempts:
            return None
        return Flag(FlagKind.FALSE_STARTS, self._false_starts, _FALSE_STARTS, attempts)


def _root(square: int) -> int:
    """The integer square root (Newton), without floats."""
    root = square
    while root * root > square:
        root = (root + square // root) // 2
    return root
