"""Public standings and hands, changed one seat at a time.

What lives here: helpers both games' folds share. What must not: rules.
"""

from __future__ import annotations

from cardprotocol.cards import Card
from cardprotocol.games.common import Hand, SeatHand

Seat = int
Hands = tuple[Hand, ...]
OpenHands = tuple[SeatHand, ...]


def counted(hands: Hands, seat: Seat, cards: int) -> Hands:
    """`hands` with `seat` holding `cards` cards."""
    return tuple(Hand(h.seat, cards, h.place) if h.seat == seat else h for h in hands)


def placed(hands: Hands, seat: Seat, place: int) -> Hands:
    """`hands` with `seat` out of the match at `place`; what it holds is told by other events."""
    return tuple(Hand(h.seat, h.cards, place) if h.seat == seat else h for h in hands)


def less(cards: tuple[Card, ...], gone: tuple[Card, ...]) -> tuple[Card, ...]:
    """`cards` without those in `gone`."""
    return tuple(card for card in cards if card not in gone)


def opened(hands: OpenHands, seat: Seat, cards: tuple[Card, ...]) -> OpenHands:
    """Open `hands` with `seat` holding `cards`; unchanged where hands are not open."""
    return tuple(SeatHand(seat, cards) if h.seat == seat else h for h in hands)


def open_cards(hands: OpenHands, seat: Seat) -> tuple[Card, ...]:
    """What `seat` holds in open `hands`; nothing where hands are not open."""
    return next((h.cards for h in hands if h.seat == seat), ())
