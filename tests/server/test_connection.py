"""Bytes, deadlines and back-pressure of one connection, on a fake clock."""

from __future__ import annotations

import pytest

from cardprotocol.codec import encode_frame
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.kernel_path import TcpInfo
from cardserver.settings import Limits, ServerSettings
from tests.support.house import ONE_WAY_US, TABLE, Guest, House
from tests.support.house_line import Line
from tests.support.refusals import lay, perekur

SECOND_US = 1_000_000
HELLO = said.Hello(version=1, name="Ann")


def greeted(house: House, name: str = "Ann") -> Line:
    """A connection whose greeting was accepted and read."""
    line = Line(house)
    line.say(said.Hello(version=1, name=name))
    assert any(isinstance(message, told.Welcome) for message in line.told())
    return line


def test_frames_arrive_in_any_pieces() -> None:
    house = House()
    line = Line(house)
    for byte in encode_frame(HELLO) + encode_frame(said.ListGames(id=1)):
        line.write(bytes([byte]))
    assert {type(m) for m in line.told()} == {told.Welcome, told.Ping, told.Games}


def test_what_was_whole_before_a_frame_too_large_is_answered() -> None:
    house = House()
    line = Line(house)
    line.write(encode_frame(HELLO) + b"\xff\xff" + bytes(100))
    kinds = [type(message) for message in line.told()]
    assert kinds[0] is told.Welcome
    assert kinds[-1] is told.Closing
    assert line.closing


def test_dripping_does_not_push_back_the_deadline_of_a_frame() -> None:
    house = House()
    line = greeted(house)
    line.write(b"\x03\x00")
    for _ in range(49):
        house.rest(100_000)
        line.write(b"x")
    assert not line.closing
    house.rest(200_000)
    assert line.told()[-1].code == "frame/timeout"  # type: ignore[union-attr]
    assert line.closing


def test_each_frame_has_its_own_deadline() -> None:
    """A slow link that always has a frame begun is no slowloris."""
    house = House()
    line = greeted(house)
    data = encode_frame(said.ListGames())
    line.write(data[:3])
    for _ in range(4):
        house.rest(3 * SECOND_US)
        line.write(data[3:] + data[:3])
    assert not line.closing
    house.rest(5 * SECOND_US)
    assert line.closing


def test_silence_closes_a_connection_that_answers_no_ping() -> None:
    house = House()
    line = greeted(house)
    house.rest(14 * SECOND_US)
    assert not line.closing
    house.rest(3 * SECOND_US)
    assert line.told()[-1].code == "session/silent"  # type: ignore[union-attr]


def test_garbage_is_not_heard() -> None:
    house = House()
    line = greeted(house)
    for _ in range(17):
        line.write(b"\x00\x01\xc1")
        house.rest(SECOND_US)
    assert line.closing


def test_who_does_not_read_is_not_served_and_then_cut_off() -> None:
    house = House()
    line = greeted(house)
    line.connection.pauseProducing()
    line.say(said.ListGames(id=1))
    assert line.told() == []
    assert not line.reads
    house.rest(1_999_000)
    assert not line.closing
    house.rest(1_000)
    assert line.told()[-1].code == "session/slow"  # type: ignore[union-attr]
    assert line.transport.aborted


def test_who_reads_again_in_time_is_served_where_it_stopped() -> None:
    house = House()
    line = greeted(house)
    line.connection.pauseProducing()
    line.say(said.ListGames(id=1))
    house.rest(SECOND_US)
    line.connection.resumeProducing()
    assert any(m.re == 1 for m in line.told())
    assert line.reads
    house.rest(2 * SECOND_US)
    assert not line.closing


def test_a_connection_that_is_closed_waits_for_no_producer() -> None:
    """Twisted keeps a connection open while a paused producer is registered."""
    house = House()
    line = greeted(house)
    line.connection.pauseProducing()
    again = Line(house)
    welcome = house.server.people.find("Ann")
    assert welcome is not None
    house.server.stop()
    assert line.transport.disconnecting
    assert line.transport.producer is None
    assert again.closing


def test_a_flood_is_slowed_and_never_starves_its_sender_of_an_answer() -> None:
    house = House()
    line = greeted(house)
    line.say(*[said.ListTables(id=number) for number in range(100)])
    answers = [m.re for m in line.told() if isinstance(m, told.Tables)]
    assert answers == list(range(len(answers)))
    assert 39 <= len(answers) <= 41
    assert not line.reads
    house.rest(3_200_000)
    answers += [m.re for m in line.told() if isinstance(m, told.Tables)]
    assert answers == list(range(100))
    assert line.reads


@pytest.mark.parametrize("kind", ["ticks", "claims"])
def test_three_strikes_close(kind: str) -> None:
    house, (ann, _bob, _cid) = perekur()
    for _ in range(3):
        for _ in range(400 if kind == "ticks" else 100):
            ann.say(said.Tick(sent_us=1) if kind == "ticks" else ann.claim(lay("2S")))
    assert ann.closed
    assert ann.last(told.Closing).code == "message/rate"
    assert house.the_table.seats[0].player.name == "Ann"  # its seat waits


