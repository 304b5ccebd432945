"""Every option of every game has a name people read, and every choice a word, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from prompt_toolkit.utils import get_cwidth

from cardclient import line_words
from cardclient.forms import FIRST_OPTION_ROW
from cardclient.model import Model
from cardclient.option_values import as_typed
from cardclient.option_words import explained, label, range_words, typed, value_words
from cardclient.receiving import receive
from cardclient.refusal_words import refusal_words
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.sentences import sentence
from cardclient.theme import look_of
from cardclient.ui import Form, Panel, Ui
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import GameInfo, OptionSpec
from cardrules.game import IllegalAction
from cardrules.options import describe, read_options
from cardrules.registry import game_kinds
from tests.support.client_story import at_table, lobby, table_info

LOOKS = {name: look_of({"LANG": f"{name}.UTF-8"}) for name in ("en", "uk", "ru")}
SPECS: dict[str, tuple[OptionSpec, ...]] = {
    name: describe(kind.options) for name, kind in game_kinds().items()
}
EVERY = [
    pytest.param(spec, language, id=f"{spec.name}-{language}")
    for spec in {spec.name: spec for specs in SPECS.values() for spec in specs}.values()
    for language in LOOKS
]
LABEL_CELLS = 23  # of the form's column, beside the marks of what is chosen and changed


def screen(model: Model, ui: Ui, language: str) -> list[str]:
    drawn = draw(Stage(model, LOOKS[language], 0), ui, 80, 24)
    return ["".join(text for _, text in line)[1:-1].strip() for line in drawn]


@pytest.mark.parametrize(("spec", "language"), EVERY)
def test_an_option_has_a_name_an_explanation_and_words_for_its_choices(
    spec: OptionSpec, language: str
) -> None:
    texts, english = LOOKS[language].texts, LOOKS["en"].texts
    named = label(spec.name, texts)
    assert named != spec.name.replace("_", " ")
    assert get_cwidth(named) <= LABEL_CELLS
    assert explained(spec.name, texts)
    words = [value_words(spec.name, choice, texts) for choice in spec.choices]
    assert len(set(words)) == len(words)
    if language != "en":
        assert named != label(spec.name, english)
        translated = zip(spec.choices, words, strict=True)
        assert all(
            word != value_words(spec.name, choice, english)
            for choice, word in translated
            if not choice.isdecimal()
        )


@pytest.mark.parametrize("game", SPECS)
@pytest.mark.parametrize("language", LOOKS)
def test_no_form_shows_the_name_of_the_wire_or_cuts_a_word(game: str, language: str) -> None:
    texts = LOOKS[language].texts
    info = GameInfo(name=game, least_seats=2, most_seats=6, options=SPECS[game])
    model = receive(lobby(), c.Games(games=(info,)), 0)
    for row, spec in enumerate(SPECS[game], FIRST_OPTION_ROW):
        shown = screen(model, Ui(panel=Panel.CREATE, form=Form(game=game, row=row)), language)
        value = value_words(spec.name, spec.default, texts)
        chosen = next(line for line in shown if line.startswith(">"))
        assert (
            chosen.split() == ["│", ">", *f"{label(spec.name, texts)} {value}".split(), "│"][1:-1]
        )
        assert any(range_words(spec, texts) in line and value in line for line in shown)


@pytest.mark.parametrize("game", SPECS)
@pytest.mark.parametrize("language", LOOKS)
def test_the_table_panel_names_all_options_in_words(game: str, language: str) -> None:
    texts = LOOKS[language].texts
    options = {spec.name: spec.default for spec in SPECS[game]}
    table = structs.replace(table_info(game), options=options)
    shown = " ".join(screen(replace(at_table(game), table=table), Ui(panel=Panel.TABLE), language))
    for name, value in options.items():
        assert f"{label(name, texts)}: {value_words(name, value, texts)}" in shown
        assert name not in shown or "_" not in name


def test_lines_name_an_option_in_words_and_as_it_is_typed() -> None:
    options = {"mode": "throw_in", "hints": True, "misplay_lock_ms": 250}
    model = replace(at_table("durak"), table=table_info("durak", options=options))
    said = line_words.table_lines(Stage(model, LOOKS["en"], 0))
    assert "variant: throw-in [mode=throw_in], light up cards: on [hints=on]" in said[-1]


def test_options_that_the_host_changes_are_told_in_words() -> None:
    model = at_table("durak")
    for mode, moon in (("throw_in", 1), ("transfer", 1), ("transfer", 1)):
        table = table_info("durak", options={"mode": mode, "moon": moon})
        model = receive(model, c.Table(table=table, seat=0), 0)
    said = [sentence(line, LOOKS["en"]) for line in model.log]
    assert said == ["the host changed: variant: transfer"]


def test_what_is_shown_as_typed_can_be_typed() -> None:
    assert [typed("a", True), typed("b", 3), typed("c", "x_y")] == ["a=on", "b=3", "c=x_y"]


def test_a_refused_option_is_named_in_words_and_as_it_is_typed() -> None:
    error = c.Error(
        code="table/option", text="", field="turn_seconds", value="x", expected="0 to 5"
    )
    assert "time for a turn (s) [turn_seconds]: x" in refusal_words(error, LOOKS["en"])


@pytest.mark.parametrize("language", LOOKS)
def test_a_refused_switch_says_what_can_be_typed(language: str) -> None:
    kind = game_kinds()["durak"].options
    with pytest.raises(IllegalAction) as refused:
        read_options(kind, {"multi_lead": "maybe"})
    error = c.Error(code="table/option", text="", expected=refused.value.expected)
    assert "on / off)" in refusal_words(error, LOOKS[language])


@pytest.mark.parametrize(
    ("text", "value"),
    [("on", True), ("off", False), ("yes", True), ("No", False), ("TRUE", True), ("false", False)],
)
def test_a_switch_may_be_typed_in_several_words(text: str, value: bool) -> None:
    assert as_typed(text, like=False) is value
    assert as_typed("maybe", like=False) == "maybe"
    assert as_typed(text, "a choice") == text


def test_an_option_and_a_choice_not_known_here_are_shown_as_they_are_called() -> None:
    texts = LOOKS["uk"].texts
    assert label("moon_phase", texts) == "moon phase"
    assert value_words("moon_phase", "very_full", texts) == "very full"
    assert value_words("mode", "of_next_year", texts) == "of next year"
