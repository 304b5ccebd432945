"""What every game says: base types of actions, events and views, and the outcome.

Must not hold: anything only one game has.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from cardprotocol.cards import Card
from cardprotocol.fields import Count, Seat, ShortText

STOPPED: Final = "stopped"  # the reason of a match that the server ended and that does not count


class ActedBy(StrEnum):
    """How an act came about: its seat's own, in its turn or a race; else the server's for it."""

    TURN = "turn"
    CLAIM = "claim"
    IDLE = "idle"  # its time to think was over
    ABSENT = "absent"
    STALLED = "stalled"  # nobody laid who could


BY_THE_SERVER: Final = frozenset({ActedBy.IDLE, ActedBy.ABSENT, ActedBy.STALLED})


class Action(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """What a seat asks to do. Subclasses are tagged by ``do``."""


class Event(Struct, frozen=True, tag_field="what", omit_defaults=True):
    """What happened, in the past tense. Subclasses are tagged by ``what``."""


class View(Struct, frozen=True, tag_field="game", omit_defaults=True):
    """The state of a match as one seat, or a spectator, may know it; tagged by ``game``."""


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How a match ended. `ranking` lists groups of seats, best first; equals share a group."""

    reason: Annotated[
        ShortText,
        Meta(
            description="`last_with_cards`, `stuck`, `last_round`, `fool`, `draw`, `gave_up`"
            " or `stopped` (does not count)"
        ),
    ]
    ranking: Annotated[
        tuple[tuple[Seat, ...], ...], Meta(description="groups of seats, best first")
    ]
    losers: Annotated[tuple[Seat, ...], Meta(description="who lost; empty in a draw")] = ()

    @property
    def counts(self) -> bool:
        """Whether it was played to an end, and not stopped."""
        return self.reason != STOPPED


class MatchEnded(Event, frozen=True, tag="match_ended"):
    """The rules have no further act; the last event a game makes."""

    outcome: Annotated[Outcome, Meta(description="how it ended")]


class TimeRanOut(Event, frozen=True, tag="time_ran_out"):
    """The act that follows was made by the server for an absent or idle seat."""

    seat: Annotated[Seat, Meta(description="for whom the server acts")]
    why: Annotated[ShortText, Meta(description="`idle`, `absent` or `stalled`")]


class UnknownEvent(Event, frozen=True, tag="unknown_event"):
    """What a client reads for an event of a newer server: it counts in `seq`, and no more.

    Never sent.
    """

    said: Annotated[ShortText, Meta(description="the event's `what`")] = ""


class Hand(Struct, frozen=True, omit_defaults=True):
    """One seat's public standing in a match."""

    seat: Annotated[Seat, Meta(description="whose")]
    cards: Annotated[Count, Meta(description="how many cards it holds")]
    place: Annotated[Count, Meta(description="1 for the first out; 0 while in play")] = 0


Hands = Annotated[tuple[Hand, ...], Meta(min_length=1, max_length=6)]  # one for each seat


class SeatHand(Struct, frozen=True):
    """The open hand of one seat, for spectators where the table allows it."""

    seat: Annotated[Seat, Meta(description="whose")]
    cards: Annotated[tuple[Card, ...], Meta(description="all it holds")]


class WentOut(Event, frozen=True, tag="went_out"):
    """A seat is out of the match, and safe."""

    seat: Annotated[Seat, Meta(description="who is out")]
    place: Annotated[Count, Meta(description="1 for the first out")]
