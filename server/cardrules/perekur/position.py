"""Positions made by hand, for tests, documents and puzzles; never reachable from the wire.

Must not hold: anything a match needs.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardprotocol.cards import DECK_52, cards
from cardrules.game import Seat
from cardrules.lots import Lots
from cardrules.perekur.match import Perekur
from cardrules.perekur.options import PerekurOptions
from cardrules.perekur.state import State


def position(
    hands: Mapping[Seat, str],
    *,
    lots: Lots,
    options: PerekurOptions | None = None,
    pile: int = 0,
    last: Seat | None = None,
    dealer: Seat | None = None,
    out: tuple[Seat, ...] = (),
    round: int = 1,
) -> Perekur:
    """A match in which `hands` are held and the first `pile` cards of an unshuffled pack lie.

    `hands` are card codes separated by spaces, by seat; `out` lists the seats that left, in
    order. The dealer is the highest seat unless given. ValueError for anything that can't
    arise: not exactly 52 different cards, an empty hand in play, a stuck pile, too few seats.
    """
    seats = tuple(sorted({*hands, *out}))
    held = tuple(tuple(sorted(cards(hands.get(seat, "")))) for seat in seats)
    state = State(
        options=PerekurOptions() if options is None else options,
        lots=lots,
        seats=seats,
        hands=held,
        dealer=seats[-1] if dealer is None else dealer,
        pile=DECK_52[:pile],
        last=last,
        round=round,
        out=out,
    )
    _check(state)
    return Perekur(state)


def _check(state: State) -> None:
    everything = [*state.pile, *(card for hand in state.hands for card in hand)]
    if sorted(everything) != sorted(DECK_52):
        raise ValueError(f"a position has 52 different cards, not {len(everything)} like these")
    if (state.last is None) != (not state.pile):
        raise ValueError("somebody laid last if, and only if, there is a pile")
    if any(not state.hand(seat) for seat in state.in_play) or len(state.in_play) < 2:
        raise ValueError("at least two are in play, and all who are hold cards")
    if not state.able():
        raise ValueError("the pile is stuck: start from the position before the last card")
