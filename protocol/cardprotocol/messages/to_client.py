"""What a server may say. Order: greeting, clock, lobby, table, play.

Must not hold: who is told what (cardserver/audience.py).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardprotocol.fields import (
    Count,
    LongText,
    Seat,
    Seq,
    ShortText,
    SpanUs,
    TimeUs,
    Token,
)
from cardprotocol.games.common import SeatHand
from cardprotocol.games.vocabulary import AnyEvent, AnyView
from cardprotocol.messages.base import ToClient
from cardprotocol.messages.parts import (
    GameInfo,
    MatchProof,
    RaceOpening,
    ScoreLine,
    TableInfo,
    TableLine,
    Turn,
    Verdict,
)


class Welcome(ToClient, frozen=True, tag="welcome"):
    """The greeting accepted."""

    version: Annotated[Count, Meta(description="protocol version of the server")]
    server: Annotated[ShortText, Meta(description="software and its version")]
    name: Annotated[ShortText, Meta(description="the name as all will see it")]
    token: Annotated[Token, Meta(description="keep it: it is this player, also after a restart")]
    features: Annotated[
        tuple[ShortText, ...], Meta(description="optional features of the server")
    ] = ()
    table: Annotated[ShortText, Meta(description="where your seat waits; then send `resume`")] = ""
    kernel_checked: Annotated[bool, Meta(description="round trips are cross-checked")] = False


class Error(ToClient, frozen=True, tag="error"):
    """Something was refused; nothing was changed by it."""

    code: Annotated[ShortText, Meta(description="from the list of errors")]
    text: Annotated[LongText, Meta(description="English, for people and logs")]
    field: Annotated[ShortText, Meta(description="which field or option was wrong")] = ""
    value: Annotated[LongText, Meta(description="its value, shortened")] = ""
    expected: Annotated[LongText, Meta(description="what would have been right")] = ""
    race: Annotated[Count | None, Meta(description="the race a refused claim was for")] = None
    locked_us: Annotated[TimeUs, Meta(description="how long the seat is locked for it")] = 0


class Done(ToClient, frozen=True, tag="done"):
    """A request with an `id` was carried out, and has no other answer."""


class Ping(ToClient, frozen=True, tag="ping"):
    """Answer with a pong at once."""

    ping: Annotated[Count, Meta(description="its number")]


class Clock(ToClient, frozen=True, tag="clock"):
    """How the server sees your path and clock; sent every few seconds when it changed."""

    rtt_us: Annotated[SpanUs, Meta(description="measured round trip")]
    uncertainty_us: Annotated[SpanUs, Meta(description="of the mapping of your clock")]
    quality: Annotated[ShortText, Meta(description="`unsynced`, `good`, `fair` or `doubtful`")]
    kernel_checked: Annotated[
        bool, Meta(description="the round trip is cross-checked with the kernel's")
    ] = False


class Tables(ToClient, frozen=True, tag="tables"):
    """One page of the lobby's tables."""

    tables: Annotated[tuple[TableLine, ...], Meta(description="this page's, the oldest first")]
    page: Annotated[Count, Meta(description="this page; 0 is the first")] = 0
    pages: Annotated[Count, Meta(description="how many there are")] = 1


class Games(ToClient, frozen=True, tag="games"):
    """The games and their options."""

    games: Annotated[tuple[GameInfo, ...], Meta(description="all the server judges")]


class Scores(ToClient, frozen=True, tag="scores"):
    """One page of the leaderboard of a game."""

    game: Annotated[ShortText, Meta(description="a name from `games`")]
    scores: Annotated[tuple[ScoreLine, ...], Meta(description="this page's, best first")]
    page: Annotated[Count, Meta(description="this page; 0 is the first")] = 0
    pages: Annotated[Count, Meta(description="how many there are")] = 1
    above: Annotated[Count, Meta(description="players on the pages before this one")] = 0


class View(ToClient, frozen=True, tag="view"):
    """All the receiver may know of a table; events then count on from `seq`."""

    seq: Annotated[Seq, Meta(description="number of the last event in it")]
    table: Annotated[TableInfo, Meta(description="the table")]
    seat: Annotated[Seat | None, Meta(description="your seat; absent for spectators")] = None
    game: Annotated[AnyView | None, Meta(description="the match; absent between matches")] = None
    turn: Annotated[Turn | None, Meta(description="who may act; absent in races")] = None
    race: Annotated[RaceOpening | None, Meta(description="the race that is open now")] = None


class Table(ToClient, frozen=True, tag="table"):
    """Seats, options or standing changed."""

    table: Annotated[TableInfo, Meta(description="the table")]
    seat: Annotated[Seat | None, Meta(description="your seat; absent for spectators")] = None


class Events(ToClient, frozen=True, tag="events"):
    """What happened in the match, to be shown at once. Numbers have no gaps."""

    seq: Annotated[Seq, Meta(description="number of the last of `events`")]
    events: Annotated[tuple[AnyEvent, ...], Meta(description="in order")]
    turn: Annotated[Turn | None, Meta(description="who may act now")] = None
    proof: Annotated[MatchProof | None, Meta(description="with the end of a match")] = None
    open_hands: Annotated[
        tuple[SeatHand, ...],
        Meta(description="all hands after `events`, for spectators of an open table"),
    ] = ()


class Reveal(ToClient, frozen=True, tag="reveal"):
    """To be shown at one time to all: the verdict of a race, what came of it, the next race."""

    seq: Annotated[Seq, Meta(description="number of the last of `events`")]
    at_us: Annotated[TimeUs, Meta(description="show time T, in the receiver's clock")]
    events: Annotated[tuple[AnyEvent, ...], Meta(description="in order")] = ()
    verdict: Annotated[Verdict | None, Meta(description="of the race before")] = None
    race: Annotated[RaceOpening | None, Meta(description="the race that opens at T")] = None
    proof: Annotated[MatchProof | None, Meta(description="with the end of a match")] = None
    open_hands: Annotated[
        tuple[SeatHand, ...],
        Meta(description="all hands after `events`, for spectators of an open table"),
    ] = ()


class Said(ToClient, frozen=True, tag="said"):
    """A line of chat."""

    name: Annotated[ShortText, Meta(description="who said it")]
    text: Annotated[LongText, Meta(description="what was said")]


class Closing(ToClient, frozen=True, tag="closing"):
    """The server closes this connection, for the error's reason."""

    code: Annotated[ShortText, Meta(description="from the list of errors")]
    text: Annotated[LongText, Meta(description="English, for people and logs")]
    expected: Annotated[LongText, Meta(description="what would have been right")] = ""
