"""Who is told: the connected seats of a table and its spectators, each in its own form.

What lives here: who the spectators are; sending one thing to many, redacted by
audience, to spectators as late as the table wants. What must not: deciding what is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cardprotocol.codec import encode_frame
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.base import ToClient
from cardprotocol.messages.to_client import Table
from cardserver.spectating import OnTheWay

if TYPE_CHECKING:
    from cardserver.ports import Clock
    from cardserver.seats import SeatState
    from cardserver.session import Session


class Audience:
    """The people at one table. `seats` is the table's own mapping, read, never changed."""

    def __init__(self, clock: Clock, seats: Mapping[int, SeatState]) -> None:
        self._clock = clock
        self._seats = seats
        self._expected: set[Session] = set()
        self._spectators: dict[Session, OnTheWay] = {}

    # -- who -----------------------------------------------------------------------

    def seated(self) -> list[tuple[int, Session]]:
        """Connected seats in order, with their sessions."""
        return [
            (seat, state.session)
            for seat, state in sorted(self._seats.items())
            if state.session is not None
        ]

    @property
    def spectators(self) -> tuple[Session, ...]:
        """Who watches without a seat, in the order in which they came."""
        return tuple(self._spectators)

    @property
    def crowd(self) -> int:
        """How many watch without a seat, those who wait for their first view included."""
        return len(self._spectators) + len(self._expected)

    def expect(self, spectator: Session) -> None:
        """`spectator` is here, and told nothing yet: something is under way that it may not see."""
        if spectator not in self._spectators:
            self._expected.add(spectator)

    def admit(self, spectator: Session) -> None:
        """`spectator` is told from now on what spectators are told."""
        self._expected.discard(spectator)
        self._spectators.setdefault(spectator, OnTheWay(self._clock, spectator))

    def dismiss(self, session: Session) -> bool:
        """`session` watches no more, and gets nothing of what is on its way; False if it did not.

        Who takes a seat is dismissed first: a player is told nothing that spectators are.
        """
        expected = session in self._expected
        self._expected.discard(session)
        under_way = self._spectators.pop(session, None)
        if under_way is not None:
            under_way.forget()
        return expected or under_way is not None

    def forget(self) -> None:
        """Nothing that is on its way to spectators is sent any more: the server stops."""
        for under_way in self._spectators.values():
            under_way.forget()

    # -- telling -------------------------------------------------------------------

    def all(self, message: ToClient) -> None:
        """The same frame for everybody at once, encoded once."""
        frame = encode_frame(message)
        for _seat, session in self.seated():
            session.send_frame(frame)
        for spectator in self.spectators:
            spectator.send_frame(frame)

    def seats_each(self, message_for: Callable[[int, Session], ToClient]) -> None:
        """A form of its own for each connected seat."""
        for seat, session in self.seated():
            session.send(message_for(seat, session))

    def ping_everybody(self) -> None:
        """Ask every seat for a stamp now: it may prove that nothing earlier is coming."""
        for _seat, session in self.seated():
            session.ping_now()

    def spectator(self, spectator: Session, message: ToClient, at_us: int) -> None:
        """One spectator's own frame, at `at_us`, if it still watches then."""
        under_way = self._spectators.get(spectator)
        if under_way is not None:
            under_way.send_at(at_us, encode_frame(message))
            self._close_slow()

    def every_spectator(self, message: ToClient, delay_us: int) -> None:
        """One frame for the spectators, `delay_us` from now; 0 sends it at once."""
        if not self._spectators:
            return
        frame, at_us = encode_frame(message), self._clock.now_us() + delay_us
        passing = isinstance(message, Table)
        for under_way in tuple(self._spectators.values()):
            under_way.send_at(at_us, frame, passing=passing)
        self._close_slow()

    def _close_slow(self) -> None:
        """Only when all have got a frame: a closed connection makes the table tell another."""
        slow = [who for who, under_way in self._spectators.items() if under_way.too_much]
        for spectator in slow:
            spectator.close(ErrorCode.SESSION_SLOW, "less on its way to a spectator")
