"""What the lobby tells of a table: game, variant, options, seats, bots and spectators."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardclient.line_words import lobby_lines
from cardclient.model import Model
from cardclient.option_words import value_words
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Ui
from cardprotocol.messages.parts import TableLine
from tests.support.client_story import lobby

SIZES = ((80, 24), (120, 40))
LOOKS = {
    name: look_of({"LANG": name}) for name in ("en_GB.UTF-8", "uk_UA.UTF-8", "ru_RU.UTF-8", "C")
}
SPECTATORS = {
    "en_GB.UTF-8": "2 spectators",
    "uk_UA.UTF-8": "2 глядачі",
    "ru_RU.UTF-8": "2 зрителя",
    "C": "2 spectators",
}
KITCHEN = TableLine(
    table="kitchen",
    game="durak",
    players=("Olena", "Petro"),
    seats=6,
    bots=1,
    spectators=2,
    playing=True,
    options={"mode": "transfer", "deck": "52"},
)
PLAIN = TableLine(table="den", game="perekur", players=("Ann",), seats=6)


def listing(*lines: TableLine) -> Model:
    return replace(lobby(), tables=lines)


def rows(
    model: Model, row: int, language: str = "C", size: tuple[int, int] = (80, 24)
) -> list[str]:
    lines = draw(Stage(model, LOOKS[language], 0), Ui(row=row), *size)
    return ["".join(text for _, text in line) for line in lines]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("row", [0, 1])
@pytest.mark.parametrize("language", LOOKS)
def test_each_table_of_a_short_list_tells_its_people_and_options(
    language: str, row: int, size: tuple[int, int]
) -> None:
    said = rows(listing(KITCHEN, PLAIN), row, language, size)
    place = next(n for n, line in enumerate(said) if "kitchen" in line)
    assert "2/6" in said[place]
    told = said[place + 1]
    assert "Olena, Petro" in told
    assert SPECTATORS[language] in told
    for value in (value_words("mode", "transfer", LOOKS[language].texts), "52"):
        assert value in told
    assert language != "C" or all(line.isascii() for line in said)
    assert "Ann" in said[place + 3]


def test_a_table_with_the_usual_options_says_nothing_of_them() -> None:
    said = rows(listing(PLAIN), 0)
    place = next(n for n, line in enumerate(said) if "> den" in line)
    assert said[place + 1].strip("| ") == "Ann"


@pytest.mark.parametrize("count", [1, 7, 8, 9, 20, 40])
@pytest.mark.parametrize("size", SIZES)
def test_the_chosen_table_is_always_there_with_all_about_it(
    count: int, size: tuple[int, int]
) -> None:
    options = {f"option_{n}": f"value_{n}" for n in range(9)}
    lines = tuple(replace_line(KITCHEN, f"table {n}.", options) for n in range(count))
    for chosen in range(count):
        said = rows(listing(*lines), chosen, "C", size)
        place = next(n for n, line in enumerate(said) if f"> table {chosen}." in line)
        below = " ".join(line[1:79].strip() for line in said[place + 1 : place + 5])
        for n in range(9):
            assert f"option {n}: value {n}" in below


def replace_line(line: TableLine, name: str, options: dict[str, bool | int | str]) -> TableLine:
    return TableLine(table=name, game=line.game, players=line.players, seats=6, options=options)


def test_what_does_not_fit_ends_with_a_mark() -> None:
    options = {f"an_option_with_a_long_name_{n}": "and a long value" for n in range(20)}
    said = rows(listing(replace_line(KITCHEN, "long", options), PLAIN), 0)
    place = next(n for n, line in enumerate(said) if "> long" in line)
    assert said[place + 4].rstrip("| ").endswith("...")
    assert "den" in said[place + 5]


def test_options_of_a_hostile_server_are_made_harmless() -> None:
    options = {"\x1b]52;c;x\x07\u202e": "\x9b31m\u200b"}
    for language in LOOKS:
        for line in rows(listing(replace_line(KITCHEN, "x", options)), 0, language):
            assert line.isprintable()


def test_the_line_mode_tells_the_options_behind_the_people() -> None:
    kitchen, den = lobby_lines(Stage(listing(KITCHEN, PLAIN), LOOKS["en_GB.UTF-8"], 0))
    assert kitchen == (
        "kitchen, Invisible Durak: playing · 1 bot · Olena, Petro · 2 spectators;"
        " variant: transfer, cards in the deck: 52"
    )
    assert den == "den, Perekur: waiting · Ann"
