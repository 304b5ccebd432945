"""No function key is dead: in every place, on every panel, it acts or says why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from cardclient import forms
from cardclient.model import Model
from cardclient.receiving import receive, show
from cardclient.records import Hint
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Panel, Result, Ui
from cardprotocol.games.common import MatchEnded, Outcome
from cardprotocol.messages import to_client as c
from tests.support.client_keys import after, hint, start
from tests.support.client_story import (
    GAMES,
    at_table,
    in_bout,
    in_race,
    lobby,
    raced,
    reveal,
    table_info,
)

LOOK = look_of({"LANG": "en_GB.UTF-8"})
AT_US = 400_000
KEYS = tuple(f"f{number}" for number in range(1, 13))
OVER = MatchEnded(Outcome(reason="stuck", ranking=((1,), (0,)), losers=(0,)))


def in_match(model: Model) -> Model:
    return receive(model, c.Table(table=structs.replace(table_info(), playing=True), seat=0), 0)


PLACES: dict[str, Callable[[], Model]] = {
    "unconnected": Model,
    "empty lobby": lobby,
    "lobby": lambda: lobby("den", "kitchen"),
    "before a match": at_table,
    "race": lambda: in_match(in_race()),
    "bout": in_bout,
    "watching": lambda: replace(in_match(raced(2)), seat=None),
    "over": lambda: show(raced(2), reveal(OVER), 9),
}
PANELS = tuple(Panel)


def opened(model: Model, panel: Panel) -> Result:
    """`panel` open over `model`; the lobby has no table panel, and a form needs games."""
    model = receive(model, c.Games(games=GAMES), 0) if panel is Panel.CREATE else model
    model = receive(model, c.Scores(game="perekur", scores=()), 0)
    ui = forms.creating(Ui(), model) if panel is Panel.CREATE else Ui(panel=panel)
    return start(model, ui)


def drawn(result: Result) -> str:
    lines = draw(Stage(result.model, LOOK, AT_US), result.ui, 80, 24)
    return "\n".join("".join(text for _, text in line) for line in lines)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("place", PLACES)
def test_a_function_key_acts_or_says_why_it_does_not(place: str, panel: Panel, key: str) -> None:
    model = PLACES[place]()
    if panel is Panel.TABLE and model.table is None:
        panel = Panel.NONE
    before = opened(model, panel)
    result = after(before, key, at_us=AT_US)
    if not result.send and not result.quit:
        assert drawn(result) != drawn(before)
    assert drawn(result).splitlines()[-1].strip(), "the line of keys is blank"


@pytest.mark.parametrize("place", ["unconnected", "empty lobby", "lobby"])
def test_f3_without_a_table_opens_nothing_and_enter_still_joins(place: str) -> None:
    result = after(start(PLACES[place]()), "f3")
    assert (result.ui.panel, hint(result)) == (Panel.NONE, Hint.NO_TABLE)
    assert bool(after(result, "c-m").send) == (place == "lobby")


@pytest.mark.parametrize("panel", [Panel.HELP, Panel.RACES, Panel.SCORES])
@pytest.mark.parametrize("place", ["lobby", "before a match"])
def test_what_a_panel_covers_is_neither_moved_nor_gone_to(place: str, panel: Panel) -> None:
    model = replace(PLACES[place](), tables=lobby("den", "kitchen").tables)
    before = opened(model, panel)
    for key in ("f4", "up", "down"):
        result = after(before, key)
        assert (result.send, result.ui) == ((), before.ui)


def test_the_scores_over_a_table_make_no_other_table() -> None:
    seated = receive(at_table(), c.Games(games=GAMES), 0)
    result = after(opened(seated, Panel.SCORES), "f6")
    assert (result.ui.panel, hint(result)) == (Panel.SCORES, Hint.NO_KEY)


@pytest.mark.parametrize("panel", [panel for panel in PANELS if panel is not Panel.CREATE])
def test_what_is_typed_can_be_read_on_every_panel(panel: Panel) -> None:
    result = after(start(at_table(), Ui(panel=panel)), "/", "h", "i")
    assert "say: hi_" in drawn(result)


def test_the_last_round_and_the_options_are_answered_when_they_can_not_be_had() -> None:
    panel = start(in_match(in_race()), Ui(panel=Panel.TABLE))
    assert hint(after(panel, "f6")) is Hint.NO_LAST_ROUND
    assert hint(after(panel, "right")) is Hint.NO_OPTIONS
