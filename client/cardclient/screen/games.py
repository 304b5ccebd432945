"""Each game's part of the screen, by the type of its view.

With games.py and plays.py the only place where the client names games; a new
game adds one entry here. Must not hold: drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cardclient.screen import durak, durak_hand, perekur
from cardclient.screen.paint import Line
from cardclient.screen.seats import Stage
from cardclient.texts import Texts
from cardclient.ui import Ui
from cardprotocol.games.common import View
from cardprotocol.games.durak import DurakView
from cardprotocol.games.perekur import PerekurView
from cardprotocol.games.vocabulary import AnyView


@dataclass(frozen=True, slots=True)
class GameScreen:
    """How a game is drawn; each function gets the view type it is listed under.

    `table` and `hand` are told how many lines there are for them: `table` may need more of them
    for seats and cards, `hand` keeps to them. `choices` is what may be done now; `middle` the cards
    on the table in one line of words; `keys` the line at the foot of the screen.
    """

    title: Callable[[Stage, Any], str]
    table: Callable[[Stage, Any, int, int], list[Line]]
    hand: Callable[[Stage, Any, Ui, int, int], list[Line]]
    own_state: Callable[[Stage, Any], Line]
    choices: Callable[[Stage, Any, Ui], str]
    middle: Callable[[Stage, Any], str]
    keys: Callable[[Texts], str]


_SCREENS: Final[dict[type[View], GameScreen]] = {
    PerekurView: GameScreen(
        perekur.title,
        perekur.table,
        perekur.hand,
        perekur.own_state,
        perekur.choices,
        perekur.middle,
        keys=lambda texts: texts.t(
            "2-9 0 J Q K A lay · / chat · F1 help · F2 races · F3 table · F10 quit"
        ),
    ),
    DurakView: GameScreen(
        durak.title,
        durak.table,
        durak_hand.hand,
        durak.own_state,
        durak.choices,
        durak.middle,
        keys=lambda texts: texts.t(
            "arrows · Space lay · Backspace take · Tab pass · + transfer · / chat · F1 help"
        ),
    ),
}


def screen_of(view: AnyView) -> GameScreen:
    """How the game that `view` is of is drawn."""
    return _SCREENS[type(view)]


def game_titles(texts: Texts) -> dict[str, str]:
    """Each game's name on the wire and the name people know it by."""
    return {"perekur": texts.t("Perekur"), "durak": texts.t("Invisible Durak")}


def game_title(name: str, texts: Texts) -> str:
    """A game's name for people; its wire name if this client does not know it."""
    return game_titles(texts).get(name, name)
