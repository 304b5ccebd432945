"""A real server in simulated time, with hostile clients and a quiet table of honest ones.

What lives here: the evening, its clients and what must hold all along. What
must not: the bytes (frames.py makes them), or printing (tests/benchmarks/fuzz.py).
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from cardprotocol import codec
from cardprotocol.cards import DECK_52
from cardprotocol.games.durak import DurakAction
from cardprotocol.games.perekur import Lay
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToServer
from cardserver.journal.memory import MemoryJournal
from cardserver.server import Server
from cardserver.settings import Limits, ServerSettings
from tests.support.frames import FrameMaker
from tests.support.sim_clock import SimClock

# Budgets wide open: each frame must reach what lies behind them.
_MANY = 10**9
_OPEN = Limits(stamps_per_s=_MANY, claims_per_s=_MANY, others_per_s=_MANY, others_burst=_MANY)
FRAME_US = 2_000  # simulated time between two hostile frames
PARTY = 3  # hostile clients that sit together; the smallest match of either game


class Client:
    """One connection to the server without a wire between (ports.Wire)."""

    peer = "127.0.0.1"

    def __init__(self, evening: Evening) -> None:
        self.heard: list[Any] = []
        self.closed = False
        self.race: tuple[int, bytes] | None = None
        self.legal: tuple[DurakAction, ...] = ()
        self._evening = evening
        self.session = evening.server.connected(self)

    def say(self, message: ToServer) -> list[Any]:
        """Send a message; returns what came back before the call was over."""
        self.heard.clear()
        self.session.received(codec.encode(message), self._evening.clock.now_us())
        return list(self.heard)

    def send(self, frame: bytes) -> None:
        """A frame from the server, which must be one that a client can read."""
        message = codec.decode_to_client(frame[2:])
        self._evening.told(self, message)
        opening = message.race if isinstance(message, c.Reveal | c.View) else None
        if opening is not None and opening.nonce is not None:
            self.race = opening.race, opening.nonce
        if isinstance(message, c.Events | c.View):
            self.legal = message.turn.legal if message.turn is not None else ()  # type: ignore[assignment]
        if not isinstance(message, c.Ping):
            self.heard.append(message)

    def close(self) -> None:
        """The server closes."""
        self.closed = True

    def pause(self, span_us: int) -> None:
        """Never asked for: budgets are open."""

    def kernel_path(self) -> None:
        """There is no kernel here."""

    def hang_up(self) -> None:
        """The connection is lost."""
        self.closed = True
        self.session.lost()


class Evening:
    """The server, three honest players in a match of their own, and parties of hostile clients.

    `faults` are errors of the server's own. A frame that no client could read
    raises at once. Equal seeds make equal evenings.
    """

    def __init__(self, seed: int, parties: int = 4) -> None:
        self.clock = SimClock()
        self.met: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.faults: list[str] = []
        self._chance = random.Random(seed)
        self._frames = FrameMaker(seed)
        self._pongs: list[tuple[Client, int]] = []
        self._tokens: dict[str, bytes] = {}
        self.server = Server(
            self.clock,
            MemoryJournal(keep=False),
            self._chance.randbytes,
            ServerSettings(limits=_OPEN),
            report=self._report,
        )
        self.honest = [self._greeted(f"Quiet {number}") for number in range(PARTY)]
        self._seat(self.honest, "perekur", "Quiet table")
        self.hostile = [Client(self) for _ in range(parties * PARTY)]

    def attack(self, frames: int) -> None:
        """Let the hostile clients send `frames` frames in turn; parties change now and then."""
        for number in range(frames):
            if number % 500 == 0:
                self._change_party()
            place = number % len(self.hostile)
            client = self.hostile[place]
            if client.closed:
                client.hang_up()
                client = self.hostile[place] = self._greeted(f"Foe {place}")
            client.session.received(self._body(client), self.clock.now_us())
            self._pass_time()

    def honest_are_well(self) -> bool:
        """Whether each honest client is still connected, in its match, and rightly answered."""
        number = self._chance.randrange(2**31)
        for client in self.honest:
            games = client.say(s.ListGames(id=number))
            lines = client.say(s.ListTables(id=number))
            table = client.session.table
            if client.closed or table is None or table.frozen:
                return False
            if [(type(m), m.re) for m in games + lines] != [(c.Games, number), (c.Tables, number)]:
                return False
        return True

    def told(self, client: Client, message: Any) -> None:
        """The server said `message` to `client`."""
        self.met[type(message).__name__] += 1
        if isinstance(message, c.Error | c.Closing):
            self.codes[message.code] += 1
        if isinstance(message, c.Ping):
            self._pongs.append((client, message.ping))

    def _report(self, text: str, error: Exception | None) -> None:
        if error is not None:
            self.faults.append(f"{text}: {error!r}")

    def _greeted(self, name: str) -> Client:
        client = Client(self)
        client.say(s.Hello(version=1, name=name, token=self._tokens.get(name)))
        for message in client.heard:
            if isinstance(message, c.Welcome):
                self._tokens[name] = message.token
        return client

    def _seat(self, party: list[Client], game: str, table: str) -> None:
        """A table for `party`, all ready; whatever of it a spoilt client can't do is refused."""
        options: dict[str, bool | int | str] = {}
        if game == "perekur":
            options = {"look_seconds": 0, "stall_seconds": 5}
        party[0].say(s.CreateTable(table=table, game=game, options=options))
        for client in party[1:]:
            client.say(s.JoinTable(table=table))
        for client in party:
            client.say(s.Ready())

    def _change_party(self) -> None:
        """One party starts again: as strangers, in the lobby, or in a match of either game."""
        first = PARTY * self._chance.randrange(len(self.hostile) // PARTY)
        for place in range(first, first + PARTY):
            self.hostile[place].hang_up()
        standing = self._chance.choice(("greeting", "lobby", "perekur", "durak"))
        if standing == "greeting":
            self.hostile[first : first + PARTY] = [Client(self) for _ in range(PARTY)]
            return
        party = [self._greeted(f"Foe {place}") for place in range(first, first + PARTY)]
        for client in party:
            client.say(s.LeaveTable())  # a seat may wait from before
        if standing != "lobby":
            self._seat(party, standing, f"Party {self._chance.randrange(10**6)}")
        self.hostile[first : first + PARTY] = party

    def _body(self, client: Client) -> bytes:
        """Mostly noise; in a match now and then an act as good as anybody's."""
        lucky = self._chance.random() < 0.2
        if lucky and client.legal:
            return codec.encode(s.Act(action=self._chance.choice(client.legal)))
        if lucky and client.race is not None:
            return self._claim(*client.race)
        return self._frames.body()

    def _claim(self, race: int, nonce: bytes) -> bytes:
        now_us = self.clock.now_us()
        action = Lay(card=self._chance.choice(DECK_52))
        shown_us = now_us - self._chance.randrange(900_000)
        claim = s.Claim(race=race, nonce=nonce, action=action, shown_us=shown_us, pressed_us=now_us)
        return codec.encode(claim)

    def _pass_time(self) -> None:
        until_us = self.clock.now_us() + FRAME_US
        self.clock.call_at_us(until_us, lambda: None)
        while self.clock.now_us() < until_us:
            self.clock.step()
        pongs, self._pongs = self._pongs, []
        for client, ping in pongs:
            if not client.closed:
                now_us = self.clock.now_us()
                client.say(s.Pong(ping=ping, received_us=now_us, sent_us=now_us))
