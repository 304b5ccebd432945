"""What a client may say. Order: greeting, clock, lobby, table, play.

Must not hold: when a message is allowed (cardserver/transitions.py).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from cardprotocol.fields import (
    ChatText,
    Count,
    Entropy,
    NameText,
    Nonce,
    OptionValue,
    RaceId,
    Seat,
    Seq,
    ShortText,
    TimeUs,
    Token,
)
from cardprotocol.games.vocabulary import AnyAction
from cardprotocol.messages.base import ToServer

TableName = Annotated[NameText, Meta(description="name of a table, as in `tables`")]


class Hello(ToServer, frozen=True, tag="hello"):
    """The first message of a connection."""

    version: Annotated[Count, Meta(description="protocol version; this document is version 1")]
    name: Annotated[NameText, Meta(description="the player's name")]
    client: Annotated[ShortText, Meta(description="software and its version, for logs")] = ""
    features: Annotated[
        tuple[ShortText, ...], Meta(max_length=16, description="optional features understood")
    ] = ()
    bot: Annotated[bool, Meta(description="a program plays; bots must say so")] = False
    token: Annotated[
        Token | None, Meta(description="from an earlier `welcome`, to be the same player")
    ] = None


class Pong(ToServer, frozen=True, tag="pong"):
    """The answer to a ping, at once, on the client's own monotonic clock."""

    ping: Annotated[Count, Meta(description="the ping's number")]
    received_us: Annotated[TimeUs, Meta(description="when the ping was read")]
    sent_us: Annotated[TimeUs, Meta(description="when this is written; never below `received_us`")]


class Tick(ToServer, frozen=True, tag="tick"):
    """A stamp, every 25 ms while a race is open: nothing pressed earlier is still to come."""

    sent_us: Annotated[TimeUs, Meta(description="when this is written")]


class ListTables(ToServer, frozen=True, tag="list_tables"):
    """Ask for one page of tables."""

    page: Annotated[Count, Meta(description="0 for the first")] = 0


class ListGames(ToServer, frozen=True, tag="list_games"):
    """Ask for the games and their options."""


class ListScores(ToServer, frozen=True, tag="list_scores"):
    """Ask for one page of the leaderboard of a game."""

    game: Annotated[ShortText, Meta(description="a name from `games`")]
    page: Annotated[Count, Meta(description="0 for the first")] = 0


class CreateTable(ToServer, frozen=True, tag="create_table"):
    """Make a table, host it and take its first seat."""

    table: TableName
    game: Annotated[ShortText, Meta(description="a name from `games`")]
    options: Annotated[
        dict[ShortText, OptionValue], Meta(max_length=32, description="only those that differ")
    ] = field(default_factory=dict)


class JoinTable(ToServer, frozen=True, tag="join_table"):
    """Take a seat at a table: the one named, or the first free one."""

    table: TableName
    seat: Annotated[Seat | None, Meta(description="absent: the first free seat")] = None


class WatchTable(ToServer, frozen=True, tag="watch_table"):
    """Follow a table as a spectator."""

    table: TableName


class LeaveTable(ToServer, frozen=True, tag="leave_table"):
    """Leave: a player gives the seat up. In a match the server plays on for the seat."""


class Resume(ToServer, frozen=True, tag="resume"):
    """Back at the table named by `welcome`: send me what came after `seq`."""

    seq: Annotated[Seq, Meta(description="the last event seen; 0 asks for a fresh view")] = 0


class TakeSeat(ToServer, frozen=True, tag="take_seat"):
    """Move to another free seat between matches."""

    seat: Annotated[Seat, Meta(description="a free one")]


class Ready(ToServer, frozen=True, tag="ready"):
    """Ready (or not) for a match; all ready starts it, after a match it asks for a rematch."""

    ready: Annotated[bool, Meta(description="false takes it back")] = True
    entropy: Annotated[
        Entropy | None, Meta(description="16 random bytes of the client's for the deal")
    ] = None


class SetOptions(ToServer, frozen=True, tag="set_options"):
    """The host changes options between matches."""

    options: Annotated[
        dict[ShortText, OptionValue], Meta(max_length=32, description="those to change")
    ]


class RemovePlayer(ToServer, frozen=True, tag="remove_player"):
    """The host frees a seat between matches."""

    seat: Annotated[Seat, Meta(description="whose player goes")]


class Control(ToServer, frozen=True, tag="control"):
    """The host uses one of the game's controls, for example `last_round`."""

    control: Annotated[ShortText, Meta(description="a name from the table's `controls`")]


class Chat(ToServer, frozen=True, tag="chat"):
    """A line of chat to the table."""

    text: Annotated[ChatText, Meta(description="at most 200 visible characters are taken")]


class Shown(ToServer, frozen=True, tag="shown"):
    """The reveal is on the screen."""

    race: Annotated[RaceId, Meta(description="of the reveal")]
    shown_us: Annotated[TimeUs, Meta(description="client clock, after the frame was flushed")]


class Claim(ToServer, frozen=True, tag="claim"):
    """One press in a race. Stamp and send it in one go."""

    race: Annotated[RaceId, Meta(description="of the reveal")]
    nonce: Annotated[Nonce, Meta(description="copied from the reveal")]
    action: Annotated[AnyAction, Meta(description="what to do if first")]
    shown_us: Annotated[TimeUs, Meta(description="when this client showed the reveal")]
    pressed_us: Annotated[TimeUs, Meta(description="when the key was read")]


class Act(ToServer, frozen=True, tag="act"):
    """An action in a game of turns."""

    action: Annotated[AnyAction, Meta(description="what to do")]


class Bye(ToServer, frozen=True, tag="bye"):
    """Going on purpose: gives up the seat as `leave_table` does, then the server closes."""
