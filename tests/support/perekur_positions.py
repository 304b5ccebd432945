"""Positions of Perekur made by hand, seats by letter, and questions that tests ask of a match.

Seats A to F are 0 to 5; an unshuffled pack is dealt or lies in the pile.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardprotocol.cards import DECK_52, Card, cards
from cardprotocol.games.common import Event
from cardprotocol.games.perekur import Dealt, Lay
from cardrules.game import Game, IllegalAction, Seat, Step
from cardrules.lots import Lots
from cardrules.perekur import PEREKUR, Perekur, PerekurOptions
from cardrules.perekur.state import State
from tests.support.lots import IdentityLots

A, B, C, D, E, F = range(6)
PILE = PerekurOptions(collect="pile")


def dealt(players: int, options: PerekurOptions = PILE, dealer: Seat | None = None) -> Step:
    """An unshuffled pack dealt to `players`; the highest seat deals unless told otherwise."""
    lots = IdentityLots({"dealer": players - 1 if dealer is None else dealer})
    return PEREKUR.begin(tuple(range(players)), options, lots, None)


def at(
    hands: dict[Seat, str],
    pile: int,
    last: Seat | None,
    options: PerekurOptions = PILE,
    out: tuple[Seat, ...] = (),
    lots: Lots | None = None,
) -> Perekur:
    """A position over the standard pile; redeals leave the cards as they lie."""
    lots = IdentityLots() if lots is None else lots
    return position(hands, lots=lots, options=options, pile=pile, last=last, out=out)


def lay(game: Game, seat: Seat, code: str) -> Step:
    """`seat` lays the card written `code` (ten is 10 or T)."""
    return game.apply(seat, Lay(card=Card(code.replace("10", "T"))))


def may(game: Game) -> dict[Seat, str]:
    """Who may lay what now, as codes separated by spaces."""
    return {
        seat: " ".join(act.card.code for act in game.legal(seat) if isinstance(act, Lay))
        for seat in sorted(game.actors())
    }


def told(step: Step) -> list[Event]:
    """What everybody is told of a step."""
    return [one.public for one in step.events]


def hand(game: Game, seat: Seat) -> str:
    """The cards `seat` holds, sorted, as codes."""
    assert isinstance(game, Perekur)
    return " ".join(card.code for card in game.view(seat).cards)


def counts(game: Game) -> list[int]:
    """How many cards each seat holds."""
    assert isinstance(game, Perekur)
    return [one.cards for one in game.view(None).hands]


def refusal(game: Game, seat: Seat, code: str) -> IllegalAction:
    """The refusal that `seat` gets for laying `code`; AssertionError if it is accepted."""
    try:
        lay(game, seat, code)
    except IllegalAction as why:
        return why
    raise AssertionError(f"{seat} may lay {code}")


def own_hands(step: Step) -> dict[Seat, int]:
    """How many cards the last deal in `step` shows to each seat that gets a private form."""
    deal = next(one for one in reversed(step.events) if isinstance(one.public, Dealt))
    return {seat: len(form.cards) for seat, form in deal.private.items() if isinstance(form, Dealt)}


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
