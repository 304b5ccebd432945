"""What a client makes of a game's events is what the server would show it in a view."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardclient.games import begun, folded
from cardprotocol.games.common import View
from cardprotocol.games.durak import DurakView
from cardprotocol.games.vocabulary import AnyView
from cardrules.game import Seat, Step
from cardrules.kind import GameKind
from cardrules.options import TableOptions, Value
from cardrules.registry import game_kinds
from cardrules.shuffle import SeededLots
from tests.support.durak_facts import random_options

KINDS = game_kinds()
MOST_STEPS = 400
evenly = settings(max_examples=20, deadline=None, derandomize=True)


def told(step: Step, viewer: Seat | None, view: AnyView | None) -> AnyView | None:
    """`view` after the events of `step`, as a client folds them."""
    for each in step.events:
        event = each.form_for(viewer)
        fresh = begun(event) if view is None else None
        view = fresh if view is None else folded(view, event, viewer)  # type: ignore[arg-type]
    return view


def comparable(view: View) -> View:
    """A view without what clients may sort, or learn only with a fresh view."""
    plain = msgspec.structs.replace(view, cards=tuple(sorted(view.cards)), open_hands=())  # type: ignore[attr-defined]
    if isinstance(plain, DurakView) and plain.phase == "over":
        return msgspec.structs.replace(plain, attacker=0, defender=0, limit=0)
    if plain.phase in ("look", "race"):  # the race opens with a reveal, not with an event
        return msgspec.structs.replace(plain, phase="")
    return plain


def follow(kind: GameKind, seats: tuple[Seat, ...], options: TableOptions, seed: int) -> int:
    """Play random legal acts and compare every seat's and a spectator's view after each."""
    rng = random.Random(seed)
    step = kind.begin(seats, options, SeededLots(seed.to_bytes(32, "big")), None)
    viewers: tuple[Seat | None, ...] = (*seats, None)
    views = {viewer: told(step, viewer, None) for viewer in viewers}
    for count in range(MOST_STEPS):
        for viewer in viewers:
            assert comparable(views[viewer]) == comparable(step.game.view(viewer))  # type: ignore[arg-type]
        if step.game.outcome() is not None:
            return count
        seat = rng.choice(sorted(step.game.actors()))
        step = step.game.apply(seat, rng.choice(step.game.legal(seat)))
        views = {viewer: told(step, viewer, views[viewer]) for viewer in viewers}
    return MOST_STEPS


@evenly
@given(st.integers(3, 6), st.integers(0, 2**32 - 1), st.sampled_from(["all", "pile"]))
def test_perekur_folded_from_events_is_the_servers_view(
    count: int, seed: int, collect: str
) -> None:
    kind = KINDS["perekur"]
    values: dict[str, Value] = {"collect": collect, "max_redeals": 2}
    options = msgspec.convert(values, kind.options)
    assert follow(kind, tuple(range(count)), options, seed) > 0


@evenly
@given(st.integers(2, 6), st.integers(0, 2**32 - 1))
def test_durak_folded_from_events_is_the_servers_view(count: int, seed: int) -> None:
    options = random_options(random.Random(seed))
    assert follow(KINDS["durak"], tuple(range(count)), options, seed) > 0


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_game_of_the_server_has_a_fold(name: str) -> None:
    kind = KINDS[name]
    seats = tuple(range(kind.least_seats))
    step = kind.begin(seats, kind.options(), SeededLots(bytes(32)), None)
    assert told(step, seats[0], None) is not None
