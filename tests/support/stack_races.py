"""Races of the real stack put together from what its processes printed, and figures from them.

What lives here: pure functions of lines. What must not: processes, limits, printing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

Key = tuple[str, int]  # a match and a race of it


@dataclass(slots=True)
class StackRace:
    """One race. `drawn_us`: the reactions meant by all who could win it; `pressed_us`: as they
    came, by the presser's own clock (a race may be over before). `racers` were in it, able or not.
    """

    racers: int = 0
    drawn_us: dict[str, int] = field(default_factory=dict)
    pressed_us: dict[str, int] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    verdict: Mapping[str, Any] | None = None
    told_us: int = 0  # when the verdict was read here

    @property
    def true_us(self) -> dict[str, int]:
        """The true reactions: as they came, or as they would have come."""
        return self.drawn_us | self.pressed_us

    @property
    def judged(self) -> bool:
        """Whether claims decided it."""
        return self.verdict is not None and bool(self.verdict["claims"])

    @property
    def winner(self) -> str | None:
        """Who was given it."""
        return None if self.verdict is None else self.verdict["winner"]


@dataclass(frozen=True, slots=True)
class Meter:
    """A connection's traffic since it began: messages sent, bytes up and down, at a moment."""

    at_us: int
    sent: int
    up: int
    down: int


class StackRaces:
    """All races but those of `before`, growing line by line."""

    def __init__(self, before: StackRaces | None = None) -> None:
        self._passed = frozenset(before.races) if before is not None else frozenset()
        self.races: dict[Key, StackRace] = {}
        self.meters: dict[str, list[Meter]] = {}
        self.claims: dict[str, list[int]] = {}  # by name, when each press was read here

    def take(self, lines: Iterable[tuple[int, str]]) -> None:
        """Lines as stack_client.py prints them, with the time at which each was read."""
        for read_us, text in lines:
            line = json.loads(text)
            if "meter" in line:
                self.meters.setdefault(line["who"], []).append(Meter(**line["meter"]))
            elif "race" in line:
                self._race(line, read_us)

    def _race(self, line: Mapping[str, Any], read_us: int) -> None:
        key = line["match"], line["race"]
        if key in self._passed:
            return
        race = self.races.setdefault(key, StackRace())
        match line:
            case {"drawn_us": drawn_us, "racers": racers, "who": who}:
                race.drawn_us[who], race.racers = drawn_us, racers
            case {"pressed_us": pressed_us, "who": who}:
                race.pressed_us[who] = pressed_us
                self.claims.setdefault(who, []).append(read_us)
            case {"held": held, "who": who}:
                race.held[who] = held
            case {"verdict": verdict}:
                race.verdict, race.told_us = verdict, read_us

    def judged(self) -> list[StackRace]:
        """Races decided by claims."""
        return [race for race in self.races.values() if race.judged and race.drawn_us]

    def contested(self, who: str = "") -> list[StackRace]:
        """Those that several could win; with `who`, one named so (and a number) among them."""
        several = [race for race in self.judged() if len(race.drawn_us) > 1]
        return [race for race in several if any(_is(who, name) for name in race.drawn_us)]


def _is(who: str, name: str | None) -> bool:
    return not who or (name is not None and name.split()[0] == who)


def least(race: StackRace) -> str:
    """Who reacted first."""
    return min(race.true_us, key=race.true_us.__getitem__)


@dataclass(frozen=True, slots=True)
class Gain:
    """What lies won: `points` of win share, with the standard error of the estimate."""

    races: int
    points: float
    error: float


def gain(races: StackRaces, who: str) -> Gain:
    """Wins of players named `who` beyond those that their true reactions earned, per 100 races.

    The same races are counted both ways, so that luck in the reactions cancels.
    """
    counted = races.contested(who)
    over = [_is(who, race.winner) - _is(who, least(race)) for race in counted]
    mean = sum(over) / len(over)
    variance = sum((one - mean) ** 2 for one in over) / max(1, len(over) - 1)
    return Gain(len(over), 100 * mean, 100 * sqrt(variance / len(over)))


def right_percent(races: Iterable[StackRace], gap_us: int = 0) -> tuple[int, float]:
    """How many races had so wide a gap, and how many % of them the least reaction won."""
    wide = [race for race in races if gap_to_second_us(race) >= gap_us]
    right = sum(race.winner == least(race) for race in wide)
    return len(wide), 100 * right / len(wide) if wide else 0.0


def gap_to_second_us(race: StackRace) -> int:
    """Between the two least reactions."""
    first, second, *_ = sorted(race.true_us.values())
    return second - first


def waited_ms(races: Iterable[StackRace]) -> list[float]:
    """From the first claim's arrival to the decision, race by race."""
    return [race.verdict["waited_us"] / 1000 for race in races if race.verdict is not None]


def quantile(values: Iterable[float], share: float) -> float:
    """The value that `share` of all do not exceed; ValueError for none."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("nothing was measured")
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def claims_until(races: StackRaces, name: str, at_us: int) -> int:
    """How many presses of a player's had been made by `at_us`."""
    return sum(read_us <= at_us for read_us in races.claims.get(name, ()))
