"""Structures inside the messages: tables, seats, verdicts, turns, scores.

Must not hold: whole messages.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field

from cardprotocol.fields import (
    Count,
    Digest,
    LongText,
    Nonce,
    OptionValue,
    RaceId,
    Seat,
    Seats,
    ShortText,
    SpanUs,
    TimeUs,
)
from cardprotocol.games.vocabulary import AnyAction


class OptionSpec(Struct, frozen=True, omit_defaults=True):
    """One option of a game: its default and what it may be."""

    name: Annotated[ShortText, Meta(description="as in a table's `options`")]
    default: Annotated[OptionValue, Meta(description="its value if not set")]
    choices: Annotated[tuple[ShortText, ...], Meta(description="for a choice")] = ()
    least: Annotated[int | None, Meta(description="for a number")] = None
    most: Annotated[int | None, Meta(description="for a number")] = None


class GameInfo(Struct, frozen=True, omit_defaults=True):
    """A game this server judges."""

    name: Annotated[ShortText, Meta(description="for `create_table`")]
    least_seats: Annotated[Seats, Meta(description="players needed to begin")]
    most_seats: Annotated[Seats, Meta(description="seats of a table")]
    options: Annotated[tuple[OptionSpec, ...], Meta(description="all a table may set")]


class TableLine(Struct, frozen=True, omit_defaults=True):
    """One table in the lobby's list."""

    table: Annotated[ShortText, Meta(description="its name")]
    game: Annotated[ShortText, Meta(description="its game")]
    players: Annotated[tuple[ShortText, ...], Meta(description="names, by seat")]
    seats: Annotated[Seats, Meta(description="how many seats it has")]
    bots: Annotated[Count, Meta(description="how many of the players")] = 0
    spectators: Annotated[Count, Meta(description="how many watch without a seat")] = 0
    playing: Annotated[bool, Meta(description="a match is being played")] = False
    options: Annotated[
        dict[ShortText, OptionValue],
        Meta(max_length=32, description="only those that differ from the game's defaults"),
    ] = field(default_factory=dict)


class SeatInfo(Struct, frozen=True, omit_defaults=True):
    """Who sits where, and how they stand."""

    seat: Annotated[Seat, Meta(description="its number")]
    name: Annotated[ShortText, Meta(description="whose it is")]
    bot: Annotated[bool, Meta(description="a program plays")] = False
    ready: Annotated[bool, Meta(description="ready for the next match")] = False
    connected: Annotated[bool, Meta(description="false while its connection is lost")] = True
    away: Annotated[bool, Meta(description="connected but silent: not waited for")] = False
    gave_up: Annotated[bool, Meta(description="left on purpose; the server plays on")] = False
    rtt_us: Annotated[SpanUs | None, Meta(description="measured round trip")] = None
    clock: Annotated[ShortText, Meta(description="`unsynced`, `good`, `fair` or `doubtful`")] = (
        "unsynced"
    )
    tunnelled: Annotated[
        bool, Meta(description="by the host's word behind a proxy: `rtt_us` is not cross-checked")
    ] = False


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """Everything public about a table but the match itself."""

    table: Annotated[ShortText, Meta(description="its name")]
    game: Annotated[ShortText, Meta(description="its game")]
    options: Annotated[dict[ShortText, OptionValue], Meta(description="all, with defaults")]
    seats: Annotated[tuple[SeatInfo, ...], Meta(description="the taken ones, by number")]
    least_seats: Annotated[Seats, Meta(description="players needed to begin")]
    most_seats: Annotated[Seats, Meta(description="seats of the table")]
    host: Annotated[Seat | None, Meta(description="the host's seat")] = None
    spectators: Annotated[Count, Meta(description="how many watch without a seat")] = 0
    match: Annotated[Count, Meta(description="matches begun here; this one's number")] = 0
    playing: Annotated[bool, Meta(description="a match is being played")] = False
    paused: Annotated[bool, Meta(description="play is paused: the server can't write")] = False
    match_id: Annotated[ShortText, Meta(description="of this match, or of the next")] = ""
    commitment: Annotated[
        Digest | None, Meta(description="SHA-256(seed, match_id) of this match, or of the next")
    ] = None
    controls: Annotated[tuple[ShortText, ...], Meta(description="what the host may use now")] = ()


