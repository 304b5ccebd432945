"""Every text is in every language, in all its forms, with the same placeholders."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.texts import LOCALE_DIR, Texts, languages_of
from cardclient.theme import look_of
from cardclient.ui import Panel, Ui
from cardprotocol.cards import Rank
from cardprotocol.errors import ErrorCode
from tests.client.test_screens import MODELS
from tests.support.catalogue import CLIENT, LANGUAGES, extracted, po_path, read, translated


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(string_: object) -> tuple[str, ...]:
    return (string_,) if isinstance(string_, str) else tuple(string_)  # type: ignore[call-overload]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_sources_is_translated(language: str) -> None:
    catalogue = read(language)
    asked = {(message.context, message.id) for message in extracted() if message.id}
    kept = {(m.context, m.id) for m in catalogue if m.id and translated(m.string)}
    assert asked == kept
    assert not any(message.fuzzy for message in catalogue if message.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_three_plural_forms_and_the_same_placeholders(language: str) -> None:
    for message in read(language):
        if not message.id:
            continue
        texts = forms(message.string)
        assert len(texts) == (3 if isinstance(message.id, tuple) else 1)
        wanted = placeholders(forms(message.id)[-1])
        assert all(placeholders(text) <= wanted for text in texts), message.id
        assert isinstance(message.id, tuple) or placeholders(texts[0]) == wanted, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_the_one_written(language: str) -> None:
    texts = Texts((language,))
    for message in read(language):
        if isinstance(message.id, str) and message.id:
            found = (
                texts.tp(message.context, message.id) if message.context else texts.t(message.id)
            )
            assert found == message.string
    assert po_path(language).with_suffix(".mo").exists()


def test_the_template_is_up_to_date() -> None:
    template = (LOCALE_DIR / "perekur.pot").read_text(encoding="utf-8")
    shown = template.replace('"\n"', "")
    for message in extracted():
        for text in forms(message.id):
            assert text.replace('"', '\\"').replace("\n", "\\n") in shown, text


def test_no_text_hides_in_an_f_string_from_extraction() -> None:
    hidden = []
    for path in Path(CLIENT).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FormattedValue):
                hidden += [path.name for call in ast.walk(node) if _asks(call)]
    assert hidden == []


def _asks(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not node.args:
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("t", "tn", "tp", "Words") and isinstance(node.args[0], ast.Constant)


def test_every_error_code_is_said_in_every_language() -> None:
    for language in LANGUAGES:
        texts = Texts((language,))
        assert all(texts.t(code.sentence) != code.sentence for code in ErrorCode)


def test_court_cards_have_their_letters_in_each_language() -> None:
    courts = (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
    cyrillic = look_of({"LANG": "uk_UA.UTF-8"})
    assert [cyrillic.rank(rank) for rank in courts] == ["В", "Д", "К", "Т"]
    assert [look_of({"LANG": "C.UTF-8"}).rank(rank) for rank in courts] == ["J", "Q", "K", "A"]


def test_plurals_follow_the_number() -> None:
    texts = Texts(("uk",))
    said = [texts.tn("{n} card", "{n} cards", n).format(n=n) for n in (1, 3, 5, 11, 21)]
    assert said == ["1 карта", "3 карти", "5 карт", "11 карт", "21 карта"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_keys_fits_the_screen_in_every_language(language: str) -> None:
    look = look_of({"LANG": f"{language}.UTF-8"})
    for make in MODELS.values():
        for panel in (Panel.NONE, Panel.HELP, Panel.RACES, Panel.TABLE, Panel.SCORES):
            foot = draw(Stage(make(), look, 0), Ui(panel=panel), 80, 24)[-1]
            assert "".join(text for _, text in foot).endswith(" ")


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({"LANG": "uk_UA.UTF-8"}, ("uk_UA", "uk")),
        ({"LANGUAGE": "ru:en", "LANG": "uk_UA.UTF-8"}, ("ru", "en")),
        ({"LC_ALL": "C", "LANG": "uk_UA.UTF-8"}, ()),
        ({}, ()),
    ],
)
def test_the_environment_names_the_language(
    environment: dict[str, str], languages: tuple[str, ...]
) -> None:
    assert languages_of(environment) == languages
