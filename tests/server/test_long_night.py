"""A long night leaves nothing behind: objects of each type, timers and connections stay flat.

Evening after evening the same people come, play, drop, return, watch and go.
"""

from __future__ import annotations

import gc
from collections import Counter
from random import Random

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from tests.support.house import TABLE, Guest, House

HOUR_US = 3_600_000_000
NAMES = ("Ann", "Bob", "Cid", "Dot")


class Night:
    """One server; `tokens` let people be the same all night."""

    def __init__(self) -> None:
        self.house = House(keep=False)
        self._tokens: dict[str, bytes | None] = {}
        self._rng = Random(30)

    def evening(self, game: str) -> None:
        """A table of `game`: a few acts, a drop and a return, a spectator, quits; then an hour."""
        house = self.house
        ann, bob, cid, wim = (self._guest(name) for name in NAMES)
        ann.ask(
            said.CreateTable(table=TABLE, game=game, options={"turn_seconds": 5})
            if game == "durak"
            else said.CreateTable(table=TABLE, game=game)
        )
        bob.ask(said.JoinTable(table=TABLE))
        cid.ask(said.JoinTable(table=TABLE))
        wim.ask(said.WatchTable(table=TABLE))
        house.rest(300_000)
        house.begin(ann, bob, cid)
        house.rest(30_000_000)
        bob.hang_up()
        bob = house.back(bob)
        bob.say(said.Resume(seq=self._rng.randrange(4)))
        ann.say(said.Chat(text="still here"))
        house.rest(5_000_000)
        for guest in (wim, cid, bob, ann):
            guest.say(said.LeaveTable())
            house.rest(1_000_000)
        house.rest(100_000_000)
        assert not house.server.lobby.tables
        for guest in (ann, bob, cid, wim):
            guest.say(said.Bye())
        house.rest(HOUR_US)

    def _guest(self, name: str) -> Guest:
        guest = self.house.stranger(name)
        assert isinstance(guest.hello(token=self._tokens.get(name)), told.Welcome)
        self._tokens[name] = guest.token
        return guest

    def sizes(self) -> Counter[str]:
        """What is alive of the server's own types, and what is still to come."""
        gc.collect()
        rooms = ("cardserver", "cardrules", "cardprotocol")
        kinds = (type(thing) for thing in gc.get_objects())
        sizes = Counter(k.__name__ for k in kinds if str(k.__module__).startswith(rooms))
        sizes["timers"] = self.house.clock.pending()
        sizes["connections"] = len(self.house.server.sessions)
        sizes["people"] = len(self.house.server.people)
        return sizes


def test_twenty_evenings_leave_as_much_behind_as_six() -> None:
    night = Night()
    for number in range(6):
        night.evening(("durak", "perekur")[number % 2])
    before = night.sizes()
    for number in range(14):
        night.evening(("durak", "perekur")[number % 2])
    after = night.sizes()
    assert {kind: after[kind] - before[kind] for kind in after if after[kind] > before[kind]} == {}
    assert after["timers"] == after["connections"] == 0
    assert night.house.faults == []


def test_strangers_who_come_and_go_leave_nothing() -> None:
    house = House(keep=False)
    for number in range(500):
        guest = house.stranger(f"S{number}", peer=f"10.0.{number % 250}.1")
        if number % 3:
            guest.hello()
        guest.hang_up()
    house.rest(60_000_000)
    assert len(house.server.people) == 0
    assert not house.server.sessions
    assert house.clock.pending() == 0
