"""Stories of refusals in the lobby and at a table, between matches and in them.

What must not: races and bouts (refusals_race.py, refusals_bout.py).
"""

from __future__ import annotations

from typing import Final

from cardprotocol.errors import ErrorCode as E
from cardprotocol.games.durak import Pass
from cardprotocol.messages import to_server as said
from cardserver.settings import Limits, ServerSettings
from tests.support.house import TABLE, House
from tests.support.refusals import Stage, Story, asked, perekur


def _from_the_lobby(message: object, *, field: str = "", expects: str = "") -> Stage:
    house, guests = perekur()
    dot = house.guest("Dot")
    return asked(house, dot, message, tuple(guests), field=field, expects=expects)  # type: ignore[arg-type]


def _create(table: str = "New", game: str = "durak", **options: bool | int | str) -> object:
    return said.CreateTable(table=table, game=game, options=options)


def _limit() -> Stage:
    house = House(ServerSettings(limits=Limits(tables=1)))
    ann, bob, cid = house.table("perekur", "Ann", "Bob", "Cid")
    dot = house.guest("Dot")
    return asked(house, dot, _create(), (ann, bob, cid), expects="at most 1")  # type: ignore[arg-type]


def _no_more_spectators() -> Stage:
    house = House(ServerSettings(limits=Limits(spectators=1)))
    guests = house.table("perekur", "Ann", "Bob", "Cid")
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table=TABLE))
    watch = said.WatchTable(table=TABLE)
    return asked(house, house.guest("Xan"), watch, (*guests, wim), expects="at most 1 spectator")


def _disk() -> Stage:
    house = House(free_bytes=lambda: 64 * 1024 * 1024 - 1)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    return asked(house, ann, _create(), (bob,), expects="64 MiB free")  # type: ignore[arg-type]


def _full() -> Stage:
    house = House()
    guests = house.table("perekur", "Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    return asked(house, house.guest("Gus"), said.JoinTable(table=TABLE), tuple(guests))


def _at(
    who: int, message: object, *, field: str = "", expects: str = "", playing: bool = False
) -> Stage:
    """A request of the `who`-th of three at a table."""
    house, guests = perekur()
    if playing:
        house.begin(*guests)
    others = tuple(guest for number, guest in enumerate(guests) if number != who)
    return asked(house, guests[who], message, others, field=field, expects=expects)  # type: ignore[arg-type]


def _spectator() -> Stage:
    house, guests = perekur()
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table=TABLE))
    return asked(house, wim, said.Ready(), tuple(guests))


def _no_bots() -> Stage:
    house, guests = perekur(bots_race="none")
    robot = house.guest("Robot", bot=True)
    return asked(house, robot, said.JoinTable(table=TABLE), tuple(guests))


STORIES: Final[dict[E, Story]] = {
    E.TABLE_UNKNOWN: lambda: _from_the_lobby(said.JoinTable(table="Attic"), field="table"),
    E.TABLE_NAME: lambda: _from_the_lobby(_create("\t"), field="table", expects="control"),
    E.TABLE_NAME_TAKEN: lambda: _from_the_lobby(_create("H0use"), field="table"),
    E.TABLE_GAME: lambda: _from_the_lobby(_create(game="chess"), field="game", expects="durak"),
    E.TABLE_OPTION: lambda: _from_the_lobby(_create(deck="40"), field="deck", expects="36 / 52"),
    E.TABLE_FULL: _full,
    E.TABLE_SPECTATORS_FULL: _no_more_spectators,
    E.TABLE_LIMIT: _limit,
    E.SERVER_DISK: _disk,
    E.TABLE_NOT_AT: lambda: _from_the_lobby(said.Ready()),
    E.TABLE_ALREADY_AT: lambda: _at(1, said.JoinTable(table="Attic")),
    E.TABLE_SEAT: lambda: _at(0, said.RemovePlayer(seat=5), field="seat", expects="0, 1, 2"),
    E.TABLE_SEAT_TAKEN: lambda: _at(1, said.TakeSeat(seat=0), field="seat", expects="3, 4, 5"),
    E.TABLE_SPECTATOR: _spectator,
    E.TABLE_NOT_HOST: lambda: _at(1, said.SetOptions(options={"hints": True})),
    E.TABLE_IN_MATCH: lambda: _at(0, said.SetOptions(options={"hints": True}), playing=True),
    E.TABLE_NO_MATCH: lambda: _at(0, said.Act(action=Pass())),
    E.TABLE_BOTS: _no_bots,
}
