"""The own hand in Invisible Durak: rows of cards, a word under each that may go.

What lives here: its lines, the part of them that fits, the marks. What must not: the table
(durak.py), what keys do (play_durak.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardclient.play_durak import options_of
from cardclient.screen import open_hands
from cardclient.screen.paint import SEPARATOR, Line, fit, width
from cardclient.screen.seats import Stage
from cardclient.ui import Ui
from cardprotocol.cards import Card
from cardprotocol.games import durak
from cardprotocol.games.durak import DurakView

_CARD: Final = 6  # cells of a card in the hand: brackets around ten and suit


def hand(stage: Stage, view: DurakView, ui: Ui, cells: int, rows: int) -> list[Line]:
    """The own hand, with brackets around the chosen card and a word under cards that may go.

    Cards and their words stay together: of a hand too long for `rows` lines as many whole pairs
    as fit, the chosen card's among them.
    """
    if stage.model.seat is None:
        return open_hands.lines(stage, view.open_hands, cells)
    pairs = _pairs(stage, ui, cells)
    room = max(1, rows // 2)
    chosen = next((n for n, (cards, _) in enumerate(pairs) if ui.chosen in cards), 0)
    first = max(0, min(chosen - room // 2, len(pairs) - room))
    shown = [list(lines) for _, lines in pairs[first : first + room]]
    for at, hidden in ((0, first), (-1, len(pairs) - first - len(shown))):
        if hidden:  # in the label's cells, under the label
            (_, blank), *marks = shown[at][1]
            mark = f"   {stage.look.lines.more}"
            shown[at][1] = [("class:dim", mark), ("", blank[len(mark) :]), *marks]
    return [fit(line, cells) for pair in shown for line in pair]


def _pairs(stage: Stage, ui: Ui, cells: int) -> list[tuple[Sequence[Card], tuple[Line, Line]]]:
    """Row by row: its cards, and the two lines they make."""
    model = stage.model
    own = stage.look.texts.t("hand, {n}").format(n=len(model.hand))
    label = f" {own}  "
    indent = width([("", label)])
    per_row = max(1, (cells - indent) // _CARD)
    made: list[tuple[Sequence[Card], tuple[Line, Line]]] = []
    for start in range(0, max(1, len(model.hand)), per_row):
        cards = model.hand[start : start + per_row]
        head = label if start == 0 else " " * indent
        faces: Line = [("class:title", head), *(s for c in cards for s in _held(stage, ui, c))]
        marks: Line = [("", " " * indent), *(s for c in cards for s in _mark(stage, ui, c))]
        made.append((cards, (faces, marks)))
    return made


def _held(stage: Stage, ui: Ui, card: Card) -> Line:
    face = stage.look.card(card)
    style = stage.look.style(card.suit)
    if card is ui.chosen:
        return fit(
            [("class:chosen", "["), (style + " class:chosen", face), ("class:chosen", "]")], _CARD
        )
    return fit([("", " "), (style, face)], _CARD)


def _mark(stage: Stage, ui: Ui, card: Card) -> Line:
    """Under a card: that it is marked, or what may be done with it."""
    tp = stage.look.texts.tp
    if card in ui.marked:
        return fit([("class:good", " " + tp("mark under a card, 5 cells", "mark"))], _CARD)
    for action in options_of(stage.model, card):
        match action:
            case durak.Beat():
                word = tp("mark under a card, 5 cells", "beats")
            case durak.Transfer() | durak.ShowTransfer():
                word = tp("mark under a card, 5 cells", "pass+")
            case _:
                word = tp("mark under a card, 5 cells", "play")
        return fit([("class:good", " " + word)], _CARD)
    return fit([], _CARD)


def keys(stage: Stage) -> list[tuple[int, str]]:
    """What this table's options allow; what may be pressed now, and then F3, before the rest."""
    said = stage.look.texts.t(
        "arrows · Space lay · Backspace take · Tab pass · + transfer · F8 show trump · / chat"
        " · F1 help · F3 table · F10 quit"
    )
    table, turn = stage.model.table, stage.model.turn
    options = table.options if table else {}
    now = {type(action) for action in turn.legal} if turn else set()
    throwing, moving = options.get("mode") != "simple", options.get("mode") == "transfer"
    showing = moving and bool(options.get("show_trump_transfer"))
    laid = now & {durak.Attack, durak.ThrowIn, durak.Beat}
    weighed: list[tuple[int, bool]] = [
        (9, True),
        (1 if laid else 4, True),
        (2 if durak.Take in now else 5, True),
        (2 if durak.Pass in now else 6, throwing),
        (2 if durak.Transfer in now else 7, moving),
        (2 if durak.ShowTransfer in now else 8, showing),
        (8, True),
        (0, True),
        (3, True),
        (0, True),
    ]
    found = zip(weighed, said.split(SEPARATOR), strict=True)
    return [(rank, text) for (rank, offered), text in found if offered]
