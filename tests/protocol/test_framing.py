"""Framing: any chunking, limits before memory, nothing after a refusal."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardprotocol.framing import (
    MAX_CLIENT_FRAME_BYTES,
    MAX_SERVER_FRAME_BYTES,
    FrameDecoder,
    FrameTooLarge,
    frame,
)
from tests.support.protocol_values import STEADY

BODIES = st.lists(st.binary(max_size=60), max_size=8)


def cut(stream: bytes, places: list[int]) -> list[bytes]:
    """`stream` in chunks that end at `places` (taken modulo its length)."""
    ends = sorted({place % (len(stream) + 1) for place in places} | {0, len(stream)})
    return [stream[a:b] for a, b in itertools.pairwise(ends)]


def collect(decoder: FrameDecoder, chunks: Iterable[bytes], got: list[bytes]) -> None:
    """Append the bodies to `got` one by one, so that it has those before an error."""
    for chunk in chunks:
        for body in decoder.feed(chunk):
            got.append(body)


@STEADY
@given(BODIES, st.lists(st.integers(0, 10_000), max_size=30))
def test_any_chunking_gives_the_same_bodies(bodies: list[bytes], places: list[int]) -> None:
    decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
    chunks = cut(b"".join(map(frame, bodies)), places)
    assert [body for chunk in chunks for body in decoder.feed(chunk)] == bodies
    assert not decoder.partial


@STEADY
@given(BODIES, st.integers(1_025, 65_535), st.lists(st.integers(0, 10_000), max_size=30))
def test_what_was_whole_before_an_oversized_frame_is_still_given(
    bodies: list[bytes], length: int, places: list[int]
) -> None:
    stream = b"".join(map(frame, bodies)) + length.to_bytes(2, "big") + b"rest"
    got: list[bytes] = []
    with pytest.raises(FrameTooLarge) as refusal:
        collect(FrameDecoder(MAX_CLIENT_FRAME_BYTES), cut(stream, places), got)
    assert got == bodies
    assert (refusal.value.length_bytes, refusal.value.limit_bytes) == (length, 1_024)


def test_partial_says_from_the_first_byte_to_the_last_that_a_frame_has_begun() -> None:
    decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
    seen = []
    for byte in frame(b"abc"):
        list(decoder.feed(bytes([byte])))
        seen.append(decoder.partial)
    assert seen == [True, True, True, True, False]


def test_feeding_nothing_changes_nothing() -> None:
    decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
    assert list(decoder.feed(b"")) == []
    assert not decoder.partial


def test_data_is_taken_in_also_when_the_iterator_is_never_used() -> None:
    decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
    decoder.feed(b"\x00\x02a")
    assert list(decoder.feed(b"b")) == [b"ab"]


@pytest.mark.parametrize("limit", [MAX_CLIENT_FRAME_BYTES, MAX_SERVER_FRAME_BYTES])
def test_the_limit_itself_is_allowed_and_one_more_is_not(limit: int) -> None:
    longest = bytes(limit)
    assert list(FrameDecoder(limit).feed(frame(longest, limit))) == [longest]
    with pytest.raises(FrameTooLarge):
        frame(bytes(limit + 1), limit)
    with pytest.raises(FrameTooLarge):
        list(FrameDecoder(limit).feed((limit + 1).to_bytes(2, "big")))


def test_every_length_over_the_limit_is_refused_with_its_prefix_alone() -> None:
    for length in range(MAX_CLIENT_FRAME_BYTES + 1, 65_536):
        decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
        with pytest.raises(FrameTooLarge):
            list(decoder.feed(length.to_bytes(2, "big")))
        assert not decoder.partial


def test_a_flood_after_an_oversized_prefix_keeps_no_byte() -> None:
    decoder, chunk = FrameDecoder(MAX_CLIENT_FRAME_BYTES), bytes(65_536)
    with pytest.raises(FrameTooLarge):
        list(decoder.feed(b"\xff\xff"))
    tracemalloc.start()
    for _ in range(200):  # 13 MB
        with pytest.raises(FrameTooLarge):
            list(decoder.feed(chunk))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64 * 1024
    assert not decoder.partial


def test_an_unfinished_frame_keeps_no_more_than_itself() -> None:
    decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)
    whole = frame(bytes(1_000))
    tracemalloc.start()
    for _ in range(500):
        for _body in decoder.feed(whole + whole[:-1]):
            pass
        for _body in decoder.feed(whole[-1:]):
            pass
    now, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert now < 16 * 1024
