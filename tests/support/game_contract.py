"""One contract for every game: a match is played at random and checked after every step.

`play_match` needs a GameKind, its options, a seed and the game's own knowledge
(`GameFacts`). What must not stand here: a rule of a particular game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import Action, Event, MatchEnded, View, WentOut
from cardrules.game import Game, IllegalAction, Over, Race, Seat, Step, Turns
from cardrules.kind import GameKind, Previous
from cardrules.options import TableOptions
from cardrules.shuffle import SeededLots

_CARD = re.compile(rb'"([2-9TJQKA][SHDC])"')
_encode = msgspec.json.Encoder().encode


def card_codes(said: object) -> set[str]:
    """Every card that stands anywhere in a view, event or action as it would be sent."""
    return {found.decode() for found in _CARD.findall(_encode(said))}


@dataclass(frozen=True, slots=True)
class Census:
    """Where the cards are, by an open view: face up for all, and merely counted."""

    face_up: tuple[Card, ...]
    hidden: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the contract must be told of a game.

    `census` reads an open view (hands apart; those stand in its `open_hands`). `attempts`
    lists actions that anybody might try. `after_step` holds checks of the game's own.
    `public_in` names cards an event may show to all though they lie nowhere face up.
    """

    deck: Callable[[TableOptions], tuple[Card, ...]]
    census: Callable[[Any], Census]
    attempts: Callable[[Game, random.Random], Iterable[Action]] = lambda *_: ()
    after_step: Callable[[Game, Seat, Action, Step], None] = lambda *_: None
    public_in: Callable[[Event], Iterable[Card]] = lambda _: ()
    most_steps: int = 20_000


