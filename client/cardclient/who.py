"""Seats said as people: a name, or "you".

What lives here: the words for seats and numbers that all sentences share. What
must not: sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardclient.records import Names, Seat
from cardclient.theme import Look
from cardprotocol.cards import Card


@dataclass(frozen=True, slots=True)
class Who:
    """Who sits where, as `seat` (None: a spectator) sees it."""

    look: Look
    names: Names
    seat: Seat | None = None

    def name(self, seat: Seat) -> str:
        """A seat's name, cleaned for this terminal, or "you"."""
        if seat == self.seat:
            return self.look.texts.tp("player", "you")
        return self.look.clean(self.names.get(seat, "")) or self.look.texts.t("seat {n}").format(
            n=seat + 1
        )

    def all(self, seats: Iterable[Seat]) -> str:
        """Several seats, separated by commas."""
        return ", ".join(self.name(seat) for seat in seats)

    def cards(self, cards: Sequence[Card]) -> str:
        """Several cards, separated by blanks."""
        return " ".join(self.look.card(card) for card in cards)


def milliseconds(span_us: int) -> str:
    """A span as people read it: whole milliseconds, with one decimal under ten."""
    if abs(span_us) < 10_000:
        return f"{span_us / 1000:.1f}"
    return str(round(span_us / 1000))
