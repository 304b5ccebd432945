"""A server in memory and guests who say exactly what a test tells them: for stories, one by one.

What lives here: House (server, clock, journal), Guest (one scripted client, who answers pings by
itself and nothing else). What must not: expectations, whole evenings (sim_world.py has those).

    house = House()
    ann, bob, cid = house.table("durak", "Ann", "Bob", "Cid")
    house.begin(ann, bob, cid)
    assert ann.ask(said.Control(control="x")).code == "rules/control"
"""

from __future__ import annotations

from random import Random
from typing import Final, TypeVar

import msgspec

from cardprotocol.codec import decode_to_client, encode
from cardprotocol.games.common import Action
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToClient, ToServer
from cardprotocol.messages.parts import RaceOpening
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient
from cardrules.game import Game
from cardserver.match import Match
from cardserver.server import Server
from cardserver.session import Session
from cardserver.settings import ServerSettings
from cardserver.table import Table
from tests.support.held_journal import HeldJournal
from tests.support.sim_clock import SimClock

M = TypeVar("M", bound=ToClient)

TABLE: Final = "House"
ONE_WAY_US: Final = 200
OFFSET_US: Final = 5_000_000  # every guest's clock is that much ahead of the server's
REACTION_US: Final = 300_000
# What may stand between an answer and its request: never awaited, hence never in the way.
_CHATTER: Final = (told.Ping, told.Clock)


