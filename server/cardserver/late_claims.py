"""Claims that came after their race was decided: answered when the verdict is on the screens.

What lives here: the last race, for its late claims and what they would have
been worth. What must not: open races (racing.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_server import Claim
from cardrules.game import Seat
from cardserver.race import Decision
from cardserver.race import Race as JudgedRace
from cardserver.refusal import Refusal

if TYPE_CHECKING:
    from cardserver.session import Session
    from cardserver.table import Table


class LateClaims:
    """What comes too late at one table. Before the verdict is shown nobody learns that it is."""

    def __init__(self, table: Table, when_shown: Callable[[Callable[[], None]], None]) -> None:
        self._table = table
        self._when_shown = when_shown
        self._last: JudgedRace | None = None
        self.number = 0  # of the last race that was closed

    def closed(self, race: JudgedRace) -> None:
        """`race` is over; claims for it are late from now on."""
        self._last = race
        self.number = race.number

    def decided(self, decision: Decision) -> None:
        """Bots whose drawn moment had not come are late too."""
        for seat in decision.unentered:
            state = self._table.seats.get(seat)
            session = None if state is None else state.session
            if session is not None:
                self._answer(session, decision.verdict.race, None)

    def take(self, session: Session, seat: Seat, message: Claim, arrived_us: int) -> None:
        """A claim for the last race: count what it would have been worth, and answer it."""
        race = self._last
        if race is not None and race.number == message.race:
            race.claim(seat, message.nonce, message.shown_us, message.pressed_us, arrived_us)
            self._table.server.suspicion.late(race)
        self._answer(session, message.race, message.id)

    def _answer(self, session: Session, race: int, request: int | None) -> None:
        late = Refusal(ErrorCode.CLAIM_LATE, race=race).message(request)
        self._when_shown(lambda: session.send(late))
