"""Exported files: every altered byte shows at its line, and nothing in a file breaks the reader."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardreplay import replay_file
from cardreplay.refusals import NotGenuine
from cardserver.records import MatchBegun
from tests.support.replay_matches import played


def exported() -> bytes:
    return replay_file.to_bytes(played(0, 0)[0])


def test_a_file_gives_back_what_was_written_but_for_the_sealed_seed() -> None:
    records = played(0, 0)[0]
    again = replay_file.from_bytes(exported())
    assert again[1:] == records[1:]
    begun = again[0]
    assert isinstance(begun, MatchBegun)
    assert begun.sealed_seed == b""


def test_each_line_is_a_digest_and_a_json_object_that_other_languages_can_read() -> None:
    lines = exported().decode().splitlines()
    bodies = [json.loads(line[65:]) for line in lines]
    assert bodies[0]["format"] == "perekur-replay"
    assert bodies[1]["kind"] == "match_begun"
    assert bodies[-2]["kind"] == "match_over"
    assert bodies[-1] == {"end": bodies[0]["match_id"]}


def test_an_altered_byte_is_refused_at_its_own_line() -> None:
    content, rng = exported(), Random(3)
    for _ in range(500):
        at = rng.randrange(len(content) - 1)
        altered = bytearray(content)
        altered[at] ^= 1 << rng.randrange(8)
        with pytest.raises(NotGenuine) as caught:
            replay_file.from_bytes(bytes(altered))
        line = content[:at].count(b"\n") + 1
        assert caught.value.place in (f"line {line}", f"line {line + 1}")


def test_a_lost_an_added_and_a_moved_line_are_refused() -> None:
    lines = exported().splitlines(keepends=True)
    for altered in (
        lines[:4] + lines[5:],
        [*lines[:4], lines[4], *lines[4:]],
        [*lines[:3], lines[4], lines[3], *lines[5:]],
    ):
        with pytest.raises(NotGenuine, match=r"line [456]: it was altered"):
            replay_file.from_bytes(b"".join(altered))


def test_a_file_cut_off_anywhere_is_refused() -> None:
    content = exported()
    for size in [*range(400), *range(400, len(content), 97)]:
        with pytest.raises(NotGenuine):
            replay_file.from_bytes(content[:size])


def test_another_format_and_a_later_version_are_named() -> None:
    head, *rest = exported().splitlines()

    def file_with(**changes: object) -> bytes:
        bodies = [{**json.loads(head[65:]), **changes}, *(json.loads(line[65:]) for line in rest)]
        digest, made = b"", b""
        for body in (json.dumps(body).encode() for body in bodies):
            digest = replay_file._chained(digest, body)
            made += digest.hex().encode() + b" " + body + b"\n"
        return made

    with pytest.raises(NotGenuine, match="line 1: its version is 9, known is 1"):
        replay_file.from_bytes(file_with(version=9))
    with pytest.raises(NotGenuine, match="line 1: it is no perekur-replay"):
        replay_file.from_bytes(file_with(format="other"))
    with pytest.raises(NotGenuine, match="records were announced"):
        replay_file.from_bytes(file_with(records=3))


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_and_never_break_the_reader(content: bytes) -> None:
    with pytest.raises(NotGenuine):
        replay_file.from_bytes(content)


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=6))
def test_a_mutated_record_with_right_digests_is_refused_or_read(at: int, noise: bytes) -> None:
    bodies = [line[65:] for line in exported().splitlines()]
    chosen = 1 + at % (len(bodies) - 2)
    place = at % len(bodies[chosen])
    bodies[chosen] = bodies[chosen][:place] + noise + bodies[chosen][place + len(noise) :]
    digest, made = b"", b""
    for body in bodies:
        digest = replay_file._chained(digest, body)
        made += digest.hex().encode() + b" " + body + b"\n"
    try:
        records = replay_file.from_bytes(made)
    except NotGenuine:
        return
    assert len(records) == len(bodies) - 2
