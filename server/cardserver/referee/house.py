"""Players of the house: they sit with the bot, inside the server, on wires of memory.

What lives here: HouseWire, and HousePlayer, which plays whatever is legal, in
its own time. What must not: watching the bot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from cardprotocol.codec import decode_to_client, encode
from cardprotocol.framing import PREFIX_BYTES
from cardprotocol.games.vocabulary import AnyAction
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToClient, ToServer
from cardprotocol.messages.parts import RaceOpening, TableInfo
from cardprotocol.messages.unions import PROTOCOL_VERSION
from cardserver.constants import TICK_US
from cardserver.ports import Clock
from cardserver.timers import Timers

if TYPE_CHECKING:
    from cardserver.server import Server
    from cardserver.session import Session

TABLE: Final = "examination"
DELAY_US: Final = 200  # of the memory wires, each way
CREATE_ID: Final = 1


class _Line:
    """One direction in memory: a moment's delay, never out of order."""

    def __init__(self, clock: Clock, deliver: Callable[[bytes], None]) -> None:
        self._clock = clock
        self._deliver = deliver
        self._under_way: deque[bytes] = deque()

    def carry(self, data: bytes) -> None:
        self._under_way.append(data)
        self._clock.call_later_us(DELAY_US, lambda: self._deliver(self._under_way.popleft()))


class HouseWire:
    """A ports.Wire to a player in the same process."""

    peer = "local"

    def __init__(self, clock: Clock, receive: Callable[[ToClient], None]) -> None:
        self._line = _Line(clock, lambda body: receive(decode_to_client(body)))

    def send(self, framed: bytes) -> None:
        """Hand the frame on, a moment later."""
        self._line.carry(framed[PREFIX_BYTES:])

    def close(self) -> None:
        """Nothing to close."""

    def pause(self, span_us: int) -> None:
        """The house does not flood."""

    def kernel_path(self) -> None:
        """No kernel between."""


class HousePlayer:
    """One player; `seats` of the table must be taken before it is ready.

    `game` with `options` is for the one who makes the table, None for those who join it.
    """

    def __init__(
        self, server: Server, name: str, seats: int, rng: Random, game: str | None = None
    ) -> None:
        self._server = server
        self._clock = server.clock
        self._name = name
        self._seats = seats
        self._rng = rng
        self._game = game
        self._seat: int | None = None
        self._timers = Timers(server.clock)
        self._session: Session = server.connected(HouseWire(server.clock, self._receive))
        self._line = _Line(
            server.clock, lambda body: self._session.received(body, self._clock.now_us())
        )
        self._asked_ready = -1
        self.options: Mapping[str, bool | int | str] = {}
        self.pace_us = (600_000, 900_000)  # how long it takes to press or to act

    def come(self) -> None:
        """Take a seat."""
        self._say(said.Hello(version=PROTOCOL_VERSION, name=self._name, client="referee"))

    def call_last_round(self) -> None:
        """As the host: let the match end soon, where the game has such a control."""
        self._say(said.Control(control="last_round"))

    def _say(self, message: ToServer) -> None:
        self._line.carry(encode(message))

    def _receive(self, message: ToClient) -> None:
        match message:
            case told.Ping():
                now_us = self._clock.now_us()
                self._say(said.Pong(ping=message.ping, received_us=now_us, sent_us=now_us))
            case told.Welcome():
                self._sit_down()
            case told.View() | told.Table():
                self._seat = message.seat
                self._get_ready(message.table)
            case told.Reveal():
                self._revealed(message)
            case told.Events():
                self._turned(message)

    def _sit_down(self) -> None:
        if self._game is None:
            self._say(said.JoinTable(table=TABLE))
        else:
            options = dict(self.options)
            self._say(said.CreateTable(table=TABLE, game=self._game, options=options, id=CREATE_ID))

    def _get_ready(self, table: TableInfo) -> None:
        enough = len(table.seats) >= self._seats and all(seat.connected for seat in table.seats)
        if enough and not table.playing and self._asked_ready != table.match:
            self._asked_ready = table.match
            self._say(said.Ready())

    # -- races ------------------------------------------------------------------------

    def _revealed(self, reveal: told.Reveal) -> None:
        self._timers.cancel()
        if reveal.race is not None and reveal.race.nonce is not None:
            wait_us = reveal.at_us - self._clock.now_us()
            self._timers.later(wait_us, lambda: self._show(reveal.race))

    def _show(self, race: RaceOpening | None) -> None:
        assert race is not None
        shown_us = self._clock.now_us()
        self._say(said.Shown(race=race.race, shown_us=shown_us))
        self._timers.later(TICK_US, self._tick)
        self._timers.later(self._rng.randint(*self.pace_us), lambda: self._press(race, shown_us))

    def _tick(self) -> None:
        self._say(said.Tick(sent_us=self._clock.now_us()))
        self._timers.later(TICK_US, self._tick)

    def _press(self, race: RaceOpening, shown_us: int) -> None:
        action = self._choice()
        if action is not None and race.nonce is not None:
            self._say(
                said.Claim(
                    race=race.race,
                    nonce=race.nonce,
                    action=action,
                    shown_us=shown_us,
                    pressed_us=self._clock.now_us(),
                )
            )

    # -- turns ------------------------------------------------------------------------

    def _turned(self, events: told.Events) -> None:
        if events.turn is None:
            return
        self._timers.cancel()
        if events.turn.legal:
            self._timers.later(self._rng.randint(*self.pace_us), self._act)

    def _act(self) -> None:
        action = self._choice()
        if action is not None:
            self._say(said.Act(action=action))

    def _choice(self) -> AnyAction | None:
        """Any legal action of the match itself: the house is in the same process."""
        match = self._server.lobby.find(TABLE).match
        legal = () if match is None or self._seat is None else match.game.legal(self._seat)
        return self._rng.choice(legal) if legal else None  # type: ignore[return-value]
