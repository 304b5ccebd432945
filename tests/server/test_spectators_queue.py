"""What is on its way to a delayed spectator: bounded whoever comes and goes, and in order."""

from __future__ import annotations

from cardprotocol.codec import encode_frame
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.to_client import Events
from cardserver.spectating import QUEUE_BYTES, OnTheWay
from tests.support.house import TABLE, Guest, House

SECOND_US = 1_000_000
DELAY_S = 30


def delayed() -> tuple[House, list[Guest]]:
    """A match with one spectator, Wim, who has been shown the beginning."""
    house = House()
    ann, bob = house.table("durak", "Ann", "Bob", watchers_delay_seconds=DELAY_S, turn_seconds=0)
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table=TABLE))
    house.begin(ann, bob)
    house.rest((DELAY_S + 1) * SECOND_US)
    return house, [ann, bob, wim]


def come_and_go(house: House, stranger: Guest, times: int) -> None:
    """`stranger` watches and leaves, twenty messages a second."""
    for _ in range(times):
        stranger.say(said.WatchTable(table=TABLE))
        house.rest(50_000)
        stranger.say(said.LeaveTable())
        house.rest(50_000)


def test_a_stranger_who_comes_and_goes_fills_no_spectators_queue() -> None:
    house, (_ann, _bob, wim) = delayed()
    zoe = house.guest("Zoe")
    mark = len(wim.heard)
    began_us = house.clock.now_us()
    come_and_go(house, zoe, 200)  # 20 s
    house.rest(5 * SECOND_US)
    zoe.say(said.WatchTable(table=TABLE))
    house.rest((DELAY_S + 2) * SECOND_US)
    tables = [(us, m) for us, m in wim.heard[mark:] if isinstance(m, told.Table)]
    assert 20 <= len(tables) <= 26, "about one a second: not 400, and not none meanwhile"
    assert tables[0][0] >= began_us + DELAY_S * SECOND_US
    assert tables[-1][1].table.spectators == 2
    # The last of those that came and went is told as it was, at its own moment.
    assert tables[-2][1].table.spectators == 1
    assert house.faults == []


class Sent:
    """A session that notes what it is sent."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send_frame(self, frame: bytes) -> None:
        self.frames.append(frame)


def test_a_frame_that_passes_is_dropped_only_where_nothing_stands_between() -> None:
    house, sent = House(), Sent()
    way = OnTheWay(house.clock, sent)  # type: ignore[arg-type]
    told_at = ("a 0", "b 1", "c 2", "EVENT 3", "d 4", "EVENT 5", "e 6", "f 7", "g 8", "h 1100")
    for word in told_at:
        name, ms = word.split()
        at_us = house.clock.now_us() + SECOND_US + int(ms) * 1_000
        way.send_at(at_us, name.encode(), passing=name != "EVENT")
    house.rest(3 * SECOND_US)
    assert sent.frames == [b"a", b"c", b"EVENT", b"d", b"EVENT", b"e", b"g", b"h"]


def test_a_spectator_to_whom_too_much_is_on_its_way_is_closed_and_nobody_else() -> None:
    house, (ann, bob, wim) = delayed()
    large = told.Said(name="Ann", text="x" * 16_000)
    audience = house.the_table.audience
    for _ in range(QUEUE_BYTES // len(encode_frame(large))):
        audience.spectator(wim.session, large, house.clock.now_us() + SECOND_US)
    assert not wim.closed
    late = house.guest("Late")
    late.ask(said.WatchTable(table=TABLE))
    for _ in range(1_000):
        audience.every_spectator(Events(seq=1, events=()), SECOND_US)
    assert wim.closed
    assert wim.last(told.Closing).code == "session/slow"
    assert audience.spectators == (late.session,)
    assert not any(guest.closed for guest in (ann, bob, late))
    house.rest((DELAY_S + 2) * SECOND_US)
    assert late.last(told.Table).table.spectators == 1
    assert house.faults == []
