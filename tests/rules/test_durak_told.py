"""What Durak tells is enough: events alone keep a client's view equal to the server's."""

from __future__ import annotations

import random

import pytest

from cardclient import games
from cardprotocol.games.vocabulary import AnyEvent, AnyView
from cardrules.durak import DURAK
from cardrules.game import Seat, Step
from cardrules.shuffle import SeededLots
from tests.support.durak_facts import random_options, random_seats


def told_to(seat: Seat | None, view: AnyView | None, step: Step) -> AnyView:
    """The view of `seat` after a step, from what it was told and the view before."""
    for told in step.events:
        event: AnyEvent = told.form_for(seat)  # type: ignore[assignment]
        view = games.begun(event) if view is None else games.folded(view, event, seat)
    assert view is not None
    return view


@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize("mode", ["throw_in", "transfer", "simple"])
def test_a_client_that_folds_events_sees_what_the_server_would_send_anew(
    mode: str, count: int
) -> None:
    for seed in range(4):
        rng = random.Random(f"{mode}{count}{seed}")
        options = random_options(rng, mode=mode)
        lots = SeededLots.of(rng.randbytes(32))
        step = DURAK.begin(random_seats(rng, count), options, lots, None)
        viewpoints = (None, *step.game.seats)
        views = {seat: told_to(seat, None, step) for seat in viewpoints}
        while step.game.outcome() is None:
            seat = rng.choice(sorted(step.game.actors()))
            step = step.game.apply(seat, rng.choice(step.game.legal(seat)))
            views = {who: told_to(who, view, step) for who, view in views.items()}
            for who, view in views.items():
                assert view == step.game.view(who)


def test_a_match_given_up_is_told_as_over_with_the_table_as_it_lay() -> None:
    step = DURAK.begin((0, 1), random_options(random.Random(0)), SeededLots.of(bytes(32)), None)
    view = told_to(0, None, step)
    attacker = min(step.game.actors())
    step = step.game.apply(attacker, step.game.legal(attacker)[0])
    view = told_to(0, view, step)
    given_up = step.game.give_up(1)
    assert given_up is not None
    assert told_to(0, view, given_up) == given_up.game.view(0)
