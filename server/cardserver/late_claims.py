"""Claims that came after their race was decided: answered when the verdict is on the screens.

What lives here: the last race, for its late claims and what they would have
been worth. What must not: open races (racing.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_server import Claim
from cardrules.game import Game, Seat
from cardserver.locks import Locks, check_action
from cardserver.race import Decision
from cardserver.race import Race as JudgedRace
from cardserver.refusal import Refusal

if TYPE_CHECKING:
    from cardserver.session import Session
    from cardserver.table import Table


class LateClaims:
    """What comes too late at one table. Before the verdict is shown nobody learns that it is.

    Hence what is no claim in an open race is none here, and answered at once with the same words.
    """

    def __init__(
        self, table: Table, locks: Locks, when_shown: Callable[[Callable[[], None]], None]
    ) -> None:
        self._table = table
        self._locks = locks
        self._when_shown = when_shown
        self._last: JudgedRace | None = None
        self._game: Game | None = None  # as it was in that race
        self.number = 0  # of the last race that was closed

    def closed(self, race: JudgedRace, game: Game) -> None:
        """`race`, which `game` was played in, is over; claims for it are late from now on."""
        self._last, self._game = race, game
        self.number = race.number

    def decided(self, decision: Decision) -> None:
        """Bots whose drawn moment had not come are late too."""
        for seat in decision.unentered:
            state = self._table.seats.get(seat)
            session = None if state is None else state.session
            if session is not None:
                self._answer(session, decision.verdict.race, None)

    def take(self, session: Session, seat: Seat, message: Claim, arrived_us: int) -> None:
        """A claim for the last race; raises Refusal for what would be one if it were open."""
        race, state = self._last, self._table.seats[seat]
        if race is not None and race.number == message.race:
            hidden = self._hidden()
            if hidden and self._game is not None:
                self._locks.check(state, race.number, arrived_us)
                check_action(self._game, self._locks, state, message)
            fault = race.claim(
                seat, message.nonce, message.shown_us, message.pressed_us, arrived_us
            )
            if hidden and fault is not None and fault.code is not ErrorCode.CLAIM_LATE:
                raise self._locks.refusal(state, fault, race.number)
        self.came(session, message)

    def _hidden(self) -> bool:
        """Whether the last race's verdict is not on the screens yet."""
        shown: list[bool] = []
        self._when_shown(lambda: shown.append(True))
        return not shown

    def came(self, session: Session, message: Claim) -> None:
        """A good claim for the last race: count what it would have been worth, and answer it."""
        if self._last is not None and self._last.number == message.race:
            self._table.server.suspicion.late(self._last)
        self._answer(session, message.race, message.id)

    def _answer(self, session: Session, race: int, request: int | None) -> None:
        late = Refusal(ErrorCode.CLAIM_LATE, race=race).message(request)
        self._when_shown(lambda: session.send(late))
