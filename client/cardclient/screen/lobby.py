"""The lobby: every table with its game, players, bots and spectators.

What lives here: the list, and what differs at a table from its game's defaults. What must
not: making a table (form.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardclient.option_words import label, value_words
from cardclient.screen.games import game_title
from cardclient.screen.paint import Line, columns, cut_text, fit, width, wrapped
from cardclient.screen.seats import Stage
from cardprotocol.fields import OptionValue
from cardprotocol.messages.parts import TableLine

# Cells of the columns; each is a blank wider than what stands in it in any language.
_NAME: Final = 26
_GAME: Final = 18
_SEATS: Final = 7
_INDENT: Final = 5
_MOST_DETAILS: Final = 4  # lines about the chosen table


def lines(stage: Stage, chosen: int, cells: int, height: int) -> list[Line]:
    """The tables, the chosen one marked, each with its people and options as far as there is room.

    In exactly `height` lines or fewer.
    """
    t, model = stage.look.texts.t, stage.model
    if model.tables is None:
        return [[], fit([("class:dim", "  " + t("asking for the tables"))], cells)]
    head = [("class:dim", t("table")), ("class:dim", t("game")), ("class:dim", t("seats"))]
    made: list[Line] = [_columns(head[0][1], head[1][1], head[2][1], t("who"), cells, "class:dim")]
    if not model.tables:
        return [*made, [], fit([("", "   " + t("No tables yet: F6 makes one."))], cells)]
    made += _tables(stage, model.tables, chosen % len(model.tables), cells, height - 2)
    if model.tables_pages > 1:
        said = t("page {n} of {all}").format(n=model.tables_page + 1, all=model.tables_pages)
        made.append(fit([("class:dim", f"   {said}")], cells))
    return made


def _tables(
    stage: Stage, tables: Sequence[TableLine], chosen: int, cells: int, room: int
) -> list[Line]:
    """The tables with a line about each, or, where that is too long, about the chosen one alone."""
    details = 1 if 2 * len(tables) + _MOST_DETAILS - 1 <= room else 0
    blocks = [_block(stage, line, n == chosen, cells, details) for n, line in enumerate(tables)]
    above = sum(map(len, blocks[:chosen]))
    made = [line for block in blocks for line in block]
    first = max(0, min(above - (room - len(blocks[chosen])) // 2, len(made) - room))
    return made[first : first + room]


def _block(stage: Stage, line: TableLine, chosen: bool, cells: int, details: int) -> list[Line]:
    """A table's own line, and below it up to `details` about it; the chosen one's say all."""
    look = stage.look
    parts = _standing(stage, line)
    if details == 0 and not chosen:
        parts += _people(stage, line)
    row = _columns(
        ("> " if chosen else "  ") + look.clean(line.table),
        look.clean(game_title(line.game, look.texts)),
        f"{len(line.players)}/{line.seats}",
        _marked(stage, _joined(parts), cells - _NAME - _GAME - _SEATS),
        cells,
        "class:chosen" if chosen else "",
    )
    below = _details(stage, line, cells - _INDENT, _MOST_DETAILS if chosen else details)
    return [row, *(fit([("", " " * _INDENT), ("class:dim", said)], cells) for said in below)]


def _details(stage: Stage, line: TableLine, cells: int, most: int) -> list[str]:
    """Who is there and how the table differs from others, in up to `most` lines."""
    said = wrapped(_joined([*_people(stage, line), option_words(stage, line)]), cells)
    if len(said) > most > 0:
        said[most - 1] = _marked(stage, " ".join(said[most - 1 :]), cells)
    return said[:most]


def _marked(stage: Stage, said: str, cells: int) -> str:
    """`said` in `cells` cells, with a mark where it goes on."""
    if width([("", said)]) <= cells:
        return said
    mark = stage.look.lines.more
    return cut_text(said, cells - width([("", mark)])) + mark


def option_words(stage: Stage, line: TableLine) -> str:
    """The options of a table that differ from its game's defaults; "" if none does."""
    return ", ".join(_option(stage, name, value) for name, value in line.options.items())


def _option(stage: Stage, name: str, value: OptionValue) -> str:
    look = stage.look
    return look.clean(f"{label(name, look.texts)}: {value_words(name, value, look.texts)}")


def people_words(stage: Stage, line: TableLine) -> str:
    """How a table stands, and who is there."""
    return _joined([*_standing(stage, line), *_people(stage, line)])


def _standing(stage: Stage, line: TableLine) -> list[str]:
    t = stage.look.texts
    bots = t.tn("{n} bot", "{n} bots", line.bots).format(n=line.bots) if line.bots else ""
    return [t.t("playing") if line.playing else t.t("waiting"), bots]


def _people(stage: Stage, line: TableLine) -> list[str]:
    t, count = stage.look.texts, line.spectators
    names = ", ".join(stage.look.clean(name) for name in line.players)
    return [names, t.tn("{n} spectator", "{n} spectators", count).format(n=count) if count else ""]


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(part for part in parts if part)


def _columns(name: str, game: str, seats: str, who: str, cells: int, style: str) -> Line:
    return columns(
        [
            ([(style, f" {name}" if name.startswith((">", " ")) else f"   {name}")], _NAME),
            ([(style, game)], _GAME),
            ([(style, seats)], _SEATS),
            ([(style, who)], cells - _NAME - _GAME - _SEATS),
        ]
    )
