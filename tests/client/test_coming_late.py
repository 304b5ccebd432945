"""Who comes back, or comes late, is told which races the figures are of; and where he is."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from cardclient.line_words import race_lines, table_lines
from cardclient.model import Model
from cardclient.receiving import receive, show
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Panel, Ui
from cardprotocol.games.common import MatchEnded, Outcome
from cardprotocol.messages import to_client as c
from tests.support.client_story import (
    at_table,
    claim,
    dealt,
    in_bout,
    in_race,
    lobby,
    opening,
    raced,
    reveal,
    table_info,
    verdict,
    welcome,
)

LOOK = look_of({"LANG": "en.UTF-8"})
OVER = MatchEnded(Outcome(reason="stuck", ranking=((1,), (2,), (3,), (0,)), losers=(0,)))


def text(model: Model, ui: Ui | None = None) -> str:
    drawn = draw(Stage(model, LOOK, 0), ui or Ui(), 80, 24)
    return "\n".join("".join(text for _, text in line) for line in drawn)


def view_of(model: Model, seq: int) -> c.View:
    table = table_info(playing=True) if model.table is None else model.table
    playing = structs.replace(table, playing=True)
    return c.View(seq=seq, table=playing, seat=model.seat, game=model.game, race=opening(9))


def came_back(before: Model, *, raced_since: bool = False) -> Model:
    """A client started anew in the middle of `before`'s match, at its end."""
    model = receive(Model(), welcome("kitchen"), 0)
    model = receive(model, view_of(before, seq=30), 0)
    judged = verdict(9, claim(1, 387_000), claim(2, 401_000, 14_000)) if raced_since else None
    return show(model, reveal(OVER, verdict=judged, seq=31), 1)


def test_the_summary_says_that_it_counts_since_one_came_back() -> None:
    nothing = text(came_back(raced(3)))
    assert "No race was judged since you came back: earlier ones are not known here." in nothing
    assert "median" not in nothing
    some = text(came_back(raced(3), raced_since=True))
    assert "Only the races since you came back are counted." in some
    assert "387 ms" in some


def test_who_came_to_watch_is_told_so() -> None:
    watched = came_back(replace(raced(3), seat=None), raced_since=True)
    assert "Only the races since you came to watch are counted." in text(watched)


def test_who_was_there_from_the_deal_on_or_missed_nothing_is_told_nothing() -> None:
    assert "counted" not in text(show(raced(3), reveal(OVER), 1))
    model = raced(3)
    same = receive(model, view_of(model, model.seq), 0)
    assert not same.record.races_missed
    assert receive(model, view_of(model, model.seq + 1), 0).record.races_missed


def test_a_game_without_races_and_a_table_before_its_match_miss_none() -> None:
    bout = in_bout()
    assert not receive(Model(), view_of(bout, 9), 0).record.races_missed
    assert not at_table().record.races_missed


def test_the_next_match_is_counted_from_its_deal_on() -> None:
    again = show(came_back(raced(3)), reveal(dealt()), 2)
    assert again.playing
    assert not again.record.races_missed


def test_f2_and_the_line_mode_do_not_say_that_none_was_judged() -> None:
    model = receive(receive(Model(), welcome("kitchen"), 0), view_of(raced(3), 30), 0)
    assert "No race has been judged since you came." in text(model, Ui(panel=Panel.RACES))
    assert race_lines(Stage(model, LOOK, 0)) == ["No race has been judged since you came."]
    assert "No race has been judged in this match yet." in text(in_race(), Ui(panel=Panel.RACES))


def test_the_lobby_says_which_server_it_is_of() -> None:
    assert "Perekur · lobby · Olga · test " in text(lobby("a")).split("\n")[0]
    assert table_lines(Stage(lobby("a"), LOOK, 0))[0].startswith("test. You are in the lobby")
