"""Bots of Durak one decision at a time: what they lead, beat, pass on and take; and turns."""

from __future__ import annotations

import asyncio

import pytest

from cardclient.bot import Bot
from cardclient.bots.durak import Counting, Lowest
from cardclient.pacing import BURST, GAP_US
from cardprotocol.cards import Card, Suit, cards
from cardprotocol.errors import ErrorCode
from cardprotocol.games import durak
from cardprotocol.games.common import Hand
from cardprotocol.games.durak import DurakView, Pair
from cardprotocol.games.vocabulary import AnyAction
from cardprotocol.messages.parts import Turn
from cardprotocol.messages.to_client import Done, Error, Events
from cardprotocol.messages.to_server import Act
from tests.support.bot_wire import seated_bot, table_info
from tests.support.virtual_loop import VirtualLoop, run_virtually


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
        wire = seated_bot(bot, loop, view, table_info("durak"))
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
        wire = seated_bot(Lowest(), loop, _durak("9S"), table_info("durak"))
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
        wire = seated_bot(Lowest(), loop, _durak("9S"), table_info("durak"))
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
        wire = seated_bot(Lowest(), loop, _durak("9S"), table_info("durak"))
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
