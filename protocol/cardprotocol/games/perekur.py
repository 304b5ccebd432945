"""Perekur said: its one action, its events and its view.

Must not hold: who may lay what (cardrules/perekur/).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cardprotocol.cards import Card
from cardprotocol.fields import Count, Seat, ShortText
from cardprotocol.games.common import Action, Event, Hands, SeatHand, View

WantedRank = Annotated[int, Meta(ge=2, le=14, description="2 to 14; 11 jack, 14 ace")]


class Lay(Action, frozen=True, tag="lay"):
    """Lay one card of the wanted rank on the pile."""

    card: Annotated[Card, Meta(description="one you hold, of the wanted rank")]


class Dealt(Event, frozen=True, tag="dealt"):
    """All cards of a deal are out; a seat is told its own hand, nobody else's (P14)."""

    dealer: Annotated[Seat, Meta(description="by lot; in a redeal the collector")]
    round: Annotated[Count, Meta(description="1 for the first deal of the match")]
    hands: Annotated[Hands, Meta(description="public standing of every seat")]
    cards: Annotated[
        tuple[Card, ...], Meta(description="the receiver's own hand; empty for others")
    ] = ()


class Laid(Event, frozen=True, tag="laid"):
    """A card was accepted on the pile."""

    seat: Annotated[Seat, Meta(description="who laid it")]
    card: Annotated[Card, Meta(description="the pile's top now")]
    left: Annotated[Count, Meta(description="cards left in the seat's hand")]
    pile: Annotated[Count, Meta(description="cards in the pile now")]
    wanted: WantedRank


class Stuck(Event, frozen=True, tag="stuck"):
    """Nobody can lay: the last layer collects (P22), or drops out of the last two (P25)."""

    seat: Annotated[Seat, Meta(description="the last layer")]
    cards: Annotated[Count, Meta(description="how many cards are collected; 0 with two in play")]
    redeal: Annotated[Count, Meta(description="number of redeals so far, this one included")]


class LastRoundCalled(Event, frozen=True, tag="last_round_called"):
    """The host called the last round: the next time the pile sticks, the match ends (PA19)."""


class PerekurView(View, frozen=True, tag="perekur"):
    """Perekur as its receiver may know it."""

    phase: Annotated[ShortText, Meta(description="`look`, `race` or `over`")]
    hands: Annotated[Hands, Meta(description="public standing, by seat")]
    dealer: Annotated[Seat, Meta(description="who dealt the round")]
    round: Annotated[Count, Meta(description="deals so far in the match")]
    redeal: Annotated[Count, Meta(description="redeals so far")]
    pile: Annotated[Count, Meta(description="cards in the pile")]
    wanted: WantedRank
    top: Annotated[Card | None, Meta(description="the pile's top card")] = None
    last: Annotated[Seat | None, Meta(description="who laid last and is barred")] = None
    last_round: Annotated[bool, Meta(description="the host called the last round")] = False
    cards: Annotated[tuple[Card, ...], Meta(description="the receiver's own hand")] = ()
    open_hands: Annotated[
        tuple[SeatHand, ...], Meta(description="all hands, for spectators of an open table")
    ] = ()
