"""An error of the server's own freezes its table, tells its people, and touches no other."""

from __future__ import annotations

import pytest

from cardprotocol.cards import Card
from cardprotocol.games.durak import Attack
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.match import Match
from tests.support.durak_positions import position
from tests.support.house import TABLE, Guest, House
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import bout_at, lay, perekur

SIX = said.Act(action=Attack((Card("6S"),)))


def broken(*_arguments: object, **_named: object) -> None:
    raise ZeroDivisionError("in game code")


def frozen_bout() -> tuple[House, list[Guest]]:
    """Two at a table that an act has frozen."""
    house, guests = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    house.match.take = broken  # type: ignore[method-assign]
    guests[0].say(SIX)
    assert house.the_table.frozen
    return house, guests


def test_everybody_there_is_told_and_the_report_names_the_table() -> None:
    house, (ann, bob) = frozen_bout()
    assert bob.codes() == ["server/fault"]
    assert "server/fault" in ann.codes()
    assert [type(error) for error in house.faults] == [ZeroDivisionError]


def test_a_frozen_table_does_nothing_any_more_whoever_comes_and_goes() -> None:
    house, (ann, bob) = frozen_bout()
    acts = house.match.acts
    house.rest(120_000_000)
    bob.hang_up()
    house.rest(120_000_000)
    again = house.back(bob)
    assert again.refused(said.Resume()).code == "server/fault"
    assert ann.refused(SIX).code == "server/fault"
    assert ann.refused(said.Ready()).code == "server/fault"
    assert house.guest("Wim").refused(said.WatchTable(table=TABLE)).code == "server/fault"
    house.rest(600_000_000)
    assert (house.match.acts, len(house.faults)) == (acts, 1)


def test_a_frozen_table_goes_when_all_have_left_it() -> None:
    house, (ann, bob) = frozen_bout()
    assert isinstance(ann.ask(said.LeaveTable()), told.Done)
    assert isinstance(bob.ask(said.LeaveTable()), told.Done)
    assert not house.server.lobby.tables
    assert isinstance(ann.ask(said.CreateTable(table=TABLE, game="durak")), told.View)
    assert isinstance(bob.ask(said.JoinTable(table=TABLE)), told.View)


@pytest.mark.parametrize("where", ["_announce", "take", "acted"])
def test_another_table_plays_on(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house, guests = perekur(look_seconds=1)
    others = [house.guest("Dot"), house.guest("Eve")]
    others[0].ask(said.CreateTable(table="Other", game="durak"))
    others[1].ask(said.JoinTable(table="Other"))
    house.begin(*others)
    first, other = house.server.lobby.tables
    for table, people in ((first, guests),):
        for guest in people:
            guest.ask(said.Ready())
        assert table.match is not None
        table.match.game = at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C)
    house.rest(1_500_000)
    assert first.match is not None
    monkeypatch.setattr(first.match, where, broken)
    guests[0].say(guests[0].claim(lay("TC")))
    house.rest(1_000_000)
    assert first.frozen
    assert not other.frozen
    assert isinstance(other.match, Match)
    actor = min(other.match.game.actors())
    answer = others[actor].ask(said.Act(action=other.match.game.legal(actor)[0]))  # type: ignore[arg-type]
    assert isinstance(answer, told.Done)
    assert others[0].codes() == others[1].codes() == []


def test_a_fault_in_a_timer_is_caught_too() -> None:
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob", turn_seconds=5)
    house.begin(ann, bob)
    house.match.acted = broken  # type: ignore[method-assign,assignment]
    house.rest(10_000_000)
    assert house.the_table.frozen
    assert ann.codes() == bob.codes() == ["server/fault"]


def test_a_fault_in_the_lobby_is_answered_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    ann = house.guest("Ann")
    monkeypatch.setattr(house.server.lobby, "list_games", broken)
    assert ann.refused(said.ListGames()).code == "server/fault"
    assert len(house.faults) == 1
    assert isinstance(ann.ask(said.ListTables()), told.Tables)
