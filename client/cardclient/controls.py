"""What a key does: panels, chat, the lobby, the table's own affairs; cards go to the game.

What lives here: one pure function from a key to a Result, and its parts by
screen. What must not: drawing, sending, clocks; forms (forms.py) and games
(play_*.py) have files of their own. Randomness comes in as `entropy`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from cardclient import forms, keys
from cardclient.keys import Do, Meaning
from cardclient.model import LEAVE_ID, hinted
from cardclient.past_races import told
from cardclient.plays import play_of
from cardclient.records import Hint, Noted
from cardclient.ui import Panel, Result, Ui, chosen_race
from cardprotocol.messages import to_server as s

CHAT_LONGEST: Final = 200  # characters; the server refuses more (chat/text)
# F7 leaves on one screen and transfers a bout on the other, so in a match it must be meant.
LEAVE_AGAIN_US: Final = 4_000_000
HELP_PAGES: Final = 5
_STEPS: Final = {"up": -1, "down": 1}
_FUNCTION_KEYS: Final = frozenset(f"f{number}" for number in range(1, 25))
_PANELS: Final = {Do.HELP: Panel.HELP, Do.RACES: Panel.RACES, Do.TABLE: Panel.TABLE}


@dataclass(frozen=True, slots=True)
class Press:
    """One key: its name, the text it types, when it was read, and 16 random bytes if needed."""

    key: str
    data: str
    pressed_us: int
    entropy: Callable[[], bytes]


def press(result: Result, key: Press) -> Result:
    """What `key` leads to; what sends something makes the answer to an earlier key old.

    A function key that leads to nothing is answered with a hint, wherever it is pressed.
    """
    after = _press(result, key)
    if not after.send:
        idle = key.key in _FUNCTION_KEYS and after == result and result.ui.typing is None
        return _note(after, Hint.NO_KEY, key) if idle else after
    model = after.model
    hint = None if model.hint is result.model.hint else model.hint
    return replace(after, model=replace(model, refusal=None, hint=hint))


def _press(result: Result, key: Press) -> Result:
    if result.ui.typing is not None:
        return _typed(result, key)
    if key.key == "escape" and result.ui.panel not in (Panel.NONE, Panel.CREATE):
        return replace(result, ui=_closed(result.ui))
    if key.key == "f1" and result.ui.panel is Panel.CREATE:
        return replace(result, ui=_toggled(result.ui, Panel.HELP))
    if result.ui.panel is Panel.RACES and key.key in _STEPS and told(result.model.races):
        return _another_race(result, _STEPS[key.key])
    if result.ui.panel is Panel.CREATE:
        return forms.press(result, key.key, key.data)
    if result.ui.panel is Panel.SCORES:
        return _in_scores(result, keys.in_lobby(key.key), key)
    if result.model.table is None:
        return _in_lobby(result, keys.in_lobby(key.key), key)
    if result.ui.panel is Panel.TABLE:
        return _in_table_panel(result, keys.in_table_panel(key.key), key)
    return _at_table(result, keys.at_table(key.key), key)


def _note(result: Result, hint: Hint, key: Press) -> Result:
    return replace(result, model=hinted(result.model, Noted(hint), key.pressed_us))


def _common(result: Result, meaning: Meaning | None, key: Press) -> Result | None:
    """Keys that mean the same everywhere; None if `meaning` is none of them."""
    match meaning:
        case Do.QUIT:
            return replace(result, quit=True)
        case Do.INTERRUPT:
            return replace(result, quit=True, interrupted=True)
        case Do.TABLE | Do.CHAT if result.model.table is None:
            return _note(result, Hint.NO_TABLE, key)
        case Do.HELP | Do.RACES | Do.TABLE:
            return replace(result, ui=_toggled(result.ui, _PANELS[meaning]))
        case Do.CHAT:
            return replace(result, ui=replace(result.ui, typing=""))
        case _:
            return None


def _toggled(ui: Ui, panel: Panel) -> Ui:
    if panel is Panel.HELP and ui.panel is Panel.HELP and ui.page + 1 < HELP_PAGES:
        return replace(ui, page=ui.page + 1)
    if ui.panel is panel:
        return _closed(ui)
    form = ui.form if panel is Panel.HELP else None
    return replace(ui, panel=panel, form=form, row=0, page=0, race=None, leaving_us=None)


def _closed(ui: Ui) -> Ui:
    """`ui` without its panel; help goes back to the form it was asked for from."""
    panel = Panel.CREATE if ui.panel is Panel.HELP and ui.form is not None else Panel.NONE
    return replace(ui, panel=panel, row=0, page=0, race=None, leaving_us=None)


def _another_race(result: Result, step: int) -> Result:
    """The next race on F2, older or newer; the newest stays the newest when one more is judged."""
    judged = told(result.model.races)
    place = min(len(judged) - 1, max(0, chosen_race(result.ui, judged) + step))
    race = judged[place].verdict.race if place else None
    return replace(result, ui=replace(result.ui, race=race))


def _at_table(result: Result, meaning: Meaning | None, key: Press) -> Result:
    common = _common(result, meaning, key)
    if common is not None:
        return common
    if meaning is Do.ENTER:
        if result.ui.panel is not Panel.NONE:
            return replace(result, ui=_closed(result.ui))
        return _ready(result, key)
    if meaning is None or result.model.game is None or not result.model.playing:
        return result
    return play_of(result.model.game).press(result, meaning, key.pressed_us)


def _ready(result: Result, key: Press) -> Result:
    """Enter between matches: ready, or not ready after all."""
    me = result.model.my_seat
    if me is None or result.model.playing:
        return result
    entropy = None if me.ready else key.entropy()
    return replace(result, send=(s.Ready(ready=not me.ready, entropy=entropy),))


def _in_table_panel(result: Result, meaning: Meaning | None, key: Press) -> Result:
    ui, table = result.ui, result.model.table
    if table is None:
        return result
    match meaning:
        case Do.UP | Do.DOWN:
            step = 1 if meaning is Do.DOWN else -1
            return replace(result, ui=replace(ui, row=(ui.row + step) % table.most_seats))
        case Do.LEAVE:
            return _leave(result, key.pressed_us)
        case Do.REMOVE:
            return replace(result, send=(s.RemovePlayer(seat=ui.row),))
        case Do.SEAT:
            return replace(result, send=(s.TakeSeat(seat=result.ui.row),))
        case Do.LAST_ROUND if table.controls:
            return replace(result, send=(s.Control(control=table.controls[0]),))
        case Do.LAST_ROUND:
            return _note(result, Hint.NO_LAST_ROUND, key)
        case Do.SCORES:
            return scores(result, table.game)
        case Do.LEFT | Do.RIGHT if table.playing:
            return _note(result, Hint.NO_OPTIONS, key)
        case Do.LEFT | Do.RIGHT:
            return replace(result, ui=forms.editing(ui, table))
        case Do.ENTER if not result.model.playing:
            return _ready(result, key)
        case _:
            return _common(result, meaning, key) or result


def _leave(result: Result, pressed_us: int) -> Result:
    """Leave the table; out of a match that would be lost by it only when asked twice."""
    asked_us = result.ui.leaving_us
    if result.model.in_play and (asked_us is None or pressed_us - asked_us > LEAVE_AGAIN_US):
        model = hinted(result.model, Noted(Hint.LEAVE_AGAIN), pressed_us)
        return replace(result, model=model, ui=replace(result.ui, leaving_us=pressed_us))
    return replace(result, ui=Ui(), send=(s.LeaveTable(id=LEAVE_ID),))


def scores(result: Result, game: str) -> Result:
    """Ask for the leaderboard of `game` and show it."""
    ui = replace(result.ui, panel=Panel.SCORES, page=0)
    return replace(result, ui=ui, send=(s.ListScores(game=game),))


def _in_lobby(result: Result, meaning: Meaning | None, key: Press) -> Result:
    ui, tables = result.ui, result.model.tables or ()
    match meaning:
        case Do.CREATE | Do.SCORES if not result.model.games:
            return _note(result, Hint.NO_GAMES, key)
        case Do.CREATE:
            return replace(result, ui=forms.creating(ui, result.model))
        case Do.SCORES:
            return _next_scores(result)
        case Do.ENTER if ui.panel is not Panel.NONE:
            return replace(result, ui=_closed(ui))
        # What can't be seen behind a panel is neither chosen nor gone to.
        case Do.ENTER | Do.WATCH | Do.UP | Do.DOWN | Do.LEFT | Do.RIGHT if ui.panel is Panel.NONE:
            return _among(result, meaning) if tables else _note(result, Hint.NO_TABLES, key)
        case _:
            return _common(result, meaning, key) or result


def _among(result: Result, meaning: Meaning) -> Result:
    """The list of tables: choosing, joining, watching, turning its pages."""
    ui, tables = result.ui, result.model.tables or ()
    chosen = tables[ui.row % len(tables)].table
    match meaning:
        case Do.UP | Do.DOWN:
            step = 1 if meaning is Do.DOWN else -1
            return replace(result, ui=replace(ui, row=(ui.row + step) % len(tables)))
        case Do.ENTER:
            return replace(result, ui=Ui(), send=(s.JoinTable(table=chosen),))
        case Do.WATCH:
            return replace(result, ui=Ui(), send=(s.WatchTable(table=chosen),))
        case _:
            return _paged(result, 1 if meaning is Do.RIGHT else -1)


def _in_scores(result: Result, meaning: Meaning | None, key: Press) -> Result:
    """The leaderboards, over the lobby or over a table."""
    match meaning:
        case Do.ENTER:
            return replace(result, ui=replace(result.ui, panel=Panel.NONE))
        case Do.SCORES:
            return _next_scores(result)
        case Do.LEFT | Do.RIGHT:
            return _paged(result, 1 if meaning is Do.RIGHT else -1)
        case _:
            return _common(result, meaning, key) or result


def _next_scores(result: Result) -> Result:
    """The leaderboards of all games in turn, then back."""
    names = [game.name for game in result.model.games]
    if result.ui.panel is not Panel.SCORES:
        return scores(result, names[0]) if names else result
    shown = result.model.scores.game if result.model.scores else ""
    if shown in names and shown != names[-1]:
        return scores(result, names[names.index(shown) + 1])
    return replace(result, ui=replace(result.ui, panel=Panel.NONE))


def _paged(result: Result, step: int) -> Result:
    """Another page of the list shown, where there are several."""
    model = result.model
    if result.ui.panel is Panel.SCORES and model.scores is not None:
        page = (model.scores.page + step) % max(1, model.scores.pages)
        return replace(result, send=(s.ListScores(game=model.scores.game, page=page),))
    page = (model.tables_page + step) % max(1, model.tables_pages)
    return replace(result, ui=replace(result.ui, row=0), send=(s.ListTables(page=page),))


def _typed(result: Result, key: Press) -> Result:
    """Keys while a line of chat is typed: text, until Enter sends it (an empty line: nothing)."""
    ui, text = result.ui, result.ui.typing or ""
    match key.key:
        case "c-m" | "c-j":
            sent: tuple[s.Chat, ...] = (s.Chat(text=text.strip()),) if text.strip() else ()
            return replace(result, ui=replace(ui, typing=None), send=sent)
        case "c-h":
            return replace(result, ui=replace(ui, typing=text[:-1]))
        case "c-u":
            return replace(result, ui=replace(ui, typing=""))
        case "escape":
            return replace(result, ui=replace(ui, typing=None))
        case "c-c" | "f10":
            return replace(result, quit=True, interrupted=key.key == "c-c")
        case "<bracketed-paste>":
            return replace(result, ui=replace(ui, typing=_longer(text, key.data)))
        case name if len(name) == 1:
            return replace(result, ui=replace(ui, typing=_longer(text, name)))
        case _:
            return result


def _longer(text: str, more: str) -> str:
    printable = "".join(character for character in more if character.isprintable())
    return (text + printable)[:CHAT_LONGEST]
