"""Invisible Durak on the screen: seats and roles, the bout's pairs, the hand with what it may do.

What lives here: lines of the table and of the hand. What must not: other
games, keys. The trump suit is always in sight. There is no race, so cards that
may be played are marked.
"""

from __future__ import annotations

from typing import Final

from cardclient.durak_bout import last_bout, last_bout_forms
from cardclient.durak_words import durak_sentence, suit_name
from cardclient.option_words import value_words
from cardclient.play_durak import beats, my_turn
from cardclient.records import Seat
from cardclient.screen.paint import Line, Span, columns, fit, to_height, width, wrapped
from cardclient.screen.seats import (
    Stage,
    absence,
    name_line,
    out_word,
    rivals,
    tunnel_word,
    whole_words,
)
from cardclient.ui import Ui
from cardclient.who import Who
from cardprotocol.cards import Card
from cardprotocol.games import durak
from cardprotocol.games.common import Hand
from cardprotocol.games.durak import DurakView, Pair

_SEATS_A_ROW: Final = 3
_SEAT_ROWS: Final = 3  # for each of them: two lines and a blank
_BOUT_ROWS: Final = 6  # twelve attacks at 80 cells, or fewer and what the last bout came to
_LAST_BOUT_ROWS: Final = 2
_FACTS: Final = 26  # cells of the column with trump, stock and discard pile
_PAIR: Final = 6  # cells of a pair of cards


def title(stage: Stage, _view: DurakView) -> str:
    """What the title line says of this game: variant, deck, how the first move is found."""
    t, options = stage.look.texts.t, stage.model.table.options if stage.model.table else {}
    parts = [
        value_words("mode", options.get("mode", ""), stage.look.texts),
        t("{n} cards").format(n=options.get("deck", "")),
        value_words("first_move", options.get("first_move", ""), stage.look.texts),
    ]
    return " · ".join(part for part in parts if part)


