"""What was said of a key goes with what it was about."""

from __future__ import annotations

from dataclasses import replace

from cardclient.model import LEAVE_ID, Model, hinted
from cardclient.receiving import receive
from cardclient.records import Hint, Noted
from cardprotocol.games import durak
from cardprotocol.messages import to_client as c
from tests.support.client_keys import after, start
from tests.support.client_story import at_table, in_bout, lobby, table_info

REFUSED = c.Error(code="rules/does_not_beat", text="That card does not beat.")


def refused(model: Model) -> Model:
    return receive(model, REFUSED, 400_000)


def test_a_key_that_sends_something_makes_the_last_refusal_old() -> None:
    model = refused(in_bout(durak.Take()))
    assert model.refusal is REFUSED
    assert after(start(model), "left").model.refusal is REFUSED
    assert after(start(model), "c-h").model.refusal is None


def test_a_key_that_sends_something_makes_the_last_hint_old() -> None:
    model = hinted(in_bout(durak.Take()), Noted(Hint.NOT_HELD, rank="2"), 400_000)
    assert after(start(model), "c-h").model.hint is None


def test_what_was_refused_at_a_table_stays_there() -> None:
    left = receive(refused(at_table()), c.Done(re=LEAVE_ID), 0)
    assert left.table is None
    assert left.refusal is None


def test_what_was_refused_in_the_lobby_stays_there() -> None:
    model = refused(lobby("kitchen"))
    view = c.View(seq=0, table=table_info(), seat=0)
    assert receive(model, view, 0).refusal is None


def test_a_view_of_the_same_table_leaves_a_refusal_where_it_is() -> None:
    view = c.View(seq=0, table=table_info(), seat=0)
    assert receive(refused(at_table()), view, 0).refusal is REFUSED


def test_who_lost_the_seat_is_still_told_so() -> None:
    gone = c.Error(code="table/not_at", text="You are not at a table.")
    model = receive(replace(at_table(), hint=None), gone, 0)
    assert model.table is None
    assert model.refusal is gone
