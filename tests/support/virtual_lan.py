"""A LAN in memory on a fake clock: wires that delay, clocks that drift, kernels that count.

What lives here: the parts (World, Link, ClientClock, Kernel), each usable on
its own. What must not: the judge, players, profiles. Everything is integer
microseconds of the server's true clock and drawn from a given random.Random.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass

PPB = 1_000_000_000


class World:
    """Time, and what is to happen in it: runs events one by one in order."""

    def __init__(self, now_us: int = 1_000_000_000) -> None:
        self.now_us = now_us
        self._events: list[tuple[int, int, Callable[..., object], tuple[object, ...]]] = []
        self._count = 0

    def at(self, when_us: int, call: Callable[..., object], *args: object) -> None:
        """Run `call(*args)` at a moment (now, if it is past); equal moments keep their order."""
        self._count += 1
        heapq.heappush(self._events, (max(when_us, self.now_us), self._count, call, args))

    def run(self, until: Callable[[], bool]) -> None:
        """Run events until `until()` holds or nothing is left."""
        while self._events and not until():
            self.now_us, _, call, args = heapq.heappop(self._events)
            call(*args)


@dataclass(frozen=True, slots=True)
class Stalls:
    """Random stalls: how many a second, and how to draw the length of one."""

    per_second: float
    length_us: Callable[[random.Random], float]


@dataclass(slots=True)
class _Coming:
    """The stall that is on, or comes next."""

    kind: Stalls
    begin_us: float = -1.0
    end_us: float = -1.0

    def move_on(self, rng: random.Random, now_us: int) -> None:
        if self.kind.per_second <= 0:
            self.begin_us = self.end_us = float("inf")
            return
        if self.end_us < 0:
            self.end_us = float(now_us)
        while self.end_us <= now_us:
            self.begin_us = self.end_us + rng.expovariate(self.kind.per_second) * 1e6
            self.end_us = self.begin_us + self.kind.length_us(rng)


class Link:
    """One direction of one connection: base delay, jitter, stalls, and TCP's order.

    What is handed over during a stall leaves at its end; nothing overtakes.
    Hand over in the order of time.
    """

    def __init__(
        self, rng: random.Random, base_us: float, jitter_us: float, stalls: tuple[Stalls, ...] = ()
    ) -> None:
        self.base_us = base_us
        self._rng = rng
        self._jitter_us = jitter_us
        self._stalls = [_Coming(kind) for kind in stalls]
        self._last_us = 0.0

    def carry(self, sent_us: int) -> int:
        """When a message handed over at `sent_us` arrives."""
        leaves = float(sent_us)
        for stall in self._stalls:
            if stall.end_us <= sent_us:
                stall.move_on(self._rng, sent_us)
            if stall.begin_us <= sent_us and stall.end_us > leaves:
                leaves = stall.end_us
        if self._jitter_us:
            leaves += self._rng.expovariate(1.0) * self._jitter_us
        self._last_us = max(self._last_us, leaves)
        return int(self._last_us + self.base_us)


class ClientClock:
    """A client's monotonic clock: an offset and a drift against the server's."""

    def __init__(self, offset_us: int, drift_ppb: int = 0) -> None:
        self._offset_us = offset_us
        self._drift_ppb = drift_ppb

    def reads(self, true_us: int) -> int:
        """What it shows at a true moment."""
        return true_us + self._offset_us + self._drift_ppb * true_us // PPB

    def when(self, client_us: int) -> int:
        """The true moment at which it shows `client_us`."""
        rough = client_us - self._offset_us
        true = rough - self._drift_ppb * rough // PPB
        return true + (client_us - self.reads(true))

    def step(self, by_us: int) -> None:
        """The clock is set, or its machine slept."""
        self._offset_us += by_us


class Kernel:
    """What Linux knows of a connection: acknowledgements need nothing of the program.

    A message of ours is acknowledged by whatever the client sends next, or
    by its kernel's own timer.
    """

    DELAYED_ACK_US = 40_000

    def __init__(self, handshake_us: int) -> None:
        self.min_rtt_us = handshake_us
        self.rtt_us = handshake_us
        self.bytes_acked = 0
        self.disorder: int | None = 0
        self.acked_us = 0  # when the newest message that is acknowledged was sent
        self._said_us = 0
        self._smoothed_8 = handshake_us * 8
        self._unacked: list[tuple[int, int]] = []

    def carried(self, sent_us: int, received_us: int) -> None:
        """A message of ours was sent, and will be received."""
        self._unacked.append((sent_us, received_us))

    def says(self, client_sent_us: int) -> None:
        """The client sends something, which acknowledges all that it has received."""
        self._said_us = client_sent_us

    def owes(self, received_us: int) -> bool:
        """Whether the client has sent nothing since it received a message."""
        return self._said_us < received_us

    def heard(self, client_sent_us: int, arrived_us: int) -> None:
        """Anything from the client arrived: it acknowledges what had been received."""
        acked = [sent for sent, received in self._unacked if received <= client_sent_us]
        if not acked:
            return
        newest_us = max(received for _, received in self._unacked if received <= client_sent_us)
        self._unacked = [pair for pair in self._unacked if pair[1] > client_sent_us]
        by_timer_us = max(0, client_sent_us - newest_us - self.DELAYED_ACK_US)
        rtt_us = arrived_us - acked[-1] - by_timer_us
        self.acked_us = acked[-1]
        self.bytes_acked += 20 * len(acked)
        self.min_rtt_us = min(self.min_rtt_us, rtt_us)
        self._smoothed_8 += rtt_us - (self._smoothed_8 >> 3)
        self.rtt_us = self._smoothed_8 >> 3
