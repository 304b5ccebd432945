"""Seats by letter and the worked positions of Perekur that several tests start from.

Seats A to F are 0 to 5; an unshuffled pack is dealt or lies in the pile.
"""

from __future__ import annotations

from cardprotocol.cards import Card
from cardprotocol.games.common import Event
from cardprotocol.games.perekur import Dealt, Lay
from cardrules.game import Game, IllegalAction, Seat, Step
from cardrules.lots import Lots
from cardrules.perekur import PEREKUR, Perekur, PerekurOptions, position
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
