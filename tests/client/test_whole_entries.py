"""The line of keys holds whole entries, fits in every language, and always has F1 and F10."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from cardclient.model import Model
from cardclient.receiving import receive
from cardclient.screen.durak_hand import keys
from cardclient.screen.paint import fitting, ranked
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Ui
from cardprotocol.cards import cards
from cardprotocol.games import durak
from cardprotocol.messages import to_client as c
from tests.support.client_story import at_table, in_bout, in_race, lobby, table_info

LOOKS = {lang: look_of({"LANG": lang}) for lang in ("en_GB.UTF-8", "uk_UA.UTF-8", "ru_RU.UTF-8")}
LANGS = pytest.mark.parametrize("lang", LOOKS)
ENGLISH = "en_GB.UTF-8"


def rows(model: Model, lang: str = ENGLISH, ui: Ui | None = None) -> list[str]:
    drawn = draw(Stage(model, LOOKS[lang], 0), ui or Ui(), 80, 24)
    return ["".join(text for _, text in line) for line in drawn]


def foot(model: Model, lang: str = ENGLISH, ui: Ui | None = None) -> list[str]:
    return rows(model, lang, ui)[-1].strip().split(" · ")


def bout(mode: str, **more: object) -> Model:
    model = in_bout(durak.Take(), durak.Transfer(card=cards("9D")[0]))
    table = structs.replace(table_info("durak"), options={"mode": mode, **more}, playing=True)
    return receive(model, c.Table(table=table, seat=0), 0)


def test_entries_are_dropped_whole_the_least_important_first() -> None:
    assert fitting(ranked("F1 help · F2 more · F3 on"), 17) == "F1 help · F2 more"
    assert fitting([(3, "aa"), (1, "bb"), (2, "cc")], 7) == "bb · cc"
    assert fitting([], 7) == ""


@LANGS
@pytest.mark.parametrize("mode", ["simple", "throw_in", "transfer"])
def test_durak_offers_what_its_table_allows(lang: str, mode: str) -> None:
    plain, shown = foot(bout(mode), lang), foot(bout(mode, show_trump_transfer=True), lang)
    every = [text for _, text in keys(Stage(bout("transfer"), LOOKS[lang], 0))]
    assert set(plain) <= set(every)
    for key, allowed in {"Tab": mode != "simple", "+": mode == "transfer"}.items():
        assert any(text.startswith(key) for text in every)
        assert allowed or not any(text.startswith(key) for text in plain)
    assert mode == "transfer" or not any(text.startswith("F8") for text in shown)
    assert not any(text.startswith("F2 ") for text in plain)


def test_what_may_be_pressed_now_is_always_offered() -> None:
    assert "+ transfer" in foot(bout("transfer"))
    assert "Backspace take" in foot(bout("transfer"))
    assert "F3 table" in foot(bout("transfer"))


@LANGS
def test_help_and_the_way_out_are_always_there(lang: str) -> None:
    spectator = replace(bout("throw_in"), seat=None)
    models = [lobby("a"), at_table(), at_table("durak"), in_race(), spectator]
    models += [bout(mode) for mode in ("simple", "throw_in", "transfer")]
    for model in models:
        keys_ = [text.split(" ")[0] for text in foot(model, lang)]
        assert {"F1", "F10"} <= set(keys_)
        assert all(len(text.split(" ")) > 1 for text in foot(model, lang) if text.startswith("F"))


@LANGS
def test_the_lobby_has_all_its_keys_in_every_language(lang: str) -> None:
    assert len(foot(lobby("a"), lang)) == 7


@LANGS
def test_what_is_typed_scrolls_with_its_cursor(lang: str) -> None:
    for text in ("0123456789" * 12 + "end", "王" * 90 + "end", "о" * 200):
        said = next(row for row in rows(in_race(), lang, Ui(typing=text)) if "_" in row)
        assert said.rstrip("│ ").endswith(text[-3:] + "_")
        assert "…" in said


def test_a_short_text_is_not_cut() -> None:
    assert any("say: hello_" in row for row in rows(in_race(), ENGLISH, Ui(typing="hello")))


def test_the_races_are_not_offered_in_a_game_without_any() -> None:
    assert not any("F2" in text for text in foot(at_table("durak")))
    assert "F2 races" in foot(at_table())
