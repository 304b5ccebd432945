"""Values of a virtual table: a client with the server's view of it, and a race with its truth.

What lives here: VirtualSeat and PlayedRace. What must not: playing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardserver.clocksync import ClockEstimate, PathModel
from cardserver.credit import Credit
from cardserver.race import Decision, Race
from tests.support.virtual_lan import ClientClock, Kernel, Link
from tests.support.virtual_lan_habits import Habit
from tests.support.virtual_lan_profiles import Reflexes


@dataclass
class VirtualSeat:
    """One client with its links, its clock and its person, and the server's view of it."""

    seat: int
    up: Link
    down: Link
    clock: ClientClock
    habit: Habit
    reflexes: Reflexes
    kernel: Kernel
    path: PathModel
    use_kernel: bool = True
    credit: Credit = field(default_factory=Credit)
    playing: int = -1  # the race its screen shows
    hushed: bool = False
    held_until_us: int = 0
    said_us: int = 0  # its newest stamp but for ticks
    revealed: int = -1  # the race whose reveal was sent to it last ...
    revealed_us: int = 0  # ... and when that was

    @property
    def lag_us(self) -> int:
        """How late it sends what it has stamped; nothing lags before its first race."""
        return self.habit.lag_us if self.revealed >= 0 else 0


@dataclass
class PlayedRace:
    """One race: the truth beside the judge's decision."""

    number: int
    reactions: dict[int, int]  # of those who hold the rank
    race: Race
    show_us: int
    lead_us: int
    estimates: dict[int, ClockEstimate]
    shown_us: dict[int, int] = field(default_factory=dict)  # true moments
    decision: Decision | None = None

    def acknowledged(self, seat: VirtualSeat, now_us: int) -> None:
        """Tell the judge what a seat's kernel has acknowledged, if it is of this race."""
        acked_us = seat.kernel.acked_us
        if seat.revealed == self.number and acked_us >= seat.revealed_us:
            self.race.receipt(seat.seat, acked_us, now_us, now_us)

    def pressed_us(self) -> dict[int, int]:
        """True moments of the presses, of those who hold and saw the reveal."""
        return {s: self.shown_us[s] + r for s, r in self.reactions.items() if s in self.shown_us}