@dataclass(slots=True)
class Played:
    """A finished match: the acts in order (None is the host's control) and all that was told."""

    first: Step
    last: Game
    acts: list[tuple[Seat | None, Action | str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def play_match(
    kind: GameKind,
    facts: GameFacts,
    seats: tuple[Seat, ...],
    options: TableOptions,
    seed: int,
    *,
    previous: Previous | None = None,
    control_odds: float = 0.0,
) -> Played:
    """Play one match of random legal acts, check the contract at every step, and replay it."""
    rng = random.Random(seed)
    key = seed.to_bytes(32, "big")
    first = kind.begin(seats, options, SeededLots(key), previous)
    played = Played(first, first.game)
    _check_step(facts, options, None, (), first, played)
    while played.last.outcome() is None:
        assert len(played.acts) < facts.most_steps, "the match does not end"
        _step(facts, options, played, rng, control_odds)
    _check_over(played)
    _check_replay(kind, seats, options, key, previous, played)
    return played


def _step(
    facts: GameFacts,
    options: TableOptions,
    played: Played,
    rng: random.Random,
    control_odds: float,
) -> None:
    game = played.last
    check_refusals(facts, game, rng)
    if game.controls() and rng.random() < control_odds:
        name = rng.choice(game.controls())
        played.acts.append((None, name))
        _check_step(facts, options, game, (), game.control(name), played)
        return
    seat = rng.choice(sorted(game.actors()))
    action = rng.choice(game.legal(seat))
    step = game.apply(seat, action)
    played.acts.append((seat, action))
    _check_step(facts, options, game, (action,), step, played)
    facts.after_step(game, seat, action, step)


def _check_step(
    facts: GameFacts,
    options: TableOptions,
    before: Game | None,
    acted: tuple[Action, ...],
    step: Step,
    played: Played,
) -> None:
    known_before = _known(facts, before) if before else {}
    known = check_cards(facts, options, step.game)
    check_actors(step.game)
    public = {code for action in acted for code in card_codes(action)}
    check_events(facts, step, known_before, known, public)
    played.last = step.game
    played.events.extend(told.public for told in step.events)


def _known(facts: GameFacts, game: Game) -> dict[Seat | None, set[str]]:
    """By seat, the cards it may know: those face up and its own."""
    view: Any = game.open_view()
    face_up = {card.code for card in facts.census(view).face_up}
    known: dict[Seat | None, set[str]] = dict.fromkeys((None, *game.seats), face_up)
    for hand in view.open_hands:
        known[hand.seat] = face_up | {card.code for card in hand.cards}
    return known


def check_cards(facts: GameFacts, options: TableOptions, game: Game) -> dict[Seat | None, set[str]]:
    """Every card is in one place, and no view shows a card that its receiver may not know."""
    view: Any = game.open_view()
    census = facts.census(view)
    seen = [*census.face_up, *(card for hand in view.open_hands for card in hand.cards)]
    deck = facts.deck(options)
    assert len(set(seen)) == len(seen), "a card is in two places"
    assert set(seen) <= set(deck)
    assert len(seen) + census.hidden == len(deck), "a card is lost or too many"
    known = _known(facts, game)
    for seat, allowed in known.items():
        own: View = game.view(seat)
        assert card_codes(own) <= allowed, f"the view of {seat} shows a secret"
        assert not getattr(own, "open_hands", ())
    for hand in view.open_hands:
        assert card_codes(game.view(hand.seat)) >= {card.code for card in hand.cards}
    return known


def check_events(
    facts: GameFacts,
    step: Step,
    before: dict[Seat | None, set[str]],
    after: dict[Seat | None, set[str]],
    acted: set[str],
) -> None:
    """No form of an event tells its receiver a card that he may not know; the end comes last."""
    for told in step.events:
        assert set(told.private) <= set(step.game.seats)
        shown = {card.code for card in facts.public_in(told.public)} | acted
        for seat in (None, *told.private):
            form = told.form_for(seat)
            assert type(form) is type(told.public)
            allowed = before.get(seat, set()) | after[seat] | shown
            assert card_codes(form) <= allowed, f"{form} tells {seat} a secret"
    ends = [isinstance(told.public, MatchEnded) for told in step.events]
    assert not any(ends[:-1])
    assert bool(ends and ends[-1]) == (step.game.outcome() is not None)


def check_actors(game: Game) -> None:
    """`legal` is non-empty for actors alone; `pace` and `fallback` agree with it."""
    actors = game.actors()
    for seat in game.seats:
        assert bool(game.legal(seat)) == (seat in actors)
    over = game.outcome() is not None
    assert over == (not actors), "nobody may act, yet the match goes on"
    match game.pace():
        case Over():
            assert over
        case Race(racers=racers):
            assert actors <= racers <= set(game.seats)
        case Turns(actors=waited):
            assert actors == waited
    assert game.fallback(frozenset()) is None
    for some in (frozenset(game.seats), *(frozenset({seat}) for seat in game.seats)):
        found = game.fallback(some)
        assert (found is None) == (not (some & actors))
        if found is not None:
            assert found[0] in some
            assert found[1] in game.legal(found[0])


def check_refusals(facts: GameFacts, game: Game, rng: random.Random) -> None:
    """What is not legal is refused with a code of the rules, and changes nothing."""
    attempts = list(facts.attempts(game, rng))
    before = _encode(game.open_view())
    for seat in game.seats:
        legal = game.legal(seat)
        for action in attempts:
            if action in legal:
                continue
            with pytest.raises(IllegalAction) as refusal:
                game.apply(seat, action)
            assert refusal.value.code.value.startswith("rules/")
            assert refusal.value.field
            hidden = card_codes(refusal.value.value) | card_codes(refusal.value.expected)
            assert hidden <= card_codes(action) | _known(facts, game)[seat]
    assert _encode(game.open_view()) == before


def _check_over(played: Played) -> None:
    game, outcome = played.last, played.last.outcome()
    assert outcome is not None
    ended = played.events[-1]
    assert isinstance(ended, MatchEnded)
    assert ended.outcome == outcome
    ranked = [seat for group in outcome.ranking for seat in group]
    assert sorted(ranked) == list(game.seats), "everybody is ranked once"
    if outcome.losers:
        assert sorted(outcome.losers) == sorted(outcome.ranking[-1])
    left = [event for event in played.events if isinstance(event, WentOut)]
    group = {seat: place for place, seats in enumerate(outcome.ranking) for seat in seats}
    assert [group[event.seat] for event in left] == sorted(group[event.seat] for event in left)
    assert [event.place for event in left] == sorted(event.place for event in left)
    assert game.controls() == ()
    for seat in game.seats:
        for acted, action in played.acts[-1:]:
            if acted is not None and isinstance(action, Action):
                with pytest.raises(IllegalAction) as refusal:
                    game.apply(seat, action)
                assert refusal.value.code is ErrorCode.RULES_OVER


def _check_replay(
    kind: GameKind,
    seats: tuple[Seat, ...],
    options: TableOptions,
    key: bytes,
    previous: Previous | None,
    played: Played,
) -> None:
    """The same acts with the same key give the same match, told in the same words."""
    step = kind.begin(seats, options, SeededLots(key), previous)
    events = [told.public for told in step.events]
    for seat, act in played.acts:
        if seat is None:
            assert isinstance(act, str)
            step = step.game.control(act)
        else:
            assert isinstance(act, Action)
            step = step.game.apply(seat, act)
        events.extend(told.public for told in step.events)
    assert step.game == played.last
    assert events == played.events
