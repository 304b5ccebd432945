"""Ranks, suits, cards and the two decks.

What lives here: the vocabulary every room shares. What must not: rules, wire
bytes, anything that changes.
"""

from __future__ import annotations

import enum
from typing import Final


class Suit(enum.Enum):
    """One of four suits; the value is its letter on the wire."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit as a one-cell symbol, for example ``♥``."""
        return "♠♥♦♣"["SHDC".index(self.value)]


class Rank(enum.IntEnum):
    """Two to ace, ordered low to high (rules P5 and D5)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank as one character on the wire: ``2``-``9``, ``T J Q K A``."""
        return "23456789TJQKA"[self - 2]

    @classmethod
    def of(cls, letter: str) -> Rank:
        """The rank written as `letter`; ValueError for any other text."""
        index = "23456789TJQKA".find(letter) if len(letter) == 1 else -1
        if index < 0:
            raise ValueError(f"no rank is written {letter!r}")
        return cls(index + 2)


# Suits in the order used wherever cards are listed (PA10: S, H, D, C).
_SUIT_ORDER: Final = {suit: place for place, suit in enumerate(Suit)}


class Card(enum.Enum):
    """One of 52 cards; ``Card("7H")`` is the seven of hearts, its value the wire code.

    ``Card(code)`` raises ValueError for any other code. Cards sort by rank,
    then by suit in the order S, H, D, C.
    """

    # fmt: off
    S2, S3, S4, S5, S6, S7, S8 = "2S", "3S", "4S", "5S", "6S", "7S", "8S"
    S9, ST, SJ, SQ, SK, SA = "9S", "TS", "JS", "QS", "KS", "AS"
    H2, H3, H4, H5, H6, H7, H8 = "2H", "3H", "4H", "5H", "6H", "7H", "8H"
    H9, HT, HJ, HQ, HK, HA = "9H", "TH", "JH", "QH", "KH", "AH"
    D2, D3, D4, D5, D6, D7, D8 = "2D", "3D", "4D", "5D", "6D", "7D", "8D"
    D9, DT, DJ, DQ, DK, DA = "9D", "TD", "JD", "QD", "KD", "AD"
    C2, C3, C4, C5, C6, C7, C8 = "2C", "3C", "4C", "5C", "6C", "7C", "8C"
    C9, CT, CJ, CQ, CK, CA = "9C", "TC", "JC", "QC", "KC", "AC"
    # fmt: on

    rank: Rank
    suit: Suit
    order: int

    def __init__(self, code: str) -> None:
        self.rank = Rank.of(code[0])
        self.suit = Suit(code[1])
        self.order = self.rank * 4 + _SUIT_ORDER[self.suit]

    @property
    def code(self) -> str:
        """The two-letter wire code, for example ``TS``."""
        return str(self.value)

    def __lt__(self, other: Card) -> bool:
        return self.order < other.order

    def __repr__(self) -> str:
        return self.code


def cards(codes: str) -> tuple[Card, ...]:
    """The cards written in `codes`, separated by spaces; ``10`` may stand for ``T``."""
    return tuple(Card(code.replace("10", "T")) for code in codes.split())


# Unshuffled packs: spades, hearts, diamonds, clubs, each from low to high. Every shuffle starts
# from that order (docs/deals.md), so verification needs it fixed for ever.
DECK_52: Final[tuple[Card, ...]] = tuple(Card(r.letter + s.value) for s in Suit for r in Rank)
DECK_36: Final[tuple[Card, ...]] = tuple(card for card in DECK_52 if card.rank >= Rank.SIX)
