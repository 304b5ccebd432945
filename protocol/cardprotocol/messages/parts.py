"""Structures inside the messages: tables, seats, verdicts, turns, scores.

Must not hold: whole messages.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cardprotocol.fields import (
    Count,
    Digest,
    LongText,
    Nonce,
    OptionValue,
    RaceId,
    Seat,
    ShortText,
    SpanUs,
    TimeUs,
)
from cardprotocol.games.vocabulary import AnyAction


class OptionSpec(Struct, frozen=True, omit_defaults=True):
    """One option of a game: its default and what it may be."""

    name: ShortText
    default: OptionValue
    choices: Annotated[tuple[ShortText, ...], Meta(description="for a choice")] = ()
    least: Annotated[int | None, Meta(description="for a number")] = None
    most: int | None = None


class GameInfo(Struct, frozen=True, omit_defaults=True):
    """A game this server judges."""

    name: ShortText
    least_seats: Count
    most_seats: Count
    options: tuple[OptionSpec, ...]


class TableLine(Struct, frozen=True, omit_defaults=True):
    """One table in the lobby's list."""

    table: ShortText
    game: ShortText
    players: Annotated[tuple[ShortText, ...], Meta(description="names, by seat")]
    seats: Annotated[Count, Meta(description="how many seats it has")]
    bots: Count = 0
    watchers: Count = 0
    playing: bool = False


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits where, and how they stand."""

    seat: Seat
    name: ShortText
    bot: bool = False
    ready: bool = False
    connected: bool = True
    away: Annotated[bool, Meta(description="connected but silent: not waited for")] = False
    gave_up: Annotated[bool, Meta(description="left on purpose; the server plays on")] = False
    rtt_us: Annotated[SpanUs | None, Meta(description="measured round trip")] = None
    clock: Annotated[ShortText, Meta(description="`unsynced`, `good`, `fair` or `doubtful`")] = (
        "unsynced"
    )


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """Everything public about a table but the match itself."""

    table: ShortText
    game: ShortText
    options: Annotated[dict[ShortText, OptionValue], Meta(description="all, with defaults")]
    seats: tuple[SeatInfo, ...]
    least_seats: Count
    most_seats: Count
    host: Annotated[Seat | None, Meta(description="the host's seat")] = None
    watchers: Count = 0
    match: Annotated[Count, Meta(description="matches begun here; this one's number")] = 0
    playing: bool = False
    paused: Annotated[bool, Meta(description="play is paused: the server can't write")] = False
    match_id: Annotated[ShortText, Meta(description="of this match, or of the next")] = ""
    commitment: Annotated[
        Digest | None, Meta(description="SHA-256(seed, match_id) of this match, or of the next")
    ] = None
    controls: Annotated[tuple[ShortText, ...], Meta(description="what the host may use now")] = ()


class ClaimEvidence(Struct, frozen=True, omit_defaults=True):
    """One judged claim, as everybody may check it. Times relative to the race's show time T."""

    seat: Seat
    reaction_us: Annotated[SpanUs, Meta(description="pressed minus shown, as the client reports")]
    judged_us: Annotated[SpanUs, Meta(description="the reaction believed; least wins")]
    late_us: Annotated[SpanUs, Meta(description="how late the reveal was shown, as reported")]
    arrived_us: Annotated[SpanUs, Meta(description="arrival after T, by the server's clock")]
    credit_us: Annotated[SpanUs, Meta(description="credit this claim used")]
    allowed_us: Annotated[SpanUs, Meta(description="the most credit it could have used")]
    uncertainty_us: Annotated[SpanUs, Meta(description="of the clock mapping; not used to judge")]
    behind_us: Annotated[SpanUs, Meta(description="judged time minus the best; 0 for the best")]
    drawn: Annotated[bool, Meta(description="reaction drawn by the server for a bot")] = False
    lot: Annotated[bool, Meta(description="took part in the lot of a dead heat")] = False


class Lock(Struct, frozen=True, omit_defaults=True):
    """A seat that erred since the last verdict, and how long it was locked."""

    seat: Seat
    code: Annotated[ShortText, Meta(description="the error code of the fault")]
    locked_us: SpanUs


class Verdict(Struct, frozen=True, omit_defaults=True):
    """How a race was decided, and on what evidence."""

    race: RaceId
    closed_by: Annotated[
        ShortText,
        Meta(description="`proof`, `bound`, `cap`, `server` (laid for an idle seat) or `void`"),
    ]
    waited_us: Annotated[SpanUs, Meta(description="first claim's arrival to the decision")]
    winner: Seat | None = None
    margin_us: Annotated[
        SpanUs | None, Meta(description="to the next best claim; absent if there was none")
    ] = None
    claims: tuple[ClaimEvidence, ...] = ()
    locks: Annotated[tuple[Lock, ...], Meta(description="faults since the last verdict")] = ()
    hold_us: Annotated[SpanUs, Meta(description="how far ahead of T the reveal was sent")] = 0


class RaceOpening(Struct, frozen=True, omit_defaults=True):
    """The race that opens at the reveal's show time."""

    race: RaceId
    nonce: Annotated[Nonce | None, Meta(description="your nonce; absent for spectators")] = None


class Turn(Struct, frozen=True, omit_defaults=True):
    """Who may act in a game of turns, and until when."""

    actors: tuple[Seat, ...]
    until_us: Annotated[
        TimeUs | None, Meta(description="in the receiver's clock; absent: no limit")
    ] = None
    legal: Annotated[
        tuple[AnyAction, ...], Meta(description="the receiver's own legal actions of one card")
    ] = ()


class ScoreLine(Struct, frozen=True, omit_defaults=True):
    """One player's standing in a game."""

    name: ShortText
    matches: Count
    losses: Count
    rating: Annotated[int, Meta(description="conservative rating, in hundredths")] = 0
    races: Count = 0
    races_won: Count = 0
    median_us: SpanUs | None = None
    best_us: SpanUs | None = None


class MatchProof(Struct, frozen=True, omit_defaults=True):
    """What a match's deals can be checked with, revealed at its end."""

    match_id: ShortText
    seed: Digest
    entropies: Annotated[
        tuple[bytes, ...], Meta(description="each player's entropy in seat order; empty if none")
    ]
    note: LongText = ""
