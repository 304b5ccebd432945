"""Invisible Durak said: actions of a bout, its events and its view.

Must not hold: who may do what (cardrules/durak/). The trump card itself is
never said; its suit is (DA1).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from cardprotocol.cards import Card, Suit
from cardprotocol.fields import Count, Seat, ShortText
from cardprotocol.games.common import Action, Event, Hands, SeatHand, View

SomeCards = Annotated[tuple[Card, ...], Meta(min_length=1, max_length=6)]


class Attack(Action, frozen=True, tag="attack"):
    """Open a bout; several cards of one rank only with the option `multi_lead`."""

    cards: Annotated[SomeCards, Meta(description="of one rank")]


class ThrowIn(Action, frozen=True, tag="throw_in"):
    """Throw in cards whose ranks lie on the table."""

    cards: Annotated[SomeCards, Meta(description="of ranks on the table")]


class Beat(Action, frozen=True, tag="beat"):
    """Beat one unbeaten card."""

    card: Annotated[Card, Meta(description="what beats it")]
    target: Annotated[Card, Meta(description="the unbeaten card on the table")]


class Transfer(Action, frozen=True, tag="transfer"):
    """Pass the whole attack on by laying a card of its rank."""

    card: Annotated[Card, Meta(description="of the attacking rank")]


class ShowTransfer(Action, frozen=True, tag="show_transfer"):
    """Pass the attack on by showing the trump of its rank, which stays in hand."""

    card: Annotated[Card, Meta(description="the trump of the attacking rank")]


class Take(Action, frozen=True, tag="take"):
    """Take everything on the table."""


class Pass(Action, frozen=True, tag="pass"):
    """Throw nothing in now."""


class Pair(Struct, frozen=True, omit_defaults=True):
    """An attacking card on the table and what beats it."""

    attack: Annotated[Card, Meta(description="the attacking card")]
    by: Annotated[Card | None, Meta(description="the card that beats it")] = None


class Dealt(Event, frozen=True, tag="durak_dealt"):
    """Everybody has six cards; the outside dealer announces the trump suit alone (D10)."""

    trump: Annotated[Suit, Meta(description="the trump suit; the card itself is never told")]
    stock: Annotated[Count, Meta(description="cards in the stock")]
    hands: Annotated[Hands, Meta(description="public standing of every seat")]
    cards: Annotated[tuple[Card, ...], Meta(description="the receiver's own hand")] = ()


class FirstAttacker(Event, frozen=True, tag="first_attacker"):
    """Who attacks first in this match, and why."""

    seat: Annotated[Seat, Meta(description="who attacks first")]
    why: Annotated[
        ShortText,
        Meta(description="`lowest_trump`, `lowest_card`, `lot`, `under` or `from_under`"),
    ]
    card: Annotated[Card | None, Meta(description="the lowest trump, where the table shows it")] = (
        None
    )


class BoutStarted(Event, frozen=True, tag="bout_started"):
    """A new bout: who leads and who defends."""

    attacker: Annotated[Seat, Meta(description="the lead attacker")]
    defender: Annotated[Seat, Meta(description="who has to beat")]
    limit: Annotated[Count, Meta(description="most attacking cards in this bout")]


class Attacked(Event, frozen=True, tag="attacked"):
    """The lead attacker opened, or a seat threw in (`thrown`)."""

    seat: Annotated[Seat, Meta(description="who laid them")]
    cards: Annotated[SomeCards, Meta(description="laid on the table")]
    left: Annotated[Count, Meta(description="cards left in the seat's hand")]
    thrown: Annotated[bool, Meta(description="thrown in, not the opening")] = False


class BeatCard(Event, frozen=True, tag="beat_card"):
    """The defender beat `target` with `card`."""

    seat: Annotated[Seat, Meta(description="the defender")]
    card: Annotated[Card, Meta(description="what beat it")]
    target: Annotated[Card, Meta(description="what was beaten")]
    left: Annotated[Count, Meta(description="cards left in the seat's hand")]


class Transferred(Event, frozen=True, tag="transferred"):
    """The attack passed on to `defender`; with `shown` the card stayed in hand."""

    seat: Annotated[Seat, Meta(description="who transferred")]
    card: Annotated[Card, Meta(description="laid, or only shown")]
    defender: Annotated[Seat, Meta(description="who has to beat now")]
    left: Annotated[Count, Meta(description="cards left in the seat's hand")]
    limit: Annotated[Count, Meta(description="most attacking cards in this bout now")]
    shown: Annotated[bool, Meta(description="the card was shown and stayed in hand")] = False


class Passed(Event, frozen=True, tag="passed"):
    """A seat threw nothing in."""

    seat: Annotated[Seat, Meta(description="who passed")]


class Taking(Event, frozen=True, tag="taking"):
    """The defender said "I take"; with `throw_after_take` more may be thrown in first."""

    seat: Annotated[Seat, Meta(description="the defender")]


class BoutEnded(Event, frozen=True, tag="bout_ended"):
    """The bout is over: beaten off to the discard pile, or taken by the defender."""

    taken: Annotated[bool, Meta(description="false: beaten off")]
    defender: Annotated[Seat, Meta(description="who defended")]
    cards: Annotated[tuple[Card, ...], Meta(description="what lay on the table, face up")]
    discard: Annotated[Count, Meta(description="cards in the discard pile now")]


class Drew(Event, frozen=True, tag="drew"):
    """A seat drew up to six; only the drawer is told which cards."""

    seat: Annotated[Seat, Meta(description="who drew")]
    count: Annotated[Count, Meta(description="how many cards")]
    left: Annotated[Count, Meta(description="cards in the seat's hand now")]
    stock: Annotated[Count, Meta(description="cards in the stock now")]
    cards: Annotated[tuple[Card, ...], Meta(description="for the drawer alone")] = ()


class DurakView(View, frozen=True, tag="durak"):
    """Durak as its receiver may know it. Covered cards of the discard pile are never in it."""

    phase: Annotated[
        ShortText,
        Meta(
            description="`attack`, `defend`, `throw_in`, `taking` (throw in after take) or `over`"
        ),
    ]
    hands: Annotated[Hands, Meta(description="public standing, by seat")]
    trump: Annotated[Suit, Meta(description="the trump suit; the card itself is never told")]
    stock: Annotated[Count, Meta(description="cards in the stock")]
    discard: Annotated[Count, Meta(description="cards in the discard pile")]
    attacker: Annotated[Seat, Meta(description="the lead attacker of the bout")]
    defender: Annotated[Seat, Meta(description="who has to beat")]
    limit: Annotated[Count, Meta(description="most attacking cards in this bout")]
    table: Annotated[tuple[Pair, ...], Meta(description="the cards of this bout, in order")] = ()
    cards: Annotated[tuple[Card, ...], Meta(description="the receiver's own hand")] = ()
    open_hands: Annotated[
        tuple[SeatHand, ...], Meta(description="all hands, for spectators of an open table")
    ] = ()


DurakAction = Attack | ThrowIn | Beat | Transfer | ShowTransfer | Take | Pass
