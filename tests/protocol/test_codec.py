"""Codec: every message there and back, every refusal with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardprotocol import codec
from cardprotocol.cards import Card
from cardprotocol.codec import Malformed, decode_to_client, decode_to_server
from cardprotocol.errors import ErrorCode
from cardprotocol.framing import FrameTooLarge
from cardprotocol.games import common, durak, perekur
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.unions import AnyToClient, AnyToServer
from tests.support import protocol_samples
from tests.support.protocol_values import STEADY, junk, plain_of


def refusal(raw: Any) -> Malformed:
    """How a server refuses `raw`, a plain value or bytes."""
    body = raw if isinstance(raw, bytes) else msgpack.packb(raw)
    with pytest.raises(Malformed) as caught:
        decode_to_server(body)
    return caught.value


def fault_of(decode: Callable[[bytes], Any], body: bytes) -> Malformed | None:
    """Why `body` is refused; None if it is accepted."""
    try:
        decode(body)
    except Malformed as error:
        return error
    return None


@pytest.mark.parametrize("kind", get_args(AnyToServer), ids=lambda kind: kind.__name__)
@STEADY
@given(data=st.data())
def test_every_message_to_the_server_comes_back_equal(kind: Any, data: st.DataObject) -> None:
    raw = data.draw(plain_of(kind))
    message = decode_to_server(msgpack.packb(raw))
    assert type(message) is kind
    assert decode_to_server(codec.encode(message)) == message


@pytest.mark.parametrize("kind", get_args(AnyToClient), ids=lambda kind: kind.__name__)
@STEADY
@given(data=st.data())
def test_every_message_to_the_client_comes_back_equal(kind: Any, data: st.DataObject) -> None:
    raw = data.draw(plain_of(kind))
    message = decode_to_client(msgpack.packb(raw))
    assert type(message) is kind
    assert decode_to_client(codec.encode(message)) == message


@STEADY
@given(raw=st.dictionaries(st.text(max_size=8), junk(), max_size=6), kind=plain_of(AnyToServer))
def test_any_map_is_a_message_or_refused_with_a_reason(raw: Any, kind: dict[str, Any]) -> None:
    error = fault_of(decode_to_server, msgpack.packb({**kind, **raw}))
    if error is not None:
        assert error.expected
        assert (error.field == "") == (error.code is ErrorCode.FRAME_MALFORMED)
        assert all(len(text) <= 400 for text in (error.field, error.value, error.expected))


@STEADY
@given(st.binary(max_size=1_100))
def test_any_bytes_are_a_message_or_refused(body: bytes) -> None:
    for decode in (decode_to_server, decode_to_client):
        fault_of(decode, body)  # anything but Malformed fails the test


@pytest.mark.parametrize("message", protocol_samples.TO_SERVER, ids=lambda m: type(m).__name__)
def test_our_bytes_are_what_msgpack_itself_would_write(message: msgspec.Struct) -> None:
    raw = msgspec.to_builtins(message, builtin_types=(bytes,))
    assert codec.encode(message) == msgpack.packb(raw)  # type: ignore[arg-type]
    assert next(iter(raw)) == "type"


@pytest.mark.parametrize(
    ("raw", "field", "value", "expected"),
    [
        ({"type": "join_table", "table": "t", "seat": 9}, "seat", "9", "integer from 0 to 5"),
        (
            {"type": "tick", "sent_us": True},
            "sent_us",
            "true",
            "integer from 0 to 9007199254740992",
        ),
        ({"type": "tick"}, "sent_us", "missing", "integer from 0 to 9007199254740992"),
        ({"type": "hello", "version": 1, "name": ""}, "name", "", "string of 1 to 64 characters"),
        (
            {"type": "act", "action": {"do": "attack", "cards": ["7H", "1X"]}},
            "action.cards[1]",
            "1X",
            "card as a string, like 2S or AC",
        ),
        (
            {"type": "act", "action": {"do": "fly"}},
            "action.do",
            "fly",
            "one of lay, attack, throw_in, beat, transfer, show_transfer, take, pass",
        ),
        ({"type": "act", "action": 7}, "action", "7", "map tagged by `do`"),
        (
            {"type": "set_options", "options": {"collect": 1.5}},
            "options.collect",
            "1.5",
            "true or false or integer or string",
        ),
        ({"type": "chat", "text": ["a"]}, "text", "array of 1", "string of 1 to 400 characters"),
    ],
)
def test_a_wrong_field_is_named_with_its_value_and_what_was_expected(
    raw: dict[str, Any], field: str, value: str, expected: str
) -> None:
    error = refusal(raw)
    assert (error.field, error.value, error.expected) == (field, value, expected)
    assert error.code is ErrorCode.MESSAGE_FIELD
    assert error.type == raw["type"]


def test_a_token_is_never_repeated_in_a_refusal() -> None:
    error = refusal({"type": "hello", "version": 1, "name": "a", "token": b"secret"})
    assert (error.field, error.value) == ("token", "6 bytes")
    assert "secret" not in str(error)


def test_a_long_or_harmful_value_is_shortened_and_cleaned() -> None:
    error = refusal({"type": "\x1b[2J" + "x" * 500, "id": 4})
    assert error.value.startswith("·[2Jxxx")
    assert len(error.value) == 40
    assert error.code is ErrorCode.MESSAGE_UNKNOWN


@pytest.mark.parametrize(
    ("given_id", "told"), [(7, 7), (0, 0), (-1, None), ("7", None), (True, None), (2**31, None)]
)
def test_the_request_id_is_kept_where_it_can_be_read(given_id: Any, told: int | None) -> None:
    assert refusal({"type": "tick", "id": given_id, "sent_us": -1}).request_id == told


def test_a_message_over_its_directions_limit_is_not_sent() -> None:
    with pytest.raises(FrameTooLarge):
        codec.encode_frame(s.Chat(text="ж" * 600))
    assert codec.encode_frame(c.Said(name="a", text="ж" * 400))[:2] == b"\x03\x3a"


def test_a_frame_over_its_limit_is_refused_before_it_is_read() -> None:
    assert refusal(b"\x81" + bytes(1_024)).expected == "at most 1024 bytes"


def test_an_unknown_event_of_a_newer_server_keeps_its_number() -> None:
    raw = {"type": "events", "seq": 7, "events": [{"what": "hum"}, {"what": "passed", "seat": 2}]}
    message = decode_to_client(msgpack.packb(raw))
    assert isinstance(message, c.Events)
    assert message.events == (common.UnknownEvent(said="hum"), durak.Passed(seat=2))


def test_an_unknown_legal_action_is_left_out() -> None:
    turn = {"actors": [1], "legal": [{"do": "hum"}, {"do": "take"}]}
    raw = {"type": "events", "seq": 7, "events": [], "turn": turn}
    message = decode_to_client(msgpack.packb(raw))
    assert isinstance(message, c.Events)
    assert message.turn is not None
    assert message.turn.legal == (durak.Take(),)


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "events", "seq": 7, "events": [{"what": "passed", "seat": 9}]},
        {"type": "events", "seq": 7, "events": [{"what": 5}]},
        {"type": "events", "seq": 7, "events": [5]},
        {"type": "events", "seq": 7, "events": [], "turn": {"actors": [], "legal": [3]}},
    ],
)
def test_a_known_event_that_is_wrong_is_still_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        decode_to_client(msgpack.packb(raw))


def test_records_are_packed_and_read_back_with_their_bytes_and_cards() -> None:
    for struct in (protocol_samples.VERDICT, protocol_samples.PROOF, protocol_samples.VIEW):
        assert codec.unpack(codec.pack(struct), type(struct)) == struct
    lay = perekur.Lay(card=Card("7H"))
    assert codec.unpack(codec.pack(lay), perekur.Lay | durak.DurakAction) == lay  # type: ignore[arg-type]


@pytest.mark.parametrize("body", [b"", b"\xc1", b"\x80", b"\x81\xa2do\xa3fly", b"\x91" * 9_999])
def test_a_record_that_is_none_is_a_value_error(body: bytes) -> None:
    with pytest.raises(ValueError, match="not a record"):
        codec.unpack(body, perekur.Lay)
