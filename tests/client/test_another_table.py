"""A new table begins with nothing of the one before: no log, no races, no locks, no marks."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from cardclient.model import LEAVE_ID, Model, hinted, locked, warned
from cardclient.plays import followed
from cardclient.receiving import receive
from cardclient.records import Hint, Noted
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Panel, Ui
from cardprotocol.messages import to_client as c
from tests.support.client_story import GAMES, lobby, raced, table_info, welcome

LOOK = look_of({"LANG": "en_GB.UTF-8"})
PORCH = structs.replace(table_info(), table="porch", match_id="")
AT_PORCH = c.View(seq=0, table=PORCH, seat=0)


def played() -> Model:
    """Three races into a match at a table, with talk, a lock and a hint."""
    model = receive(raced(3), c.Games(games=GAMES), 0)
    model = receive(model, c.Said(name="Petro", text="see you"), 0)
    model = receive(model, c.Tables(tables=lobby("kitchen").tables or ()), 0)
    return hinted(locked(model, 1, 9_000_000), Noted(Hint.LOCKED), 0)


def text(model: Model, ui: Ui | None = None) -> str:
    drawn = draw(Stage(model, LOOK, 0), ui or Ui(), 80, 24)
    return "\n".join("".join(text for _, text in line) for line in drawn)


def assert_fresh(model: Model) -> None:
    assert not model.log
    assert not model.races
    assert not model.locks
    assert model.hint is None
    assert model.record.match_id == ""
    assert "see you" not in text(model)
    assert "387 ms" not in text(model, Ui(panel=Panel.RACES))


def test_by_way_of_the_lobby() -> None:
    left = receive(played(), c.Done(re=LEAVE_ID), 0)
    assert_fresh(receive(left, AT_PORCH, 0))


def test_straight_from_another_table() -> None:
    assert_fresh(receive(played(), AT_PORCH, 0))


def test_by_way_of_a_new_greeting() -> None:
    assert_fresh(receive(receive(played(), welcome(), 0), AT_PORCH, 0))


def test_coming_back_to_the_same_table_keeps_what_was_told() -> None:
    model = played()
    back = c.View(seq=model.seq, table=model.table or PORCH, seat=0, game=model.game)
    again = receive(receive(model, welcome("kitchen"), 0), back, 0)
    assert again.log == model.log
    assert again.races == model.races


def test_what_is_true_of_the_whole_session_stays() -> None:
    model = warned(Model(), Hint.SSH, 0)
    assert [line.what for line in receive(model, AT_PORCH, 0).log] == [Noted(Hint.SSH)]


def test_the_list_of_tables_from_before_is_not_shown_as_if_it_were_new() -> None:
    left = receive(played(), c.Done(re=LEAVE_ID), 0)
    assert "asking for the tables" in text(left)
    assert "kitchen" not in text(left)


def test_selections_do_not_come_along() -> None:
    before = played()
    ui = Ui(panel=Panel.RACES, row=4, race=2, leaving_us=1)
    assert followed(ui, before, receive(before, AT_PORCH, 0)) == Ui()
    assert followed(replace(ui, typing="hm"), before, before) == replace(ui, typing="hm")
