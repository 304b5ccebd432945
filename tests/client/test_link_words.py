"""A doubtful link says so in words: the corner in a few, F3 and the line mode in a sentence."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from msgspec import structs

from cardclient.line import LineMode
from cardclient.line_words import table_lines
from cardclient.model import Model
from cardclient.receiving import receive
from cardclient.screen.seats import Stage, whole_words
from cardclient.screen.whole import draw
from cardclient.theme import Look, look_of
from cardclient.ui import Panel, Ui
from cardclient.wishes import Wishes
from cardprotocol.messages import to_client as c
from tests.support.client_story import (
    at_table,
    in_bout,
    in_race,
    raced,
    seat_info,
    table_info,
    welcome,
)
from tests.support.fake_channel import FakeChannel

LOOKS = {name: look_of({"LANG": f"{name}.UTF-8"}) for name in ("en", "uk", "ru")}
GOOD = c.Clock(rtt_us=1_400, uncertainty_us=300, quality="good", kernel_checked=True)
UNCHECKED = structs.replace(GOOD, kernel_checked=False)
DOUBTFUL = structs.replace(GOOD, quality="doubtful")
UNSYNCED = c.Clock(rtt_us=0, uncertainty_us=0, quality="unsynced")
SEATS = table_info().seats


def tunnelled(model: Model, *seats: int) -> Model:
    marked = tuple(structs.replace(info, tunnelled=info.seat in seats) for info in SEATS)
    table = table_info(model.table.game if model.table else "perekur", seats=marked)
    return receive(model, c.Table(table=table, seat=model.seat), 0)


def rows(model: Model, ui: Ui | None = None, look: Look = LOOKS["en"]) -> list[str]:
    drawn = draw(Stage(model, look, 0), ui or Ui(), 80, 24)
    return ["".join(text for _, text in line) for line in drawn]


def corner(model: Model) -> str:
    return rows(model)[0].rstrip()


def panel(model: Model) -> str:
    return "\n".join(rows(model, Ui(panel=Panel.TABLE)))


@pytest.mark.parametrize(
    ("clock", "told"),
    [
        (GOOD, "clock good"),
        (UNCHECKED, "clock good, unchecked"),
        (structs.replace(UNCHECKED, quality="fair"), "clock fair, unchecked"),
        (DOUBTFUL, "clock doubtful: races cost you"),
        (UNSYNCED, "clock not measured: no compensation"),
    ],
)
def test_the_corner_says_in_words_what_is_doubtful(clock: c.Clock, told: str) -> None:
    assert corner(receive(in_race(), clock, 0)).endswith(told)


def test_a_server_that_asks_no_kernel_says_so_before_the_clock_is_told() -> None:
    seated = replace(in_race(), kernel_checked=False)
    assert corner(seated).endswith("clock good, unchecked")


def test_a_tunnel_is_named_in_the_corner_of_who_comes_through_it() -> None:
    assert corner(receive(tunnelled(in_race(), 0), UNCHECKED, 0)).endswith("clock good, tunnel")
    assert corner(receive(tunnelled(in_race(), 1), GOOD, 0)).endswith("clock good")


def test_f3_says_each_doubt_in_a_sentence() -> None:
    assert "doubtful" not in panel(receive(at_table(), GOOD, 0))
    both = panel(receive(at_table(), structs.replace(DOUBTFUL, kernel_checked=False), 0))
    assert "Your clock is doubtful: delays vary too much, races may cost you." in both
    assert "The server's kernel does not check your round trip." in both
    unsynced = panel(receive(at_table(), UNSYNCED, 0))
    assert "Your clock is not measured: hardly any delay is compensated." in unsynced
    tunnel = panel(receive(tunnelled(at_table(), 0, 2), UNCHECKED, 0))
    assert "You come through a tunnel: the kernel can't check your round trip." in tunnel
    assert "through a tunnel, round trip not checked: Olga, Daria" in tunnel
    assert "does not check" not in tunnel


def test_a_seats_tunnel_is_a_word_beside_its_name_for_all_games() -> None:
    race = rows(tunnelled(in_race(), 2))
    assert race[[" Daria " in row for row in race].index(True) + 1].startswith("│ tunnel ")
    bout = rows(tunnelled(in_bout(), 1))
    assert "attacks  tunnel" in "\n".join(bout)


def test_of_states_that_do_not_fit_the_last_ones_are_left_out_whole() -> None:
    said = "\n".join(rows(tunnelled(raced(1), 1)))
    assert "laid last: must wait" in said
    assert "tun" not in said.replace("tunnel", "")
    words = [("", "laid last"), None, ("", "tunnel")]
    assert whole_words(words, 16) == [("", "laid last")]
    assert whole_words(words, 17) == [("", "laid last"), ("", "  "), ("", "tunnel")]


@pytest.mark.parametrize("language", LOOKS)
@pytest.mark.parametrize("quality", ["good", "fair", "doubtful", "unsynced"])
def test_the_corner_leaves_room_for_the_game_and_the_table(language: str, quality: str) -> None:
    clock = structs.replace(UNCHECKED, rtt_us=180_000, uncertainty_us=91_000, quality=quality)
    title = rows(receive(tunnelled(in_race(), 0), clock, 0), look=LOOKS[language])[0]
    assert "kitchen " in title


def lines_of(*messages: c.Clock) -> list[str]:
    async def main() -> list[str]:
        channel, written = FakeChannel(), list[str]()
        mode = LineMode(Wishes(), LOOKS["en"], lambda: bytes(16), written.append)
        mode.begin(channel)
        channel.tell(welcome("kitchen"), c.View(seq=0, table=table_info(), seat=0), *messages)
        mode.detach()
        return written

    return asyncio.run(main())


def test_the_line_mode_says_each_doubt_once() -> None:
    assert not [line for line in lines_of(GOOD) if line.startswith("Your clock")]
    assert not [line for line in lines_of() if line.startswith("Your clock")]
    told = lines_of(UNSYNCED, GOOD, DOUBTFUL, GOOD, DOUBTFUL)
    assert [line for line in told if line.startswith("Your clock")] == [
        "Your clock is not measured: hardly any delay is compensated.",
        "Your clock is doubtful: delays vary too much, races may cost you.",
    ]
    assert lines_of(UNCHECKED)[-1] == "The server's kernel does not check your round trip."


def test_the_line_mode_names_tunnels_in_the_list_of_seats() -> None:
    seat = (seat_info(0, "Olga"), seat_info(1, "Petro", tunnelled=True))
    model = receive(at_table(), c.Table(table=table_info(seats=seat), seat=0), 0)
    assert "2 Petro, ready, tunnel" in table_lines(Stage(model, LOOKS["en"], 0))
