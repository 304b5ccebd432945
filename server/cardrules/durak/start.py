"""The start of a match: the outside dealer's deal, the trump suit, and who attacks first.

What lives here: D8-D15, DA2-DA6, DA24, DA25. What must not: anything later.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardprotocol.cards import Card
from cardprotocol.games.durak import Dealt, FirstAttacker
from cardrules.durak.drawing import HAND_SIZE, start_bout
from cardrules.durak.options import DurakOptions
from cardrules.durak.state import Bout, Change, Player, State
from cardrules.durak.view import standings
from cardrules.game import Seat, Told
from cardrules.kind import Previous
from cardrules.lots import Lots


@dataclass(frozen=True, slots=True)
class Opening:
    """Who begins, and why; `card` is what decided it, if a card did."""

    seat: Seat
    why: str
    card: Card | None = None


def begin_match(
    seats: tuple[Seat, ...], options: DurakOptions, lots: Lots, previous: Previous | None
) -> Change:
    """The match after the deal, its first bout begun. `seats` are 2 to 6, ascending."""
    fool = fool_of(previous)
    dealt_from = seats[0] if fool is None else seat_after(seats, fool)
    state = deal(seats, options, lots.shuffle("deal", 0, options.pack), dealt_from)
    opening = first_attacker(state, lots, fool)
    return Change(state, (_dealt(state), _announced(opening, options))).then(
        lambda now: start_bout(now, opening.seat)
    )


def deal(
    seats: tuple[Seat, ...], options: DurakOptions, pack: tuple[Card, ...], dealt_from: Seat
) -> State:
    """Six cards each, one at a time from `dealt_from`; the pack's last card is trump (DA2, DA4)."""
    start = seats.index(dealt_from)
    order = seats[start:] + seats[:start]
    count = len(seats) * HAND_SIZE
    hands = {seat: pack[place : count : len(seats)] for place, seat in enumerate(order)}
    return State(
        options=options,
        trump=pack[-1].suit,
        players=tuple(Player(seat, tuple(sorted(hands[seat]))) for seat in seats),
        bout=Bout(opener=seats[0], defender=seats[1], held=0, limit=0),
        stock=pack[count:],
    )


def fool_of(previous: Previous | None) -> Seat | None:
    """The seat of the last match's fool; None where the first game's rule holds (DA25)."""
    if previous is None or not previous.outcome.counts:
        return None
    losers = previous.outcome.losers
    return losers[0] if len(losers) == 1 else None


def first_attacker(state: State, lots: Lots, fool: Seat | None) -> Opening:
    """Who attacks first: by the fool rule of the table, or by the lowest trump (D13, D14)."""
    seats = tuple(player.seat for player in state.players)
    if fool is not None and state.options.first_move == "under":
        return Opening(seat_before(seats, fool), "under")
    if fool is not None:
        return Opening(seat_after(seats, fool), "from_under")
    return _by_cards(state, lots)


def seat_before(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """The nearest of `seats` to the right of `seat`, which may be empty by now (DA24, DA25)."""
    return max((s for s in seats if s < seat), default=max(s for s in seats if s != seat))


def seat_after(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """The nearest of `seats` to the left of `seat`, which may be empty by now (DA24, DA25)."""
    return min((s for s in seats if s > seat), default=min(s for s in seats if s != seat))


def _by_cards(state: State, lots: Lots) -> Opening:
    trumps = [(c, p.seat) for p in state.players for c in p.hand if c.suit is state.trump]
    if trumps:
        card, seat = min(trumps)
        return Opening(seat, "lowest_trump", card)
    seats = [player.seat for player in state.players]
    if state.options.no_trump_start == "lot":
        return Opening(seats[lots.draw("first_attacker", 0, len(seats))], "lot")
    lowest = min(player.hand[0].rank for player in state.players)
    holders = [player.seat for player in state.players if player.hand[0].rank is lowest]
    if len(holders) == 1:
        return Opening(holders[0], "lowest_card")
    return Opening(holders[lots.draw("first_attacker", 0, len(holders))], "lot")


def _dealt(state: State) -> Told:
    """The trump suit is announced, the card that shows it is not (D10, DA1)."""
    hands, stock = standings(state), len(state.stock)
    public = Dealt(trump=state.trump, stock=stock, hands=hands)
    return Told(
        public,
        {
            player.seat: Dealt(trump=state.trump, stock=stock, hands=hands, cards=player.hand)
            for player in state.players
        },
    )


def _announced(opening: Opening, options: DurakOptions) -> Told:
    card = opening.card if options.show_lowest_trump else None
    return Told(FirstAttacker(seat=opening.seat, why=opening.why, card=card))
