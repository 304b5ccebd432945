"""What the kernels of an open race's seats have acknowledged, told to the judge.

What lives here: when to ask which kernel, and what of its answer is sound.
What must not: what a receipt disproves (race_seat.py).

A program that ticks is asked about at its ticks (with the same reading of the
kernel as its clock); one that is silent every 5 ms. A receipt is told only
when all that had arrived before it has been read, or the silence would be our
own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardrules.game import Seat
from cardserver.constants import RECEIPT_POLL_US, TICK_US
from cardserver.timers import Timers

if TYPE_CHECKING:
    from cardserver.ports import KernelPath
    from cardserver.race import Race
    from cardserver.session import Session
    from cardserver.table import Table


@dataclass(slots=True)
class _Sent:
    """A seat's reveal as it was sent, and what its kernel was found to have since.

    `disorder` is the count of packets that overtook others then. `looked_us`: when a stamp of its
    was last looked at. `found` waits to be told: the newest acknowledged write and when that was
    seen.
    """

    session: Session
    sent_us: int
    disorder: int | None
    looked_us: int
    told_us: int = 0
    found: tuple[int, int] | None = None


class Receipts:
    """Asks the kernels of `table`'s seats while a race is open."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._clock = table.clock
        self._timers = Timers(table.clock)
        self._race: Race | None = None
        self._sent: dict[Seat, _Sent] = {}

    def opened(self, race: Race) -> None:
        """A race opens; its reveals are about to be sent."""
        self._race = race
        self._sent.clear()

    def closed(self) -> None:
        """No race is open."""
        self._race = None
        self._timers.cancel()

    def sent(self, seat: Seat, session: Session) -> None:
        """The reveal was written; a proxy's kernel, or none, has nothing to say of it."""
        kernel = session.wire.kernel_path()
        if kernel is not None and session.path.kernel_gap_us is not None:
            if not self._sent:
                self._timers.later(RECEIPT_POLL_US, self._poll)
            now_us = self._clock.now_us()
            self._sent[seat] = _Sent(session, now_us, kernel.disorder, looked_us=now_us)

    def look(self, seat: Seat, arrived_us: int) -> None:
        """A stamp of `seat` was taken in: what its packet acknowledged is worth asking for."""
        sent = self._sent.get(seat)
        if sent is None:
            return
        sent.looked_us = self._clock.now_us()
        if self._find(seat, sent, sent.session.path.kernel):
            self._tell(seat, sent, arrived_us)

    def _poll(self) -> None:
        now_us = self._clock.now_us()
        for seat, sent in self._sent.items():
            if sent.found is not None:
                self._tell(seat, sent, now_us)
            elif self._silent_us(sent) < now_us:
                # Told in 5 ms: what came with it is not yet read.
                self._find(seat, sent, sent.session.wire.kernel_path())
        self._timers.later(self._pause_us(now_us), self._poll)

    @staticmethod
    def _silent_us(sent: _Sent) -> int:
        """Until when a program counts as ticking.

        By what was looked at and nothing else it says: with stamps that are refused, or of other
        races, it could put the question off for ever.
        """
        return sent.looked_us + TICK_US

    def _pause_us(self, now_us: int) -> int:
        """Until something may be due: while all tick, that is seldom."""
        if any(sent.found is not None for sent in self._sent.values()):
            return RECEIPT_POLL_US
        silent_us = min(self._silent_us(sent) for sent in self._sent.values())
        return max(RECEIPT_POLL_US, silent_us + 1 - now_us)

    def _find(self, seat: Seat, sent: _Sent, kernel: KernelPath | None) -> bool:
        """Look at the kernel's word; whether it acknowledged something new."""
        if kernel is None or self._table.seats[seat].session is not sent.session:
            return False
        acked_us = kernel.acked_us
        if acked_us < sent.sent_us:
            return False
        if sent.disorder is None or kernel.disorder != sent.disorder:
            acked_us = sent.sent_us  # a lost packet holds stamps up, and lets answers pass
        if acked_us <= sent.told_us:
            return False
        sent.found = acked_us, self._clock.now_us()
        return True

    def _tell(self, seat: Seat, sent: _Sent, arrived_us: int) -> None:
        assert sent.found is not None
        acked_us, seen_us = sent.found
        sent.found, sent.told_us = None, acked_us
        if self._race is not None:
            self._race.receipt(seat, acked_us, seen_us, arrived_us)
