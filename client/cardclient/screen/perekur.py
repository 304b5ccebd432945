"""Perekur on the screen: seats around the pile, the last verdicts, the hand by ranks.

What lives here: lines of the table and of the hand. What must not: other
games, keys. The pile's top card and the wanted rank never move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardclient.certainty import Certainty, certainty
from cardclient.records import JudgedRace, Seat
from cardclient.screen import open_hands
from cardclient.screen.paint import Line, Span, centred, columns, fit, ranked, rule, to_height
from cardclient.screen.seats import (
    Stage,
    absence,
    lock_word,
    name_line,
    out_word,
    rivals,
    tunnel_word,
    whole_words,
)
from cardclient.sentences import sentence
from cardclient.theme import Look
from cardclient.ui import Ui
from cardclient.verdict_words import late_words, ordered, result_words
from cardclient.who import Who, milliseconds
from cardprotocol.cards import Card, Rank
from cardprotocol.games.common import Hand
from cardprotocol.games.perekur import PerekurView, Stuck

TABLE_ROWS: Final = 9
VERDICT_ROWS: Final = 4
_CENTRE: Final = 24  # cells of the middle column, odd cards and all
_SINCE_STUCK: Final = 6  # lines of the log since a stuck pile: out, dealt, and a little talk
_RANK_CELLS: Final = 5  # room for four suits and a blank
_LABEL: Final = 13  # cells before the hand; thirteen ranks still fit into 78

# Where 1..6 rivals sit, clockwise from this seat: column (0 left, 1 right) and row of the table.
_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 1),),
    2: ((0, 3), (1, 3)),
    3: ((0, 3), (0, 0), (1, 3)),
    4: ((0, 3), (0, 0), (1, 0), (1, 3)),
    5: ((0, 6), (0, 3), (0, 0), (1, 0), (1, 3)),
    6: ((0, 6), (0, 3), (0, 0), (1, 0), (1, 3), (1, 6)),
}


def title(stage: Stage, view: PerekurView) -> str:
    """What the title line says of this game."""
    t = stage.look.texts
    still = sum(not hand.place for hand in view.hands)
    said = t.tn("round {round} · {n} still in", "round {round} · {n} still in", still)
    text = said.format(round=view.round, n=still)
    last = t.t("last round")  # outside the f-string: extraction does not look into those
    return f"{text} · {last}" if view.last_round else text


def table(stage: Stage, view: PerekurView, cells: int, _rows: int) -> list[Line]:
    """Seats, pile and the last two verdicts: 13 lines, so that nothing ever moves."""
    side = (cells - _CENTRE) // 2
    sides = _sides(stage, view, side)
    pile = _pile(stage, view)
    rows = [
        columns([(sides[0][row], side), (pile[row], _CENTRE), (sides[1][row], side)])
        for row in range(TABLE_ROWS)
    ]
    return [fit(row, cells) for row in rows] + _verdicts(stage, cells)


def _sides(stage: Stage, view: PerekurView, side: int) -> tuple[list[Line], list[Line]]:
    left: list[Line] = [[] for _ in range(TABLE_ROWS)]
    right: list[Line] = [[] for _ in range(TABLE_ROWS)]
    others = rivals(stage, view.hands)
    for hand, (column, row) in zip(others, _PLACES[max(1, len(others))], strict=False):
        lines = (left, right)[column]
        lines[row] = [("", " "), *name_line(stage, hand)]
        lines[row + 1] = [("", " "), *whole_words(state(stage, view, hand), side - 1)]
    return left, right


def state(stage: Stage, view: PerekurView, hand: Hand) -> list[Span | None]:
    """How a seat stands, most important first; several words where several hold."""
    found = [out_word(stage, hand), lock_word(stage, hand.seat), _barred(stage, view, hand)]
    if not hand.place:
        found += [absence(stage, hand.seat), tunnel_word(stage, hand.seat)]
    return found


def _barred(stage: Stage, view: PerekurView, hand: Hand) -> Span | None:
    if hand.place or view.last != hand.seat or view.phase == "over":
        return None
    return ("class:warn", stage.look.texts.t("laid last: must wait"))


def _pile(stage: Stage, view: PerekurView) -> list[Line]:
    t, look = stage.look.texts.t, stage.look
    counts = t("pile {n} · redeal {redeal}").format(n=view.pile, redeal=view.redeal)
    wanted: Line = [("class:dim", t("next") + "  "), ("class:big", look.rank(view.wanted))]
    if view.phase == "look":
        wanted = [("class:warn", t("look at your cards"))]
    if view.phase == "over":
        wanted = [("class:dim", t("the match is over"))]
    lines = [*_face(stage, view.top), wanted, [("class:dim", counts)]]
    return to_height([centred(line, _CENTRE) for line in lines], TABLE_ROWS, _CENTRE)


def _face(stage: Stage, top: Card | None) -> list[Line]:
    """The top card, five lines of nine cells; an empty frame before the first."""
    look, lines = stage.look, stage.look.lines
    style = "class:frame" if top is None else look.style(top.suit)
    rank = "" if top is None else look.rank(top.rank)
    suit = " " if top is None else look.suit(top.suit)
    edge = ("class:frame", lines.down)
    inside = (f" {rank:<6}", f"   {suit}   ", f"{rank:>6} ")
    return [
        rule(9, lines, "top"),
        *([edge, (style, text), edge] for text in inside),
        rule(9, lines, "bottom"),
    ]


def _verdicts(stage: Stage, cells: int) -> list[Line]:
    """The last verdict on the left, the one before it on the right."""
    half = cells // 2
    recent = [race for race in stage.model.races if race.verdict.claims or race.late][-2:]
    blocks = [_verdict(stage, race) for race in reversed(recent)]
    blocks += [[] for _ in range(2 - len(blocks))]
    return [
        columns([(_row(blocks[0], row), half), (_row(blocks[1], row), cells - half)])
        for row in range(VERDICT_ROWS)
    ]


def _row(block: Sequence[Line], row: int) -> Line:
    return block[row] if row < len(block) else []


def _verdict(stage: Stage, race: JudgedRace) -> list[Line]:
    """A verdict in up to four lines: the winner with the card, then who was late."""
    look, verdict = stage.look, race.verdict
    who = Who(look, stage.model.names, stage.model.seat)
    made: list[tuple[Seat | None, Line]] = []
    for claim in ordered(verdict):
        mine = claim.seat == stage.model.seat
        style = "class:you" if mine else "" if made else "class:title"
        result = result_words(claim, verdict, who)
        if claim.seat == verdict.winner and certainty(verdict) is Certainty.DOUBTED:
            result += " ?"
        line = _reaction(look, who.name(claim.seat), claim.judged_us, result, style)
        made.append((claim.seat, line))
    if race.late is not None and who.seat is not None:
        # In brackets: a figure of one's own, which no judge has seen.
        result = f"({late_words(race.late, look)})"
        line = _reaction(look, who.name(who.seat), race.late.reaction_us, result, "class:you")
        made.append((who.seat, line))
    card: Span = ("", "   ")
    if race.card is not None:
        card = (look.style(race.card.suit), f"{look.card(race.card):<3}")
    rows = _cut(made, stage)
    return [[("", " "), ("", "   ") if n else card, ("", " "), *row] for n, row in enumerate(rows)]


def _reaction(look: Look, name: str, span_us: int, result: str, style: str) -> Line:
    time = look.ms(f"{milliseconds(span_us):>4}") + " "
    return [*fit([(style, name)], 9), ("", time), (style, result)]


def _cut(made: list[tuple[Seat | None, Line]], stage: Stage) -> list[Line]:
    """At most four rows: the best, and the own one wherever it stands."""
    if len(made) <= VERDICT_ROWS:
        return [line for _, line in made]
    kept = VERDICT_ROWS - 1
    own = next((n for n, (seat, _) in enumerate(made) if seat == stage.model.seat), 0)
    places = [*range(kept - 1), max(own, kept - 1)]
    more = stage.look.texts.t("and {n} more: F2").format(n=len(made) - kept)
    return [*(made[place][1] for place in places), [("class:dim", more)]]


def hand(stage: Stage, view: PerekurView, _ui: Ui, cells: int, _rows: int) -> list[Line]:
    """The own hand by ranks, two lines: ranks, and under each its suits."""
    model, look = stage.model, stage.look
    if model.seat is None:
        return open_hands.lines(stage, view.open_hands, cells)
    label = look.texts.t("hand, {n}").format(n=len(model.hand))
    ranks: Line = [*fit([("class:title", f" {label}")], _LABEL - 1), ("", " ")]
    suits: Line = fit([], _LABEL)
    lit = _hinted(stage, view)
    for rank in sorted({card.rank for card in model.hand}):
        held = [card.suit for card in model.hand if card.rank is rank]
        style = "class:chosen" if rank is lit else "class:title"
        ranks += fit([(style, look.rank(rank))], _RANK_CELLS)
        suits += fit([(look.style(suit), look.suit(suit)) for suit in held], _RANK_CELLS)
    return [fit(ranks, cells), fit(suits, cells)]


def own_state(stage: Stage, view: PerekurView) -> Line:
    """How this seat stands, in words."""
    own = next((hand for hand in view.hands if hand.seat == stage.model.seat), None)
    return whole_words(state(stage, view, own)) if own else []


def middle(stage: Stage, view: PerekurView) -> str:
    """The pile in words."""
    look = stage.look
    if view.top is None:
        return look.texts.t("the pile is empty, next {rank}").format(rank=look.rank(view.wanted))
    return look.texts.t("pile {n}, on top {card}, next {rank}").format(
        n=view.pile, card=look.card(view.top), rank=look.rank(view.wanted)
    )


def choices(stage: Stage, view: PerekurView, _ui: Ui) -> str:
    """In a race the wanted rank says it all; while looking, what the deal came of."""
    if view.phase != "look":
        return ""
    # Where the log has two lines, who went out and who deals push this out of it at once.
    recent = stage.model.log[-_SINCE_STUCK:]
    stuck = [line for line in recent if isinstance(line.what, Stuck)]
    return sentence(stuck[-1], stage.look) if stuck else ""


def keys(stage: Stage) -> list[tuple[int, str]]:
    """What can be pressed while one has cards."""
    t = stage.look.texts.t
    return ranked(t("2-9 0 J Q K A lay · / chat · F1 help · F2 races · F3 table · F10 quit"))


def _hinted(stage: Stage, view: PerekurView) -> Rank | None:
    """The rank to light up, where the table's option `hints` asks for it (PA23)."""
    table = stage.model.table
    on = table is not None and table.options.get("hints") is True
    return Rank(view.wanted) if on and view.last != stage.model.seat else None
