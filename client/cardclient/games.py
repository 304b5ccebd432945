"""Each game's fold: how events keep its view up to date.

The only place under the screens where the client names games (their screens
and keys are named in screen/games.py). Must not hold: a game's own logic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from cardclient import model_durak, model_perekur
from cardprotocol.cards import Card
from cardprotocol.games.common import Event, View
from cardprotocol.games.durak import DurakView
from cardprotocol.games.perekur import PerekurView
from cardprotocol.games.vocabulary import AnyAction, AnyView

Seat = int
DEFAULT_GAME: Final = "perekur"  # where nobody says which


@dataclass(frozen=True, slots=True)
class Fold:
    """A game's pure functions over its own view type.

    `begin` makes a view of a deal, `event` folds one event in, `race` opens a race, `wanted`
    is the rank a race is about (0: none), `barred` whether a seat may not lay in it, `lay` what
    is claimed with a card in it (None: the game has no races), and `won_with` the card an event
    says won it; `game` is its name on the wire. Each is called only with the view type it is
    listed under, which the types can't say.
    """

    begin: Callable[[Event], AnyView | None]
    event: Callable[[Any, Event, Seat | None], AnyView]
    race: Callable[[Any], AnyView]
    wanted: Callable[[Any], int]
    barred: Callable[[Any, Seat], bool]
    lay: Callable[[Card], AnyAction] | None
    won_with: Callable[[Event], Card | None]
    game: str


_FOLDS: Final[dict[type[View], Fold]] = {
    PerekurView: Fold(
        model_perekur.begin,
        model_perekur.fold,
        model_perekur.race_opened,
        model_perekur.wanted,
        model_perekur.barred,
        model_perekur.lay,
        model_perekur.won_with,
        game="perekur",
    ),
    DurakView: Fold(
        model_durak.begin,
        model_durak.fold,
        race=lambda view: view,
        wanted=lambda _view: 0,
        barred=lambda _view, _seat: False,
        lay=None,
        won_with=lambda _event: None,
        game="durak",
    ),
}


def begun(event: Event) -> AnyView | None:
    """The view a match's first deal makes; None if `event` is no deal."""
    for fold in _FOLDS.values():
        view = fold.begin(event)
        if view is not None:
            return view
    return None


def folded(view: AnyView, event: Event, seat: Seat | None) -> AnyView:
    """`view` after `event`, as `seat` (None: a spectator) may know it."""
    return _FOLDS[type(view)].event(view, event, seat)


def race_opened(view: AnyView) -> AnyView:
    """`view` once a race is open."""
    return _FOLDS[type(view)].race(view)


def wanted(view: AnyView) -> int:
    """The rank the game's races are about now; 0 where there are none."""
    return _FOLDS[type(view)].wanted(view)


def barred(view: AnyView, seat: Seat) -> bool:
    """Whether `seat` must let others lay first, as all can see."""
    return _FOLDS[type(view)].barred(view, seat)


def lay(view: AnyView, card: Card) -> AnyAction:
    """What is claimed with `card` in the game's races; ValueError where there are none."""
    make = _FOLDS[type(view)].lay
    if make is None:
        raise ValueError(f"{type(view).__name__} has no races")
    return make(card)


def won_with(events: Iterable[Event]) -> Card | None:
    """The card with which a race was won, from what came of it."""
    found = (fold.won_with(event) for event in events for fold in _FOLDS.values())
    return next((card for card in found if card is not None), None)


def has_races(game: str) -> bool:
    """Whether the game of this name has races; one this client does not know may have some."""
    return all(fold.lay is not None for fold in _FOLDS.values() if fold.game == game)
