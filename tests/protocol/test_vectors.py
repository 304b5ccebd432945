"""The golden vectors, used both ways, with both implementations of msgpack."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cardprotocol import codec, framing
from cardprotocol.messages.unions import AnyToClient, AnyToServer
from tests.protocol.generate import ROOT, VECTORS
from tests.support.vectors import from_plain, plain

DIRECTIONS: dict[str, tuple[Callable[[bytes], Any], Any]] = {
    "to_server": (codec.decode_to_server, AnyToServer),
    "to_client": (codec.decode_to_client, AnyToClient),
}


def vectors(name: str) -> list[dict[str, Any]]:
    """The vectors of one file."""
    read: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return read


def body_of(vector: dict[str, Any]) -> bytes:
    """The body of the vector's frame, through the real frame decoder."""
    decoder = framing.FrameDecoder(framing.MAX_SERVER_FRAME_BYTES)
    (body,) = decoder.feed(bytes.fromhex(vector["frame"]))
    return body


@pytest.mark.parametrize("name", DIRECTIONS)
def test_accepted_frames_are_read_as_their_messages(name: str) -> None:
    decode, _union = DIRECTIONS[name]
    for vector in vectors(name):
        assert plain(decode(body_of(vector))) == vector["message"], vector["name"]


@pytest.mark.parametrize("name", DIRECTIONS)
def test_messages_are_written_as_their_canonical_frames(name: str) -> None:
    _decode, union = DIRECTIONS[name]
    for vector in vectors(name):
        message = msgspec.convert(from_plain(vector["message"]), union, strict=True)
        written = codec.encode_frame(message).hex() == vector["frame"]
        assert written is vector["canonical"], vector["name"]


@pytest.mark.parametrize("name", DIRECTIONS)
def test_refused_frames_are_refused_for_their_reasons(name: str) -> None:
    decode, _union = DIRECTIONS[name]
    for vector in vectors(f"{name}_refused"):
        with pytest.raises(codec.Malformed) as caught:
            decode(body_of(vector))
        error = caught.value
        told = (error.code.value, error.field, error.expected, error.request_id)
        assert told == tuple(vector[k] for k in ("code", "field", "expected", "re")), vector["name"]


def test_streams_give_their_bodies_and_errors() -> None:
    for vector in vectors("framing"):
        decoder = framing.FrameDecoder(vector["limit"])
        bodies: list[str] = []
        too_large = False
        try:
            for chunk in vector["chunks"]:
                for body in decoder.feed(bytes.fromhex(chunk)):
                    bodies.append(body.hex())
        except framing.FrameTooLarge:
            too_large = True
        assert (bodies, too_large) == (vector["bodies"], vector["too_large"]), vector["name"]


def test_there_are_enough_vectors_and_every_message_is_among_them() -> None:
    total = 0
    for name, (_decode, union) in DIRECTIONS.items():
        accepted = vectors(name)
        total += len(accepted) + len(vectors(f"{name}_refused"))
        types = {kind.__struct_config__.tag for kind in union.__args__}
        assert {vector["message"]["type"] for vector in accepted} == types
        assert {v["message"]["type"] for v in accepted if v["canonical"]} == types
    assert total >= 300


def test_names_of_vectors_are_unique_within_a_file() -> None:
    for name in ("to_server", "to_client", "to_server_refused", "to_client_refused", "framing"):
        names = [vector["name"] for vector in vectors(name)]
        assert len(set(names)) == len(names)


# Prints what each frame is read as; run once with either implementation of msgpack.
_READER = """
import json, sys
import msgpack
from cardprotocol import codec
pure = msgpack.Unpacker.__module__ == "msgpack.fallback"
assert pure is (sys.argv[1] == "pure"), sys.argv
decoders = {"to_server": codec.decode_to_server, "to_client": codec.decode_to_client}
for line in sys.stdin:
    name, frame = line.split()
    try:
        print(repr(decoders[name](bytes.fromhex(frame)[2:])))
    except codec.Malformed as error:
        print(repr((error.code, error.field, error.value, error.expected, error.request_id)))
"""


def test_c_and_pure_python_msgpack_agree_on_every_vector() -> None:
    frames = "\n".join(
        f"{name} {vector['frame']}"
        for name in DIRECTIONS
        for vector in [*vectors(name), *vectors(f"{name}_refused")]
    )
    answers = []
    for which, setting in (("c", {}), ("pure", {"MSGPACK_PUREPYTHON": "1"})):
        run = subprocess.run(
            [sys.executable, "-c", _READER, which],
            input=frames,
            env={**os.environ, **setting},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        answers.append(run.stdout.splitlines())
    assert answers[0] == answers[1]
    assert len(answers[0]) == len(frames.splitlines())
