"""What is believed of a client's clock and path, and why a stamp can't be.

What lives here: the values that PathModel gives. What must not: how they are
found (clocksync.py, clock_filter.py, path_needs.py). Pure.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal

from cardserver.clock_filter import PPB
from cardserver.constants import CREDIT_MIN_US, REFILL_EXTRA_US

Quality = Literal["unsynced", "good", "fair", "doubtful"]


class StampFaultKind(enum.Enum):
    """Why a stamp can't be."""

    BACKWARDS = "backwards"  # before an earlier stamp of the same connection
    FUTURE = "future"  # after its own arrival
    JUMP = "jump"  # the client's clock was set, or its machine slept
    UNKNOWN_PING = "unknown_ping"  # never sent, or answered already
    HELD_TOO_LONG = "held_too_long"  # says it held the ping longer than it was away


@dataclass(frozen=True, slots=True)
class StampFault:
    """A stamp that is impossible. `resync`: the mapping was dropped and is learned anew."""

    kind: StampFaultKind
    field: str
    value: int
    expected: str
    resync: bool = False


@dataclass(frozen=True, slots=True)
class ClockEstimate:
    """What the server believes of one client's clock and path at one moment.

    `uncertainty_us` bounds the mapping's error provably (half the round trip
    for the asymmetry nobody can see, plus `noise_us`, which is the rest).
    """

    synced: bool
    offset_us: int
    drift_ppb: int
    at_us: int
    rtt_us: int
    one_way_us: int
    margin_us: int
    allowance_us: int
    refill_us: int  # of a race in which it claimed
    idle_refill_us: int  # of any other race
    noise_us: int
    uncertainty_us: int
    quality: Quality
    kernel_checked: bool

    def to_client(self, server_us: int) -> int:
        """A moment in the client's clock; 0 ("at once") while that clock is unknown."""
        if not self.synced:
            return 0
        drifted = self.drift_ppb * (server_us - self.at_us) // PPB
        return max(0, server_us + self.offset_us + drifted)

    def to_server(self, client_us: int) -> int:
        """A client's stamp in the server's clock; meaningless while not synced."""
        rough_us = client_us - self.offset_us
        return rough_us - self.drift_ppb * (rough_us - self.at_us) // PPB


UNSYNCED = ClockEstimate(
    synced=False,
    offset_us=0,
    drift_ppb=0,
    at_us=0,
    rtt_us=0,
    one_way_us=0,
    margin_us=0,
    allowance_us=CREDIT_MIN_US,
    refill_us=REFILL_EXTRA_US,
    idle_refill_us=0,
    noise_us=0,
    uncertainty_us=0,
    quality="unsynced",
    kernel_checked=False,
)
