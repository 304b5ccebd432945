"""Choosing and laying cards in a bout by keys alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardclient.model import linked
from cardclient.plays import followed
from cardclient.receiving import receive
from cardclient.records import Hint, LinkState
from cardclient.ui import Result, Ui
from cardprotocol.cards import Card, cards
from cardprotocol.games import durak
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.parts import Turn
from tests.support.client_keys import after, hint, start
from tests.support.client_story import at_table, in_bout

# a bout

BEAT_TRUMP = durak.Beat(card=Card("6H"), target=Card("7S"))


def bout_result(*legal: durak.DurakAction, **more: str) -> Result:
    model = in_bout(*legal, **more)
    return start(model, followed(Ui(), at_table("durak"), model))


def test_space_beats_with_the_first_card_that_can() -> None:
    result = after(bout_result(durak.Take(), BEAT_TRUMP), " ")
    assert result.send == (s.Act(action=BEAT_TRUMP),)


def test_arrows_choose_another_card_and_the_server_says_why_it_does_not_beat() -> None:
    result = after(bout_result(durak.Take(), BEAT_TRUMP), "right", " ")
    assert result.send == (s.Act(action=durak.Beat(card=Card("9D"), target=Card("7S"))),)


def test_a_rank_key_chooses_the_card_that_may_be_played() -> None:
    result = after(bout_result(BEAT_TRUMP), "q", "6")
    assert result.ui.chosen is Card("6H")
    assert result.send == ()


def test_down_aims_at_another_card_to_be_beaten() -> None:
    other = durak.Beat(card=Card("6H"), target=Card("7D"))
    result = after(bout_result(BEAT_TRUMP, other, attack="7S 7D"), "down", " ")
    assert result.send == (s.Act(action=other),)


@pytest.mark.parametrize(
    ("key", "action"),
    [
        ("c-h", durak.Take()),
        ("f5", durak.Take()),
        ("c-i", durak.Pass()),
        ("f6", durak.Pass()),
        ("+", durak.Transfer(card=Card("6H"))),
        ("=", durak.Transfer(card=Card("6H"))),
        ("f7", durak.Transfer(card=Card("6H"))),
        ("f8", durak.ShowTransfer(card=Card("6H"))),
    ],
)
def test_one_key_each_for_take_pass_and_transfer(key: str, action: durak.DurakAction) -> None:
    assert after(bout_result(BEAT_TRUMP, action), key).send == (s.Act(action=action),)


@pytest.mark.parametrize(
    ("legal", "key", "said"),
    [
        ((durak.ThrowIn(cards=cards("9D")), durak.Pass()), "c-h", Hint.NOTHING_TO_TAKE),
        ((BEAT_TRUMP, durak.Take()), "c-i", Hint.NOTHING_TO_PASS),
        ((durak.Attack(cards=cards("9D")),), "f5", Hint.NOTHING_TO_TAKE),
        ((durak.Attack(cards=cards("9D")),), "f6", Hint.NOTHING_TO_PASS),
    ],
)
def test_a_key_for_what_is_not_asked_now_says_so(
    legal: tuple[durak.DurakAction, ...], key: str, said: Hint
) -> None:
    result = after(bout_result(*legal), key)
    assert result.send == ()
    assert hint(result) is said


def test_marked_cards_are_thrown_in_together() -> None:
    legal = (durak.ThrowIn(cards=cards("9D")), durak.ThrowIn(cards=cards("QC")), durak.Pass())
    model = in_bout(*legal)
    game = model.game
    assert isinstance(game, durak.DurakView)
    watching = durak.BoutStarted(attacker=0, defender=1, limit=6)
    model = receive(
        model,
        c.Events(seq=4, events=(watching,), turn=Turn(actors=(0,), legal=legal)),
        0,
    )
    attacked = durak.Attacked(seat=0, cards=cards("10H"), left=3)
    model = receive(
        model, c.Events(seq=5, events=(attacked,), turn=Turn(actors=(0,), legal=legal)), 0
    )
    result = after(start(model, followed(Ui(), in_bout(), model)), "9", "up", "q", "up", " ")
    assert result.send == (s.Act(action=durak.ThrowIn(cards=cards("9D QC"))),)
    assert result.ui.marked == ()


@pytest.mark.parametrize("key", [" ", "c-h", "c-i", "+", "f8"])
def test_without_a_connection_nothing_is_sent(key: str) -> None:
    result = bout_result(BEAT_TRUMP)
    result = after(replace(result, model=linked(result.model, LinkState.LOST)), key)
    assert result.send == ()
    assert hint(result) is Hint.NO_LINK


def test_out_of_turn_nothing_is_sent() -> None:
    model = replace(in_bout(BEAT_TRUMP), turn=Turn(actors=(1,)))
    result = after(start(model), " ")
    assert result.send == ()
    assert hint(result) is Hint.NOT_YOUR_TURN
