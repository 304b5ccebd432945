"""Where there is little room what matters most is said, in whole words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from cardclient.link_words import doubts
from cardclient.model import Model, linked, locked
from cardclient.receiving import receive
from cardclient.records import Hint, LinkState
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Panel, Ui
from cardprotocol.games import durak
from cardprotocol.messages import to_client as c
from tests.support.client_keys import after, hint, start
from tests.support.client_story import at_table, in_bout, in_race, raced, seat_info, table_info

LOOKS = {lang: look_of({"LANG": lang}) for lang in ("en_GB.UTF-8", "uk_UA.UTF-8", "ru_RU.UTF-8")}
LANGS = pytest.mark.parametrize("lang", LOOKS)
ENGLISH = "en_GB.UTF-8"


def rows(
    model: Model, size: tuple[int, int] = (80, 24), lang: str = ENGLISH, ui: Ui | None = None
) -> list[str]:
    drawn = draw(Stage(model, LOOKS[lang], 0), ui or Ui(), *size)
    return ["".join(text for _, text in line) for line in drawn]


def test_a_window_too_small_says_how_to_go_on_and_what_is_wanted() -> None:
    said = " ".join(" ".join(rows(in_race(), (60, 20))).split())
    assert "next 2" in said
    assert "80x24" in said
    assert "F10" in said
    assert "--line" in said
    assert "Backspace takes" in " ".join(rows(in_bout(durak.Take()), (60, 20)))


@LANGS
def test_the_smallest_windows_are_filled_exactly(lang: str) -> None:
    for size in ((1, 1), (10, 3), (79, 24), (80, 23)):
        assert [len(row) for row in rows(in_race(), size, lang)] == [size[0]] * size[1]


@LANGS
def test_a_long_reason_is_shortened_by_whole_words_and_the_retry_stays(lang: str) -> None:
    reason = "the server answered something that nobody understands at all, not even those who try"
    model = linked(raced(1), LinkState.LOST, f"next try in 4 s; {reason}")
    first = rows(model, lang=lang)[0]
    assert "next try in 4 s" in first
    kept = first.split("4 s")[1].strip(" ;").removesuffix("…").split()
    assert kept == reason.split()[: len(kept)]
    assert "…" in first


@LANGS
def test_two_blanks_at_least_before_the_corner(lang: str) -> None:
    for name in ("a" * n for n in range(1, 40)):
        model = receive(
            raced(1), c.Table(table=structs.replace(table_info(), table=name), seat=0), 0
        )
        first = rows(model, lang=lang)[0]
        assert first[: first.index("0.4 ")].endswith("  ")


def test_what_is_left_of_a_lock_is_never_nothing() -> None:
    shown = "\n".join(rows(locked(raced(1), 2, 20_000)))
    assert "locked 0.1 s" in shown


def test_a_spectator_of_a_bout_is_told_so_by_any_card_key() -> None:
    watching = replace(in_bout(durak.Take()), seat=None)
    for key in ("5", "k", " ", "c-h"):
        assert hint(after(start(watching), key)) is Hint.SPECTATOR
    assert hint(after(start(watching), "left")) is None


def test_of_doubtful_clocks_only_games_with_races_speak() -> None:
    seats = (seat_info(0, "Olga", rtt_us=180_000, clock="doubtful"),)
    for game, speaks in {"perekur": True, "durak": False}.items():
        table = c.Table(table=table_info(game, seats=seats), seat=0)
        model = receive(at_table(game), table, 0)
        shown = "\n".join(rows(model, ui=Ui(panel=Panel.TABLE)))
        assert bool(doubts(model)) is speaks
        assert ("races" in rows(model)[0]) is speaks
        assert ("Your clock is doubtful" in shown) is speaks
        assert "180.0 ms" in shown
