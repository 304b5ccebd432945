"""What a seat, a spectator or an open table may know of a match.

What lives here: the only way from a state to a view. What must not: rules.
The stock's cards and the discard pile have no way into any view (DA1, DA38).
"""

from __future__ import annotations

from cardprotocol.cards import Card
from cardprotocol.games.common import Hand, SeatHand
from cardprotocol.games.durak import DurakView
from cardrules.durak.state import State
from cardrules.game import Seat


def standings(state: State) -> tuple[Hand, ...]:
    """How many cards each seat holds, and its place once it is out."""
    return tuple(
        Hand(seat=player.seat, cards=len(player.hand), place=player.place)
        for player in state.players
    )


def seat_view(state: State, seat: Seat | None) -> DurakView:
    """The match as `seat` may know it; None, or a seat not dealt in, sees no hand."""
    own = [player.hand for player in state.players if player.seat == seat]
    return _view(state, own[0] if own else (), ())


def open_view(state: State) -> DurakView:
    """The match with every hand open, and the stock still face down."""
    hands = tuple(SeatHand(seat=player.seat, cards=player.hand) for player in state.players)
    return _view(state, (), hands)


def _view(state: State, own: tuple[Card, ...], hands: tuple[SeatHand, ...]) -> DurakView:
    bout = state.bout
    return DurakView(
        phase=state.phase.value,
        hands=standings(state),
        trump=state.trump,
        stock=len(state.stock),
        discard=len(state.discard),
        attacker=bout.opener,
        defender=bout.defender,
        limit=bout.limit,
        table=bout.pairs,
        cards=own,
        open_hands=hands,
    )
