"""A seat of the real stack that presses when it is told to, and tells the truth of it.

What lives here: the honest seat and its link with meters. What must not: lies (stack_liar.py),
starting (stack_client.py), figures (stack_races.py).
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from struct import Struct
from typing import Any, Final

import msgspec

from cardclient import games
from cardclient.bot import Bot
from cardclient.link import Link
from cardclient.reaction import HumanReaction
from cardprotocol.cards import Card
from cardprotocol.fields import OptionValue
from cardprotocol.games.perekur import PerekurView
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.parts import TableInfo, Verdict
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient
from tests.support.virtual_lan_profiles import Reflexes

# People's reactions are their own at any table; bots_race only lets Bot ask for a reaction.
OPTIONS: Final[Mapping[str, OptionValue]] = {
    "bots_race": "raw",
    "look_seconds": 0,
    "stall_seconds": 5,
}
SCRIPT_FIRST_US: Final = 160_000  # brisk, and above what is flagged as quicker than people
_METER_SECONDS: Final = 1.0
_TRAFFIC: Final = Struct("@QQ")  # tcpi_bytes_acked and tcpi_bytes_received of struct tcp_info ...
_TRAFFIC_AT: Final = 120  # ... are at byte 120

Tell = Callable[[Mapping[str, Any]], None]


class SeatSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. `at` is how many the table has when a match begins; the first one makes it.

    `script`: everybody's names, who press `step_us` apart in an order drawn for each race;
    empty: reactions of a person, drawn from `seed`. `habit` names a lie. `reports`: it prints
    the verdicts. `counts`: it prints how many cards of the wanted rank it holds.
    """

    name: str
    table: str
    at: int
    makes: bool = False
    seed: str = ""
    script: tuple[str, ...] = ()
    step_us: int = 5_000
    habit: str = ""
    reports: bool = False
    counts: bool = False


@dataclass(frozen=True, slots=True)
class ToldReaction(HumanReaction):
    """Reactions that come from elsewhere."""

    draw: Callable[[], int] = int

    def sample_us(self, lots: Random) -> int:  # noqa: ARG002 - the law's signature
        """One reaction."""
        return self.draw()


class MeteredLink(Link):
    """The client's own link; `sent` counts its messages."""

    sent = 0

    def send(self, message: ToServer) -> None:
        """Count, and send as ever."""
        self.sent += 1
        super().send(message)

    def traffic_bytes(self) -> tuple[int, int]:
        """Bytes sent (and acknowledged) and received, as the kernel counts them."""
        assert self._transport is not None
        connection = self._transport.get_extra_info("socket")
        size = _TRAFFIC_AT + _TRAFFIC.size
        raw = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, size)
        up, down = _TRAFFIC.unpack_from(raw, _TRAFFIC_AT)
        return up, down


def scripted_us(spec: SeatSpec, match: str, race: int) -> int:
    """When a scripted seat presses: its place in the order drawn for that race."""
    order = sorted(spec.script)
    Random(f"{spec.seed} {match} {race}").shuffle(order)
    return SCRIPT_FIRST_US + spec.step_us * order.index(spec.name)


class StackSeat(Bot):
    """Follows its table as the real client's bots do, and says what it does on `tell`."""

    def __init__(self, spec: SeatSpec, link: MeteredLink, tell: Tell) -> None:
        law = ToldReaction(mu_us=0, sigma_us=0, tau_us=1, draw=self._draw)
        super().__init__(spec.name, seed=f"{spec.seed} {spec.name}", reaction=law)
        self.spec = spec
        self.link = link
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tell_line = tell
        self._reflexes = Reflexes(Random(f"{spec.seed} {spec.name} {spec.table}"))
        self._asked = False

    async def sit(self, host: str, port: int) -> None:
        """Connect, greet, take the seat."""
        self.attach(self.link, self._saw)
        await self.link.connect(host, port)
        self.link.send(s.Hello(version=PROTOCOL_VERSION, name=self.name, client="stack"))
        await asyncio.wait_for(self.seated, 20)
        self._meter()

    def _saw(self, message: AnyToClient) -> None:
        spec = self.spec
        if isinstance(message, c.Welcome):
            made = s.CreateTable(table=spec.table, game="perekur", options=dict(OPTIONS))
            self.link.send(made if spec.makes else s.JoinTable(table=spec.table))
        elif isinstance(message, c.View) and not self.seated.done():
            self.seated.set_result(None)
        elif isinstance(message, c.Error) and not self.seated.done():
            self.seated.set_exception(RuntimeError(str(message)))

    def on_table(self, table: TableInfo) -> None:
        """Be ready for every match, once all are here."""
        mine = self.model.my_seat
        if mine is None or mine.ready or table.playing or len(table.seats) < self.spec.at:
            self._asked = False
        elif not self._asked:
            self._asked = True
            self.ready()

    def on_reveal(self, reveal: c.Reveal) -> None:
        """Print how the race before went."""
        if reveal.verdict is not None and self.spec.reports:
            self._say(reveal.verdict.race, verdict=self._named(reveal.verdict))
        if reveal.race is not None and self.spec.counts and self.game is not None:
            wanted = games.wanted(self.game)
            held = sum(card.rank == wanted for card in self.hand)
            self._say(reveal.race.race, held=held, rank=int(wanted))

    def on_race(self, wanted: int) -> None:
        """Claim with the first card that fits."""
        fitting = [card for card in self.hand if card.rank == wanted]
        if fitting:
            self.lay(fitting[0])

    def _draw(self) -> int:
        race = self.model.race
        assert race is not None
        if self.spec.script:
            reaction_us = scripted_us(self.spec, self.model.record.match_id, race.race)
        else:
            reaction_us = self._reflexes.draw_us()
        self._say(race.race, drawn_us=reaction_us, racers=self._racers())
        return reaction_us

    def _racers(self) -> int:
        game = self.game
        assert isinstance(game, PerekurView)
        return sum(one.cards > 0 and one.seat != game.last for one in game.hands)

    def _press(self, race_id: int, card: Card) -> None:
        pressed_us, race = self._now_us(), self.model.race
        super()._press(race_id, card)
        if race is not None and race.race == race_id and race.shown_us is not None:
            self._say(race_id, pressed_us=pressed_us - race.shown_us)

    def _named(self, verdict: Verdict) -> dict[str, Any]:
        names = self.model.names
        told: dict[str, Any] = msgspec.to_builtins(verdict)
        told["winner"] = names[verdict.winner]
        told["claims"] = {names[one["seat"]]: one for one in told.get("claims", ())}
        return told

    def _say(self, race: int, **what: object) -> None:
        line = {"who": self.name, "match": self.model.record.match_id, "race": race}
        self._tell_line(line | what)

    def _meter(self) -> None:
        up, down = self.link.traffic_bytes()
        meter = {"at_us": self._now_us(), "sent": self.link.sent, "up": up, "down": down}
        self._tell_line({"who": self.name, "meter": meter})
        asyncio.get_running_loop().call_later(_METER_SECONDS, self._meter)
