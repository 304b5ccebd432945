"""What a seat may know of a Perekur match: the only way out for its secrets, with events.

Public are the top card, the wanted rank, the number of cards in the pile and in
each hand, and who laid last (PA21). Must not hold: rules.
"""

from __future__ import annotations

from cardprotocol.cards import Card
from cardprotocol.games.common import Hand, SeatHand
from cardprotocol.games.perekur import PerekurView
from cardrules.game import Seat
from cardrules.perekur.state import State


def standings(state: State) -> tuple[Hand, ...]:
    """How many cards each seat holds, and its place if it is out; by seat."""
    out = state.out
    return tuple(
        [
            Hand(seat, len(hand), out.index(seat) + 1 if seat in out else 0)
            for seat, hand in zip(state.seats, state.hands, strict=True)
        ]
    )


def view_for(state: State, seat: Seat | None) -> PerekurView:
    """The match as `seat` may know it; for None and for seats not dealt in, without a hand."""
    return _view(state, own=state.hand(seat) if seat in state.seats else ())


def open_view(state: State) -> PerekurView:
    """The match with every hand, for spectators of an open table and for replays."""
    hands = zip(state.seats, state.hands, strict=True)
    return _view(state, shown=tuple(SeatHand(seat=seat, cards=hand) for seat, hand in hands))


def _view(
    state: State, own: tuple[Card, ...] = (), shown: tuple[SeatHand, ...] = ()
) -> PerekurView:
    return PerekurView(
        phase=_phase(state),
        hands=standings(state),
        dealer=state.dealer,
        round=state.round,
        redeal=state.redeals,
        pile=len(state.pile),
        wanted=int(state.wanted),
        top=state.pile[-1] if state.pile else None,
        last=state.last,
        last_round=state.last_round,
        cards=own,
        open_hands=shown,
    )


def _phase(state: State) -> str:
    """`look` lasts until the first card of a round lies; the table times it (PA20)."""
    if state.outcome is not None:
        return "over"
    return "race" if state.pile else "look"
