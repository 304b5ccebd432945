"""Making a table, or changing its options: each explained where it stands.

What lives here: the form's lines. What must not: what keys do (forms.py).
"""

from __future__ import annotations

from cardclient.forms import (
    FIRST_OPTION_ROW,
    GAME_ROW,
    NAME_ROW,
    game_of,
    spec_of,
    specs_of,
    value_of,
)
from cardclient.option_words import explained, label, range_words, value_words
from cardclient.screen.games import game_title
from cardclient.screen.paint import Line, columns, fit, tail_text, to_height, wrapped
from cardclient.screen.seats import Stage
from cardclient.ui import Form

_NAME_CELLS = 28


def lines(stage: Stage, form: Form, cells: int, height: int) -> list[Line]:
    """The form in `height` lines: its rows, and below them the chosen one explained."""
    t = stage.look.texts.t
    heading = t("Options of this table") if form.editing else t("A new table")
    rows: list[Line] = []
    specs = specs_of(stage.model, form)
    for place, spec in enumerate(specs):
        value = value_of(form, spec)
        shown = stage.look.clean(value_words(spec.name, value, stage.look.texts))
        changed = "" if value == spec.default else "*"
        rows.append(
            _row(
                stage.look.clean(label(spec.name, stage.look.texts) + changed),
                shown,
                form.row == place + FIRST_OPTION_ROW,
                cells,
            )
        )
    head: list[Line] = [fit([("class:title", f" {heading}")], cells), fit([], cells)]
    head += [] if form.editing else _first_rows(stage, form, cells)
    room = height - len(head) - 4
    chosen = form.row - FIRST_OPTION_ROW
    first = max(0, min(chosen - room // 2, len(rows) - room))
    visible = rows[first : first + room]
    told = [_hidden(stage, first, len(rows) - first - len(visible), cells)]
    told += _explanation(stage, form, cells)
    return [*head, *to_height(visible, room, cells), *to_height(told, 4, cells)]


def _hidden(stage: Stage, above: int, below: int, cells: int) -> Line:
    """How many options are out of sight, if any are."""
    t = stage.look.texts.t
    words = [t("{n} more above").format(n=above) if above else ""]
    words.append(t("{n} more below").format(n=below) if below else "")
    said = " · ".join(word for word in words if word)
    return fit([("class:dim", f"   {stage.look.lines.more} {said}" if said else "")], cells)


def _first_rows(stage: Stage, form: Form, cells: int) -> list[Line]:
    t = stage.look.texts.t
    room = cells - _NAME_CELLS - 1
    name = tail_text(stage.look.clean(form.name), room, stage.look.lines.more)
    name += "_" if form.row == NAME_ROW else ""
    game = stage.look.clean(game_title(form.game, stage.look.texts))
    return [
        _row(t("name"), name, form.row == NAME_ROW, cells),
        _row(t("game"), game, form.row == GAME_ROW, cells),
    ]


def _row(name: str, value: str, chosen: bool, cells: int) -> Line:
    style = "class:chosen" if chosen else ""
    mark = " > " if chosen else "   "
    return columns([([(style, mark + name)], _NAME_CELLS), ([(style, value)], cells - _NAME_CELLS)])


def _explanation(stage: Stage, form: Form, cells: int) -> list[Line]:
    """The chosen row in a sentence, and what it may be."""
    texts = stage.look.texts
    spec = spec_of(stage.model, form)
    told, choices = _players(stage, form), ""
    if form.row == NAME_ROW:
        told = texts.t("Type the name others will see in the lobby.")
    if spec is not None:
        told = explained(spec.name, texts)
        default = value_words(spec.name, spec.default, texts)
        choices = texts.t("{choices} · default {default}").format(
            choices=range_words(spec, texts), default=default
        )
    made = [fit([("", f" {line}")], cells) for line in wrapped(told, cells - 2)[:2]]
    return [*made, fit([("class:dim", f" {stage.look.clean(choices)}")], cells)]


def _players(stage: Stage, form: Form) -> str:
    game = game_of(stage.model, form)
    if game is None:
        return ""
    return stage.look.texts.t("For {least} to {most} players.").format(
        least=game.least_seats, most=game.most_seats
    )