def test_an_honest_second_of_stamps_after_a_stall_is_no_flood() -> None:
    house = House()
    line = greeted(house)
    house.rest(SECOND_US)
    line.say(*[said.Tick(sent_us=number) for number in range(150)])
    assert not [m for m in line.told() if isinstance(m, told.Error)]


def test_strikes_are_forgotten() -> None:
    house, (ann, _bob, _cid) = perekur()
    for _ in range(5):
        for _ in range(250):
            ann.say(said.Tick(sent_us=1))
            if ann.paused_us:
                break
        assert not ann.closed
        ann.paused_us.clear()
        house.rest(11 * SECOND_US)
    assert not ann.closed


def test_connections_of_one_address_are_limited_but_not_those_of_this_machine() -> None:
    house = House()
    lines = [Line(house, "10.0.0.7") for _ in range(9)]
    assert [line.closing for line in lines] == [False] * 8 + [True]
    assert lines[8].told()[-1].code == "hello/address"  # type: ignore[union-attr]
    assert not Line(house, "10.0.0.8").closing
    assert not any(Line(house, "127.0.0.1").closing for _ in range(20))
    lines[0].connection.connectionLost()
    assert not Line(house, "10.0.0.7").closing


def test_tables_are_made_one_in_ten_seconds_from_one_address() -> None:
    house = House()
    ann, bob = house.guest("Ann", peer="10.0.0.7"), house.guest("Bob", peer="10.0.0.7")
    assert isinstance(ann.ask(said.CreateTable(table="A", game="durak")), told.View)
    refusal = bob.refused(said.CreateTable(table="B", game="durak"))
    assert (refusal.code, "10 s" in refusal.expected) == ("table/limit", True)
    house.rest(10 * SECOND_US)
    assert isinstance(bob.ask(said.CreateTable(table="B", game="durak")), told.View)


def test_the_last_connections_are_kept_for_players_whose_seats_wait() -> None:
    limits = Limits(connections=6, kept_for_resuming=2)
    house = House(ServerSettings(limits=limits))
    guests = house.table("perekur", "Ann", "Bob", "Cid")
    guests[0].hang_up()
    for name in ("Dot", "Eve"):
        house.guest(name)
    assert house.stranger("Fay").refused(said.Hello(version=1, name="Fay")).code == "hello/full"
    again = house.back(guests[0])
    view = again.ask(said.Resume())
    assert isinstance(view, told.View)
    assert view.table.table == TABLE


def test_those_who_never_said_hello_make_room_for_who_comes() -> None:
    house = House(ServerSettings(limits=Limits(connections=6, kept_for_resuming=2)))
    guests = house.table("perekur", "Ann", "Bob", "Cid")
    guests[0].hang_up()
    silent = [house.stranger(f"Silent {number}") for number in range(8)]
    assert len(house.server.sessions) <= 6
    assert silent[0].last(told.Closing).code == "hello/full"
    assert isinstance(house.back(guests[0]).ask(said.Resume()), told.View)
    assert not guests[1].closed


def test_a_clock_is_told_as_soon_as_it_is_measured_and_its_lack_after_two_seconds() -> None:
    house = House()
    ann = house.guest("Ann")
    house.rest(500_000)
    assert [note.quality for note in ann.all(told.Clock)] == ["good"]
    dumb = house.stranger("Dumb")
    dumb.answers = False
    dumb.ask(said.Hello(version=1, name="Dumb"))
    house.rest(2_500_000)
    assert "unsynced" in {note.quality for note in dumb.all(told.Clock)}


class Pausing(Guest):
    """A guest whose kernel acknowledges at once; its program answers pings `late_us` later."""

    late_us = 60_000

    def kernel_path(self) -> TcpInfo:  # type: ignore[override]
        """See ports.Wire."""
        return TcpInfo(2 * ONE_WAY_US, 2 * ONE_WAY_US, 0, 0)

    def _pong(self, ping: int) -> None:
        pong = super()._pong
        self._house.clock.call_later_us(self.late_us, lambda: pong(ping))


@pytest.mark.parametrize("stays", [False, True])
def test_a_doubt_of_the_first_moments_is_told_if_it_stays(stays: bool) -> None:
    house = House()
    house.server.kernel_checked = True
    ann = Pausing(house, "Ann", "127.0.0.1")
    ann.hello()
    house.rest(1_500_000)
    assert ann.session.path.estimate(house.clock.now_us()).quality == "doubtful"
    assert ann.all(told.Clock) == []
    ann.late_us = 60_000 if stays else 0
    house.rest(3_000_000)
    assert ann.last(told.Clock).quality == ("doubtful" if stays else "good")
