"""Where a spectator's hand would be: all hands, if the table shows them.

What lives here: its lines, the same in every game. What must not: cards on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from cardclient.screen.paint import Line, cut_text, fit, width
from cardclient.screen.seats import Stage
from cardclient.who import Who
from cardprotocol.cards import Card
from cardprotocol.games.common import SeatHand

# What 80x24 has room for. Names give way to cards: whose hand it is, the table says as well.
ROWS: Final = 3
_NAME_CELLS: Final = (16, 8, 4)


def lines(stage: Stage, hands: Sequence[SeatHand], cells: int) -> list[Line]:
    """All `hands` by ranks, or that they are hidden; two lines or more."""
    if not hands:
        told = stage.look.texts.t("spectator: hands are hidden")
        return [fit([("class:dim", f" {told}")], cells), fit([], cells)]
    made: list[Line] = []
    for name_cells in _NAME_CELLS:
        made = _wrapped(_words(stage, hands, name_cells), cells)
        if len(made) <= ROWS:
            break
    return [fit(line, cells) for line in (*made, *[[]] * (2 - len(made)))]


def sentence(stage: Stage, hands: Sequence[SeatHand]) -> str:
    """The same in one line of plain text."""
    if not hands:
        return stage.look.texts.t("spectator: hands are hidden")
    said = (text for word in _words(stage, hands, _NAME_CELLS[0]) for _, text in word)
    return "".join(said).strip()


def _words(stage: Stage, hands: Sequence[SeatHand], name_cells: int) -> Iterable[Line]:
    """Ranks, each with the blank before it, the first of a hand with the name as well."""
    who = Who(stage.look, stage.model.names, None)
    for hand in hands:
        first, *others = _ranks(stage, hand.cards) or [[("class:dim", "-")]]
        name = f"  {cut_text(who.name(hand.seat), name_cells)}: "
        yield [("class:title", name), *first]
        for rank in others:
            yield [("", " "), *rank]


def _ranks(stage: Stage, cards: Iterable[Card]) -> list[Line]:
    look, made = stage.look, list[Line]()
    for rank, held in groupby(sorted(cards), lambda card: card.rank):
        suits = [(look.style(card.suit), look.suit(card.suit)) for card in held]
        made.append([("", look.rank(rank)), *suits])
    return made


def _wrapped(tokens: Iterable[Line], cells: int) -> list[Line]:
    made: list[Line] = [[]]
    for token in tokens:
        if made[-1] and width(made[-1]) + width(token) > cells:
            made.append([("", "  ")])
        made[-1] += token
    return made
