"""Panels, chat, readiness, the lobby and forms by keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from cardclient.controls import HELP_PAGES, LEAVE_AGAIN_US, Press, press
from cardclient.plays import followed
from cardclient.receiving import receive, show
from cardclient.records import Hint
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Panel, Result, Ui
from cardprotocol.games.common import MatchEnded, Outcome, WentOut
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from tests.support.client_keys import ENTROPY, after, hint, open_race, start
from tests.support.client_story import (
    GAMES,
    at_table,
    dealt,
    in_race,
    lobby,
    raced,
    reveal,
    table_info,
)

OVER = MatchEnded(Outcome(reason="stuck", ranking=((1,), (0,)), losers=(0,)))


# panels, chat, ready


@pytest.mark.parametrize(("key", "panel"), [("f2", Panel.RACES), ("f3", Panel.TABLE)])
def test_a_panel_key_shows_it_and_hides_it(key: str, panel: Panel) -> None:
    result = after(start(open_race()), key)
    assert result.ui.panel is panel
    assert after(result, key).ui.panel is Panel.NONE


def test_f1_turns_the_pages_of_the_help_and_then_goes() -> None:
    seen = []
    result = start(open_race())
    for _ in range(HELP_PAGES + 1):
        result = after(result, "f1")
        seen.append((result.ui.panel, result.ui.page))
    assert seen[:-1] == [(Panel.HELP, page) for page in range(HELP_PAGES)]
    assert seen[-1] == (Panel.NONE, 0)


def test_rank_keys_play_although_help_is_open() -> None:
    assert len(after(start(open_race()), "f1", "2").send) == 1


def test_while_typing_keys_are_text_and_enter_says_it() -> None:
    result = after(start(open_race()), "/", "2", "q", " ", "й", "c-h", "c-m")
    assert result.send == (s.Chat(text="2q"),)
    assert result.ui.typing is None


def test_an_empty_line_says_nothing() -> None:
    assert after(start(open_race()), ".", " ", "c-m").send == ()


def test_pasted_text_loses_what_can_not_be_shown() -> None:
    result = after(start(open_race()), "/")
    key = Press("<bracketed-paste>", "a\x1b[31mb\nc", 0, lambda: ENTROPY)
    assert press(result, key).ui.typing == "a[31mbc"


def test_enter_is_ready_between_matches_with_entropy_for_the_deal() -> None:
    idle = tuple(structs.replace(info, ready=False) for info in table_info().seats)
    over = show(raced(1), reveal(OVER), 9)
    over = receive(over, c.Table(table=table_info(seats=idle), seat=0), 10)
    assert after(start(over), "c-m").send == (s.Ready(ready=True, entropy=ENTROPY),)
    ready = receive(over, c.Table(table=table_info(), seat=0), 11)
    assert after(start(ready), "c-m").send == (s.Ready(ready=False),)


def test_enter_does_nothing_in_a_match() -> None:
    assert after(start(open_race()), "c-m").send == ()


def test_f10_goes_and_ctrl_c_interrupts() -> None:
    assert after(start(open_race()), "f10").quit
    assert after(start(open_race()), "c-c").interrupted
    assert after(start(open_race()), "/", "c-c").interrupted


# the table's own affairs and the lobby


def test_the_table_panel_has_the_hosts_controls() -> None:
    panel = start(at_table(), Ui(panel=Panel.TABLE))
    assert after(panel, "down", "f8").send == (s.RemovePlayer(seat=1),)
    assert after(panel, "up", "f4").send == (s.TakeSeat(seat=5),)
    (leave,) = after(panel, "f7").send
    assert isinstance(leave, s.LeaveTable)


def in_match(seat: int | None = 0) -> Result:
    return start(replace(in_race(), seat=seat), Ui(panel=Panel.TABLE))


def test_a_match_is_not_left_by_one_key() -> None:
    asked = after(in_match(), "f7", at_us=1_000_000)
    assert asked.send == ()
    assert hint(asked) is Hint.LEAVE_AGAIN
    (leave,) = after(asked, "f7", at_us=1_000_000 + LEAVE_AGAIN_US).send
    assert isinstance(leave, s.LeaveTable)
    assert after(asked, "f7", at_us=1_000_001 + LEAVE_AGAIN_US).send == ()


def test_a_question_left_with_its_screen_is_not_answered_by_the_next_f7() -> None:
    asked = after(in_match(), "f7", "f3", "f3", at_us=1_000_000)
    assert after(asked, "f7", at_us=1_500_000).send == ()


def test_the_question_is_on_the_screen_as_long_as_it_may_be_answered() -> None:
    asked = after(in_match(), "f7", at_us=1_000_000)

    def said(at_us: int) -> str:
        drawn = draw(Stage(asked.model, look_of({"LANG": "C.UTF-8"}), at_us), asked.ui, 80, 24)
        return "\n".join("".join(text for _, text in line) for line in drawn)

    assert "F7 again: leave; the server plays on." in said(999_999 + LEAVE_AGAIN_US)
    assert "F7 again" not in said(1_000_000 + LEAVE_AGAIN_US)


def test_who_has_nothing_to_lose_leaves_at_once() -> None:
    out = start(show(in_race(), reveal(WentOut(0, 1)), 5), Ui(panel=Panel.TABLE))
    for free in (in_match(seat=None), out, start(at_table(), Ui(panel=Panel.TABLE))):
        (leave,) = after(free, "f7").send
        assert isinstance(leave, s.LeaveTable)


def test_a_spectator_sits_down_at_the_seat_chosen() -> None:
    panel = start(at_table(seat=None), Ui(panel=Panel.TABLE, row=4))
    assert after(panel, "f4").send == (s.TakeSeat(seat=4),)


def test_the_lobby_joins_or_watches_the_table_chosen() -> None:
    result = start(lobby("a", "b"))
    assert after(result, "down", "c-m").send == (s.JoinTable(table="b"),)
    assert after(result, "up", "f4").send == (s.WatchTable(table="b"),)


def test_scores_of_each_game_in_turn() -> None:
    result = after(start(lobby("a")), "f5")
    assert result.send == (s.ListScores(game="perekur"),)
    shown = replace(result, model=receive(result.model, c.Scores(game="perekur", scores=()), 0))
    assert after(shown, "f5").send == (s.ListScores(game="durak"),)


def test_a_table_is_described_and_made() -> None:
    result = after(start(lobby()), "f6", "c-u", "d", "e", "n", "down", "down", "right", "down")
    result = after(result, "left", "down", " ", "c-m")
    assert result.send == (
        s.CreateTable(
            table="den",
            game="perekur",
            options={"collect": "pile", "look_seconds": 2, "hints": True},
        ),
    )


def test_another_game_has_options_of_its_own() -> None:
    result = after(start(lobby()), "f6", "down", "down", "right", "up", "right", "c-m")
    (made,) = result.send
    assert isinstance(made, s.CreateTable)
    assert (made.game, made.options) == ("durak", {})


def test_the_host_changes_options_on_the_table_panel() -> None:
    model = receive(at_table(), c.Games(games=GAMES), 0)
    result = after(start(model, Ui(panel=Panel.TABLE)), "right", "right", "c-m")
    (asked,) = result.send
    assert isinstance(asked, s.SetOptions)
    assert asked.options["collect"] == "pile"
    assert result.ui.panel is Panel.TABLE


def test_a_table_that_is_entered_closes_the_form() -> None:
    before = lobby()
    made = after(start(before), "f6").ui
    assert followed(made, before, at_table()).panel is Panel.NONE


def test_a_match_that_begins_closes_a_panel_but_not_the_help() -> None:
    begun = show(at_table(), reveal(dealt()), 0)
    assert followed(Ui(panel=Panel.TABLE), at_table(), begun).panel is Panel.NONE
    assert followed(Ui(panel=Panel.HELP), at_table(), begun).panel is Panel.HELP
