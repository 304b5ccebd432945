"""A restart finds everybody where he was, whatever he did at two tables before it.

What lives here: joining, leaving, giving up, coming back, watching and being cut off, in any
order, and what the journal alone makes of it. What must not: matches (test_restore.py).
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.records import AnyRecord
from cardserver.restore import restore
from cardserver.server import Server
from cardserver.settings import ServerSettings
from tests.support.held_journal import HeldJournal
from tests.support.house import Guest, House
from tests.support.sim_clock import SimClock

TABLES = ("Hall", "Attic")
SECOND_US = 1_000_000
Standing = tuple[dict[str, dict[int, tuple[str, bool, bool]]], dict[str, str]]


def standing(server: Server, names: list[str]) -> Standing:
    """Who sits where, is a bot, gave up; and what `hello` resumes everybody to."""
    tables = {
        table.name: {
            seat: (state.player.name, state.player.bot, state.gave_up)
            for seat, state in table.seats.items()
        }
        for table in server.lobby.tables
        if table.seats
    }
    players = {name: server.people.find(name) for name in names}
    return tables, {n: "" if p is None else p.seated for n, p in players.items()}


def restarted(house: House) -> Server:
    """The server the journal alone makes; `house` goes on untouched."""
    journal = HeldJournal()
    journal.seal, journal.unseal = house.journal.seal, house.journal.unseal  # type: ignore[method-assign]
    server = Server(SimClock(), journal, bytes, ServerSettings())
    records: list[AnyRecord] = house.journal.records()  # type: ignore[assignment]
    restore(server, records)
    return server


def check(house: House, *guests: Guest) -> None:
    names = [guest.name for guest in guests]
    assert standing(restarted(house), names) == standing(house.server, names)


def two_tables() -> tuple[House, Guest, Guest, Guest, Guest]:
    """Zed, Yan and Bot play Durak at the first table; Wes waits at the second."""
    house = House()
    names = ("Zed", "Yan", "Bot", "Wes")
    zed, yan, bot, wes = (house.guest(name, bot=name == "Bot") for name in names)
    zed.ask(said.CreateTable(table=TABLES[0], game="durak", options={"absent_seconds": 600}))
    yan.ask(said.JoinTable(table=TABLES[0]))
    bot.ask(said.JoinTable(table=TABLES[0]))
    wes.ask(said.CreateTable(table=TABLES[1], game="durak"))
    house.rest(SECOND_US)
    house.begin(zed, yan, bot)
    house.rest(SECOND_US)
    return house, zed, yan, bot, wes


def test_who_came_back_from_another_table_is_at_the_first_after_a_restart() -> None:
    house, *guests = two_tables()
    yan = guests[1]
    for message in (
        said.LeaveTable(),
        said.JoinTable(table=TABLES[1]),
        said.LeaveTable(),
        said.JoinTable(table=TABLES[0]),
    ):
        assert not isinstance(yan.ask(message), told.Error)
        check(house, *guests)
    again = restarted(house)
    player = again.people.find("Yan")
    assert player is not None
    assert player.seated == TABLES[0]


def test_who_left_in_mid_match_has_left_after_a_restart_too() -> None:
    house, zed, yan, bot, wes = two_tables()
    yan.ask(said.LeaveTable())
    (left,) = [s for s in zed.last(told.Table).table.seats if s.name == "Yan"]
    assert left.gave_up
    check(house, zed, yan, bot, wes)
    table = restarted(house).lobby.find(TABLES[0])
    assert [state.gave_up for state in table.seats.values()] == [False, True, False]


def test_nobody_waits_after_a_restart_for_one_who_left() -> None:
    house, zed, yan, bot, _wes = two_tables()
    yan.ask(said.LeaveTable())
    house.server.stop()
    house.server = house.new_server()
    restore(house.server, house.journal.records())  # type: ignore[arg-type]
    for guest in (house.back(zed), house.back(bot)):
        assert not isinstance(guest.ask(said.Resume()), told.Error)
    assert house.server.lobby.find(TABLES[0]).presence.enough_people()


def test_leaving_is_written_when_the_journal_writes_again() -> None:
    house, zed, yan, bot, wes = two_tables()
    house.journal.full = True
    yan.ask(said.LeaveTable())
    house.rest(SECOND_US // 2)
    house.journal.full = False
    house.rest(3 * SECOND_US)
    check(house, zed, yan, bot, wes)
    yan.ask(said.JoinTable(table=TABLES[0]))
    check(house, zed, yan, bot, wes)


def test_who_left_while_the_deal_could_not_be_written_keeps_no_seat() -> None:
    house = House()
    ann, bob, cid = house.table("durak", "Ann", "Bob", "Cid")
    house.journal.hold = True
    for guest in (ann, bob, cid):
        guest.say(said.Ready())
    bob.say(said.LeaveTable())
    house.journal.full = True
    house.journal.release()
    house.journal.full = False
    house.rest(3 * SECOND_US)
    assert [state.player.name for state in house.the_table.seats.values()] == ["Ann", "Cid"]
    check(house, ann, bob, cid)


def test_a_name_that_came_again_as_a_bot_is_one_after_a_restart() -> None:
    house = House()
    ann, bob, *_ = house.table("durak", "Ann", "Bob")
    bob.ask(said.LeaveTable())
    bob.hang_up()
    bob.bot = True
    assert isinstance(house.back(bob).ask(said.JoinTable(table="House")), told.View)
    check(house, ann, bob)


STEPS = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.sampled_from(
            ["join 0", "join 1", "leave", "watch 0", "watch 1", "cut", "bye", "resume", "ready"]
        ),
        st.sampled_from([0, 400_000]),
    ),
    max_size=25,
)


def step(house: House, guest: Guest, what: str) -> Guest:
    """One thing a player does, by his connection of then; what he may not do is refused."""
    if guest.session.gone:
        guest = house.back(guest)
    word, _, number = what.partition(" ")
    table = TABLES[int(number or 0)]
    match word:
        case "join":
            guest.say(said.JoinTable(table=table))
        case "watch":
            guest.say(said.WatchTable(table=table))
        case "leave":
            guest.say(said.LeaveTable())
        case "resume":
            guest.say(said.Resume())
        case "ready":
            guest.say(said.Ready())
        case "bye":
            guest.say(said.Bye())
        case "cut":
            guest.hang_up()
    return guest


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_a_restart_at_any_moment_finds_everybody_where_he_was(
    steps: list[tuple[int, str, int]],
) -> None:
    house, *guests = two_tables()
    for who, what, rest_us in steps:
        guests[who] = step(house, guests[who], what)
        house.rest(rest_us)
        check(house, *guests)
    assert house.faults == []
