"""A restart: the journal gives the server that was, and finished matches cost it nothing."""

from __future__ import annotations

import pytest

from cardprotocol.messages import to_server as said
from cardserver.records import MatchBegun, TableClosed
from cardserver.restore import restore
from cardserver.server import Server
from cardserver.settings import ServerSettings
from tests.support.held_journal import Once
from tests.support.house import House
from tests.support.sim_character import Character
from tests.support.sim_clock import SimClock
from tests.support.sim_world import LifeClock, SimWorld, seconds


def evening(game: str, matches: int) -> SimWorld:
    world = SimWorld(4)
    options = {"look_seconds": 0} if game == "perekur" else {}
    for number, name in enumerate(("Ann", "Bob", "Cid")):
        world.add(Character(name, game=game, options=options, host=number == 0, matches=matches))
    return world


def again(world: SimWorld) -> Server:
    """The server the journal alone makes."""
    server = Server(LifeClock(SimClock()), world.journal, bytes, ServerSettings())
    restore(server, [record for _, record in world.journal.load()])  # type: ignore[misc]
    return server


@pytest.mark.parametrize("game", ["perekur", "durak"])
@pytest.mark.parametrize("finished", [0, 1, 3])
def test_a_table_goes_on_counting_where_it_stopped(game: str, finished: int) -> None:
    world = evening(game, matches=4)

    def some_way_in() -> bool:
        table = world.table()
        match = None if table is None else table.match
        begun = match is not None and match.begun.number == finished + 1
        return begun and match is not None and match.acts >= 5 and not match.pending

    world.run(some_way_in, seconds(900))
    then = world.table()
    now = next(iter(again(world).lobby.tables))
    assert then is not None
    assert then.match is not None
    assert now.match is not None
    assert (now.match.game, now.match.acts) == (then.match.game, then.match.acts)
    assert (now.match.seq, now.dealing.number) == (then.match.seq, then.dealing.number)
    assert now.dealing.previous == then.dealing.previous
    assert now.match.history[-1] == then.match.history[-1]


def test_a_table_between_matches_still_shows_how_the_last_one_ended() -> None:
    world = evening("perekur", matches=2)
    world.run(world.all_done, seconds(900))
    world.rest(seconds(1))
    then, now = world.table(), next(iter(again(world).lobby.tables))
    assert then is not None
    assert then.match is not None
    assert now.match is not None
    assert now.match.over
    assert now.match.game == then.match.game
    assert (now.dealing.seq, now.dealing.number) == (then.dealing.seq, 2)


def test_an_act_without_its_match_is_refused() -> None:
    world = evening("durak", matches=1)
    world.run(world.all_done, seconds(900))
    records = [r for _, r in world.journal.load() if not isinstance(r, MatchBegun)]
    server = Server(LifeClock(SimClock()), world.journal, bytes, ServerSettings())
    with pytest.raises(ValueError, match="an act without a match"):
        restore(server, records)  # type: ignore[arg-type]


def test_a_table_that_could_not_be_written_is_not_closed_in_the_journal_either() -> None:
    house = House()
    ann = house.guest("Ann")
    house.journal.full = Once()  # there is room again when the table is forgotten
    ann.say(said.CreateTable(table="attic", game="perekur"))
    house.rest(100_000)
    assert ann.codes() == ["server/storage"]
    assert house.server.lobby.tables == ()
    assert ann.ask(said.CreateTable(table="cellar", game="perekur", id=2))
    assert not any(isinstance(record, TableClosed) for record in house.journal.records())
    restore(house.new_server(), house.journal.records())  # type: ignore[arg-type]
