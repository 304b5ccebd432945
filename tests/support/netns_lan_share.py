"""Did a host's seats win their fair share? From what the client processes printed.

What lives here: races put together from lines, and the figures of one host; pure. What must
not: processes, printing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

# Two-sided 99 % of a normal distribution.
Z_99 = 2.576
CLEAR_GAP_US = 10_000


@dataclass(slots=True)
class LanRace:
    """One race: who could have won it, each with the reaction its process drew; its verdict."""

    drawn_us: dict[str, int] = field(default_factory=dict)
    verdict: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """How the seats of one host fared in `races` in which they and others could win.

    `fair` is the sum of 1 / contenders, `spread` the standard deviation of the wins if all are
    equal. `by_arrival` counts the races it would have won had the first claim to arrive won.
    """

    races: int
    won: int
    by_arrival: int
    fair: float
    spread: float
    clear: int  # races whose two first reactions were at least 10 ms apart
    clear_right: int  # of these, won by the least reaction

    @property
    def z(self) -> float:
        """Wins beyond the fair share, in standard deviations."""
        return (self.won - self.fair) / self.spread

    @property
    def z_by_arrival(self) -> float:
        """The same for arrival order."""
        return (self.by_arrival - self.fair) / self.spread

    @property
    def is_fair(self) -> bool:
        """Within the 99 % interval around the fair share."""
        return abs(self.z) <= Z_99

    def __str__(self) -> str:
        def percent(count: float) -> str:
            return f"{count} ({100 * count / self.races:.1f} %)"

        share = 100 / self.races
        return (
            f"{self.races} contested races: won {percent(self.won)}, z = {self.z:+.2f};"
            f" fair {self.fair:.1f} ({share * self.fair:.1f} % ± {share * Z_99 * self.spread:.1f}"
            f" at 99 %); by arrival {percent(self.by_arrival)}, z = {self.z_by_arrival:+.1f};"
            f" least reaction won {self.clear_right} of {self.clear} with a gap of 10 ms"
        )


class Races:
    """All races of an evening, growing line by line. `host` is the first word of players' names."""

    def __init__(self) -> None:
        self._races: dict[tuple[str, int], LanRace] = {}
        self._verdicts: list[Mapping[str, Any]] = []

    def take(self, lines: Iterable[str]) -> None:
        """Lines as netns_lan_seat.py prints them, from any process in any order."""
        for text in lines:
            line = json.loads(text)
            if "race" not in line:
                continue
            race = self._races.setdefault((line["match"], line["race"]), LanRace())
            if "drawn_us" in line:
                race.drawn_us[line["who"]] = line["drawn_us"]
            elif race.verdict is None:
                race.verdict = line
                self._verdicts.append(line)

    @property
    def verdicts(self) -> list[Mapping[str, Any]]:
        """Every verdict that was shown, in the order in which the first process said so."""
        return list(self._verdicts)

    def contested(self, host: str) -> list[LanRace]:
        """Races decided by claims that a player of `host` and somebody else could win."""
        return [race for race in self._races.values() if _contested(race, host)]

    def share(self, host: str) -> Share:
        """The figures of the players of `host`; ValueError before their first contested race."""
        races = self.contested(host)
        if not races:
            raise ValueError(f"{host} has not raced against anybody")
        chances = [1 / len(race.drawn_us) for race in races]
        clear = [race for race in races if _gap_us(race) >= CLEAR_GAP_US]
        return Share(
            races=len(races),
            won=sum(_is_of(host, _winner(race)) for race in races),
            by_arrival=sum(_is_of(host, _first_to_arrive(race)) for race in races),
            fair=sum(chances),
            spread=sqrt(sum(chance * (1 - chance) for chance in chances)),
            clear=len(clear),
            clear_right=sum(_winner(race) == _least(race) for race in clear),
        )


def _is_of(host: str, who: str) -> bool:
    return who.split()[0] == host


def _contested(race: LanRace, host: str) -> bool:
    if race.verdict is None or not race.verdict["claims"]:
        return False
    return len(race.drawn_us) > 1 and any(_is_of(host, who) for who in race.drawn_us)


def _winner(race: LanRace) -> str:
    assert race.verdict is not None
    return str(race.verdict["winner"])


def _first_to_arrive(race: LanRace) -> str:
    """Claims that are not in the verdict came after it: later than all that are."""
    assert race.verdict is not None
    claims: Mapping[str, Any] = race.verdict["claims"]
    return min(claims, key=lambda who: int(claims[who]["arrived_us"]))


def _least(race: LanRace) -> str:
    return min(race.drawn_us, key=lambda who: race.drawn_us[who])


def _gap_us(race: LanRace) -> int:
    first, second, *_ = sorted(race.drawn_us.values())
    return second - first
