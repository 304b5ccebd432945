"""Panels close by Esc, the form keeps what matters in sight, and no line contradicts another."""

from __future__ import annotations

import pytest
from msgspec import structs

from cardclient.model import Model
from cardclient.plays import followed
from cardclient.receiving import receive
from cardclient.records import Hint
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Panel, Ui
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import GameInfo, OptionSpec
from tests.support.client_keys import after, hint, start
from tests.support.client_story import GAMES, at_table, in_race, lobby, table_info

LOOKS = {lang: look_of({"LANG": lang}) for lang in ("en_GB.UTF-8", "uk_UA.UTF-8", "ru_RU.UTF-8")}
ENGLISH = "en_GB.UTF-8"


def with_options(count: int) -> GameInfo:
    options = tuple(OptionSpec(name=f"option_{n:02}", default=n, most=99) for n in range(count))
    return GameInfo(name="perekur", least_seats=3, most_seats=6, options=options)


def text(model: Model, ui: Ui | None = None, lang: str = ENGLISH) -> str:
    drawn = draw(Stage(model, LOOKS[lang], 0), ui or Ui(), 80, 24)
    return "\n".join("".join(text for _, text in line) for line in drawn)


def with_games(model: Model, *games: GameInfo) -> Model:
    return receive(model, c.Games(games=games or GAMES), 0)


@pytest.mark.parametrize("model", [lobby("a"), at_table(), in_race()])
@pytest.mark.parametrize("panel", [Panel.HELP, Panel.RACES, Panel.TABLE, Panel.SCORES])
def test_escape_closes_every_panel(model: Model, panel: Panel) -> None:
    assert after(start(model, Ui(panel=panel, page=1)), "escape").ui == Ui()


def test_help_over_a_form_goes_back_to_the_form() -> None:
    form = after(start(with_games(lobby("a"))), "f6", "x", "down")
    helped = after(form, "f1")
    assert helped.ui.panel is Panel.HELP
    assert hint(helped) is not Hint.NO_KEY
    for back in ("c-m", "escape"):
        again = after(helped, back)
        assert again.ui.panel is Panel.CREATE
        assert again.ui.form == form.ui.form


def test_a_form_behind_help_is_gone_once_a_match_begins_or_another_panel_is_opened() -> None:
    ui = after(start(with_games(at_table())), "f3", "right", "f1").ui
    assert ui.form is not None
    assert followed(ui, at_table(), in_race()).form is None
    assert after(start(with_games(lobby("a")), ui), "f2").ui.form is None


def test_what_is_typed_takes_the_place_of_the_suggested_name() -> None:
    form = after(start(with_games(lobby("a"))), "f6")
    assert form.ui.form is not None
    assert form.ui.form.name == "Olga's table"
    typed = after(form, "m", "y").ui.form
    shorter = after(form, "c-h", "x").ui.form
    assert typed is not None
    assert shorter is not None
    assert typed.name == "my"
    assert shorter.name == "Olga's tablx"


def hidden_row(shown: str) -> str:
    return next((row for row in shown.split("\n") if "…" in row), "")


@pytest.mark.parametrize("lang", LOOKS)
def test_name_and_game_stay_in_sight_and_what_does_not_fit_is_counted(lang: str) -> None:
    result = after(start(with_games(lobby("a"), with_options(20))), "f6", "m")
    for _ in range(22):
        shown = text(result.model, result.ui, lang)
        hidden = [int(word) for word in hidden_row(shown).split() if word.isdigit()]
        visible = {row[4:13] for row in shown.split("\n") if row[4:].startswith("option ")}
        assert sum(hidden) + len(visible) == 20
        assert " m" in shown.split("\n")[4]
        result = after(result, "down")


def test_while_options_are_changed_enter_is_not_said_to_make_ready() -> None:
    seats = tuple(structs.replace(info, ready=False) for info in table_info().seats)
    model = receive(with_games(at_table()), c.Table(table=table_info(seats=seats), seat=0), 0)
    assert "Enter: ready" in text(model)
    editing = after(start(model), "f3", "right")
    assert "Enter done" in text(editing.model, editing.ui)
    assert "Enter: ready" not in text(editing.model, editing.ui)


def joined(shown: str) -> str:
    return " ".join(shown.replace("│", " ").split())


@pytest.mark.parametrize("lang", LOOKS)
def test_options_unlike_their_defaults_come_first_and_none_is_cut(lang: str) -> None:
    options = {f"option_{n:02}": n if n != 19 else 77 for n in range(50)}
    model = with_games(at_table(), with_options(50))
    model = receive(model, c.Table(table=table_info(options=options), seat=0), 0)
    shown = joined(text(model, lang=lang))
    assert "option 19*: 77" in shown
    assert shown.index("option 19*: 77") < shown.index("option 00: 0")
    assert ", … F3" in shown
    assert "option 19*: 77" in joined(text(model, Ui(panel=Panel.TABLE), lang))
    told = [entry for entry in shown.partition("F3")[0].split(", ") if "option " in entry]
    assert all(": " in entry for entry in told)
