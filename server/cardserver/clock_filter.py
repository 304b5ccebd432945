"""From ping samples to the client's clock: offset, drift, and how far they may be off.

What lives here: the choice among samples and the line through the good ones.
What must not: pings, faults, anything about races. Pure.

The offset of a sample is exact up to half of the sample's delay beyond the
least one and half of the path's constant asymmetry. The latter can't be seen
by anybody; docs/timing.md shows why reactions do not care.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from cardserver.constants import (
    AGE_PPB,
    BUCKET_US,
    GOOD_EXCESS_US,
    LINE_SAMPLES,
    LINE_SPAN_US,
    MAX_DRIFT_PPB,
    NOISE_FLOOR_US,
    PICK_AGE_PPB,
    WINDOW_US,
)

PPB = 1_000_000_000


@dataclass(frozen=True, slots=True)
class ClockSample:
    """One answered ping: server time of its middle, round trip, client minus server clock."""

    at_us: int
    rtt_us: int
    offset_us: int


@dataclass(frozen=True, slots=True)
class ClockFit:
    """The client's clock is `offset_us` ahead at `at_us` and gains `drift_ppb`."""

    at_us: int
    offset_us: int
    drift_ppb: int
    rtt_min_us: int
    spread_us: int  # half the delay beyond the least of the worst sample used
    newest_us: int  # when the newest sample used was taken

    def offset_at(self, server_us: int) -> int:
        """Client minus server clock at a moment of the server's clock."""
        return self.offset_us + self.drift_ppb * (server_us - self.at_us) // PPB

    def noise_us(self, now_us: int) -> int:
        """How far the mapping may be off at `now_us`, path asymmetry aside."""
        return self.spread_us + AGE_PPB * max(0, now_us - self.newest_us) // PPB + NOISE_FLOOR_US


class ClockFilter:
    """The best sample of every 5 s over 5 minutes, and the fit through them."""

    __slots__ = ("_best", "_fit", "_opened_us")

    def __init__(self) -> None:
        self._best: deque[ClockSample] = deque()
        self._opened_us = 0
        self._fit: ClockFit | None = None

    def add(self, sample: ClockSample) -> None:
        """Take a sample in; samples come in the order of their time."""
        if self._best and sample.at_us - self._opened_us < BUCKET_US:
            if sample.rtt_us < self._best[-1].rtt_us:
                self._best[-1] = sample
                self._fit = None
            return
        self._best.append(sample)
        self._opened_us = sample.at_us
        while self._best[0].at_us < sample.at_us - WINDOW_US:
            self._best.popleft()
        self._fit = None

    def fit(self) -> ClockFit | None:
        """The clock as the samples show it; None without samples."""
        if self._fit is None and self._best:
            self._fit = _fit(self._best)
        return self._fit


def _fit(samples: Sequence[ClockSample]) -> ClockFit:
    least = min(sample.rtt_us for sample in samples)
    good = [sample for sample in samples if sample.rtt_us <= least + GOOD_EXCESS_US]
    if len(good) >= LINE_SAMPLES and good[-1].at_us - good[0].at_us >= LINE_SPAN_US:
        return _line(good, least)
    newest_us = samples[-1].at_us
    pick = min(
        samples,
        key=lambda s: (s.rtt_us - least) // 2 + PICK_AGE_PPB * (newest_us - s.at_us) // PPB,
    )
    return ClockFit(
        at_us=pick.at_us,
        offset_us=pick.offset_us,
        drift_ppb=0,
        rtt_min_us=least,
        spread_us=(pick.rtt_us - least) // 2,
        newest_us=pick.at_us,
    )


def _line(good: Sequence[ClockSample], least: int) -> ClockFit:
    """Least squares through the good samples, in integers."""
    count = len(good)
    middle = sum(sample.at_us for sample in good) // count
    offset = sum(sample.offset_us for sample in good) // count
    squares = sum((sample.at_us - middle) ** 2 for sample in good)
    products = sum((s.at_us - middle) * (s.offset_us - offset) for s in good)
    drift = products * PPB // squares
    return ClockFit(
        at_us=middle,
        offset_us=offset,
        drift_ppb=min(max(drift, -MAX_DRIFT_PPB), MAX_DRIFT_PPB),
        rtt_min_us=least,
        spread_us=(max(sample.rtt_us for sample in good) - least) // 2,
        newest_us=good[-1].at_us,
    )
