"""What was asked for with the command, kept by the full screen: a table as described, the bell."""

from __future__ import annotations

import pytest

from cardclient.asked import Asked
from cardclient.wishes import Wishes
from cardprotocol.cards import Suit, cards
from cardprotocol.games import durak
from cardprotocol.games.common import Hand
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import Turn
from tests.client.test_app import Stage, run
from tests.support.client_story import table_info, welcome

DEAL = (
    durak.Dealt(
        trump=Suit.HEARTS, stock=6, hands=tuple(Hand(n, 6) for n in range(4)), cards=cards("6H 7H")
    ),
)


def test_a_table_that_is_not_as_asked_is_told_of_on_the_screen() -> None:
    async def story(stage: Stage) -> None:
        stage.channel.tell(welcome("kitchen"), c.View(seq=0, table=table_info(), seat=0))
        await stage.settle()

    wishes = Wishes(asked=Asked("kitchen", "durak"))
    assert "not as asked: game: perekur, not durak" in run(story, wishes).screen()


@pytest.mark.parametrize("bell", [True, False])
def test_the_bell_rings_for_the_own_move_if_it_was_asked_for(bell: bool) -> None:
    async def story(stage: Stage) -> None:
        view = c.View(seq=0, table=table_info("durak", playing=True), seat=0)
        stage.channel.tell(welcome("kitchen"), view)
        for seat in (1, 0):
            events = (durak.BoutStarted(attacker=1, defender=0, limit=4),)
            turn = Turn(actors=(seat,))
            stage.channel.tell(c.Events(seq=seat + 1, events=(*DEAL, *events), turn=turn))
        await stage.settle()

    assert ("\a" in run(story, Wishes(bell=bell)).screen()) is bell
