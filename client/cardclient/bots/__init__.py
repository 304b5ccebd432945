"""Strategies by name: bots worth copying, one file a game.

Adding a game adds its strategies to the table below (docs/adding-a-game.md).
May import cardclient.bot and the vocabulary; read perekur.py first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardclient.bot import Bot
from cardclient.bots.durak import Counting, Lowest
from cardclient.bots.perekur import First, Lazy
from cardclient.texts import Words


class Auto(Counting, First):
    """Plays whichever game its table plays: races like First, takes turns like Counting."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play: the bot's class, the games it knows and a line of description."""

    make: type[Bot]
    games: tuple[str, ...]
    what: str


STRATEGIES: Final[dict[str, Strategy]] = {
    "auto": Strategy(Auto, ("perekur", "durak"), Words("the better one for the table's game")),
    "first": Strategy(First, ("perekur",), Words("lays as soon as it can")),
    "lazy": Strategy(Lazy, ("perekur",), Words("lets most races go by")),
    "lowest": Strategy(Lowest, ("durak",), Words("plays its lowest legal card")),
    "counting": Strategy(Counting, ("durak",), Words("keeps trumps and counts cards")),
}
