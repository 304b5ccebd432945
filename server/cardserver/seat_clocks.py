"""That what a table is told of its seats' clocks stays true while nothing else happens there.

What lives here: when a clock's new standing is told. What must not: measuring
(clocksync.py), telling each client of its own clock (session.py).

Never while a race is open: what a seat's path does then may come of its claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cardprotocol.messages.parts import TableInfo
    from cardserver.table import Table

GAP_US: Final = 2_000_000  # between two frames that tell of nothing but clocks


class SeatClocks:
    """The standing of the clocks of `table`'s seats, as it was told last."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: dict[int, str] = {}
        self._told_us = -GAP_US
        self._waiting = False

    def told(self, info: TableInfo) -> None:
        """Everybody at the table was told `info`."""
        self._told = {seat.seat: seat.clock for seat in info.seats}

    def look(self) -> None:
        """A seat's clock was looked at: what became of it is told, not too often."""
        if self._waiting or not self._stale():
            return
        self._waiting = True
        clock = self._table.clock
        clock.call_later_us(max(0, self._told_us + GAP_US - clock.now_us()), self._due)

    def _due(self) -> None:
        self._waiting = False
        if self._stale():
            self._told_us = self._table.clock.now_us()
            self._table.announce(unless=self._race_open)

    def _race_open(self) -> bool:
        return self._table.armed

    def _stale(self) -> bool:
        if self._race_open() or self._table.frozen or self._table.server.stopping:
            return False
        now_us = self._table.clock.now_us()
        seats = self._table.seats.values()
        return any(self._told.get(st.seat) != st.info(now_us).clock for st in seats)
