"""The contract of all games finds faults: games broken on purpose do not pass it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from cardprotocol.cards import Card
from cardprotocol.games.common import Action, Event, Outcome, View
from cardprotocol.games.perekur import Laid
from cardrules.game import Game, IllegalAction, Over, Pace, Seat, Step, Told
from cardrules.kind import GameKind
from cardrules.perekur import PEREKUR, Perekur, PerekurOptions
from cardrules.registry import game_kinds
from tests.support.durak_facts import DURAK_FACTS
from tests.support.game_contract import play_match
from tests.support.perekur_facts import PEREKUR_FACTS

FACTS = {"perekur": PEREKUR_FACTS, "durak": DURAK_FACTS}


@dataclass(frozen=True)
class Honest:
    """A match of Perekur behind a wall; each fault below is one brick of it replaced."""

    inner: Perekur

    name = "perekur"

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.inner.seats

    def actors(self) -> frozenset[Seat]:
        return self.inner.actors()

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        return self.inner.legal(seat)

    def apply(self, seat: Seat, action: Action) -> Step:
        return self.wrapped(self.inner.apply(seat, action))

    def view(self, seat: Seat | None) -> View:
        return self.inner.view(seat)

    def open_view(self) -> View:
        return self.inner.open_view()

    def pace(self) -> Pace:
        return self.inner.pace()

    def fallback(self, seats: frozenset[Seat]) -> tuple[Seat, Action] | None:
        return self.inner.fallback(seats)

    def controls(self) -> tuple[str, ...]:
        return self.inner.controls()

    def control(self, name: str) -> Step:
        return self.wrapped(self.inner.control(name))

    def outcome(self) -> Outcome | None:
        return self.inner.outcome()

    def give_up(self, seat: Seat) -> Step | None:
        return self.inner.give_up(seat)

    def wrapped(self, step: Step) -> Step:
        assert isinstance(step.game, Perekur)
        return Step(type(self)(step.game), step.events)


class ShowsANeighboursCard(Honest):
    def view(self, seat: Seat | None) -> View:
        view = self.inner.view(seat)
        other = self.inner.state.hands[0 if seat == self.seats[-1] else -1]
        return msgspec.structs.replace(view, cards=(*view.cards, *other[:1]))


class HidesTheOwnHand(Honest):
    def view(self, seat: Seat | None) -> View:
        del seat
        return self.inner.view(None)


class PrintsTheHands(Honest):
    def __repr__(self) -> str:
        return f"{self.inner} {self.inner.state.hands}"


class LosesACard(Honest):
    def open_view(self) -> View:
        view = self.inner.open_view()
        return msgspec.structs.replace(view, pile=max(0, view.pile - 1))


class TellsAHandToAll(Honest):
    def wrapped(self, step: Step) -> Step:
        assert isinstance(step.game, Perekur)
        hands = [hand for hand in step.game.state.hands if hand]
        secret: list[Event] = [Laid(seat=0, card=hands[0][0], left=0, pile=1, wanted=2)]
        return Step(type(self)(step.game), (*map(Told, secret), *step.events))


class SkipsSomebodyAble(Honest):
    def actors(self) -> frozenset[Seat]:
        actors = sorted(self.inner.actors())
        return frozenset(actors[:1])

    def legal(self, seat: Seat) -> tuple[Action, ...]:
        return self.inner.legal(seat) if seat in self.actors() else ()


class ListsNothingForAnActor(Honest):
    def legal(self, seat: Seat) -> tuple[Action, ...]:
        return self.inner.legal(seat) if seat == 0 else ()


class RacesOnAfterTheEnd(Honest):
    def pace(self) -> Pace:
        pace = self.inner.pace()
        first = PEREKUR.begin(self.seats, PerekurOptions(), self.inner.state.lots, None).game
        return first.pace() if isinstance(pace, Over) else pace


class ForgetsToSayTheEnd(Honest):
    def wrapped(self, step: Step) -> Step:
        wrapped = super().wrapped(step)
        over = wrapped.game.outcome() is not None
        return replace(wrapped, events=wrapped.events[:-1]) if over else wrapped


class AcceptsAnything(Honest):
    def apply(self, seat: Seat, action: Action) -> Step:
        try:
            return super().apply(seat, action)
        except IllegalAction:
            return Step(self, ())


class NamesASecretInARefusal(Honest):
    def apply(self, seat: Seat, action: Action) -> Step:
        try:
            return super().apply(seat, action)
        except IllegalAction as why:
            others = {c.code for s, h in self._hands() if s != seat for c in h}
            why.expected = ", ".join(sorted(others))
            raise

    def _hands(self) -> list[tuple[Seat, tuple[Card, ...]]]:
        return list(zip(self.seats, self.inner.state.hands, strict=True))


class FallsBackOnTheWrongSeat(Honest):
    def fallback(self, seats: frozenset[Seat]) -> tuple[Seat, Action] | None:
        return self.inner.fallback(frozenset(self.seats)) if seats else None


def _drifting() -> type[Honest]:
    """A game that plays otherwise the second time: the replay must see it."""
    made = 0

    class DrawsAnew(Honest):
        def wrapped(self, step: Step) -> Step:
            nonlocal made
            made += 1
            events = tuple(
                Told(msgspec.structs.replace(told.public, pile=made))
                if isinstance(told.public, Laid)
                else told
                for told in step.events
            )
            return replace(super().wrapped(step), events=events)

    return DrawsAnew


def play(kind: type[Honest], seed: int = 1) -> None:
    def begin(*args: Any) -> Step:
        step = PEREKUR.begin(*args)
        assert isinstance(step.game, Perekur)
        game: Game = kind(step.game)
        return Step(game, step.events)

    broken = replace(PEREKUR, begin=begin)
    play_match(broken, PEREKUR_FACTS, (0, 1, 2, 3), PerekurOptions(), seed)


@pytest.mark.parametrize("kind", game_kinds().values(), ids=lambda kind: kind.name)
def test_every_game_of_the_registry_keeps_the_contract(kind: GameKind) -> None:
    options = kind.options()
    play_match(kind, FACTS[kind.name], tuple(range(kind.least_seats)), options, seed=3)


def test_an_honest_game_behind_the_same_wall_passes() -> None:
    play(Honest)


@pytest.mark.parametrize(
    "fault",
    [
        ShowsANeighboursCard,
        HidesTheOwnHand,
        PrintsTheHands,
        LosesACard,
        TellsAHandToAll,
        SkipsSomebodyAble,
        ListsNothingForAnActor,
        RacesOnAfterTheEnd,
        ForgetsToSayTheEnd,
        NamesASecretInARefusal,
        FallsBackOnTheWrongSeat,
        _drifting(),
    ],
    ids=lambda fault: fault.__name__,
)
def test_a_broken_game_does_not_pass(fault: type[Honest]) -> None:
    with pytest.raises(AssertionError):
        play(fault)


def test_a_game_that_accepts_illegal_acts_does_not_pass() -> None:
    with pytest.raises(pytest.fail.Exception):
        play(AcceptsAnything)
