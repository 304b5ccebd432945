"""One connection's path: from pings and stamps to a ClockEstimate. Pure; time is passed in.

What lives here: PathModel, fed with what was sent and received, and its
faults. What must not: sending, timers, races. Times are microseconds of the
server's monotonic clock, `client_us` those of the client's.

The kernel's own round trip (TCP_INFO) caps what a slow answer can pretend:
the other machine's kernel acknowledges whatever its program does.
"""

from __future__ import annotations

from collections import OrderedDict

from cardserver.clock_estimate import UNSYNCED, ClockEstimate, Quality, StampFault, StampFaultKind
from cardserver.clock_filter import ClockFilter, ClockFit, ClockSample
from cardserver.constants import (
    ARMED_PING_GAP_US,
    BURST_GAP_US,
    BURST_PINGS,
    CLOCK_JUMP_US,
    FAIR_NOISE_US,
    FUTURE_SLACK_US,
    GOOD_NOISE_US,
    IDLE_PING_GAP_US,
    JUMP_PONGS,
    KERNEL_DOUBT_US,
    KERNEL_SLACK_US,
    LONGER_ROUTE_PONGS,
    LONGER_ROUTE_US,
    PINGS_IN_FLIGHT,
    STAMP_SLACK_US,
)
from cardserver.path_needs import PathNeeds
from cardserver.ports import KernelPath

__all__ = ["UNSYNCED", "ClockEstimate", "PathModel", "Quality", "StampFault", "StampFaultKind"]


