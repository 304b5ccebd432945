"""What the judge's statistics and the players' watches hear of a match's races.

What lives here: translating seats to players for suspicion.py. What must not:
judging, or punishing anybody for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardrules.game import Seat
from cardserver.race import Decision, Race

if TYPE_CHECKING:
    from cardserver.table import Table


class RaceWatch:
    """Feeds the server's Suspicion from one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._suspicion = table.server.suspicion

    def opened(self) -> None:
        """A race opened for everybody who is there."""
        for seat, session in self._table.audience.seated():
            self._suspicion.race_opened(self._name(seat), session.path)

    def decided(self, race: Race, decision: Decision) -> None:
        """A race was decided; seats that are gone by now are not counted."""
        now_us = decision.decided_us
        there = dict(self._table.audience.seated())
        if any(claim.seat not in there for claim in decision.verdict.claims):
            return
        self._suspicion.decided(
            race,
            decision,
            {seat: self._name(seat) for seat in there},
            {seat: session.path.estimate(now_us) for seat, session in there.items()},
        )

    def fault(self, seat: Seat, code: ErrorCode) -> None:
        """A claim of this seat was refused."""
        self._suspicion.fault(self._name(seat), code)

    def stamped(self, seat: Seat, arrived_us: int, *, claim: bool = False) -> None:
        """A stamped message of an open race arrived."""
        self._suspicion.stamped(self._name(seat), arrived_us, claim=claim)

    def _name(self, seat: Seat) -> str:
        return self._table.seats[seat].player.name