class Guest:
    """One client without a wire between (ports.Wire); `heard` is all it was told, with times."""

    def __init__(self, house: House, name: str, peer: str, *, bot: bool = False) -> None:
        self.name = name
        self.peer = peer
        self.bot = bot
        self.token: bytes | None = None
        self.heard: list[tuple[int, AnyToClient]] = []
        self.frames: list[tuple[int, bytes]] = []
        self.closed = False
        self.paused_us: list[int] = []
        self.answers = True
        self.opening: RaceOpening | None = None
        self.at_us = 0
        self._house = house
        self._requests = 100
        self.session: Session = house.server.connected(self)

    # -- what the server does to it (ports.Wire) -----------------------------

    def send(self, frame: bytes) -> None:
        """One frame from the server."""
        now_us = self._house.clock.now_us()
        message = decode_to_client(frame[2:])
        self.heard.append((now_us, message))
        self.frames.append((now_us, frame))
        match message:
            case told.Ping():
                self._house.clock.call_later_us(2 * ONE_WAY_US, lambda: self._pong(message.ping))
            case told.Welcome():
                self.token = message.token
            case told.Reveal():
                self.opening, self.at_us = message.race, message.at_us
            case told.View():
                self.opening = message.race

    def close(self) -> None:
        """The server closes."""
        self.closed = True

    def pause(self, span_us: int) -> None:
        """The server reads no more for a while; this guest goes on sending."""
        self.paused_us.append(span_us)

    def kernel_path(self) -> None:
        """There is no kernel here."""

    def _pong(self, ping: int) -> None:
        if self.answers and not self.closed and not self.session.gone:
            stamp_us = self.now_us() - ONE_WAY_US
            self.say(said.Pong(ping=ping, received_us=stamp_us, sent_us=stamp_us))

    # -- what a test lets it do ----------------------------------------------

    def now_us(self) -> int:
        """What this guest's clock shows."""
        return self._house.clock.now_us() + OFFSET_US

    def say(self, message: ToServer) -> None:
        """Send a message."""
        self.say_bytes(encode(message))

    def say_bytes(self, body: bytes) -> None:
        """Send the body of a frame."""
        self.session.received(body, self._house.clock.now_us())

    def ask(self, message: ToServer) -> AnyToClient:
        """Send a request and return its answer, which must have come at once."""
        self._requests += 1
        self.say(msgspec.structs.replace(message, id=self._requests))
        answers = [m for _, m in self.heard if m.re == self._requests]
        assert len(answers) == 1, f"{message} got {len(answers)} answers: {answers}"
        return answers[0]

    def refused(self, message: ToServer) -> told.Error:
        """The refusal of a request."""
        answer = self.ask(message)
        assert isinstance(answer, told.Error), f"{message} was answered by {answer}"
        return answer

    def hello(self, *, token: bytes | None = None) -> AnyToClient:
        """Greet."""
        hello = said.Hello(
            version=PROTOCOL_VERSION, name=self.name, bot=self.bot, token=token or self.token
        )
        return self.ask(hello)

    def hang_up(self) -> None:
        """The connection is lost."""
        self.session.lost()

    def all(self, kind: type[M]) -> list[M]:
        """Every message of a type it was told."""
        return [message for _, message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """The newest message of a type."""
        return self.all(kind)[-1]

    def codes(self) -> list[str]:
        """The codes of all refusals it was told, in order."""
        return [error.code for error in self.all(told.Error)]

    def mark(self) -> int:
        """How much it has heard, pings and clock notes aside: for `since`."""
        return len([m for _, m in self.heard if not isinstance(m, _CHATTER)])

    def since(self, mark: int) -> list[AnyToClient]:
        """What it heard since `mark`, pings and clock notes aside."""
        heard: list[AnyToClient] = [m for _, m in self.heard if not isinstance(m, _CHATTER)]
        return heard[mark:]

    def claim(self, action: Action, *, race: int | None = None) -> said.Claim:
        """The claim that arrives now, for a reveal shown in time: pressed one way ago."""
        opening = self.opening
        nonce = opening.nonce if opening is not None and opening.nonce is not None else bytes(8)
        number = race if race is not None else (opening.race if opening is not None else 0)
        return said.Claim(
            race=number,
            nonce=nonce,
            action=action,  # type: ignore[arg-type]
            shown_us=self.at_us,
            pressed_us=self.now_us() - ONE_WAY_US,
        )


class House:
    """The server, its clock and its journal. `faults` are errors of its own that it reported."""

    def __init__(
        self, settings: ServerSettings | None = None, seed: int = 1, *, keep: bool = True
    ) -> None:
        self.clock = SimClock()
        self.journal = HeldJournal(keep=keep)
        self.faults: list[Exception] = []
        self._chance = Random(seed)
        self._settings = settings or ServerSettings()
        self.server = self.new_server()

    def new_server(self) -> Server:
        """A server with nobody in it, on the same clock and journal."""
        return Server(
            self.clock,
            self.journal,
            self._chance.randbytes,
            self._settings,
            report=lambda _text, error: None if error is None else self.faults.append(error),
        )

    def guest(self, name: str, *, peer: str = "127.0.0.1", bot: bool = False) -> Guest:
        """Somebody who has just been greeted."""
        guest = Guest(self, name, peer, bot=bot)
        assert isinstance(guest.hello(), told.Welcome), guest.heard
        return guest

    def stranger(self, name: str = "Stranger", peer: str = "127.0.0.1") -> Guest:
        """Somebody who has connected and said nothing."""
        return Guest(self, name, peer)

    def back(self, guest: Guest) -> Guest:
        """The same player on a new connection, greeted, not yet at the table."""
        again = Guest(self, guest.name, guest.peer, bot=guest.bot)
        answer = again.hello(token=guest.token)
        assert isinstance(answer, told.Welcome), answer
        return again

    def table(self, game: str, *names: str, **options: bool | int | str) -> list[Guest]:
        """Guests of those names, seated in order at a new table of `game`."""
        guests = [self.guest(name) for name in names]
        guests[0].ask(said.CreateTable(table=TABLE, game=game, options=options))
        for guest in guests[1:]:
            assert isinstance(guest.ask(said.JoinTable(table=TABLE)), told.View)
        self.rest(1_000_000)  # clocks are synchronised
        return guests

    def begin(self, *guests: Guest) -> None:
        """All say ready; the deal is told."""
        for guest in guests:
            assert isinstance(guest.ask(said.Ready()), told.Done)

    @property
    def the_table(self) -> Table:
        """The one table of the house."""
        (table,) = self.server.lobby.tables
        return table

    @property
    def match(self) -> Match:
        """The match at the one table."""
        match = self.the_table.match
        assert match is not None
        return match

    def set_up(self, game: Game) -> None:
        """Put a position in place of what was dealt; the next race or turn begins from it."""
        self.match.game = game

    def rest(self, span_us: int) -> None:
        """Let time pass."""
        self.until(self.clock.now_us() + span_us)

    def until(self, at_us: int) -> None:
        """Let time pass up to a moment of the server's clock."""
        over: list[bool] = []
        self.clock.call_at_us(at_us, lambda: over.append(True))
        while not over:
            self.clock.step()

    def race(self, *guests: Guest) -> int:
        """Go to the show time of the next race; its number. All `guests` say that they show it."""
        for _ in range(4_000):
            if self.match.pacer.armed:
                break
            self.rest(5_000)
        racing = self.match.races().race
        assert racing is not None, "no race opens"
        self.until(racing.show_us)
        for guest in guests:
            guest.say(said.Shown(race=racing.number, shown_us=guest.now_us()))
        return racing.number

    def wins(self, guest: Guest, action: Action, reaction_us: int = REACTION_US) -> None:
        """`guest` claims alone in the open race; the verdict is on the screens."""
        self.rest(reaction_us + ONE_WAY_US)
        guest.say(guest.claim(action))
        self.rest(400_000)
