"""What the contract of all games must be told of Perekur, and what its rules imply, as checks."""

from __future__ import annotations

import random
from collections.abc import Iterable

from cardprotocol.cards import DECK_52, Rank
from cardprotocol.games.common import Action
from cardprotocol.games.perekur import Dealt, Lay, PerekurView, Stuck
from cardrules.game import Game, Race, Seat, Step
from tests.support.game_contract import Census, GameFacts


def _census(view: PerekurView) -> Census:
    """Of the pile only the top card is in a view; those below it are counted."""
    return Census(face_up=(view.top,) if view.top else (), hidden=max(0, view.pile - 1))


def _attempts(game: Game, rng: random.Random) -> Iterable[Action]:
    """Now and then any card of the pack: over the matches everybody tries everything."""
    del game
    return [Lay(card=rng.choice(DECK_52))] if rng.random() < 0.25 else []


def _after_step(
    before: PerekurView, seat: Seat, action: Action, step: Step, after: PerekurView
) -> None:
    assert isinstance(action, Lay)
    assert action.card.rank == before.wanted
    assert seat != before.last, "nobody lays twice running"
    _check_rights(step.game, after)
    for told in step.events:
        if isinstance(told.public, Stuck):
            _check_stuck(before, seat, action)
        if isinstance(told.public, Dealt):
            _check_redealt(after)


def _check_rights(game: Game, view: PerekurView) -> None:
    """Whoever is in, holds the wanted rank and is not barred may lay, and nobody else."""
    if view.phase == "over":
        return
    racers = {hand.seat for hand in view.hands if not hand.place} - {view.last}
    held = {hand.seat: [card.rank for card in hand.cards] for hand in view.open_hands}
    assert game.actors() == {seat for seat in racers if view.wanted in held[seat]}
    pace = game.pace()
    assert isinstance(pace, Race)
    assert pace.racers == racers
    if view.pile == 0:  # somebody can always begin a round (PA4)
        assert sum(ranks.count(Rank.TWO) for ranks in held.values()) == 4
        assert view.last is None


def _check_stuck(before: PerekurView, seat: Seat, action: Lay) -> None:
    """The last layer alone holds all that remain of the wanted rank, and is not out (PA7, PA11)."""
    pile = before.pile + 1
    wanted = 2 + pile % 13
    holders = [
        hand.seat
        for hand in before.open_hands
        for card in hand.cards
        if card.rank == wanted and card != action.card
    ]
    assert holders
    assert holders == [seat] * (4 - pile // 13)
    assert pile <= 51  # the 52nd card is never laid in a round


def _check_redealt(view: PerekurView) -> None:
    """A redeal starts a round of its own and leaves nobody in play without cards (PA8)."""
    assert view.phase == "look"
    assert view.redeal == view.round - 1
    assert all((hand.cards > 0) != (hand.place > 0) for hand in view.hands)


PEREKUR_FACTS = GameFacts(
    deck=lambda _: DECK_52,
    census=_census,
    attempts=_attempts,
    after_step=_after_step,
)
