"""The bell: off unless asked for; your move, beaten to it; never with a race on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardclient.bell import rings
from cardclient.model import Model
from cardclient.receiving import receive, show
from cardclient.wishes import Wishes
from cardprotocol.games import durak
from cardprotocol.games.common import MatchEnded, Outcome
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import Turn, Verdict
from tests.support.client_story import claim, in_bout, in_race, laid, reveal, verdict

LOST = verdict(1, claim(1, 387_000), claim(0, 401_000, 14_000))
WON = verdict(1, claim(0, 387_000), claim(1, 401_000, 14_000))
OVER = MatchEnded(Outcome(reason="stuck", ranking=((1,), (0,)), losers=(0,)))


def turned(model: Model, *actors: int) -> Model:
    turn = Turn(actors=actors, legal=(durak.Take(),) if 0 in actors else ())
    return receive(model, c.Events(seq=9, events=(durak.Passed(seat=2),), turn=turn), 0)


def test_it_rings_when_the_move_comes_to_this_seat_and_not_while_it_stays() -> None:
    theirs = turned(in_bout(), 1)
    mine = turned(theirs, 0, 2)
    assert rings(theirs, mine)
    assert not rings(mine, turned(mine, 0))
    assert not rings(mine, turned(mine, 1))
    assert not rings(replace(theirs, seat=None), replace(mine, seat=None))


def test_it_rings_when_somebody_was_quicker_and_no_race_follows() -> None:
    before = in_race()
    lost = show(before, reveal(laid(1, "2C"), OVER, verdict=LOST), 9)
    assert rings(before, lost)
    assert not rings(lost, receive(lost, c.Said(name="Ann", text="hi"), 10))


@pytest.mark.parametrize("judged", [WON, verdict(1, claim(1, 387_000)), verdict(1)])
def test_it_does_not_ring_for_races_won_or_not_taken_part_in(judged: Verdict) -> None:
    before = in_race()
    assert not rings(before, show(before, reveal(OVER, verdict=judged), 9))


def test_a_verdict_that_opens_the_next_race_is_silent() -> None:
    before = in_race()
    after = show(before, reveal(laid(1, "2C"), verdict=LOST, race=2), 9)
    assert after.race is not None
    assert not rings(before, after)
    assert not rings(replace(before, race=None), before)


def test_it_is_off_unless_it_is_asked_for() -> None:
    theirs = turned(in_bout(), 1)
    mine = turned(theirs, 0)
    assert not Wishes().rings(theirs, mine)
    assert Wishes(bell=True).rings(theirs, mine)
