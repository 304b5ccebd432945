"""One client's standing: greeting, lobby, at a table, gone; and what it may say when.

What lives here: decoding, budgets, the clock's pings and the deadlines of one
connection; transitions.py says which message is allowed where. What must not:
Twisted, or what a request does (server.py, lobby.py, table.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cardprotocol.codec import Malformed, decode_to_server, encode_frame
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.base import ToClient, ToServer
from cardprotocol.messages.to_client import Clock as ClockMessage
from cardprotocol.messages.to_client import Closing, Done, Ping
from cardprotocol.messages.to_server import Chat
from cardrules.game import IllegalAction
from cardserver.budgets import Budgets, Spent
from cardserver.clocksync import UNSYNCED, ClockEstimate, PathModel, StampFault
from cardserver.ports import Timer, Wire
from cardserver.refusal import Refusal
from cardserver.transitions import Standing, handler_for

if TYPE_CHECKING:
    from cardserver.people import Player
    from cardserver.server import Server
    from cardserver.table import Table

STRIKE_PAUSE_US: Final = 1_000_000
CLOCK_NOTE_US: Final = 2_000_000  # how often the clock's standing is looked at, to be told


class Session:
    """One connection's dealings with the server. All times in µs of the server's clock."""

    def __init__(self, server: Server, wire: Wire, now_us: int) -> None:
        self.server = server
        self.wire = wire
        self.path = PathModel()
        self.player: Player | None = None
        self.table: Table | None = None
        self.greeted_us = now_us
        self.gone = False
        self._budgets = Budgets(server.settings.limits, now_us)
        self._pings = 0
        self._heard_us = now_us
        self._clock_told: ClockMessage | None = None
        self._clock_looked_us = -CLOCK_NOTE_US
        self._timer: Timer = server.clock.call_later_us(
            server.settings.limits.hello_us, self._hello_late
        )

    @property
    def standing(self) -> Standing:
        """Where this connection stands now."""
        if self.gone:
            return Standing.GONE
        if self.player is None:
            return Standing.GREETING
        return Standing.LOBBY if self.table is None else Standing.TABLE

    # -- in ----------------------------------------------------------------

    def received(self, body: bytes, arrived_us: int) -> None:
        """One frame's body, with the time its bytes arrived."""
        if self.gone:
            return
        try:
            message = decode_to_server(body)
        except Malformed as error:
            self._malformed(error, arrived_us)
            return
        self._heard_us = arrived_us
        spent = self._budgets.spend(type(message), arrived_us)
        if self._within(spent, message.id):
            self.receive(message, arrived_us)

    def receive(self, message: ToServer, arrived_us: int) -> None:
        """Carry out one message, or refuse it; nothing it does reaches past a refusal."""
        self.attempt(
            lambda: handler_for(self.standing, message)(self, message, arrived_us), message.id
        )

    def attempt(self, call: Callable[[], None], request: int | None) -> None:
        """Run `call`; what it refuses is told to this client, as the answer to `request`."""
        try:
            call()
        except Refusal as refusal:
            self.send(refusal.message(request))
        except IllegalAction as illegal:
            self.send(Refusal.of_rules(illegal).message(request))
        except Exception as error:  # one table's fault must not reach the others
            self.send(Refusal(ErrorCode.SERVER_FAULT).message(request))
            if self.table is not None:
                self.table.fault(error)
            else:
                self.server.report("a request failed", error)

    def _malformed(self, error: Malformed, arrived_us: int) -> None:
        refusal = Refusal(error.code, field=error.field, value=error.value, expected=error.expected)
        self.send(refusal.message(error.request_id))
        self._within(self._budgets.spend(ToServer, arrived_us), None)

    def _within(self, spent: Spent, request: int | None) -> bool:
        """Whether a message that cost `spent` is carried out; what else it costs its sender."""
        match spent:
            case Spent.WITHIN:
                return True
            case Spent.SLOW:
                self.wire.pause(1_000_000 // self.server.settings.limits.others_per_s)
                return True
            case Spent.CLOSE:
                self.close(ErrorCode.MESSAGE_RATE)
            case Spent.PAUSE:
                self.wire.pause(STRIKE_PAUSE_US)
                self.send(Refusal(ErrorCode.MESSAGE_RATE).message(request))
            case Spent.DROPPED:
                self.send(Refusal(ErrorCode.MESSAGE_RATE).message(request))
        return False

    def lost(self) -> None:
        """The connection is gone."""
        if not self.gone:
            self.gone = True
            self._timer.cancel()
            self.server.lost(self)

    # -- out ---------------------------------------------------------------

    def send(self, message: ToClient) -> None:
        """Send one message at once; nothing happens once the connection is gone."""
        if not self.gone:
            self.wire.send(encode_frame(message))

    def send_frame(self, frame: bytes) -> None:
        """Send an encoded frame that several connections share."""
        if not self.gone:
            self.wire.send(frame)

    def done(self, request: int | None) -> None:
        """Confirm a request that has no other answer."""
        if request is not None:
            self.send(Done(re=request))

    def close(self, code: ErrorCode, expected: str = "") -> None:
        """Say why, then close."""
        if self.gone:
            return
        self.send(Closing(code=code.value, text=code.sentence, expected=expected))
        self.wire.close()
        self.lost()

    def stamped(self, client_us: int, arrived_us: int, fault: StampFault | None) -> None:
        """A stamp came: it may close a race, unless it can't be true; then it is only noted."""
        if self.table is None or not self.table.armed:
            return
        if fault is None:
            self.table.stamped(self, client_us, arrived_us)
        elif self.player is not None:
            self.server.suspicion.stamp_fault(self.player.name)

    def chat(self, message: Chat) -> None:
        """A line of chat to the table, within its own budget."""
        if not self._budgets.chat(self.server.clock.now_us()):
            raise Refusal(ErrorCode.CHAT_RATE)
        if self.table is not None:
            self.table.chat(self, message)

    # -- clock -------------------------------------------------------------

    def greeted(self, player: Player, now_us: int, *, tunnelled: bool) -> None:
        """The greeting was accepted: from now on the clock is kept."""
        self.player = player
        self.greeted_us = now_us
        self.path = PathModel(tunnelled=tunnelled, kernel_available=self.server.kernel_checked)
        self._timer.cancel()
        self._ping(now_us)

    def ping_now(self) -> None:
        """Ask for a pong out of turn: on the first claim of a race it beats the next tick."""
        if not self.gone and self.player is not None:
            self._send_ping(self.server.clock.now_us())

    def _ping_due(self) -> None:
        now_us = self.server.clock.now_us()
        if now_us - self._heard_us > self.server.settings.limits.silence_us:
            self.close(ErrorCode.SESSION_SILENT)
            return
        if self._next_ping_us(now_us) > now_us:  # asked out of turn meanwhile: that was this one
            self._ping_later(now_us)
        else:
            self._ping(now_us)
        self.tell_clock(now_us)

    def _ping(self, now_us: int) -> None:
        self._send_ping(now_us)
        self._ping_later(now_us)

    def _next_ping_us(self, now_us: int) -> int:
        armed = self.table is not None and self.table.armed
        return self.path.next_ping_us(now_us, armed=armed)

    def _ping_later(self, now_us: int) -> None:
        due_us = self._next_ping_us(now_us)
        self._timer.cancel()
        self._timer = self.server.clock.call_later_us(max(1_000, due_us - now_us), self._ping_due)

    def _send_ping(self, now_us: int) -> None:
        self._pings += 1
        self.path.ping_sent(self._pings, now_us)
        self.send(Ping(ping=self._pings))

    def told_estimate(self, now_us: int) -> ClockEstimate:
        """What people are told of the clock: a doubt of the first moments is none yet.

        A client that is still starting up answers late, and better pongs follow.
        """
        estimate = self.path.estimate(now_us)
        early = now_us - self.greeted_us < CLOCK_NOTE_US
        return UNSYNCED if early and estimate.quality == "doubtful" else estimate

    def tell_clock(self, now_us: int) -> None:
        """Tell the client how its clock stands, if that changed and is not told too often."""
        if now_us - self._clock_looked_us < CLOCK_NOTE_US:
            return
        estimate = self.told_estimate(now_us)
        if not estimate.synced and now_us - self.greeted_us < CLOCK_NOTE_US:
            return  # the first pings are still being answered: that would keep the good news back
        self._clock_looked_us = now_us
        if self.table is not None:
            self.table.seat_clocks.look()
        note = ClockMessage(
            rtt_us=estimate.rtt_us,
            uncertainty_us=estimate.uncertainty_us,
            quality=estimate.quality,
            kernel_checked=estimate.kernel_checked,
        )
        if note != self._clock_told:
            self._clock_told = note
            self.send(note)

    def _hello_late(self) -> None:
        self.close(ErrorCode.HELLO_TIMEOUT)
