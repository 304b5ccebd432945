"""The lobby: every table with its game, players, bots and spectators.

What lives here: the list. What must not: making a table (form.py).
"""

from __future__ import annotations

from typing import Final

from cardclient.screen.games import game_title
from cardclient.screen.paint import Line, columns, fit
from cardclient.screen.seats import Stage
from cardprotocol.messages.parts import TableLine

# Cells of the columns; each is a blank wider than what stands in it in any language.
_NAME: Final = 26
_GAME: Final = 18
_SEATS: Final = 7


def lines(stage: Stage, chosen: int, cells: int, height: int) -> list[Line]:
    """The tables, the chosen one marked; in exactly `height` lines or fewer."""
    t, model = stage.look.texts.t, stage.model
    if model.tables is None:
        return [[], fit([("class:dim", "  " + t("asking for the tables"))], cells)]
    head = [("class:dim", t("table")), ("class:dim", t("game")), ("class:dim", t("seats"))]
    made: list[Line] = [_columns(head[0][1], head[1][1], head[2][1], t("who"), cells, "class:dim")]
    if not model.tables:
        return [*made, [], fit([("", "   " + t("No tables yet: F6 makes one."))], cells)]
    room = height - 2
    first = max(0, min(chosen % len(model.tables) - room // 2, len(model.tables) - room))
    for place, line in list(enumerate(model.tables))[first : first + room]:
        made.append(_table(stage, line, place == chosen % len(model.tables), cells))
    if model.tables_pages > 1:
        said = t("page {n} of {all}").format(n=model.tables_page + 1, all=model.tables_pages)
        made.append(fit([("class:dim", f"   {said}")], cells))
    return made


def _table(stage: Stage, line: TableLine, chosen: bool, cells: int) -> Line:
    look = stage.look
    seats = f"{len(line.players)}/{line.seats}"
    mark = "> " if chosen else "  "
    return _columns(
        mark + look.clean(line.table),
        look.clean(game_title(line.game, look.texts)),
        seats,
        people_words(stage, line),
        cells,
        "class:chosen" if chosen else "",
    )


def people_words(stage: Stage, line: TableLine) -> str:
    """Who is at a table, and whether they play."""
    t = stage.look.texts
    extras = [
        t.tn("{n} bot", "{n} bots", line.bots).format(n=line.bots) if line.bots else "",
        t.tn("{n} spectator", "{n} spectators", line.spectators).format(n=line.spectators)
        if line.spectators
        else "",
        t.t("playing") if line.playing else t.t("waiting"),
    ]
    names = ", ".join(stage.look.clean(name) for name in line.players)
    return " · ".join(part for part in (names, *extras) if part)


def _columns(name: str, game: str, seats: str, who: str, cells: int, style: str) -> Line:
    return columns(
        [
            ([(style, f" {name}" if name.startswith((">", " ")) else f"   {name}")], _NAME),
            ([(style, game)], _GAME),
            ([(style, seats)], _SEATS),
            ([(style, who)], cells - _NAME - _GAME - _SEATS),
        ]
    )
