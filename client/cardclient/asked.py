"""What a command line asked of a table, and in what the table that was found differs from it.

What lives here: the comparison and its sentence; `--game` and `--option` describe a table that is
made, and one that is there already may be another. What must not: joining or making it
(entering.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardclient.option_values import as_typed
from cardclient.option_words import label, value_words
from cardclient.records import Difference, Unlike
from cardclient.theme import Look
from cardprotocol.fields import OptionValue
from cardprotocol.messages.parts import TableInfo
from cardprotocol.text import folded

TABLE = "table"
GAME = "game"


@dataclass(frozen=True, slots=True)
class Asked:
    """A table as it was asked for; "" and None where nothing was said."""

    table: str = ""
    game: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)


def unlike(asked: Asked, table: TableInfo) -> Unlike | None:
    """In what `table` is not as `asked`; None if it is."""
    made: list[Difference] = []
    if asked.table and folded(asked.table) != folded(table.table):
        made.append(Difference(TABLE, asked.table, table.table))
    if asked.game is not None and asked.game != table.game:
        made.append(Difference(GAME, asked.game, table.game))
    else:  # options of another game say nothing about this one
        made += _options(asked, table)
    return Unlike(tuple(made)) if made else None


def _options(asked: Asked, table: TableInfo) -> list[Difference]:
    made = []
    for name, value in asked.options.items():
        found = table.options.get(name)
        wanted = value if found is None else as_typed(value, found)
        if wanted != found:
            made.append(Difference(name, wanted, found))
    return made


def unlike_sentence(what: Unlike, look: Look) -> str:
    """`what` in one line."""
    said = "; ".join(_difference(each, look) for each in what.differences)
    return look.texts.t("This table is not as asked: {what}").format(what=said)


def _difference(what: Difference, look: Look) -> str:
    t = look.texts.t
    name = {TABLE: t("table"), GAME: t("game")}.get(what.name) or label(what.name, look.texts)
    if what.found is None:
        return t("{option}: there is no such option").format(option=look.clean(name))
    return t("{option}: {found}, not {asked}").format(
        option=look.clean(name),
        found=look.clean(_value(what.name, what.found, look)),
        asked=look.clean(_value(what.name, what.asked, look)),
    )


def _value(name: str, value: OptionValue, look: Look) -> str:
    """A table and a game as they are typed; an option's value in words."""
    return str(value) if name in (TABLE, GAME) else value_words(name, value, look.texts)
