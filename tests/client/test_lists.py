"""Long lists: every line of every page can be seen, with its place, on the screen and in lines."""

from __future__ import annotations

import pytest

from cardclient import line_words
from cardclient.model import Model
from cardclient.receiving import receive
from cardclient.screen.scores import headings
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import Look, look_of
from cardclient.ui import Panel, Ui
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import ScoreLine, TableLine
from cardserver.server import SCORES_PAGE
from tests.support.client_story import at_table, lobby

LOOKS = {name: look_of({"LANG": f"{name}.UTF-8"}) for name in ("en", "uk", "ru")}
WIDEST = ScoreLine("W" * 16, 1234, 123, -1250, 4000, 1200, 1_387_000, 1_212_000, bot=True)


def board(page: int = 0) -> Model:
    """The page `page` of a leaderboard of two full pages."""
    lines = tuple(
        ScoreLine(f"P{number}", 9, 4, 2000 - number, 12, 5, 387_000, 212_000, bot=number % 2 == 1)
        for number in range(page * SCORES_PAGE, (page + 1) * SCORES_PAGE)
    )
    told = c.Scores(game="perekur", scores=lines, page=page, pages=2, above=page * SCORES_PAGE)
    return receive(lobby("den"), told, 0)


def rows(model: Model, look: Look = LOOKS["en"]) -> list[str]:
    drawn = draw(Stage(model, look, 0), Ui(panel=Panel.SCORES), 80, 24)
    return ["".join(text for _, text in line)[1:-1] for line in drawn]


@pytest.mark.parametrize("page", [0, 1])
def test_a_whole_page_of_scores_is_on_the_smallest_screen(page: int) -> None:
    shown = [row.split() for row in rows(board(page))]
    for place in range(page * SCORES_PAGE + 1, (page + 1) * SCORES_PAGE + 1):
        assert any(row[:2] == [str(place), f"P{place - 1}"] for row in shown)
    assert any(" ".join(row) == f"page {page + 1} of 2" for row in shown)


def test_the_best_reaction_and_who_is_a_bot_are_shown() -> None:
    first, second = (row for row in rows(board()) if row.split()[:1] in (["1"], ["2"]))
    assert first.split() == ["1", "P0", "4/9", "20.00", "5/12", "387", "ms", "212", "ms"]
    assert second.split() == ["2", "P1", "(bot)", "4/9", "19.99", "5/12", "387", "ms", "212", "ms"]


@pytest.mark.parametrize("language", LOOKS)
def test_no_two_columns_of_the_scores_touch(language: str) -> None:
    look = LOOKS[language]
    model = receive(lobby(), c.Scores(game="perekur", scores=(WIDEST,), above=8_998), 0)
    head, row = (" ".join(row.split()) for row in rows(model, look)[4:6])
    assert head == " ".join(headings(Stage(model, look, 0)))
    bot = look.texts.t("bot")
    figures = f"123/1234 -12.50 1200/4000 {look.ms('1387')} {look.ms('1212')}"
    assert row == f"8999 {'W' * 16} ({bot}) {figures}"


def test_lines_name_every_figure_and_the_command_of_the_next_page() -> None:
    said = line_words.score_lines(Stage(board(1), LOOKS["en"], 0))
    assert said[1] == (
        "16 P15 (bot), lost: 4/9, rating: 19.85, won/shared: 5/12, median: 387 ms, best: 212 ms"
    )
    assert said[-1] == "page 2 of 2; the next one: scores perekur 1"


def test_lines_of_the_lobby_name_the_command_of_the_next_page() -> None:
    table = TableLine(table="den", game="durak", players=("Ann",), seats=6)
    model = receive(lobby(), c.Tables(tables=(table,), page=0, pages=3), 0)
    assert line_words.lobby_lines(Stage(model, LOOKS["en"], 0))[-1] == (
        "page 1 of 3; the next one: tables 2"
    )


def test_the_help_of_the_line_mode_tells_of_pages() -> None:
    said = line_words.help_lines(Stage(at_table(), LOOKS["en"], 0))
    assert any("scores GAME PAGE" in line for line in said)