class ClaimEvidence(Struct, frozen=True, omit_defaults=True):
    """One judged claim, as everybody may check it. Times relative to the race's show time T."""

    seat: Annotated[Seat, Meta(description="who claimed")]
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

    seat: Annotated[Seat, Meta(description="who erred")]
    code: Annotated[ShortText, Meta(description="the error code of the fault")]
    locked_us: Annotated[SpanUs, Meta(description="how long")]


class ClosedBy(StrEnum):
    """Why a race was closed."""

    PROOF = "proof"  # every rival had said that nothing better was coming
    BOUND = "bound"  # no claim still to come could have been judged better
    CAP = "cap"  # the longest wait was over
    SERVER = "server"  # nobody claimed: the server laid for a seat


class Verdict(Struct, frozen=True, omit_defaults=True):
    """How a race was decided, and on what evidence."""

    race: Annotated[RaceId, Meta(description="which")]
    closed_by: Annotated[
        ShortText,
        Meta(description="`proof`, `bound`, `cap` or `server` (laid for an idle seat)"),
    ]
    waited_us: Annotated[SpanUs, Meta(description="first claim's arrival to the decision")]
    winner: Annotated[Seat, Meta(description="who won, or was laid for")]
    margin_us: Annotated[
        SpanUs | None, Meta(description="to the next best claim; absent if there was none")
    ] = None
    claims: Annotated[
        tuple[ClaimEvidence, ...], Meta(description="every claim judged, best first")
    ] = ()
    locks: Annotated[tuple[Lock, ...], Meta(description="faults since the last verdict")] = ()
    lead_us: Annotated[SpanUs, Meta(description="how far ahead of T the reveal was sent")] = 0


class RaceOpening(Struct, frozen=True, omit_defaults=True):
    """The race that opens at the reveal's show time."""

    race: Annotated[RaceId, Meta(description="its number")]
    nonce: Annotated[
        Nonce | None, Meta(description="your nonce; absent for who has no part in the race")
    ] = None


class Turn(Struct, frozen=True, omit_defaults=True):
    """Who may act in a game of turns, and until when."""

    actors: Annotated[tuple[Seat, ...], Meta(description="who may act now")]
    until_us: Annotated[
        TimeUs | None,
        Meta(description="in the receiver's clock; absent: no limit, or that clock is not known"),
    ] = None
    legal: Annotated[
        tuple[AnyAction, ...], Meta(description="the receiver's own legal actions of one card")
    ] = ()


class ScoreLine(Struct, frozen=True, omit_defaults=True):
    """One player's standing in a game."""

    name: Annotated[ShortText, Meta(description="the player")]
    matches: Annotated[Count, Meta(description="that counted")]
    losses: Annotated[Count, Meta(description="how many were lost")]
    rating: Annotated[int, Meta(description="conservative rating, in hundredths")] = 0
    races: Annotated[Count, Meta(description="contested by this player")] = 0
    races_won: Annotated[Count, Meta(description="of those")] = 0
    median_us: Annotated[SpanUs | None, Meta(description="median reaction")] = None
    best_us: Annotated[SpanUs | None, Meta(description="best reaction")] = None
    bot: Annotated[bool, Meta(description="a program, by its own declaration")] = False


class MatchProof(Struct, frozen=True, omit_defaults=True):
    """What a match's deals can be checked with, revealed at its end."""

    match_id: Annotated[ShortText, Meta(description="which match")]
    seed: Annotated[Digest, Meta(description="32 bytes the server drew")]
    entropies: Annotated[
        tuple[bytes, ...], Meta(description="each player's entropy in seat order; empty if none")
    ]
    note: Annotated[LongText, Meta(description="for people; empty if all is as it should be")] = ""
