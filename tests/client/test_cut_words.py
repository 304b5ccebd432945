"""What a screen says never ends in the middle: broken, marked as longer, or left out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from cardclient.controls import HELP_PAGES
from cardclient.model import Model
from cardclient.receiving import receive
from cardclient.screen import help
from cardclient.screen.games import game_title
from cardclient.screen.paint import width
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import Look, look_of
from cardclient.ui import Panel, Ui
from cardprotocol.games import durak
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import TableLine, Turn
from tests.support.client_story import at_table, in_bout, lobby, seat_info, table_info

LOOKS = {name: look_of({"LANG": f"{name}.UTF-8"}) for name in ("en", "uk", "ru")}


def rows(model: Model, ui: Ui | None = None, look: Look = LOOKS["en"]) -> list[str]:
    drawn = draw(Stage(model, look, 0), ui or Ui(), 80, 24)
    return ["".join(text for _, text in line) for line in drawn]


@pytest.mark.parametrize("language", LOOKS)
def test_the_keys_of_the_help_are_told_to_the_last_word(language: str) -> None:
    look = LOOKS[language]
    said = " ".join(
        " ".join(row[21:79] for row in rows(Model(), Ui(panel=Panel.HELP), look)).split()
    )
    for told in (
        "go: your seat is kept for a while, the same command comes back",
        "Durak: show the trump to transfer (if the table allows it)",
        "help; the last races; seats, options, host's controls",
    ):
        assert look.texts.t(told) in said


@pytest.mark.parametrize("page", range(HELP_PAGES))
@pytest.mark.parametrize("language", LOOKS)
def test_every_page_of_the_help_ends_before_the_screen_does(language: str, page: int) -> None:
    whole = help.lines(Stage(Model(), LOOKS[language], 0), page, 78, 99)
    assert len(whole) <= 20
    assert all(width(line) == 78 for line in whole)


def test_a_fact_in_the_title_is_told_whole_or_not_at_all() -> None:
    options = {"mode": "throw_in", "deck": 36, "first_move": "under"}
    turn = Turn(actors=(0,), legal=(durak.Take(),), until_us=56_000_000)
    for letters in range(1, 17):
        table = structs.replace(table_info("durak", options=options), table="k" * letters)
        title = rows(replace(in_bout(durak.Take()), table=table, turn=turn))[0]
        assert "0:56 to move" in title
        assert "under" not in title or "under the fool " in title


@pytest.mark.parametrize("language", LOOKS)
def test_the_columns_of_the_lobby_do_not_touch(language: str) -> None:
    look = LOOKS[language]
    line = TableLine(table="kitchen", game="durak", players=("Ann",) * 3, seats=6)
    model = replace(lobby(), tables=(line,))
    _, head, row, *_ = (row[1:-1].split("  ") for row in rows(model, look=look)[1:])
    assert len([part for part in head if part]) == 4
    assert [part.strip() for part in row if part][1:3] == [game_title("durak", look.texts), "3/6"]


@pytest.mark.parametrize("quality", ["good", "fair", "doubtful", "unsynced"])
@pytest.mark.parametrize("language", LOOKS)
def test_a_seats_clock_is_told_to_the_last_letter(language: str, quality: str) -> None:
    seats = (seat_info(0, "Olga", rtt_us=180_000, clock=quality),)
    model = receive(at_table(), c.Table(table=table_info(seats=seats), seat=0), 0)
    shown = rows(model, Ui(panel=Panel.TABLE), LOOKS[language])
    assert next(row for row in shown if "Olga" in row).endswith(" │")


@pytest.mark.parametrize("count", range(1, 40))
def test_options_that_do_not_fit_end_with_a_mark_and_the_key_that_shows_them(count: int) -> None:
    options = {f"option_{number}": "value" * (1 + number % 3) for number in range(count)}
    table = structs.replace(table_info("durak", options=options), playing=False)
    said = " ".join(row[1:-1].strip() for row in rows(replace(at_table("durak"), table=table)))
    whole = f"option {count - 1}: {options[f'option_{count - 1}']} " in said
    assert whole is (", … F3" not in said)