class PathModel:
    """Clock, round trip and excess delays of one connection.

    `tunnelled`: the host says that a proxy ends the TCP connection, so the
    kernel's round trip is not the client's. `kernel_available`: the platform
    has TCP_INFO.
    """

    def __init__(self, *, tunnelled: bool = False, kernel_available: bool = True) -> None:
        self._use_kernel = kernel_available and not tunnelled
        self._kernel_min_us: int | None = None
        self._in_flight: OrderedDict[int, int] = OrderedDict()
        self._forgotten = 0  # pings up to this number may be answered still: no fault, no use
        self._ping_sent_us: int | None = None
        self._last_heard_us: int | None = None
        self._kernel: KernelPath | None = None
        self._burst_left = BURST_PINGS
        self._newest_stamp_us = 0
        self._pongs = 0
        self._restart()

    @property
    def last_heard_us(self) -> int | None:
        """When the last stamped message arrived."""
        return self._last_heard_us

    @property
    def kernel(self) -> KernelPath | None:
        """What the kernel said as the last stamped message was taken in."""
        return self._kernel

    @property
    def kernel_gap_us(self) -> int | None:
        """The program's least round trip minus the kernel's; None if not cross-checked."""
        fit = self._clock.fit()
        if fit is None or self._kernel_min_us is None:
            return None
        return fit.rtt_min_us - self._kernel_min_us

    @property
    def unseen_excess_us(self) -> int:
        """Mean delay of stamps beyond what the kernel bears out; large if ticks are held back."""
        return self._needs.unseen_us()

    def ping_sent(self, ping: int, now_us: int) -> None:
        """A ping with this number was written to the wire."""
        self._in_flight[ping] = now_us
        if len(self._in_flight) > PINGS_IN_FLIGHT:
            self._forgotten = self._in_flight.popitem(last=False)[0]
        self._ping_sent_us = now_us
        self._burst_left = max(0, self._burst_left - 1)

    def next_ping_us(self, now_us: int, *, armed: bool) -> int:
        """When the next ping is due: never before `now_us`."""
        if self._ping_sent_us is None:
            return now_us
        gap_us = ARMED_PING_GAP_US if armed else IDLE_PING_GAP_US
        if self._burst_left:
            gap_us = BURST_GAP_US
        return max(now_us, self._ping_sent_us + gap_us)

    def resync(self) -> None:
        """Forget the mapping and learn it anew, as after a suspension."""
        self._burst_left = BURST_PINGS
        self._forgotten = max(self._in_flight, default=self._forgotten)
        self._in_flight.clear()
        self._restart()

    def painted(self, late_us: int, now_us: int) -> None:
        """The client says that it showed a reveal `late_us` after its show time."""
        self._needs.painted(late_us, now_us)

    def pong(
        self, ping: int, received_us: int, sent_us: int, arrived_us: int, kernel: KernelPath | None
    ) -> StampFault | None:
        """A ping's answer. Returns why it is impossible; it is then not used."""
        asked_us = self._in_flight.pop(ping, None)
        if asked_us is None and 0 < ping <= self._forgotten:
            return self.stamp(sent_us, arrived_us, kernel)
        if asked_us is None:
            expected = "a ping in flight"
            return StampFault(StampFaultKind.UNKNOWN_PING, "ping", ping, expected)
        rtt_us = (arrived_us - asked_us) - (sent_us - received_us)
        if sent_us < received_us or rtt_us < 0:
            expected = f"{received_us} to {received_us + arrived_us - asked_us}"
            return StampFault(StampFaultKind.HELD_TOO_LONG, "sent_us", sent_us, expected)
        offset_us = ((received_us - asked_us) + (sent_us - arrived_us)) // 2
        sample = ClockSample((asked_us + arrived_us) // 2, rtt_us, offset_us)
        fault = self.stamp(sent_us, arrived_us, kernel) or self._jump(sample)
        if fault is not None:
            return fault
        self._clock.add(sample)
        self._follow_route(sample, kernel)
        self._pongs += 1
        self._needs.went_down(received_us - asked_us, arrived_us, self._drift_ppb())
        return None

    def stamp(
        self,
        client_us: int,
        arrived_us: int,
        kernel: KernelPath | None = None,
        *,
        field: str = "sent_us",
        press: bool = False,
    ) -> StampFault | None:
        """Any stamped message. Returns why `field` is impossible; it is then not used.

        `press`: the stamp of a claim. It keeps stamps in order like any other but is no evidence
        of the path's delay: a press stamped early would look like a slow path and earn credit.
        Nor is one behind others evidence of a jump: it may be a claim that was sent before.
        """
        self._last_heard_us = arrived_us
        self._kernel = kernel
        old = self._backwards(client_us, field, jump=False) if press else None
        if old is not None:
            return old
        if kernel is not None and self._use_kernel:
            self._kernel_min_us = kernel.min_rtt_us
            self._needs.kernel_saw(kernel.min_rtt_us, kernel.rtt_us, arrived_us)
        fault = self._backwards(client_us, field) or self._future(client_us, field, arrived_us)
        if fault is not None:
            return fault
        self._newest_stamp_us = max(client_us, self._newest_stamp_us)
        if not press:
            self._needs.went_up(arrived_us - client_us, arrived_us, self._drift_ppb())
        return None

    def estimate(self, now_us: int) -> ClockEstimate:
        """What is believed at `now_us`; unsynced until the burst's pongs are in."""
        fit = self._clock.fit()
        if fit is None or self._pongs < BURST_PINGS:
            return UNSYNCED
        rtt_us = fit.rtt_min_us
        if self._kernel_min_us is not None:
            rtt_us = min(rtt_us, self._kernel_min_us + KERNEL_SLACK_US)
        noise_us = fit.noise_us(now_us)
        margin_us, allowance_us, idle_refill_us, claim_us = self._needs.figures()
        return ClockEstimate(
            synced=True,
            offset_us=fit.offset_us,
            drift_ppb=fit.drift_ppb,
            at_us=fit.at_us,
            rtt_us=rtt_us,
            one_way_us=rtt_us // 2,
            margin_us=margin_us,
            allowance_us=allowance_us,
            refill_us=idle_refill_us + claim_us,
            idle_refill_us=idle_refill_us,
            noise_us=noise_us,
            uncertainty_us=fit.rtt_min_us // 2 + noise_us,
            quality=self._quality(noise_us),
            kernel_checked=self._kernel_min_us is not None,
        )

    def _quality(self, noise_us: int) -> Quality:
        gap_us = self.kernel_gap_us
        if noise_us > FAIR_NOISE_US or (gap_us is not None and gap_us > KERNEL_DOUBT_US):
            return "doubtful"
        return "good" if noise_us <= GOOD_NOISE_US else "fair"

    def _restart(self) -> None:
        self._clock = ClockFilter()
        self._needs = PathNeeds()
        self._pongs = 0
        self._newest_stamp_us = 0
        self._displaced = 0  # pongs in a row whose offset is off to one side, with its sign
        self._longer: list[ClockSample] = []

    def _synced_fit(self) -> ClockFit | None:
        return self._clock.fit() if self._pongs >= BURST_PINGS else None

    def _drift_ppb(self) -> int:
        fit = self._clock.fit()
        return 0 if fit is None else fit.drift_ppb

    def _backwards(self, client_us: int, field: str, *, jump: bool = True) -> StampFault | None:
        behind_us = self._newest_stamp_us - client_us
        if behind_us <= STAMP_SLACK_US:
            return None
        expected = f"at least {self._newest_stamp_us - STAMP_SLACK_US}"
        by_us = behind_us if jump else 0
        return self._fault(StampFaultKind.BACKWARDS, field, client_us, expected, by_us)

    def _future(self, client_us: int, field: str, arrived_us: int) -> StampFault | None:
        fit = self._synced_fit()
        if fit is None:
            return None
        latest_us = arrived_us + fit.offset_at(arrived_us) + fit.noise_us(arrived_us)
        ahead_us = client_us - latest_us
        if ahead_us <= FUTURE_SLACK_US:
            return None
        expected = f"at most {latest_us + FUTURE_SLACK_US}"
        return self._fault(StampFaultKind.FUTURE, field, client_us, expected, ahead_us)

    def _jump(self, sample: ClockSample) -> StampFault | None:
        """A residual that no split of the two round trips explains, or one that stays.

        The fit's own sample may be as lopsided as this one: on a path that jitters a single
        residual beyond the sample's excess proves nothing, a run of them to one side does.
        """
        fit = self._synced_fit()
        if fit is None:
            return None
        residual_us = sample.offset_us - fit.offset_at(sample.at_us)
        explained_us = abs(sample.rtt_us - fit.rtt_min_us) // 2 + CLOCK_JUMP_US
        possible_us = (sample.rtt_us + fit.rtt_min_us) // 2 + CLOCK_JUMP_US
        if abs(residual_us) <= explained_us:
            self._displaced = 0
            return None
        side = 1 if residual_us > 0 else -1
        self._displaced = self._displaced + side if self._displaced * side > 0 else side
        if abs(residual_us) <= possible_us and abs(self._displaced) < JUMP_PONGS:
            return None
        self.resync()
        return StampFault(
            StampFaultKind.JUMP, "received_us", abs(residual_us), f"within {explained_us} us", True
        )

    def _fault(
        self, kind: StampFaultKind, field: str, value: int, expected: str, by_us: int
    ) -> StampFault:
        resync = by_us > CLOCK_JUMP_US
        if resync:
            self.resync()
        return StampFault(kind, field, value, expected, resync)

    def _follow_route(self, sample: ClockSample, kernel: KernelPath | None) -> None:
        """Give up the old best when the route has grown longer, and the kernel agrees."""
        fit = self._clock.fit()
        if fit is None:
            return
        usual_us = fit.rtt_min_us + self._needs.mean_round_us() // 2
        if sample.rtt_us <= usual_us + LONGER_ROUTE_US:
            self._longer.clear()
            return
        self._longer.append(sample)
        if len(self._longer) < LONGER_ROUTE_PONGS:
            return
        agrees = kernel is None or kernel.rtt_us > kernel.min_rtt_us + LONGER_ROUTE_US
        if agrees or not self._use_kernel:
            self._clock = ClockFilter()
            for kept in self._longer:
                self._clock.add(kept)
            self._needs.new_route()
        self._longer.clear()
