"""A server that lies about sizes: such a frame is refused before a screen is made of it."""

from __future__ import annotations

import msgspec
import pytest

from cardprotocol.codec import Malformed, decode_to_client, encode
from cardprotocol.games.common import Hand
from cardprotocol.messages import to_client as c
from cardprotocol.messages.base import ToClient
from tests.support.client_story import dealt, reveal, table_info

MANY = tuple(Hand(seat=seat % 6, cards=3) for seat in range(8))


def table(**changes: object) -> c.Table:
    return c.Table(table=msgspec.structs.replace(table_info(), **changes), seat=0)


@pytest.mark.parametrize(
    "message",
    [
        table(most_seats=2**31 - 1),
        table(most_seats=7),
        table(most_seats=0),
        table(least_seats=0),
        reveal(msgspec.structs.replace(dealt(), hands=MANY)),
        reveal(msgspec.structs.replace(dealt(), hands=())),
    ],
    ids=lambda message: type(message).__name__,
)
def test_more_seats_than_there_can_be_are_malformed(message: ToClient) -> None:
    with pytest.raises(Malformed):
        decode_to_client(encode(message))
