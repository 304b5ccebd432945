"""A bot whose act was under way when the server went acts again when it is back."""

from __future__ import annotations

from collections.abc import Callable

from cardclient.bots import STRATEGIES
from cardprotocol.cards import Card, Suit
from cardprotocol.games.common import Hand
from cardprotocol.games.durak import Attack, DurakView
from cardprotocol.messages import to_client as c
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.parts import SeatInfo, TableInfo, Turn
from cardprotocol.messages.to_server import Act
from cardprotocol.messages.unions import AnyToClient

TABLE = TableInfo(
    table="t",
    game="durak",
    options={},
    seats=(SeatInfo(seat=0, name="Bot"), SeatInfo(seat=1, name="Ann")),
    least_seats=2,
    most_seats=6,
    playing=True,
)
VIEW = DurakView(
    phase="attack",
    hands=(Hand(seat=0, cards=1), Hand(seat=1, cards=1)),
    trump=Suit.SPADES,
    stock=0,
    discard=34,
    attacker=0,
    defender=1,
    limit=1,
    cards=(Card.H7,),
)
TURN = Turn(actors=(0,), legal=(Attack(cards=(Card.H7,)),))


class Heard:
    """A channel that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[ToServer] = []
        self.on_message: Callable[[AnyToClient, int], None] = lambda _message, _us: None
        self.on_lost: Callable[[str], None] = lambda _reason: None

    def send(self, message: ToServer) -> None:
        self.sent.append(message)

    def now_us(self) -> int:
        return 5_000_000

    def race_open(self, is_open: bool) -> None:
        pass

    def close(self) -> None:
        pass


def test_an_act_that_was_never_answered_is_made_again_after_the_server_came_back() -> None:
    channel, bot = Heard(), STRATEGIES["auto"].make("Bot", seed=1, reaction=None)
    bot.attach(channel, lambda _message: None)
    channel.on_message(c.View(seq=9, table=TABLE, seat=0, game=VIEW, turn=TURN), 0)
    assert [type(message) for message in channel.sent] == [Act]
    channel.on_message(
        c.Welcome(version=1, server="s", name="Bot", token=b"t" * 16, features=(), table="t"), 0
    )
    channel.on_message(c.Events(seq=9, events=(), turn=TURN), 0)
    assert [type(message) for message in channel.sent] == [Act, Act]
