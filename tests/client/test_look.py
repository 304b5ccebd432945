"""How things look follows from the environment: characters, colours, decks."""

from __future__ import annotations

import pytest

from cardclient.theme import Deck, look_of
from cardprotocol.cards import Suit


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({"LANG": "uk_UA.UTF-8"}, False),
        ({"LC_ALL": "C", "LANG": "uk_UA.UTF-8"}, True),
        ({"LC_CTYPE": "en_US.utf8", "LANG": "C"}, False),
        ({}, True),
    ],
)
def test_the_locale_decides_about_box_characters(environment: dict[str, str], plain: bool) -> None:
    assert look_of(environment).ascii is plain


def test_no_color_leaves_weight_and_reverse_alone() -> None:
    sheet = look_of({"LANG": "C.UTF-8", "NO_COLOR": "1"}).style_sheet()
    assert not any("ansi" in style for style in sheet.values())
    assert sheet["chosen"] == "reverse"


@pytest.mark.parametrize(("deck", "colours"), [(Deck.FOUR, 4), (Deck.TWO, 2), (Deck.MONO, 1)])
def test_the_deck_has_as_many_colours_as_asked(deck: Deck, colours: int) -> None:
    look = look_of({"LANG": "C.UTF-8"}, deck=deck)
    assert len({look.style(suit) for suit in Suit}) == colours
