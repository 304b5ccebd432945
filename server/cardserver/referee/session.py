"""The session of the examined bot: the real one, with every frame shown to its examination.

What lives here: ExaminedSession and the server that makes it. What must not:
judging what passes (examined.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardprotocol.codec import Malformed, decode_to_server
from cardserver.ports import Wire
from cardserver.referee.house import HouseWire
from cardserver.referee.wire import ExaminedWire
from cardserver.server import Server
from cardserver.session import Session

if TYPE_CHECKING:
    from cardserver.referee.examination import Examination
    from cardserver.referee.examined import Examined


class ExaminedSession(Session):
    """One connection of the bot's."""

    def __init__(self, server: Server, wire: ExaminedWire, now_us: int, examined: Examined) -> None:
        super().__init__(server, wire, now_us)
        self.examined_wire = wire
        self.greeted_once = False
        self._examined = examined

    def received(self, body: bytes, arrived_us: int) -> None:
        """One frame of the bot's; the real session gets it too, where it is not withheld."""
        passed: bytes | None = body
        try:
            passed = self._examined.heard(body, decode_to_server(body), arrived_us)
        except Malformed as error:
            self._examined.unreadable(body, error)
        if passed is not None:
            super().received(passed, arrived_us)
        self._examination().look()

    def lost(self) -> None:
        """The connection is gone."""
        if not self.gone:
            self._examined.lost(self)
        super().lost()
        self._examination().look()

    def drop(self) -> None:
        """Cut the connection, without a word."""
        self.wire.close()
        self.lost()

    def _examination(self) -> Examination:
        server = self.server
        assert isinstance(server, RefereeServer)
        assert server.examination is not None
        return server.examination


class RefereeServer(Server):
    """The real server; whoever is not of the house is examined."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.examination: Examination | None = None

    def make_session(self, wire: Wire) -> Session:
        """A session of its own for the bot."""
        if isinstance(wire, HouseWire) or self.examination is None:
            return super().make_session(wire)
        examined = self.examination.examined
        watched = ExaminedWire(wire, self.clock, examined.told)
        session = ExaminedSession(self, watched, self.clock.now_us(), examined)
        examined.connected(session)
        return session
