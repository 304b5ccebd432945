"""Deals and redeals: who deals, from where, and what is told of it.

Purposes of lots used here: ``dealer`` (index 0) and ``deal`` (index round - 1);
docs/deals.md lists them all. Must not hold: when a redeal is due (laying.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from cardprotocol.cards import DECK_52, Card
from cardprotocol.games.perekur import Dealt
from cardrules.game import Seat, Told
from cardrules.kind import Previous
from cardrules.lots import Lots
from cardrules.perekur.options import PerekurOptions
from cardrules.perekur.state import State, clockwise
from cardrules.perekur.view import standings

_by_order = attrgetter("order")


def first_dealer(
    seats: tuple[Seat, ...], options: PerekurOptions, lots: Lots, previous: Previous | None
) -> Seat:
    """By lot (P12), or the loser of the match before; several losers draw lots (PA17)."""
    losers: tuple[Seat, ...] = ()
    if options.dealer == "loser" and previous is not None:
        losers = tuple(seat for seat in seats if seat in previous.outcome.losers)
    candidates = losers or seats
    return candidates[lots.draw("dealer", 0, len(candidates))]


def first_deal(state: State) -> State:
    """The whole pack, one by one from the dealer's left, the dealer included (P13, PA15)."""
    pack = state.lots.shuffle("deal", 0, DECK_52)
    return _handed_out(state, pack, clockwise(state.seats, state.dealer))


def redeal(state: State, collector: Seat) -> State:
    """What the collector picked up, shuffled and dealt from his left to the others (P22, PA16).

    With `collect = all` he puts in every hand, his own too, and `state` already has him out.
    A new round begins: at two, and nobody is barred (PA5, PA6).
    """
    everything = state.options.collect == "all"
    lying = DECK_52 if everything else state.pile
    dealt = state.lots.shuffle("deal", state.round, lying)
    kept = ((),) * len(state.seats) if everything else state.hands
    fresh = replace(state, hands=kept, pile=(), last=None, dealer=collector, round=state.round + 1)
    others = (seat for seat in state.in_play if seat != collector)
    return _handed_out(fresh, dealt, clockwise(others, collector))


def told_dealt(state: State) -> Told:
    """The deal as all may know it, and with his own hand for each player in it (P14, PA20)."""
    public = Dealt(dealer=state.dealer, round=state.round, hands=standings(state))
    own = {
        seat: Dealt(
            dealer=public.dealer, round=public.round, hands=public.hands, cards=state.hand(seat)
        )
        for seat in state.in_play
    }
    return Told(public, own)


def _handed_out(state: State, dealt: Sequence[Card], receivers: tuple[Seat, ...]) -> State:
    """`dealt` one at a time to `receivers`, on top of what they hold."""
    got = {seat: dealt[place :: len(receivers)] for place, seat in enumerate(receivers)}
    return replace(
        state,
        hands=tuple(
            tuple(sorted((*hand, *got.get(seat, ())), key=_by_order))
            for seat, hand in zip(state.seats, state.hands, strict=True)
        ),
    )
