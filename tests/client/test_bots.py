"""Bots one decision at a time: what they see, say and wait for."""

from __future__ import annotations

import asyncio

import pytest

from cardclient.bot import Bot
from cardclient.bots.durak import Counting, Lowest
from cardclient.bots.perekur import First, Lazy
from cardclient.link import OnLost, OnMessage
from cardclient.pacing import BURST, GAP_US, Pace
from cardclient.reaction import FASTEST_US, HumanReaction, Level
from cardprotocol.cards import Card, Suit, cards
from cardprotocol.errors import ErrorCode
from cardprotocol.games import durak
from cardprotocol.games.common import Hand
from cardprotocol.games.durak import DurakView, Pair
from cardprotocol.games.perekur import Laid, Lay, PerekurView
from cardprotocol.games.vocabulary import AnyAction, AnyView
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.parts import RaceOpening, SeatInfo, TableInfo, Turn
from cardprotocol.messages.to_client import Done, Error, Events, Reveal, View
from cardprotocol.messages.to_server import Act, Claim, Shown
from cardprotocol.messages.unions import AnyToClient
from tests.support.virtual_loop import VirtualLoop, run_virtually

NONCE = b"12345678"


class Wire:
    """A Channel that keeps what is sent, with the moment."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.now_us = loop.now_us
        self.sent: list[tuple[int, ToServer]] = []
        self.racing = False
        self.on_message: OnMessage = lambda _message, _us: None
        self.on_lost: OnLost = lambda _reason: None

    def send(self, message: ToServer) -> None:
        self.sent.append((self.loop.now_us(), message))

    def race_open(self, is_open: bool) -> None:
        self.racing = is_open

    def close(self) -> None:
        """Nothing to close."""

    def tell(self, *messages: AnyToClient) -> None:
        for message in messages:
            self.on_message(message, self.loop.now_us())

    def of(self, kind: type[ToServer]) -> list[tuple[int, ToServer]]:
        return [(at, message) for at, message in self.sent if isinstance(message, kind)]


def _table(game: str = "perekur", **options: bool | int | str) -> TableInfo:
    seats = tuple(SeatInfo(seat=n, name=f"P{n}") for n in range(3))
    return TableInfo(
        table="one", game=game, options=options, seats=seats, least_seats=2, most_seats=6
    )


def _perekur(hand: str, last: int | None = None) -> PerekurView:
    return PerekurView(
        phase="race",
        hands=tuple(Hand(n, 5) for n in range(3)),
        dealer=0,
        round=1,
        redeal=0,
        pile=3,
        wanted=5,
        last=last,
        cards=cards(hand),
    )


def _seated(bot: Bot, loop: VirtualLoop, game: AnyView, table: TableInfo) -> Wire:
    wire = Wire(loop)
    bot.attach(wire, lambda _message: None)
    wire.tell(View(seq=1, table=table, seat=1, game=game))
    return wire


def _race(at_us: int, race: int = 7) -> Reveal:
    return Reveal(seq=2, at_us=at_us, race=RaceOpening(race, NONCE))


def test_a_reveal_is_shown_at_its_time_then_claimed_at_once_where_the_server_draws() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = _seated(First(), loop, _perekur("5H 9S"), _table(bots_race="humanlike"))
        wire.tell(_race(100_100_000))
        await asyncio.sleep(0.099)
        assert wire.sent == []
        await asyncio.sleep(0.5)
        claim = Claim(
            race=7,
            nonce=NONCE,
            action=Lay(card=Card("5H")),
            shown_us=100_100_000,
            pressed_us=100_100_000,
        )
        shown = Shown(race=7, shown_us=100_100_000)
        assert wire.sent == [(100_100_000, shown), (100_100_000, claim)]
        assert wire.racing

    run_virtually(story)


def test_where_bots_race_raw_it_waits_as_long_as_the_rules_ask_or_as_its_model_says() -> None:
    async def story(loop: VirtualLoop) -> None:
        table = _table(bots_race="raw")
        quick = _seated(First(), loop, _perekur("5H"), table)
        human = HumanReaction.of(Level.NORMAL)
        slow = _seated(First(seed=3, reaction=human), loop, _perekur("5H"), table)
        for wire in (quick, slow):
            wire.tell(_race(100_000_000))
        await asyncio.sleep(5)
        [(quick_us, _)], [(slow_us, _)] = quick.of(Claim), slow.of(Claim)
        assert quick_us == 100_000_000 + FASTEST_US
        assert slow_us > 100_250_000

    run_virtually(story)


def test_a_press_for_a_race_that_was_decided_meanwhile_is_not_sent() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = _seated(First(), loop, _perekur("5H"), _table(bots_race="raw"))
        wire.tell(_race(100_000_000))
        await asyncio.sleep(0.05)
        laid = Laid(seat=0, card=Card("5S"), left=4, pile=4, wanted=6)
        wire.tell(Reveal(seq=3, at_us=100_050_000, events=(laid,)))
        await asyncio.sleep(1)
        assert wire.of(Claim) == []
        assert not wire.racing

    run_virtually(story)


def test_a_barred_seat_and_one_without_the_rank_send_no_claim() -> None:
    async def story(loop: VirtualLoop) -> None:
        barred = _seated(First(), loop, _perekur("5H", last=1), _table())
        without = _seated(First(), loop, _perekur("9S"), _table())
        for wire in (barred, without):
            wire.tell(_race(100_000_000))
        await asyncio.sleep(1)
        assert barred.of(Claim) == []
        assert without.of(Claim) == []

    run_virtually(story)


def test_after_a_false_start_it_tries_again_when_the_lock_is_over() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = _seated(First(), loop, _perekur("5H"), _table(bots_race="humanlike"))
        wire.tell(_race(100_000_000))
        code = ErrorCode.CLAIM_FALSE_START
        wire.tell(Error(code=code.value, text=code.sentence, race=7, locked_us=250_000))
        await asyncio.sleep(1)
        first, second = (at for at, _ in wire.of(Claim))
        assert second - first == 270_000

    run_virtually(story)


def test_a_lazy_bot_lets_most_races_go_by_and_its_seed_repeats_which() -> None:
    async def story(loop: VirtualLoop) -> None:
        claims = []
        for _ in range(2):
            wire = _seated(Lazy(seed=4), loop, _perekur("5H"), _table(bots_race="humanlike"))
            for number in range(40):
                wire.tell(_race(loop.now_us(), race=number))
            claims.append([message.race for _, message in wire.of(Claim)])  # type: ignore[attr-defined]
        assert claims[0] == claims[1]
        assert 5 < len(claims[0]) < 25

    run_virtually(story)


# turns


def _durak(hand: str, table: str = "", **more: object) -> DurakView:
    """`table` as ``6H/7H 8S``: attacks, each with what beats it."""
    pairs = [pair.partition("/") for pair in table.split()]
    fields: dict[str, object] = {
        "phase": "attack",
        "hands": tuple(Hand(n, 6) for n in range(3)),
        "trump": Suit.DIAMONDS,
        "stock": 12,
        "discard": 0,
        "attacker": 1,
        "defender": 2,
        "limit": 6,
        "table": tuple(Pair(Card(a), Card(b) if b else None) for a, _, b in pairs),
        "cards": cards(hand),
    }
    return DurakView(**{**fields, **more})  # type: ignore[arg-type]


def _choice(bot: Bot, view: DurakView, *legal: AnyAction) -> AnyAction:
    chosen: list[AnyAction] = []

    async def story(loop: VirtualLoop) -> None:
        wire = _seated(bot, loop, view, _table("durak"))
        wire.tell(Events(seq=2, events=(), turn=Turn(actors=(1,), legal=legal)))
        [(_, act)] = wire.of(Act)
        assert isinstance(act, Act)
        chosen.append(act.action)

    run_virtually(story)
    return chosen[0]


def _leads(codes: str) -> tuple[AnyAction, ...]:
    return tuple(durak.Attack(cards=(card,)) for card in cards(codes))


def _throws(codes: str) -> tuple[AnyAction, ...]:
    return tuple(durak.ThrowIn(cards=(card,)) for card in cards(codes))


def test_the_lowest_card_is_the_lowest_that_is_no_trump() -> None:
    view = _durak("6D 9S JH")
    assert _choice(Lowest(), view, *_leads("6D 9S JH")) == durak.Attack(cards=cards("9S"))
    beat = durak.Beat(card=Card("6D"), target=Card("9S"))
    assert _choice(Lowest(), _durak("6D", "9S", defender=1), durak.Take(), beat) == beat
    assert _choice(Lowest(), view, durak.Pass()) == durak.Pass()


def test_counting_keeps_its_trumps_while_there_is_a_stock() -> None:
    view = _durak("8D", "8S/9S", phase="throw_in")
    assert _choice(Counting(), view, durak.Pass(), *_throws("8D")) == durak.Pass()
    late = _durak("8D", "8S/9S", phase="throw_in", stock=0)
    assert _choice(Counting(), late, durak.Pass(), *_throws("8D")) == _throws("8D")[0]
    taking = _durak("8D", "8S", phase="taking", stock=0)
    assert _choice(Counting(), taking, durak.Pass(), *_throws("8D")) == durak.Pass()


def test_counting_passes_an_attack_on_rather_than_beat_it_unless_that_costs_a_trump() -> None:
    beat = durak.Beat(card=Card("9S"), target=Card("8S"))
    view = _durak("8H 8D 9S", "8S", defender=1)
    plain, trump = durak.Transfer(card=Card("8H")), durak.Transfer(card=Card("8D"))
    shown = durak.ShowTransfer(card=Card("8D"))
    assert _choice(Counting(), view, durak.Take(), beat, plain, trump, shown) == shown
    assert _choice(Counting(), view, durak.Take(), beat, plain, trump) == plain
    assert _choice(Counting(), view, durak.Take(), beat, trump) == beat
    assert _choice(Counting(), view, durak.Take(), trump) == trump


def test_counting_leads_its_winners_first_once_it_knows_that_nobody_can_stop_it() -> None:
    bot = Counting()
    taken = cards("7H 9H TS")
    bot.held[2] = set(taken)
    hands = (Hand(0, 0, 1), Hand(1, 2), Hand(2, 3))
    view = _durak("6S AH", stock=0, hands=hands)
    assert _choice(bot, view, *_leads("6S AH")) == _leads("AH")[0]
    assert _choice(Lowest(), view, *_leads("6S AH")) == _leads("6S")[0]


def test_counting_remembers_what_was_beaten_off_and_who_took_what() -> None:
    bot = Counting()
    ended = durak.BoutEnded
    bot.on_event(ended(taken=False, defender=2, cards=cards("6S 7S"), discard=2))
    bot.on_event(ended(taken=True, defender=2, cards=cards("8H 9H"), discard=2))
    bot.on_event(durak.Attacked(seat=2, cards=cards("8H"), left=3))
    assert bot.gone == set(cards("6S 7S"))
    assert bot.held[2] == set(cards("9H"))
    assert not bot.unseen(_durak("AH", "KH")) & set(cards("6S 7S AH KH"))


def test_a_turn_is_not_offered_again_before_the_act_is_answered() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = _seated(Lowest(), loop, _durak("9S"), _table("durak"))
        turn = Turn(actors=(1,), legal=_leads("9S"))
        wire.tell(Events(seq=2, events=(), turn=turn), Events(seq=3, events=(), turn=turn))
        [(_, act)] = wire.of(Act)
        wire.tell(Done(re=act.id), Events(seq=4, events=(), turn=turn))
        assert len(wire.of(Act)) == 2

    run_virtually(story)


@pytest.mark.parametrize(
    ("code", "moved", "acts"),
    [
        (ErrorCode.RULES_NOT_BEATING, False, 1),  # a mistake of its own is not repeated for ever
        (ErrorCode.RULES_TURN, True, 2),  # somebody else was first: there is a new choice
        (ErrorCode.MESSAGE_RATE, False, 2),
    ],
)
def test_after_a_refusal_it_acts_again_only_if_that_may_help(
    code: ErrorCode, moved: bool, acts: int
) -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = _seated(Lowest(), loop, _durak("9S"), _table("durak"))
        turn = Turn(actors=(1,), legal=_leads("9S"))
        wire.tell(Events(seq=2, events=(), turn=turn))
        [(_, act)] = wire.of(Act)
        if moved:
            wire.tell(Events(seq=3, events=(), turn=turn))
        wire.tell(Error(re=act.id, code=code.value, text=code.sentence))
        await asyncio.sleep(5)
        assert len(wire.of(Act)) == acts

    run_virtually(story)


def test_acts_keep_within_the_servers_budget() -> None:
    async def story(loop: VirtualLoop) -> None:
        wire = _seated(Lowest(), loop, _durak("9S"), _table("durak"))
        turn = Turn(actors=(1,), legal=_leads("9S"))
        for seq in range(2, 120):
            wire.tell(Events(seq=seq, events=(), turn=turn))
            while len(wire.of(Act)) < seq - 1:
                await asyncio.sleep(0.01)
            wire.tell(Done(re=wire.of(Act)[-1][1].id))
        moments = [at for at, _ in wire.of(Act)]
        for first, last in zip(moments, moments[BURST + 20 :], strict=False):
            assert last - first >= 20 * GAP_US

    run_virtually(story)


def test_a_pace_gives_a_burst_then_one_at_a_time_and_recovers() -> None:
    pace = Pace(gap_us=100, burst=3)
    for _ in range(3):
        assert pace.wait_us(0) == 0
        pace.spend(0)
    assert pace.wait_us(0) == 100
    assert pace.wait_us(60) == 40
    assert pace.wait_us(1_000) == 0


def test_an_exception_in_a_hook_ends_the_bot_and_is_handed_on() -> None:
    class Broken(Bot):
        def on_race(self, wanted: int) -> None:
            raise ZeroDivisionError(wanted)

    async def story(loop: VirtualLoop) -> None:
        failures: list[Exception] = []
        bot = Broken()
        wire = _seated(bot, loop, _perekur("5H"), _table())
        bot.on_failure = failures.append
        wire.tell(_race(100_000_000), _race(100_000_000, race=8))
        assert [type(failure) for failure in failures] == [ZeroDivisionError]

    run_virtually(story)
