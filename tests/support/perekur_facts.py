"""What the contract of all games must be told of Perekur, and theorems T1 to T4 as checks."""

from __future__ import annotations

import random
from collections.abc import Iterable

from cardprotocol.cards import DECK_52
from cardprotocol.games.common import Action
from cardprotocol.games.perekur import Dealt, Lay, PerekurView, Stuck
from cardrules.game import Game, Race, Seat, Step
from tests.support.game_contract import Census, GameFacts


def _census(view: PerekurView) -> Census:
    """Of the pile only the top card is in a view; those below it are counted."""
    return Census(face_up=(view.top,) if view.top else (), hidden=max(0, view.pile - 1))


def _attempts(game: Game, rng: random.Random) -> Iterable[Action]:
    """Two cards of the pack: over a match everybody tries everything."""
    del game
    return [Lay(card=card) for card in rng.sample(DECK_52, 2)]


def _after_step(before: Game, seat: Seat, action: Action, step: Step) -> None:
    _check_rights(step.game)
    assert isinstance(action, Lay)
    told = [form.public for form in step.events]
    opened: PerekurView = before.open_view()  # type: ignore[assignment]
    assert action.card.rank == opened.wanted
    if opened.last is not None:
        assert seat != opened.last, "nobody lays twice running"
    for event in told:
        if isinstance(event, Stuck):
            _check_stuck(before, seat, action)
        if isinstance(event, Dealt):
            _check_counts(step.game)


def _check_rights(game: Game) -> None:
    """Whoever is in, holds the wanted rank and is not barred may lay, and nobody else (T1, T2)."""
    view: PerekurView = game.open_view()  # type: ignore[assignment]
    if view.phase == "over":
        return
    out = {hand.seat for hand in view.hands if hand.place}
    able = {
        hand.seat
        for hand in view.open_hands
        if hand.seat not in out | {view.last}
        and any(card.rank == view.wanted for card in hand.cards)
    }
    assert game.actors() == able
    pace = game.pace()
    assert isinstance(pace, Race)
    assert pace.racers == {hand.seat for hand in view.open_hands} - out - {view.last}
    if view.pile == 0:  # T1
        twos = [card for hand in view.open_hands for card in hand.cards if card.rank == 2]
        assert len(twos) == 4
        assert view.last is None


def _check_stuck(before: Game, seat: Seat, action: Lay) -> None:
    """T3: the last layer alone holds all that remain of the wanted rank; T2: he is not out."""
    view: PerekurView = before.open_view()  # type: ignore[assignment]
    pile = view.pile + 1
    wanted = 2 + pile % 13
    holders = [
        hand.seat
        for hand in view.open_hands
        for card in hand.cards
        if card.rank == wanted and card != action.card
    ]
    assert holders == [seat] * (4 - pile // 13)
    assert holders
    assert pile <= 51  # T4


def _check_counts(game: Game) -> None:
    """A redeal starts a round of its own and leaves nobody in play without cards (PA8)."""
    view: PerekurView = game.open_view()  # type: ignore[assignment]
    assert view.phase == "look"
    assert view.redeal == view.round - 1
    assert all((hand.cards > 0) != (hand.place > 0) for hand in view.hands)


PEREKUR_FACTS = GameFacts(
    deck=lambda _: DECK_52,
    census=_census,
    attempts=_attempts,
    after_step=_after_step,
)
