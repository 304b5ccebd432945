"""The line of keys at the foot of the screen: what can be pressed now, in whole entries.

What lives here: choosing the entries, and which give way where not all fit. What must not: what a
key does (controls.py), or which keys a game has (screen/games.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardclient import games
from cardclient.screen import seating
from cardclient.screen.games import screen_of
from cardclient.screen.paint import Line, fit, fitting, ranked
from cardclient.screen.seats import Stage
from cardclient.ui import Panel, Ui

# Help names all the keys, and nobody should have to guess the way out.
_ALWAYS: Final = ("F1 ", "F10 ")
_RACES: Final = "F2 "


def line(stage: Stage, ui: Ui, cells: int) -> Line:
    """The keys of what is on the screen."""
    entries = _entries(stage, ui)
    weighed = [(0 if text.startswith(_ALWAYS) else rank, text) for rank, text in entries]
    return fit([("class:keys", f" {fitting(weighed, cells - 1)}")], cells)


def _entries(stage: Stage, ui: Ui) -> Sequence[tuple[int, str]]:
    t, model = stage.look.texts.t, stage.model
    if ui.typing is not None:
        return ranked(t("Enter says it · an empty line says nothing"))
    panels = {
        Panel.CREATE: t("up/down choose · left/right change · Enter done · F6 back"),
        Panel.HELP: t("F1 next page · Enter back"),
        Panel.RACES: t("up/down another race · F2 or Enter back"),
        Panel.SCORES: t("F5 next game · left/right page · Enter back"),
        Panel.TABLE: seating.keys(stage, ui.row),
    }
    if ui.panel in panels:
        return ranked(panels[ui.panel])
    if model.table is None:
        said = t("up/down · Enter join · F4 watch · F5 scores · F6 new table · F1 help · F10 quit")
        arrows, *others = ranked(said)
        return [(len(others) + 1, arrows[1]), *others]  # found without being told
    if model.game is not None and model.in_play:
        return screen_of(model.game).keys(stage)
    return _between(stage, model.table.game)


def _between(stage: Stage, game: str) -> Sequence[tuple[int, str]]:
    """The keys of who has no cards to play at the table."""
    t, model = stage.look.texts.t, stage.model
    if model.playing or model.seat is None:
        said = t("/ chat · F1 help · F2 races · F3 table · F10 quit")
    else:
        said = t("Enter ready · / chat · F1 help · F2 races · F3 table · F10 quit")
    races = games.has_races(game)
    return [entry for entry in ranked(said) if races or not entry[1].startswith(_RACES)]
