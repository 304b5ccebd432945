"""Simulated players: the real codec, the client's own model, a clock of their own.

What lives here: SimPlayer, which greets, sits down, shows what is due and comes back after a
loss; sim_play.py plays. What must not: rules, the server, real time.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from cardclient.model import Model, linked
from cardclient.receiving import advance
from cardclient.records import LinkState
from cardclient.timeline import Timeline
from cardprotocol.codec import decode_to_client, encode_frame
from cardprotocol.errors import ErrorCode
from cardprotocol.framing import MAX_SERVER_FRAME_BYTES, FrameDecoder
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient
from tests.support.sim_character import Character
from tests.support.sim_clock import LocalClock, SimClock, SimTimer
from tests.support.sim_play import SimPlay
from tests.support.sim_wire import SimConnection

_COME_BACK_US: Final = 500_000
# The host may not have made the table yet, or the disk was full, or he made one just before.
_ASK_AGAIN: Final = frozenset(
    code.value
    for code in (ErrorCode.TABLE_UNKNOWN, ErrorCode.SERVER_STORAGE, ErrorCode.TABLE_LIMIT)
)
_ASK_AGAIN_US: Final = 200_000


class Ear:
    """What one connection of a player calls; a connection that was replaced is not heard."""

    def __init__(self, player: SimPlayer) -> None:
        self._player = player
        self._number = player.connections

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self._player.connections == self._number:
            self._player.data_received(data)

    def connection_lost(self) -> None:
        """The connection is gone."""
        if self._player.connections == self._number:
            self._player.connection_lost()


class SimPlayer:
    """One person or program; `connect` gives it a new connection whenever it wants one.

    `received` keeps every message in order, `(connection, message)`.
    """

    def __init__(
        self,
        character: Character,
        clock: SimClock,
        local: LocalClock,
        rng: Random,
        connect: Callable[[SimPlayer], SimConnection],
    ) -> None:
        self.character = character
        self.local = local
        self.model = Model()
        self.received: list[tuple[int, AnyToClient]] = []
        self.connections = 0
        self.connection: SimConnection | None = None
        self.left = False
        self.play = SimPlay(self, clock, rng)
        self._clock = clock
        self._rng = rng
        self._connect = connect
        self._token: bytes | None = None
        self._timeline = Timeline()
        self._decoder = FrameDecoder(MAX_SERVER_FRAME_BYTES)
        self._kept: list[bytes] | None = None  # bytes that wait while the process is stopped
        self._due: SimTimer | None = None
        self._coming_back: SimTimer | None = None
        self._ready_for = (0, 0)  # the connection and the match that "ready" was said for
        self._seq = 0  # of what was received; it may be shown later

    # -- its life ------------------------------------------------------------

    def start(self) -> None:
        """Connect and say hello, in place of the connection that there may be."""
        if self._coming_back is not None:
            self._coming_back.cancel()
        self._decoder = FrameDecoder(MAX_SERVER_FRAME_BYTES)
        self.connections += 1
        self.connection = self._connect(self)
        who = self.character
        hello = said.Hello(version=PROTOCOL_VERSION, name=who.name, bot=who.bot, token=self._token)
        self.send(hello)

    def leave(self) -> None:
        """Go for good, with a word."""
        self.left = True
        self.send(said.Bye())
        if self.connection is not None:
            self.connection.client_close()

    def freeze(self) -> None:
        """Stop as SIGSTOP does: bytes wait in the kernel, no timer does anything."""
        self._kept = []

    def thaw(self) -> None:
        """Go on where it stopped."""
        waiting, self._kept = self._kept or [], None
        for data in waiting:
            self.data_received(data)
        self._show_due()
        self.play.keep_ticking()

    @property
    def done(self) -> bool:
        """Whether its table has ended all the matches it wanted, or it is gone."""
        table = self.model.table
        over = table is not None and not table.playing and table.match >= self.character.matches
        return self.left or (over and self.connection is not None)

    @property
    def frozen(self) -> bool:
        """Whether it is stopped."""
        return self._kept is not None

    def send(self, message: ToServer) -> None:
        """Write one message, unless it is stopped or has no connection."""
        if self.connection is not None and not self.frozen:
            self.connection.client_send(encode_frame(message))

    # -- what its connection tells it ----------------------------------------

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self._kept is not None:
            self._kept.append(data)
            return
        for body in self._decoder.feed(data):
            self._message(decode_to_client(body))

    def connection_lost(self) -> None:
        """The connection is gone; come back in a moment with the token."""
        self.connection = None
        self.play.stop()
        self._cancel_due()
        self.model = linked(self.model, LinkState.LOST)
        if self.character.comes_back and not self.left:
            self._coming_back = self._clock.call_later_us(_COME_BACK_US, self.start)

    # -- messages ------------------------------------------------------------

    def _message(self, message: AnyToClient) -> None:
        self.received.append((self.connections, message))
        match message:
            case told.Ping():
                self._answer(message)
                return
            case told.Welcome():
                self._token = message.token
                self._sit_down(waiting=bool(message.table))
            case told.View() | told.Events() | told.Reveal():
                self._seq = message.seq
            case told.Error() if message.code in _ASK_AGAIN and self.model.table is None:
                self._clock.call_later_us(_ASK_AGAIN_US, lambda: self._sit_down(waiting=False))
        self._timeline = self._timeline.push(message, self.local.now_us())
        self._show_due()

    def _answer(self, ping: told.Ping) -> None:
        def answer() -> None:
            now_us = self.local.now_us()
            self.send(said.Pong(ping=ping.ping, received_us=now_us, sent_us=now_us))

        if self.character.answers_pings:
            after_us = self.play.noise_us() + self.character.pong_delay_us
            self._clock.call_later_us(after_us, answer)

    def _sit_down(self, *, waiting: bool) -> None:
        """Take the seat that waits, or find the table."""
        who = self.character
        if waiting:
            self.send(said.Resume(seq=self._seq))
        elif who.watches:
            self.send(said.WatchTable(table=who.table))
        elif who.host:
            self.send(said.CreateTable(table=who.table, game=who.game, options=dict(who.options)))
        else:
            self.send(said.JoinTable(table=who.table))

    def _show_due(self) -> None:
        """Show what is due, react to it, and come back for what is not."""
        if self.frozen:
            return
        race_before = _standing(self.model)
        due, self._timeline = self._timeline.due(self.local.now_us())
        self.model = advance(self.model, due, self.local.now_us())
        if _standing(self.model) != race_before:
            self.play.race_changed()
        if any(isinstance(message, told.Events | told.View) for message in due):
            self.play.turn_changed()
        if due:
            self._get_ready()
        self._cancel_due()
        next_us = self._timeline.next_us()
        if next_us is not None:
            self._due = self._clock.call_at_us(self.local.true_us(next_us), self._show_due)

    def _cancel_due(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _get_ready(self) -> None:
        """Say ready, once, for each match that is wanted."""
        mine, table = self.model.my_seat, self.model.table
        if mine is None or mine.ready or table is None or table.playing:
            return
        enough = len(table.seats) >= self.character.seats_expected
        wanted = (self.connections, table.match + 1)
        if enough and table.match < self.character.matches and self._ready_for != wanted:
            self._ready_for = wanted
            self.send(said.Ready(entropy=self._rng.randbytes(16)))


def _standing(model: Model) -> tuple[int, bool] | None:
    """Which race is open on the screen, and whether it has been painted."""
    return None if model.race is None else (model.race.race, model.race.shown_us is not None)
