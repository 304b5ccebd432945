"""What the game contract must be told of Durak, and options drawn at random.

What must not stand here: checks of one test.
"""

from __future__ import annotations

import random
import typing
from collections.abc import Iterable, Iterator

import msgspec

from cardprotocol.cards import Card
from cardprotocol.games.common import Action, Event
from cardprotocol.games.durak import (
    Attack,
    Beat,
    BoutEnded,
    DurakView,
    FirstAttacker,
    Pass,
    ShowTransfer,
    Take,
    ThrowIn,
    Transfer,
    Transferred,
)
from cardrules.durak import DurakOptions
from cardrules.game import Game, Seat
from cardrules.options import TableOptions, Value, describe
from tests.support.game_contract import Census, GameFacts

_SPECS = describe(DurakOptions)


def random_options(rng: random.Random, **fixed: Value) -> DurakOptions:
    """Every choice of a Durak table drawn at random, but for `fixed`."""
    values: dict[str, Value] = {}
    for spec in _SPECS:
        if spec.choices:
            values[spec.name] = rng.choice(spec.choices)
        elif isinstance(spec.default, bool):
            values[spec.name] = rng.random() < 0.5
    return msgspec.convert(values | fixed, DurakOptions)


def random_seats(rng: random.Random, count: int) -> tuple[Seat, ...]:
    """`count` of the six seats, so that there may be gaps."""
    return tuple(sorted(rng.sample(range(6), count)))


def _census(view: DurakView) -> Census:
    table = [card for pair in view.table for card in (pair.attack, pair.by) if card is not None]
    return Census(tuple(table), view.stock + view.discard)


def _deck(options: TableOptions) -> tuple[Card, ...]:
    return typing.cast(DurakOptions, options).pack


def _attempts(game: Game, rng: random.Random) -> Iterator[Action]:
    """Acts anybody might try, with cards from anywhere."""
    card, other = rng.sample(sorted(Card), 2)
    yield from (Take(), Pass(), Attack((card,)), ThrowIn((card,)))
    yield from (Beat(card, other), Transfer(card), ShowTransfer(card))
    view = game.view(None)
    assert isinstance(view, DurakView)
    yield from (Beat(card, pair.attack) for pair in view.table[-1:])


def _public_in(event: Event) -> Iterable[Card]:
    """Cards that all may see though they lie in a hand: named, shown, or just taken."""
    match event:
        case FirstAttacker(card=Card() as card) | Transferred(card=card, shown=True):
            return (card,)
        case BoutEnded(cards=taken):
            return taken
    return ()


DURAK_FACTS = GameFacts(
    deck=_deck, census=_census, attempts=_attempts, public_in=_public_in, most_steps=5_000
)
