"""Frames made to cost: depth bombs, empty promises, and many thousands of mutated frames.

Memory is measured, time is not (it would depend on the machine); what a frame
may cost in objects bounds both.
"""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cardprotocol.codec import (
    CLIENT_LIMITS,
    SERVER_LIMITS,
    Malformed,
    decode_to_client,
    decode_to_server,
)
from cardprotocol.errors import ErrorCode
from tests.support.frames import TO_CLIENT, TO_SERVER, FrameMaker

# One container header in every length form that can hold one more container inside.
HEADERS = {
    "fixarray of 1": b"\x91",
    "fixarray of 15": b"\x9f",
    "array 16 of 64": b"\xdc\x00\x40",
    "array 16 of 65535": b"\xdc\xff\xff",
    "array 32 of 64": b"\xdd\x00\x00\x00\x40",
    "array 32 of 4 Gi": b"\xdd\xff\xff\xff\xff",
    "fixmap of 1": b"\x81\xa0",
    "fixmap of 15": b"\x8f\xa0",
    "map 16 of 32": b"\xde\x00\x20\xa0",
    "map 16 of 65535": b"\xde\xff\xff\xa0",
    "map 32 of 32": b"\xdf\x00\x00\x00\x20\xa0",
    "map 32 of 4 Gi": b"\xdf\xff\xff\xff\xff\xa0",
}


def refused_within_bytes(decode: Callable[[bytes], Any], body: bytes) -> int:
    """The most memory that refusing `body` takes at any moment."""
    with pytest.raises(Malformed):
        decode(body)  # first, so that caches do not count
    tracemalloc.start()
    with pytest.raises(Malformed):
        decode(body)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("depth", [5, 30, 100, 500, 1_023, 1_024, 100_000])
def test_nested_promises_cost_a_server_under_256_kib(header: bytes, depth: int) -> None:
    body = (header * depth)[: CLIENT_LIMITS.body_bytes]
    assert refused_within_bytes(decode_to_server, body) < 256 * 1024


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_nested_promises_inside_a_message_cost_no_more(header: bytes) -> None:
    body = (b"\x82\xa4type\xa3bye\xa1x" + header * 1_000)[: CLIENT_LIMITS.body_bytes]
    assert refused_within_bytes(decode_to_server, body) < 256 * 1024


@pytest.mark.parametrize("depth", range(1, 1_000, 37))
def test_whole_nests_are_refused_at_any_depth(depth: int) -> None:
    for opened, closed in ((b"\x91", b"\x90"), (b"\x81\xa0", b"\x80")):
        body = b"\x82\xa4type\xa3bye\xa1x" + opened * (depth + 2) + closed
        if len(body) <= CLIENT_LIMITS.body_bytes:
            assert refused_within_bytes(decode_to_server, body) < 256 * 1024


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_nested_promises_of_a_false_server_cost_a_client_under_4_mib(header: bytes) -> None:
    body = (header * 100_000)[: SERVER_LIMITS.body_bytes]
    assert refused_within_bytes(decode_to_client, body) < 4 * 1024 * 1024


@pytest.mark.parametrize("marker", [b"\xc6", b"\xdb", b"\xdd", b"\xdf"])
def test_a_promise_of_4_gib_takes_no_memory(marker: bytes) -> None:
    body = b"\x82\xa4type\xa3bye\xa1x" + marker + b"\xff\xff\xff\xff"
    assert refused_within_bytes(decode_to_server, body) < 16 * 1024


@pytest.mark.parametrize(
    ("decode", "direction", "seed"),
    [(decode_to_server, TO_SERVER, 1), (decode_to_client, TO_CLIENT, 2)],
)
def test_generated_and_mutated_frames_are_read_or_refused_and_leave_nothing(
    decode: Callable[[bytes], Any], direction: Any, seed: int
) -> None:
    maker, met = FrameMaker(seed, direction), Counter[ErrorCode | None]()
    for number in range(12_000):
        if number == 10_500:  # late, since tracing makes everything slow
            tracemalloc.start()
        try:
            decode(maker.body())
            met[None] += 1
        except Malformed as error:
            met[error.code] += 1
    now, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert now < 256 * 1024
    # A fuzzer that met only one kind of answer would have tested nothing.
    kinds = (None, ErrorCode.FRAME_MALFORMED, ErrorCode.MESSAGE_FIELD, ErrorCode.MESSAGE_UNKNOWN)
    assert min(met[kind] for kind in kinds) > 50
    assert set(met) == set(kinds)


def test_every_valid_frame_of_the_generator_is_accepted() -> None:
    for decode, direction in ((decode_to_server, TO_SERVER), (decode_to_client, TO_CLIENT)):
        maker = FrameMaker(3, direction)
        for _ in range(500):
            decode(maker.valid())
