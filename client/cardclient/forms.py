"""Describing a table: a new one with its name, game and options, or this one's options.

What lives here: the rows of the form and what keys do to them. What must not:
drawing (screen/form.py), which options there are (the server says).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cardclient.model import Model
from cardclient.ui import Form, Panel, Result, Ui
from cardprotocol.fields import OptionValue
from cardprotocol.messages.parts import GameInfo, OptionSpec, TableInfo
from cardprotocol.messages.to_server import CreateTable, SetOptions

NAME_LONGEST: Final = 24  # the server counts cells; it says so if a name is too wide
NAME_ROW: Final = 0
GAME_ROW: Final = 1
FIRST_OPTION_ROW: Final = 2


def creating(ui: Ui, model: Model) -> Ui:
    """An empty form for a new table."""
    name = f"{model.name}'s table" if model.name else "table"
    form = Form(game=model.games[0].name, name=name[:NAME_LONGEST], suggested=True)
    return replace(ui, panel=Panel.CREATE, form=form)


def editing(ui: Ui, table: TableInfo) -> Ui:
    """The options of this table, to be changed by its host."""
    form = Form(game=table.game, values=dict(table.options), row=FIRST_OPTION_ROW, editing=True)
    return replace(ui, panel=Panel.CREATE, form=form)


def game_of(model: Model, form: Form) -> GameInfo | None:
    """What the server says of the form's game."""
    return next((game for game in model.games if game.name == form.game), None)


def specs_of(model: Model, form: Form) -> tuple[OptionSpec, ...]:
    """The options the form offers, in the server's order."""
    game = game_of(model, form)
    return game.options if game else ()


def spec_of(model: Model, form: Form) -> OptionSpec | None:
    """The option in the form's row; None on its first rows, or where the server told of none."""
    place, specs = form.row - FIRST_OPTION_ROW, specs_of(model, form)
    return specs[place] if 0 <= place < len(specs) else None


def value_of(form: Form, spec: OptionSpec) -> OptionValue:
    """An option's value in the form."""
    return form.values.get(spec.name, spec.default)


def press(result: Result, key: str, data: str) -> Result:
    """What `key` does to the form that is open."""
    form = result.ui.form
    if form is None:
        return replace(result, ui=replace(result.ui, panel=Panel.NONE))
    match key:
        case "c-m" | "c-j":
            return _sent(result, form)
        case "f6" | "f3" | "escape":
            panel = Panel.TABLE if form.editing else Panel.NONE
            return replace(result, ui=replace(result.ui, panel=panel, form=None))
        case "f10" | "c-c":
            return replace(result, quit=True, interrupted=key == "c-c")
        case "up" | "down":
            return _with(result, _moved(result.model, form, 1 if key == "down" else -1))
        case "left" | "right" | " " if form.row != NAME_ROW:
            return _with(result, _turned(result.model, form, -1 if key == "left" else 1))
        case _ if form.row == NAME_ROW:
            return _with(result, _named(form, key, data))
        case _:
            return result


def _with(result: Result, form: Form) -> Result:
    return replace(result, ui=replace(result.ui, form=form))


def _sent(result: Result, form: Form) -> Result:
    values = dict(form.values)
    if form.editing:
        ui = replace(result.ui, panel=Panel.TABLE, form=None)
        return replace(result, ui=ui, send=(SetOptions(options=values),))
    if not form.name.strip():
        return result
    # The form stays open until the table's view arrives: a refusal is shown beside it.
    made = CreateTable(table=form.name.strip(), game=form.game, options=values)
    return replace(result, send=(made,))


def _moved(model: Model, form: Form, step: int) -> Form:
    first = FIRST_OPTION_ROW if form.editing else 0
    count = FIRST_OPTION_ROW + len(specs_of(model, form)) - first
    return replace(form, row=first + (form.row - first + step) % max(1, count))


def _turned(model: Model, form: Form, step: int) -> Form:
    if form.row == GAME_ROW:
        names = [game.name for game in model.games]
        return replace(form, game=names[(names.index(form.game) + step) % len(names)], values={})
    spec = spec_of(model, form)
    if spec is None:
        return form
    after = turned(spec, value_of(form, spec), step)
    return replace(form, values={**form.values, spec.name: after})


def turned(spec: OptionSpec, value: OptionValue, step: int) -> OptionValue:
    """The next value of an option in direction `step`."""
    if spec.choices:
        place = spec.choices.index(str(value)) if str(value) in spec.choices else 0
        return spec.choices[(place + step) % len(spec.choices)]
    if isinstance(spec.default, bool):
        return not value
    least, most = spec.least or 0, spec.most if spec.most is not None else 100
    return max(least, min(most, int(value) + step * _stride(least, most)))


def _stride(least: int, most: int) -> int:
    """Steps that cross a wide range in about twenty presses."""
    return max(1, (most - least) // 20)


def _named(form: Form, key: str, data: str) -> Form:
    """The form after a key in its name's row; what is typed takes a suggestion's place."""
    name = _name(form.name, key, data)
    if name == form.name:
        return form
    typed = form.suggested and key != "c-h"
    return replace(form, name=_name("", key, data) if typed else name, suggested=False)


def _name(name: str, key: str, data: str) -> str:
    if key == "c-h":
        return name[:-1]
    if key == "c-u":
        return ""
    text = data if key == "<bracketed-paste>" else key if len(key) == 1 else ""
    return (name + "".join(c for c in text if c.isprintable()))[:NAME_LONGEST]
