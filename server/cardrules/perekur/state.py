"""The facts of a Perekur match at one moment, and what follows from them at a glance.

Must not hold: how one moment leads to the next (laying.py, dealing.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from cardprotocol.cards import Card, Rank
from cardprotocol.games.common import Outcome
from cardrules.game import Seat
from cardrules.lots import Lots
from cardrules.perekur.options import PerekurOptions

_RANKS: Final = tuple(Rank)


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match. `hands` go with `seats` and are sorted; `pile` is bottom first.

    `out` lists those who left, in order. `last` laid the pile's top card, and may be out.
    Neither hands nor pile appear in the repr: they must not slip into a log.
    """

    options: PerekurOptions
    lots: Lots
    seats: tuple[Seat, ...]
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    dealer: Seat
    pile: tuple[Card, ...] = field(default=(), repr=False)
    last: Seat | None = None
    round: int = 1
    out: tuple[Seat, ...] = ()
    last_round: bool = False
    outcome: Outcome | None = None

    @property
    def redeals(self) -> int:
        """Every round but the first began with a redeal."""
        return self.round - 1

    @property
    def wanted(self) -> Rank:
        """The rank to be laid next: two to ace, then two again (P15-P17, PA25)."""
        return _RANKS[len(self.pile) % len(_RANKS)]

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """Seats not yet out, ascending."""
        if not self.out:
            return self.seats
        return tuple([seat for seat in self.seats if seat not in self.out])

    @property
    def racers(self) -> tuple[Seat, ...]:
        """Seats in play that are not barred, whatever they hold: all that is public."""
        return tuple([seat for seat in self.in_play if seat != self.last])

    @property
    def final(self) -> bool:
        """Whether the next stuck pile ends the match (PA19)."""
        limit = self.options.max_redeals
        return self.last_round or (limit > 0 and self.redeals >= limit)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards `seat` holds, sorted."""
        return self.hands[self.seats.index(seat)]

    def layable(self, seat: Seat) -> tuple[Card, ...]:
        """The cards `seat` may lay now, in the order S, H, D, C."""
        if self.outcome is not None or seat not in self.racers:
            return ()
        wanted = self.wanted
        return tuple([card for card in self.hand(seat) if card.rank == wanted])

    def able(self) -> tuple[Seat, ...]:
        """Seats that may lay now, ascending; none when the pile is stuck or all is over."""
        if self.outcome is not None:
            return ()
        wanted = self.wanted
        return tuple(
            [
                seat
                for seat, hand in zip(self.seats, self.hands, strict=True)
                if seat != self.last and seat not in self.out and _holds(hand, wanted)
            ]
        )


def _holds(hand: tuple[Card, ...], wanted: Rank) -> bool:
    """Whether `hand` has the rank; a loop, for this is asked of every hand at every card."""
    for card in hand:  # noqa: SIM110 - a generator would double the time of a move
        if card.rank == wanted:
            return True
    return False


def clockwise(seats: Iterable[Seat], after: Seat) -> tuple[Seat, ...]:
    """`seats` from the left neighbour of `after` round the table; `after` itself comes last."""
    return tuple(sorted(seats, key=lambda seat: (seat <= after, seat)))
