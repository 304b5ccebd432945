"""A client without a seat at an open table: everything a spectator sees, and all hands with it.

Whole matches of bots on the real server in virtual time, two in a row: the second is watched
from its deal.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import msgspec
import pytest

from cardclient.bot import Bot
from cardclient.bot_run import Plan, run_bots
from cardclient.bots import STRATEGIES
from cardclient.follower import Follower
from cardclient.line_words import hand_line
from cardclient.link import Link
from cardclient.model import Model
from cardclient.records import JudgedRace, MatchBegan
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import Look, look_of
from cardclient.ui import Panel, Ui
from cardprotocol.address import Address
from cardprotocol.cards import Card, Suit
from cardprotocol.games.common import Event
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient
from tests.support.client_story import open_table
from tests.support.virtual_loop import VirtualLoop, run_virtually
from tests.support.virtual_server import VirtualServer

SERVER = Address("server", 1)
LOOK = look_of({"LANG": "en_GB.UTF-8"})
OPTIONS = {
    "perekur": {"look_seconds": 0, "stall_seconds": 5, "max_redeals": 1},
    "durak": {"mode": "transfer"},
}
BOTS = {"perekur": ("auto", "first", "first"), "durak": ("lowest", "counting", "lowest")}
Hands = dict[int, tuple[Card, ...]]


@dataclass
class Seen:
    """What was seen: by the spectator after each frame, by the seats after each number."""

    models: list[tuple[int, AnyToClient, Model]] = field(default_factory=list)
    shown_us: dict[int, int] = field(default_factory=dict)
    held: dict[int, Hands] = field(default_factory=dict)

    @property
    def last(self) -> Model:
        return self.models[-1][2]

    @property
    def frames(self) -> list[tuple[int, c.Reveal | c.Events, Model]]:
        """The numbered frames with events."""
        return [
            (us, message, model)
            for us, message, model in self.models
            if isinstance(message, c.Reveal | c.Events) and message.events
        ]

    def of(self, kind: type[object]) -> list[object]:
        """What the log has of one type."""
        return [line.what for line in self.last.log if isinstance(line.what, kind)]


class Spectator(Follower):
    """A client that watches the table named "one"."""

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self._seen = seen

    async def come(self, loop: VirtualLoop) -> None:
        """Connect, greet, watch."""
        link = Link(lambda _message, _us: None, lambda _why: None, loop.now_us)
        await link.connect(SERVER.host, SERVER.port)
        self.attach(link, lambda m: self._seen.models.append((loop.now_us(), m, self.model)))
        self.send(s.Hello(version=PROTOCOL_VERSION, name="Wim"))
        self.send(s.WatchTable(table="one"))


def watched(game: str, delay_seconds: int) -> Seen:
    """Two matches of bots at an open table, with a spectator from the first seat on."""
    seen = Seen()
    spectator = Spectator(seen)

    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        coming: list[asyncio.Task[None]] = []

        def look(bot: Bot, message: AnyToClient) -> None:
            if isinstance(message, c.View) and not coming:
                coming.append(loop.create_task(spectator.come(loop)))
            seen.shown_us.setdefault(bot.model.seq, loop.now_us())
            if bot.seat is not None and isinstance(message, c.Reveal | c.Events):
                seen.held.setdefault(bot.model.seq, {})[bot.seat] = bot.hand

        bots = [
            STRATEGIES[name].make(f"Bot{number}", seed=str(number))
            for number, name in enumerate(BOTS[game])
        ]
        options = {
            **OPTIONS[game],
            "watchers_see_hands": True,
            "watchers_delay_seconds": delay_seconds,
        }
        plan = Plan(table="one", game=game, options=options, matches=2)
        await run_bots(bots, SERVER, plan, watch=look, clock=loop.now_us)
        await asyncio.sleep(delay_seconds + 1)
        spectator.detach()

    run_virtually(story)
    return seen


def screen(model: Model, ui: Ui, size: tuple[int, int] = (80, 24), look: Look = LOOK) -> str:
    lines = draw(Stage(model, look, model.log[-1].at_us), ui, *size)
    return "\n".join("".join(text for _, text in line) for line in lines)


CASES = pytest.mark.parametrize(
    ("game", "delay_seconds"), [("perekur", 0), ("perekur", 30), ("durak", 0), ("durak", 30)]
)


@CASES
def test_hands_numbers_and_moments_are_right_from_the_first_frame_to_the_last(
    game: str, delay_seconds: int
) -> None:
    seen = watched(game, delay_seconds)
    seq = None
    for at_us, message, model in seen.models:
        if isinstance(message, c.View):
            seq = message.seq
        if not isinstance(message, c.Reveal | c.Events):
            continue
        assert message.seq == (seq or 0) + len(message.events)
        seq = message.seq
        if not message.events:
            continue
        assert at_us >= seen.shown_us[message.seq] + delay_seconds * 1_000_000
        assert model.game is not None
        shown = {hand.seat: tuple(sorted(hand.cards)) for hand in model.game.open_hands}
        assert shown == seen.held[message.seq]
    assert seq == max(seen.held)


@CASES
def test_the_log_the_races_and_the_end_are_those_of_any_spectator(
    game: str, delay_seconds: int
) -> None:
    seen = watched(game, delay_seconds)
    model = seen.last
    assert model.seat is None
    assert model.record.outcome is not None
    assert model.record.proven
    assert seen.of(MatchBegan)
    assert len(seen.of(Event)) > 20
    end = screen(model, Ui(), (120, 40))
    assert "the seed matches its commitment" in end
    if game == "durak":
        return
    assert len(model.races) > 20
    assert len(seen.of(JudgedRace)) > 20
    assert [race.verdict.winner for race in model.races[:5]] != [None] * 5
    assert "wanted " in screen(model, Ui(panel=Panel.RACES))


@pytest.mark.parametrize("game", ["perekur", "durak"])
def test_in_play_all_hands_and_the_last_verdicts_are_on_the_screen(game: str) -> None:
    seen = watched(game, 0)
    middle = [model for _, _, model in seen.frames if model.playing][10]
    said = " ".join(screen(middle, Ui()).replace("│", " ").split())
    assert middle.game is not None
    assert len(middle.game.open_hands) == 3
    for hand in middle.game.open_hands:
        suits: dict[str, str] = {}
        for card in sorted(hand.cards):
            rank = LOOK.rank(card.rank)
            suits[rank] = suits.get(rank, rank) + LOOK.suit(card.suit)
        assert f"{middle.names[hand.seat]}: {' '.join(suits.values())}" in said


def test_the_line_mode_tells_a_spectator_all_hands_too() -> None:
    seen = watched("durak", 0)
    middle = [model for _, _, model in seen.frames if model.playing][10]
    assert middle.game is not None
    said = hand_line(Stage(middle, LOOK, 0))
    assert all(f"{middle.names[hand.seat]}: " in said for hand in middle.game.open_hands)
    hidden = replace(middle, game=msgspec.structs.replace(middle.game, open_hands=()))
    assert hand_line(Stage(hidden, LOOK, 0)) == "spectator: hands are hidden"


@pytest.mark.parametrize("language", ["en_GB", "uk_UA", "ru_RU"])
def test_all_hands_of_the_whole_pack_fit_the_least_screen(language: str) -> None:
    names = tuple(f"Volodymyr the {number}." for number in range(1, 7))
    look = look_of({"LANG": f"{language}.UTF-8"})
    said = screen(open_table(names), Ui(), look=look)
    for suit in Suit:
        assert said.count(look.suit(suit)) == 13
