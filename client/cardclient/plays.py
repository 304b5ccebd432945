"""Each game's keys: who turns a key into an action.

With games.py (folds), sentences.py (words) and screen/games.py (screens) the
only place where the client names games. Must not hold: what a key does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from cardclient import play_durak, play_perekur
from cardclient.keys import Meaning
from cardclient.model import Model
from cardclient.ui import Panel, Result, Ui
from cardprotocol.games.common import View
from cardprotocol.games.durak import DurakView
from cardprotocol.games.perekur import PerekurView
from cardprotocol.games.vocabulary import AnyView


@dataclass(frozen=True, slots=True)
class Play:
    """`press(result, key, pressed_us)` is what a key does; `settle` fits selections to a hand."""

    press: Callable[[Result, Meaning, int], Result]
    settle: Callable[[Model, Ui], Ui]


_PLAYS: Final[dict[type[View], Play]] = {
    PerekurView: Play(play_perekur.press, settle=lambda _model, ui: ui),
    DurakView: Play(play_durak.press, play_durak.settled),
}


def play_of(view: AnyView) -> Play:
    """What keys do in the game that `view` is of."""
    return _PLAYS[type(view)]


def followed(ui: Ui, before: Model, after: Model) -> Ui:
    """`ui` after the model changed: panels give way to a table or a match that begins."""
    if _place(before) != _place(after):
        ui = replace(Ui(), typing=ui.typing)
    elif after.playing and not before.playing:
        stays = Panel.HELP if ui.panel is Panel.HELP else Panel.NONE
        ui = replace(ui, panel=stays, form=None)
    if after.game is None:
        return ui
    if after.turn is not before.turn:
        ui = replace(ui, chosen=None, target=None)
    return play_of(after.game).settle(after, ui)


def _place(model: Model) -> str | None:
    return None if model.table is None else model.table.table
