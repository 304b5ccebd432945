"""A long hand in Durak keeps every card and the word under it; other rows give way."""

from __future__ import annotations

import pytest

from cardclient.model import Model
from cardclient.plays import followed
from cardclient.receiving import receive
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Ui
from cardprotocol.cards import DECK_52, Suit
from cardprotocol.games import durak
from cardprotocol.games.common import Hand
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import Turn
from tests.support.client_story import at_table

NAMES = ("Olga", "Petro", "Daria", "Ivan", "Maria", "Taras")
LOOKS = {
    name: look_of({"LANG": lang})
    for name, lang in {
        "en": "en_GB.UTF-8",
        "uk": "uk_UA.UTF-8",
        "ru": "ru_RU.UTF-8",
        "ascii": "C",
    }.items()
}


def attacking(held: int, players: int) -> Model:
    """This seat attacks with `held` cards, each of which may go."""
    hand = DECK_52[:held]
    events = (
        durak.Dealt(
            trump=Suit.CLUBS,
            stock=0,
            hands=tuple(Hand(seat, held) for seat in range(players)),
            cards=hand,
        ),
        durak.BoutStarted(attacker=0, defender=1, limit=6),
    )
    legal = tuple(durak.Attack(cards=(card,)) for card in hand)
    turn = Turn(actors=(0,), legal=legal, until_us=None)
    model = at_table("durak", NAMES[:players])
    model = receive(model, c.Events(seq=4, events=events, turn=turn), 0)
    return receive(model, c.Said(name="Petro", text="first"), 0)


def rows(model: Model, look: str = "en", size: tuple[int, int] = (80, 24)) -> list[str]:
    drawn = draw(Stage(model, LOOKS[look], 0), followed(Ui(), Model(), model), *size)
    return ["".join(text for _, text in line) for line in drawn]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("held", [11, 12, 20, 24, 30])
def test_every_card_that_may_go_has_its_word(look: str, players: int, held: int) -> None:
    texts = LOOKS[look].texts
    word = texts.tp("mark under a card, 5 cells", "play")
    for size in ((80, 24), (120, 40)):
        shown = rows(attacking(held, players), look, size)
        joints = [n for n, row in enumerate(shown) if row[1] == row[2] == row[3] and row[1] in "─-"]
        hand = shown[joints[1] + 1 : joints[2] - 1]
        assert sum(row[:79].split().count(word) for row in hand) == held


@pytest.mark.parametrize("held", [6, 12, 24])
def test_blank_rows_of_the_table_go_to_hand_and_log(held: int) -> None:
    shown = rows(attacking(held, 2))
    assert sum(row.strip("│ ") == "" for row in shown[2:15]) <= 4
    assert any("Petro: first" in row for row in shown)


def test_the_table_is_as_high_at_every_move_of_a_match() -> None:
    model = attacking(6, 4)
    places = set()
    for cards in ((), DECK_52[:1], DECK_52[:3]):
        if cards:
            attack = durak.Attacked(seat=0, cards=cards, left=5)
            model = receive(model, c.Events(seq=5, events=(attack,), turn=None), 0)
        shown = rows(model)
        places.add(next(n for n, row in enumerate(shown) if " hand, " in row))
    assert len(places) == 1


def test_a_hand_that_cannot_fit_keeps_the_chosen_card_and_says_there_is_more() -> None:
    model = attacking(52, 6)
    ui = Ui(chosen=model.hand[-1])
    drawn = draw(Stage(model, LOOKS["en"], 0), ui, 80, 24)
    shown = ["".join(text for _, text in line) for line in drawn]
    at = next(n for n, row in enumerate(shown) if "[" in row)
    assert "play" in shown[at + 1]
    assert sum("…" in row for row in shown) == 1
