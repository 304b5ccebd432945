"""Durak at 80x24: what the last bout came to stands on the table until the next one ends."""

from __future__ import annotations

import pytest

from cardclient.model import Model
from cardclient.receiving import receive
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import Look, look_of
from cardclient.ui import Ui
from cardprotocol.cards import DECK_36, Card, Suit, cards
from cardprotocol.games import durak
from cardprotocol.games.common import Hand
from cardprotocol.games.vocabulary import AnyEvent
from cardprotocol.messages import to_client as c
from tests.support.client_story import at_table, in_bout

LOOKS = {name: look_of({"LANG": f"{name}.UTF-8"}) for name in ("en", "uk", "ru")}
NEXT = durak.BoutStarted(attacker=2, defender=3, limit=4)
# Everybody draws, and the next bout begins: more lines than the log has room for.
DRAWN = (
    durak.Drew(seat=1, count=2, left=6, stock=4),
    durak.Drew(seat=2, count=1, left=6, stock=3),
    durak.Drew(seat=0, count=2, left=6, stock=1, cards=cards("9D QC")),
)


def told(model: Model, *events: AnyEvent) -> Model:
    return receive(model, c.Events(seq=model.seq + len(events), events=events), 0)


def rows(model: Model, look: Look = LOOKS["en"]) -> list[str]:
    drawn = draw(Stage(model, look, 0), Ui(), 80, 24)
    return ["".join(text for _, text in line)[1:-1] for line in drawn]


def said(model: Model) -> str:
    return " ".join(" ".join(rows(model)[1:15]).split())


def taken(*faces: Card) -> durak.BoutEnded:
    return durak.BoutEnded(defender=1, taken=True, cards=faces, discard=0)


def test_who_took_what_and_who_drew_stand_until_the_next_bout_ends() -> None:
    model = told(in_bout(), taken(*cards("7S 8H 9H")), *DRAWN, NEXT)
    last = "last bout: Petro took 3 cards: 7♠ 8♥ 9♥; drawn: Petro 2, Daria 1, you 9♦ Q♣"
    assert last in said(model)
    model = told(model, durak.Attacked(seat=2, cards=cards("7C"), left=5))
    assert last in said(model)
    assert "Daria attacked with 7♣" in said(model)
    beaten = durak.BoutEnded(defender=3, taken=False, cards=cards("7C 8C"), discard=2)
    after = said(told(model, beaten, NEXT))
    assert "last bout: beaten off, 2 cards discarded: 7♣ 8♣" in after
    assert "took 3 cards" not in after


def test_who_drew_stands_on_a_line_of_its_own_rather_than_break_in_the_middle() -> None:
    drawn = tuple(durak.Drew(seat=seat, count=2, left=6, stock=9) for seat in (1, 2, 3))
    beaten = durak.BoutEnded(defender=3, taken=False, cards=cards("4D TD 4C TC"), discard=4)
    lines = rows(told(in_bout(), beaten, *drawn, NEXT))
    assert " last bout: beaten off, 4 cards discarded: 4♦ 10♦ 4♣ 10♣" in map(str.rstrip, lines)
    assert " drawn: Petro 2, Daria 2, Ivan 2" in map(str.rstrip, lines)


def test_the_first_bout_has_none_before_it_and_the_next_match_forgets() -> None:
    assert "last bout" not in said(in_bout())
    model = told(in_bout(), taken(*cards("7S")))
    fresh = durak.Dealt(trump=Suit.CLUBS, stock=12, hands=(Hand(0, 6), Hand(1, 6)), cards=())
    assert "last bout" not in said(told(model, fresh, NEXT))


@pytest.mark.parametrize("language", LOOKS)
@pytest.mark.parametrize("count", range(1, 31))
def test_however_much_was_taken_the_words_end_where_they_should(language: str, count: int) -> None:
    look = LOOKS[language]
    model = at_table("durak", tuple(f"Longish name {n}" for n in range(6)))
    model = told(model, *started(), taken(*DECK_36[:count]), *(drew(n) for n in range(6)), NEXT)
    number = look.texts.tn(
        "last bout: {who} took {n} card", "last bout: {who} took {n} cards", count
    )
    shown = rows(model, look)
    start = next(n for n, row in enumerate(shown) if number.partition(":")[0] in row)
    last = " ".join(" ".join(shown[start : start + 2]).split())
    names = [f"Longish name {n} 1" for n in range(1, 6)]
    assert all(name in last for name in names) or not any(name in last for name in names)
    whole = " ".join(look.card(card) for card in DECK_36[:count])
    assert (f": {whole};" in last) == (look.card(DECK_36[0]) in last)


def started() -> tuple[AnyEvent, ...]:
    hands = tuple(Hand(seat, 6) for seat in range(6))
    return (
        durak.Dealt(trump=Suit.HEARTS, stock=6, hands=hands, cards=cards("9D")),
        durak.BoutStarted(attacker=1, defender=0, limit=4),
    )


def drew(seat: int) -> durak.Drew:
    return durak.Drew(seat=seat, count=1, left=6, stock=5 - seat)
