"""One contract for every game: a match is played at random and checked after every step.

Each step looks at the spectator's view and at that of one seat drawn at random (at all
of them when anything was told in private), so that thousands of matches stay cheap.

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
from cardprotocol.games.common import Action, Event, MatchEnded, WentOut
from cardrules.game import Game, IllegalAction, Over, Race, Seat, Step, Turns
from cardrules.kind import GameKind, Previous
from cardrules.options import TableOptions
from cardrules.shuffle import SeededLots

_CARD = re.compile(rb'"([2-9TJQKA][SHDC])"')
_BARE_CARD = re.compile(rb"\b[2-9TJQKA][SHDC]\b")
_encode = msgspec.json.Encoder().encode


def card_codes(said: object) -> set[bytes]:
    """Every card that stands anywhere in a view, event or action as it would be sent."""
    return set(_CARD.findall(_encode(said)))


Known = dict[Seat | None, set[bytes]]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of a match: its open view, and what each seat (None: spectators) may know."""

    view: Any
    known: Known


@dataclass(frozen=True, slots=True)
class Census:
    """Where the cards are, by an open view: face up for all, and merely counted."""

    face_up: tuple[Card, ...]
    hidden: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the contract must be told of a game.

    `census` reads an open view (hands apart; those stand in its `open_hands`). `attempts`
    lists actions that anybody might try. `after_step` holds checks of the game's own; it gets
    the open view before, who did what, the step and the open view after.
    `public_in` names cards an event may show to all though they lie nowhere face up.
    """

    deck: Callable[[TableOptions], tuple[Card, ...]]
    census: Callable[[Any], Census]
    attempts: Callable[[Game, random.Random], Iterable[Action]] = lambda *_: ()
    after_step: Callable[[Any, Seat, Action, Step, Any], None] = lambda *_: None
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
    assert card_codes(first.game.open_view()) <= card_codes(facts.deck(options))
    now = _check_step(facts, options, rng, Snapshot(None, {}), (), first, played)
    while played.last.outcome() is None:
        assert len(played.acts) < facts.most_steps, "the match does not end"
        now = _step(facts, options, played, rng, now, control_odds)
    _check_over(played)
    _check_replay(kind, seats, options, key, previous, played)
    return played


def _step(
    facts: GameFacts,
    options: TableOptions,
    played: Played,
    rng: random.Random,
    now: Snapshot,
    control_odds: float,
) -> Snapshot:
    game = played.last
    check_refusal(facts, game, rng, now)
    if control_odds and game.controls() and rng.random() < control_odds:
        name = rng.choice(game.controls())
        played.acts.append((None, name))
        return _check_step(facts, options, rng, now, (), game.control(name), played)
    seat = rng.choice(sorted(game.actors()))
    action = rng.choice(game.legal(seat))
    step = game.apply(seat, action)
    played.acts.append((seat, action))
    after = _check_step(facts, options, rng, now, (action,), step, played)
    facts.after_step(now.view, seat, action, step, after.view)
    return after


def _check_step(
    facts: GameFacts,
    options: TableOptions,
    rng: random.Random,
    before: Snapshot,
    acted: tuple[Action, ...],
    step: Step,
    played: Played,
) -> Snapshot:
    game = step.game
    now = check_cards(facts, options, game)
    secretive = any(told.private for told in step.events)
    check_views(game, now.known, game.seats if secretive else (rng.choice(game.seats),))
    check_reprs(step, now.known[None])
    check_actors(game, rng.choice(game.seats))
    public = {code for action in acted for code in card_codes(action)}
    check_events(facts, step, before.known, now.known, public)
    played.last = game
    played.events.extend(told.public for told in step.events)
    return now


def check_cards(facts: GameFacts, options: TableOptions, game: Game) -> Snapshot:
    """Every card is in one place. Gives what each seat may know: what lies face up and its own."""
    view: Any = game.open_view()
    census = facts.census(view)
    face_up = card_codes(census.face_up)
    known: Known = dict.fromkeys((None, *game.seats), face_up)
    seen, count = set(face_up), len(census.face_up)
    for hand in view.open_hands:
        own = card_codes(hand.cards)
        known[hand.seat] = face_up | own
        seen |= own
        count += len(hand.cards)
    assert len(seen) == count, "a card is in two places"
    assert count + census.hidden == len(facts.deck(options)), "a card is lost or too many"
    return Snapshot(view, known)


def check_views(game: Game, known: Known, seats: Iterable[Seat]) -> None:
    """No view shows a card that its receiver may not know, nor withholds one of its own."""
    assert card_codes(game.view(None)) <= known[None], "a spectator's view shows a secret"
    for seat in seats:
        view = game.view(seat)
        shown = card_codes(view)
        assert shown <= known[seat], f"the view of {seat} shows a secret"
        assert known[seat] - known[None] <= shown, f"{seat} does not see its own hand"
        assert not getattr(view, "open_hands", ())


def check_reprs(step: Step, known_to_all: set[bytes]) -> None:
    """What a log or a traceback could print of a match names no card that is not face up."""
    assert _cards_in(repr(step.game)) <= known_to_all, "the repr of a match shows a secret"
    for told in step.events:
        assert _cards_in(repr(told)) <= card_codes(told.public), "the repr of what is told does"


def _cards_in(text: str) -> set[bytes]:
    return set(_BARE_CARD.findall(text.encode()))


def check_events(
    facts: GameFacts, step: Step, before: Known, after: Known, acted: set[bytes]
) -> None:
    """No form of an event tells its receiver a card that he may not know; the end comes last."""
    for told in step.events:
        assert told.private.keys() <= set(step.game.seats)
        shown = card_codes(tuple(facts.public_in(told.public))) | acted
        for seat in (None, *told.private):
            form = told.form_for(seat)
            assert type(form) is type(told.public)
            allowed = before.get(seat, set()) | after[seat] | shown
            assert card_codes(form) <= allowed, f"{form} tells {seat} a secret"
    ends = [isinstance(told.public, MatchEnded) for told in step.events]
    assert not any(ends[:-1])
    assert bool(ends and ends[-1]) == (step.game.outcome() is not None)


def check_actors(game: Game, one: Seat) -> None:
    """`legal` is non-empty for actors alone; `pace` and `fallback` (of all, of `one`) agree."""
    actors = game.actors()
    assert {seat for seat in game.seats if game.legal(seat)} == actors
    over = game.outcome() is not None
    assert over == (not actors), "nobody may act, yet the match goes on"
    match game.pace():
        case Over():
            assert over
        case Race(racers=racers):
            assert not over
            assert actors <= racers <= set(game.seats)
        case Turns(actors=waited):
            assert not over
            assert actors == waited
    assert game.fallback(frozenset()) is None
    for some in (frozenset(game.seats), frozenset((one,))):
        found = game.fallback(some)
        assert (found is None) == (not some & actors)
        if found is not None:
            assert found[0] in some
            assert found[1] in game.legal(found[0])


def check_refusal(facts: GameFacts, game: Game, rng: random.Random, now: Snapshot) -> None:
    """What is not legal is refused with a code of the rules, and changes nothing."""
    seat = rng.choice(game.seats)
    for action in facts.attempts(game, rng):
        if action in game.legal(seat):
            continue
        with pytest.raises(IllegalAction) as refusal:
            game.apply(seat, action)
        why = refusal.value
        assert why.code.value.startswith("rules/")
        assert why.field
        told = _cards_in(f"{why.value} {why.expected}")
        assert told <= card_codes(action) | now.known[seat], "a refusal tells a secret"
        assert game.open_view() == now.view


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
