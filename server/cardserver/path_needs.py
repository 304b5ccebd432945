"""What one path has been measured to need: reveal margin, credit and its refill.

What lives here: excess delays up, down and as the kernel saw them, and the
three figures drawn from them. What must not: clocks, races, buckets. Pure.

Excess delays are measured with the client's stamps, which a cheat can bend;
so no more is believed than the kernel's own round trips show (they need no
stamp), give or take 5 ms once and 2.5 ms on average.
"""

from __future__ import annotations

from cardserver.constants import (
    CREDIT_CAP_US,
    CREDIT_MIN_US,
    CREDIT_QUANTILE,
    KERNEL_EXCESS_SLACK_US,
    KERNEL_MEAN_SLACK_US,
    MARGIN_CAP_US,
    MARGIN_QUANTILE,
    PAINT_CAP_US,
    REFILL_EXTRA_US,
    REFILL_PERCENT,
    TICK_US,
)
from cardserver.excess import Excess, Floor

_SMOOTHING = 8  # Linux: the smoothed round trip moves by an eighth towards each new one


class PathNeeds:
    """Statistics of one path's delays beyond its best ones."""

    __slots__ = (
        "_down",
        "_down_floor",
        "_figures",
        "_kernel",
        "_kernel_rtt_us",
        "_paint",
        "_up",
        "_up_floor",
    )

    def __init__(self) -> None:
        self._up = Excess()
        self._down = Excess()
        self._paint = Excess()
        self._kernel = Excess()
        self._kernel_rtt_us: int | None = None
        self._figures: tuple[int, int, int, int] | None = None  # until something is counted
        self.new_route()

    def new_route(self) -> None:
        """The best delays seen so far are no longer to be had."""
        self._up_floor = Floor()
        self._down_floor = Floor()

    def went_up(self, delay_us: int, now_us: int, drift_ppb: int) -> None:
        """A stamped message arrived: arrival minus stamp (two clocks, so any number)."""
        self._figures = None
        # A client clock that gains makes arrival minus stamp shrink.
        self._up.add(self._up_floor.excess_us(delay_us, now_us, -drift_ppb), now_us)

    def went_down(self, delay_us: int, now_us: int, drift_ppb: int) -> None:
        """A ping was answered: the client's receipt minus our sending."""
        self._figures = None
        self._down.add(self._down_floor.excess_us(delay_us, now_us, drift_ppb), now_us)

    def painted(self, late_us: int, now_us: int) -> None:
        """A reveal was shown this long after its show time, as its client reports."""
        self._figures = None
        self._paint.add(min(late_us, PAINT_CAP_US), now_us)

    def kernel_saw(self, least_us: int, smoothed_us: int, now_us: int) -> None:
        """The kernel's least and smoothed round trips; each change holds one new round trip."""
        self._figures = None
        before_us = self._kernel_rtt_us
        self._kernel_rtt_us = smoothed_us
        if before_us is None:
            self._kernel.add(smoothed_us - least_us, now_us)
        elif smoothed_us != before_us:
            newest_us = before_us + _SMOOTHING * (smoothed_us - before_us)
            self._kernel.add(newest_us - least_us, now_us)

    def mean_round_us(self) -> int:
        """The mean excess of both ways together."""
        return self._up.mean_us() + self._down.mean_us()

    def unseen_us(self) -> int:
        """The mean delay that stamps claim and the kernel did not see; 0 without a kernel."""
        return max(0, self._up.mean_us() - self._believable()[1]) if self._kernel.samples else 0

    def figures(self) -> tuple[int, int, int, int]:
        """Margin, most credit of one claim, refill a race and the more of one with a claim; µs."""
        if self._figures is None:  # asked several times as a race opens or closes
            self._figures = self._worked_out()
        return self._figures

    def _worked_out(self) -> tuple[int, int, int, int]:
        most_us, mean_us = self._believable()
        margin_us = min(self._down.quantile_us(MARGIN_QUANTILE), MARGIN_CAP_US, most_us)
        late_us = max(0, self._down.quantile_us(CREDIT_QUANTILE) - margin_us)
        up_us = self._up.quantile_us(CREDIT_QUANTILE)
        paint_us = self._paint.quantile_us(CREDIT_QUANTILE)
        allowance_us = min(up_us, most_us) + min(late_us, most_us) + paint_us
        needed_us = self._up.mean_us() + self._down.mean_above_us(margin_us)
        return (
            margin_us,
            min(max(allowance_us, CREDIT_MIN_US), CREDIT_CAP_US),
            min(needed_us, mean_us) * REFILL_PERCENT // 100,
            self._paint.mean_us() + REFILL_EXTRA_US,
        )

    def _believable(self) -> tuple[int, int]:
        """The most excess at the credit quantile and on average that the kernel bears out.

        An acknowledgement may wait for the client's next tick to ride on, so
        that much of what the kernel saw is not delay.
        """
        if not self._kernel.samples:
            return CREDIT_CAP_US, CREDIT_CAP_US
        most_us = self._kernel.quantile_us(CREDIT_QUANTILE) - TICK_US
        mean_us = self._kernel.mean_us() - TICK_US // 2
        return (
            max(0, most_us) + KERNEL_EXCESS_SLACK_US,
            max(0, mean_us) + KERNEL_MEAN_SLACK_US,
        )
