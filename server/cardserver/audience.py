"""Who is told: the connected seats of a table and its spectators, each in its own form.

What lives here: sending one thing to many, redacted by audience; spectators'
delay and open hands. What must not: deciding what is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cardprotocol.codec import encode_frame
from cardprotocol.messages.base import ToClient

if TYPE_CHECKING:
    from cardserver.ports import Clock
    from cardserver.seats import SeatState
    from cardserver.session import Session


class Audience:
    """The people at one table. `seats` is the table's own mapping, read, never changed."""

    def __init__(self, clock: Clock, seats: Mapping[int, SeatState]) -> None:
        self._clock = clock
        self._seats = seats
        self.watchers: list[Session] = []

    def seated(self) -> list[tuple[int, Session]]:
        """Connected seats in order, with their sessions."""
        return [
            (seat, state.session)
            for seat, state in sorted(self._seats.items())
            if state.session is not None
        ]

    def all(self, message: ToClient) -> None:
        """The same frame for everybody, encoded once."""
        frame = encode_frame(message)
        for _seat, session in self.seated():
            session.send_frame(frame)
        for watcher in tuple(self.watchers):
            watcher.send_frame(frame)

    def seats_each(self, message_for: Callable[[int, Session], ToClient]) -> None:
        """A form of its own for each connected seat."""
        for seat, session in self.seated():
            session.send(message_for(seat, session))

    def ping_everybody(self) -> None:
        """Ask every seat for a stamp now: it may prove that nothing earlier is coming."""
        for _seat, session in self.seated():
            session.ping_now()

    def later(self, watcher: Session, message: ToClient, delay_us: int) -> None:
        """One spectator's own frame, `delay_us` from now, if it still watches then."""
        if delay_us <= 0:
            watcher.send(message)
        else:
            frame = encode_frame(message)
            self._clock.call_later_us(delay_us, lambda: self._send_late((watcher,), frame))

    def watch(self, message: ToClient, delay_us: int) -> None:
        """One frame for the spectators, `delay_us` from now; 0 sends it at once."""
        if not self.watchers:
            return
        frame = encode_frame(message)
        receivers = tuple(self.watchers)
        if delay_us <= 0:
            _send_all(receivers, frame)
        else:
            self._clock.call_later_us(delay_us, lambda: self._send_late(receivers, frame))

    def _send_late(self, receivers: tuple[Session, ...], frame: bytes) -> None:
        _send_all(tuple(s for s in receivers if s in self.watchers), frame)


def _send_all(receivers: tuple[Session, ...], frame: bytes) -> None:
    for session in receivers:
        session.send_frame(frame)