def table(stage: Stage, view: DurakView, cells: int, rows: int) -> list[Line]:
    """Seats and roles, the cards on the table, trump and stock, what happened last.

    As many lines at every move of a match, 13 at the most. Where there are fewer `rows` the blank
    ones go first and then what the last bout came to; never a seat or a card.
    """
    groups = -(-max(1, len(view.hands) - (stage.model.seat is not None)) // _SEATS_A_ROW)
    bout = _bout(stage, view, cells)
    tight = rows < groups * _SEAT_ROWS + _BOUT_ROWS + 1
    lines = [*_seats(stage, view, cells, _SEAT_ROWS - tight), *bout]
    natural = max(len(lines), groups * _SEAT_ROWS + _BOUT_ROWS)
    room = max(len(lines), min(natural, rows - 1))
    below = _last_bout(stage, cells, min(_LAST_BOUT_ROWS, room - len(lines)))
    return [
        *(fit(line, cells) for line in to_height(lines, room - len(below), cells)),
        *below,
        fit(_last_act(stage), cells),
    ]


def _last_bout(stage: Stage, cells: int, rows: int) -> list[Line]:
    """What the bout before came to, which stands until the next one ends; whole, or a shorter form.

    Where the log has two lines, the draws and the new bout push it out of there at once.
    """
    bout = last_bout(stage.model.log)
    forms = () if bout is None else last_bout_forms(bout, stage.look)
    for form in forms:
        joined = "; ".join(form)
        # All in one line, or a line for each part, before a line breaks inside a part.
        said = [joined] if width([("", joined)]) <= cells - 2 else [*form]
        if any(width([("", part)]) > cells - 2 for part in said):
            said = wrapped(joined, cells - 2)
        if len(said) <= rows:
            return [fit([("", f" {part}")], cells) for part in said]
    return []


def _seats(stage: Stage, view: DurakView, cells: int, rows: int) -> list[Line]:
    """The others, three abreast, `rows` lines for each three."""
    third = cells // _SEATS_A_ROW
    made: list[Line] = []
    others = rivals(stage, view.hands)
    for start in range(0, len(others), _SEATS_A_ROW):
        group = others[start : start + _SEATS_A_ROW]
        names = columns([([("", " "), *name_line(stage, h)], third) for h in group])
        states = [whole_words(_state(stage, view, h), third - 1) for h in group]
        below = columns([([("", " "), *state], third) for state in states])
        made += to_height([names, below], rows, cells)
    return made


def _state(stage: Stage, view: DurakView, hand: Hand) -> list[Span | None]:
    found = [out_word(stage, hand)]
    if not hand.place:
        found += [_role(stage, view, hand.seat), absence(stage, hand.seat)]
        found.append(tunnel_word(stage, hand.seat))
    return found


def _role(stage: Stage, view: DurakView, seat: Seat) -> Span | None:
    """Attacking, defending, taking, or asked to throw in."""
    t, turn = stage.look.texts.t, stage.model.turn
    acting, mine = turn is not None and seat in turn.actors, seat == stage.model.seat
    if view.phase == "over" or (acting and mine):
        return None  # what oneself may do is said by `choices`
    if mine:
        return _own_role(stage, view, seat)
    if seat == view.defender:
        word = t("takes") if view.phase == "taking" else t("defends")
    elif acting and view.phase != "attack":
        word = t("may throw in")
    elif seat == view.attacker:
        word = t("attacks")
    else:
        return None
    return ("class:big" if acting else "class:dim", f"> {word}" if acting else word)


def _own_role(stage: Stage, view: DurakView, seat: Seat) -> Span | None:
    """What this seat does in the bout while others act."""
    t = stage.look.texts.t
    if seat == view.defender:
        return ("class:dim", t("you take") if view.phase == "taking" else t("you defend"))
    return ("class:dim", t("you attack")) if seat == view.attacker else None


def _bout(stage: Stage, view: DurakView, cells: int) -> list[Line]:
    """The pairs on the table on the left, what is known of the pack on the right."""
    t, look, room = stage.look.texts.t, stage.look, cells - _FACTS
    on_table = t("on the table")
    label = f" {on_table}  "
    indent = width([("", label)])
    per_row = max(1, (room - indent) // _PAIR)
    rows: list[Line] = []
    for start in range(0, max(1, len(view.table)), per_row):
        pairs = view.table[start : start + per_row]
        head = label if start == 0 else " " * indent
        rows.append([("class:dim", head), *(s for p in pairs for s in _cell(stage, p.attack))])
        rows.append([("", " " * indent), *(s for p in pairs for s in _answer(stage, p))])
    facts: list[Line] = [
        [
            ("", t("trump") + "  "),
            (look.style(view.trump), look.suit(view.trump)),
            ("", "  " + suit_name(view.trump, Who(look, {}))),
        ],
        [("", t("stock  {n} (unseen)").format(n=view.stock))],
        [("", t("discard  {n}").format(n=view.discard))],
        [("", t("limit  {n}").format(n=view.limit))],
    ]
    height = max(len(rows), len(facts))
    left, right = to_height(rows, height, room), to_height(facts, height, _FACTS)
    return [columns([(a, room), (b, _FACTS)]) for a, b in zip(left, right, strict=True)]


def _cell(stage: Stage, card: Card) -> Line:
    return fit([(stage.look.style(card.suit), stage.look.card(card))], _PAIR)


def _answer(stage: Stage, pair: Pair) -> Line:
    if pair.by is not None:
        return _cell(stage, pair.by)
    return fit([("class:warn", stage.look.lines.gap)], _PAIR)


def _last_act(stage: Stage) -> Line:
    """The last thing that happened in the bout."""
    for line in reversed(stage.model.log):
        told = durak_sentence(line.what, Who(stage.look, line.names, line.seat))
        if told:
            return [("class:title", f" {told}")]
    return []


def own_state(stage: Stage, view: DurakView) -> Line:
    """This seat's role, in words."""
    own = next((hand for hand in view.hands if hand.seat == stage.model.seat), None)
    return whole_words(_state(stage, view, own)) if own else []


def middle(stage: Stage, view: DurakView) -> str:
    """The bout and the pack in words."""
    look = stage.look
    pairs = " ".join(
        f"{look.card(pair.attack)}/{look.card(pair.by) if pair.by else look.lines.gap}"
        for pair in view.table
    )
    said = look.texts.t("on the table: {pairs}; trump {suit}, stock {stock}, discard {discard}")
    return said.format(
        pairs=pairs or "-",
        suit=suit_name(view.trump, Who(look, {})),
        stock=view.stock,
        discard=view.discard,
    )


def choices(stage: Stage, _view: DurakView, ui: Ui) -> str:
    """What this seat may do now, in words."""
    model, t = stage.model, stage.look.texts.t
    if not my_turn(model) or model.turn is None:
        return ""
    kinds = {type(action) for action in model.turn.legal}
    aimed = beats(model, ui)
    words = [
        t("you may lay a card to attack") if durak.Attack in kinds else "",
        t("you may throw in (up marks several)") if durak.ThrowIn in kinds else "",
        t("Space beats {card}").format(card=stage.look.card(aimed.target)) if aimed else "",
        t("+ transfers") if durak.Transfer in kinds else "",
        t("F8 shows the trump") if durak.ShowTransfer in kinds else "",
        t("Backspace takes") if durak.Take in kinds else "",
        t("Tab passes") if durak.Pass in kinds else "",
    ]
    return " · ".join(word for word in words if word)
