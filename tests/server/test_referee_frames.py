"""What the referee does to frames: numbers stay without gaps, cut frames stay whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardprotocol.codec import decode_to_client, encode, encode_frame, pack_map, unpack
from cardprotocol.framing import MAX_SERVER_FRAME_BYTES, FrameDecoder
from cardprotocol.games.common import UnknownEvent, WentOut
from cardprotocol.messages import to_client as c
from cardserver.referee.alterations import UNKNOWN_MESSAGE, Alterations
from cardserver.referee.wire import ExaminedWire


def told_body(last: int, count: int) -> bytes:
    """A frame with `count` events, the last of them number `last`."""
    return encode(c.Events(seq=last, events=tuple(WentOut(seat=0, place=1) for _ in range(count))))


# For each frame: how many events it has, and whether an unknown one is put before them.
FRAMES = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=20)


@given(FRAMES)
def test_numbers_have_no_gaps_whatever_is_put_in(frames: list[tuple[int, bool]]) -> None:
    alterations, last, seen = Alterations(), 0, 0
    for count, unknown in frames:
        last += count
        if unknown:
            alterations.want_event()
        frame = decode_to_client(alterations.altered(told_body(last, count)))
        assert isinstance(frame, c.Events)
        assert frame.seq - len(frame.events) == seen
        seen = frame.seq
        assert alterations.told(last) == seen
        assert alterations.meant(seen) == last


@given(FRAMES, st.integers(0, 60))
def test_a_frame_sent_again_has_its_numbers_again(
    frames: list[tuple[int, bool]], asked: int
) -> None:
    alterations, last, sent = Alterations(), 0, {}
    for count, unknown in frames:
        last += count
        if unknown:
            alterations.want_event()
        sent[last, count] = alterations.altered(told_body(last, count))
    if alterations.event_sent:
        for (number, count), body in sent.items():
            if count:
                assert alterations.altered(told_body(number, count)) == body
    assert alterations.told(alterations.meant(asked)) <= max(asked, 0)


def test_an_unknown_event_and_unknown_keys_are_read_past_by_a_client_of_ours() -> None:
    alterations = Alterations()
    alterations.keys = True
    alterations.want_event()
    body = alterations.altered(told_body(5, 1))
    assert list(unpack(body, dict[str, Any]))[-1] == "type"
    frame = decode_to_client(body)
    assert isinstance(frame, c.Events)
    assert (frame.seq, len(frame.events)) == (6, 2)
    assert isinstance(frame.events[0], UnknownEvent)


class _Queue:
    """A clock whose calls run when told to, in order."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], None]] = []

    def now_us(self) -> int:
        return 0

    def call_later_us(self, _delay_us: int, call: Callable[[], None]) -> Any:
        self.calls.append(call)

    def run_one(self) -> None:
        if self.calls:
            self.calls.pop(0)()


class _Wire:
    peer = "127.0.0.1"

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.pieces.append(frame)

    def close(self) -> None:
        self.pieces.append(b"")

    def pause(self, span_us: int) -> None:
        raise AssertionError(span_us)

    def kernel_path(self) -> None:
        return None


@given(st.lists(st.sampled_from(["send", "time", "cut", "whole"]), max_size=40))
def test_cut_frames_arrive_whole_and_in_order(steps: list[str]) -> None:
    clock, wire, sent = _Queue(), _Wire(), []
    examined = ExaminedWire(wire, clock, lambda body: body)
    for number, step in enumerate(steps):
        match step:
            case "send":
                sent.append(c.Ping(ping=number))
                examined.send(encode_frame(sent[-1]))
            case "time":
                clock.run_one()
            case _:
                examined.cutting = step == "cut"
    examined.close()
    assert wire.pieces[-1] == b""
    bodies = FrameDecoder(MAX_SERVER_FRAME_BYTES).feed(b"".join(wire.pieces))
    assert [decode_to_client(body) for body in bodies] == sent
    before = list(wire.pieces)
    while clock.calls:
        clock.run_one()
    assert wire.pieces == before


def test_cut_frames_arrive_in_pieces_and_joined() -> None:
    clock, wire = _Queue(), _Wire()
    examined = ExaminedWire(wire, clock, lambda body: body)
    examined.cutting = True
    examined.inject(pack_map(UNKNOWN_MESSAGE))
    examined.send(encode_frame(c.Ping(ping=1)))
    while clock.calls:
        clock.run_one()
    assert [len(piece) for piece in wire.pieces][::2] == [1, 1]
    assert len(wire.pieces) == 3
