"""Each game's part of the screen, by the type of its view.

With games.py and plays.py the only place where the client names games; a new
game adds one entry here. Must not hold: drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    on the table in one line of words; `keys` the
    entries at the foot of the screen, each with a rank: what matters least gives way first.
    """

    title: Callable[[Stage, Any], str]
    table: Callable[[Stage, Any, int, int], list[Line]]
    hand: Callable[[Stage, Any, Ui, int, int], list[Line]]
    own_state: Callable[[Stage, Any], Line]
    choices: Callable[[Stage, Any, Ui], str]
    middle: Callable[[Stage, Any], str]
    keys: Callable[[Stage], Sequence[tuple[int, str]]]


_SCREENS: Final[dict[type[View], GameScreen]] = {
    PerekurView: GameScreen(
        perekur.title,
        perekur.table,
        perekur.hand,
        perekur.own_state,
        perekur.choices,
        perekur.middle,
        perekur.keys,
    ),
    DurakView: GameScreen(
        durak.title,
        durak.table,
        durak_hand.hand,
        durak.own_state,
        durak.choices,
        durak.middle,
        durak_hand.keys,
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
