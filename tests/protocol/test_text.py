"""Names, chat and cleaning: every code point is harmless on screen, look-alikes are one name."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardprotocol.lookalikes import LOOKALIKES
from cardprotocol.text import cells, chat_of, folded, harmless, name_of, table_name_of
from tests.support.protocol_values import STEADY

_MOVES_THE_SCREEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f]"
)
ANY_TEXT = st.text(st.characters(), max_size=40)


def refused(text: str) -> str:
    """Why `text` is no name."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the callers look at its words
        name_of(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Olena", "Olena"),
        ("  Оля \t ".replace("\t", " "), "Оля"),
        ("a  b\u00a0\u3000c", "a b c"),
        ("e\u0301", "é"),
        ("x" * 16, "x" * 16),
        ("日本語日本語日本", "日本語日本語日本"),
        ("♥ бот ♠", "♥ бот ♠"),
        ("Ё" + "\u0301", "Ё\u0301"),
    ],
)
def test_a_name_is_normalised_and_kept(text: str, name: str) -> None:
    assert name_of(text) == name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        (" \u00a0 ", "it is empty"),
        ("x" * 17, "17 columns wide, 16 are allowed"),
        ("日" * 9, "18 columns wide"),
        ("a\x1b[31m", "U+001B"),
        ("a\nb", "U+000A"),
        ("a\tb", "U+0009"),
        ("\x7f", "U+007F"),
        ("\x9b31m", "U+009B"),
        ("a\u202eb", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("a\u200db", "U+200D"),
        ("a\u2028b", "U+2028"),
        ("a\u2029b", "U+2029"),
        ("♥\ufe0f", "U+FE0F"),
        ("a\U000e0041", "U+E0041"),
        ("\u2800", "U+2800"),
        ("\u3164", "U+3164"),
        ("\ud800", "U+D800"),
        ("\ue000", "U+E000"),
        ("\uffff", "U+FFFF"),
        ("\u0301a", "an accent without a letter"),
        ("a\u0316\u0317\u0318", "over 2 on one letter"),
        (("क़" + "\u0316") * 16 + "\u0316" * 17, "over 2 on one letter"),
    ],
)
def test_what_can_not_be_shown_safely_is_no_name(text: str, why: str) -> None:
    assert why in refused(text)


@STEADY
@given(ANY_TEXT)
def test_a_name_is_stable_short_and_free_of_harm(text: str) -> None:
    for made_of, most in ((name_of, 16), (table_name_of, 24)):
        try:
            name = made_of(text)
        except ValueError:
            continue
        assert made_of(name) == name
        assert harmless(name) == name
        assert 1 <= cells(name) <= most
        assert len(name) <= 64
        assert folded(name)


def test_the_longest_name_of_marks_still_fits_the_field_it_is_told_in() -> None:
    letter = "क़\u0316"  # one cell, three characters once normalised
    assert len(name_of(letter * 16)) == 48
    with pytest.raises(ValueError, match="72 letters and accents, 64 are allowed"):
        table_name_of(letter * 24)


@pytest.mark.parametrize(
    ("text", "line"),
    [(" hi  there ", "hi there"), ("ж" * 200, "ж" * 200), ("e\u0301" * 200, "é" * 200)],
)
def test_chat_is_a_line_of_at_most_200_characters(text: str, line: str) -> None:
    assert chat_of(text) == line


@pytest.mark.parametrize("text", ["", "   ", "x" * 201, "a\x07b", "a\u202eb", "a" + "\u0316" * 3])
def test_other_chat_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^(it |\d+ characters)"):
        chat_of(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("admin", "аdmin"),
        ("admin", "АDMIN"),
        ("admin", "adm1n"),
        ("admin", "admın"),
        ("Olga", "0lga"),
        ("Olga", "Оlgа"),
        ("Tom", "Том"),
        ("HOBA", "НОВА"),
        ("Copa", "Сора"),
        ("Max", "Мах"),
        ("ABE", "ΑΒΕ"),
        ("Kono", "Κοηο".replace("η", "n")),
        ("Zoë", "Zоё"),
        ("Bill", "BiIl"),
        ("bot 1", "bot1"),
        ("bot-1", "bot 1"),
        ("Anna", "Anna"),
        ("x²", "x2"),
        ("STRASSE", "straße"),
        ("Мiра", "Міра"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Olena", "Olga"),
        ("bot 1", "bot 2"),
        ("Оля", "Юля"),
        ("e", "é"),
        ("Іван", "Йван"),
        ("7", "8"),
    ],
)
def test_names_that_differ_stay_two(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_every_pair_of_the_table_of_lookalikes_is_one_name() -> None:
    pairs = [(chr(other), same) for other, same in LOOKALIKES.items()]
    assert len(pairs) >= 75
    for other, same in pairs:
        for form in (str.lower, str.upper):
            assert folded(f"x{form(other)}x") == folded(f"x{other}x") or len(form(other)) > 1
        assert folded(f"x{other}x") == folded(f"x{same}x")


@STEADY
@given(ANY_TEXT)
def test_folding_twice_is_folding_once_and_case_does_not_count(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
    assert folded(text.casefold()) == once


def test_every_code_point_is_shown_as_one_harmless_character() -> None:
    # Each by itself; what they are shown as is looked at once, since there are millions.
    shown = {harmless(chr(number)) for number in range(sys.maxunicode + 1)}
    assert {len(text) for text in shown} == {1}
    assert not {text for text in shown if _MOVES_THE_SCREEN.search(text)}
    categories = {unicodedata.category(text) for text in shown}
    assert not categories & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Me"}
    assert {"Lu", "Ll", "Lo", "Mc", "Nd", "So", "Zs"} <= categories


@STEADY
@given(ANY_TEXT)
def test_cleaning_is_stable_and_never_makes_a_text_longer(text: str) -> None:
    shown = harmless(text)
    assert harmless(shown) == shown
    assert len(shown) <= len(text)
    shown.encode("utf-8")


def test_of_many_accents_on_a_letter_two_are_shown() -> None:
    assert harmless("a" + "\u0316" * 50 + "b") == "a\u0316\u0316b"
    assert harmless("\u0316\u0317a") == "·a"


def test_an_escape_sequence_becomes_plain_letters() -> None:
    assert harmless("\x1b]52;c;aGk=\x07\u202eabc") == "·]52;c;aGk=··abc"


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("ab", 2), ("日本", 4), ("e\u0301", 1), ("♥7", 2), ("ｗ", 2)]
)
def test_cells_count_wide_characters_twice_and_marks_not_at_all(text: str, columns: int) -> None:
    assert cells(text) == columns
