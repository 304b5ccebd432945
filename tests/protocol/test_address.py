"""Addresses as people type them, and what is said of wrong ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardprotocol.address import DEFAULT_PORT, Address, parse_address
from tests.support.protocol_values import STEADY


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.5", "192.168.1.5", DEFAULT_PORT),
        ("192.168.1.5:7", "192.168.1.5", 7),
        ("localhost:65535", "localhost", 65_535),
        ("my-pc.local.", "my-pc.local.", DEFAULT_PORT),
        (" host:1 ", "host", 1),
        (":80", "", 80),
        (":0", "", 0),
        ("[::1]:7", "::1", 7),
        ("[::1]", "::1", DEFAULT_PORT),
        ("::1", "::1", DEFAULT_PORT),
        ("::", "::", DEFAULT_PORT),
        ("fe80::1%eth0", "fe80::1%eth0", DEFAULT_PORT),
        ("[fe80::1%eth0]:5", "fe80::1%eth0", 5),
        ("приклад.укр:5", "приклад.укр", 5),
    ],
)
def test_an_address_is_read(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the address is empty"),
        ("  ", "the address is empty"),
        (":", "no port from 0 to 65535 after the colon"),
        ("host:", "no port"),
        ("host:x", "no port"),
        ("host:-1", "no port"),
        ("host:65536", "no port"),
        ("host:999999999999", "no port"),
        ("host:٣", "no port"),
        ("host:1.5", "no port"),
        ("a:b:c", "too many colons"),
        ("1:2:3:4", "too many colons"),
        ("[::1", "not an IPv6 address in brackets"),
        ("[::1]5", "not an IPv6 address in brackets"),
        ("[host]:5", "not an IPv6 address in brackets"),
        ("[]:5", "not an IPv6 address in brackets"),
        ("[fe80::1%]:5", "not an IPv6 address in brackets"),
        ("a b:5", "not the name or address of a computer"),
        ("user@host:5", "not the name or address of a computer"),
        ("-x:5", "not the name or address of a computer"),
        ("a..b:5", "not the name or address of a computer"),
        ("http://host", "no port"),
        ("h\x1b:5", "not the name or address of a computer"),
        ("x" * 300, "not the name or address of a computer"),
    ],
)
def test_what_is_no_address_is_a_sentence(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        parse_address(text)
    assert "for example" in str(caught.value)
    assert "\x1b" not in str(caught.value)


@STEADY
@given(st.text(max_size=30))
def test_any_text_is_an_address_or_a_value_error(text: str) -> None:
    try:
        address = parse_address(text)
    except ValueError:
        return
    assert parse_address(str(address)) == address
