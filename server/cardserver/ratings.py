"""Standings of every name in every game, built from the journal's records.

What lives here: ratings, losses, races and reactions, one record at a time,
the same whether records come from a restart or as they are written. What must
not: storage, drawing.

The rating is openskill's Plackett-Luce model (Weng and Lin, "A Bayesian
Approximation Method for Online Ranking", JMLR 2011) with its defaults; shown is
the conservative mu - 3 sigma in hundredths, so that a newcomer starts at 0 and
a few lucky matches do not lead the table. Equal places are ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from cardprotocol.games.common import Outcome
from cardprotocol.messages.parts import ScoreLine, Verdict
from cardserver.records import Acted, Contest, MatchBegun, MatchOver, Record

_MS: Final = 1000  # µs; reactions are counted by the millisecond, which keeps memory bounded


@dataclass(slots=True)
class Standing:
    """One name in one game. `reactions` counts judged reactions by whole milliseconds."""

    name: str
    rating: PlackettLuceRating
    bot: bool = False
    matches: int = 0
    losses: int = 0
    races: int = 0
    races_won: int = 0
    best_us: int | None = None
    reactions: Counter[int] = field(default_factory=Counter)

    def line(self) -> ScoreLine:
        """The standing as it is said."""
        return ScoreLine(
            name=self.name,
            matches=self.matches,
            losses=self.losses,
            rating=round(100 * self.rating.ordinal()),
            races=self.races,
            races_won=self.races_won,
            median_us=median_us(self.reactions),
            best_us=self.best_us,
            bot=self.bot,
        )


@dataclass(frozen=True, slots=True)
class _Running:
    """A match whose end is still to come."""

    game: str
    names: Mapping[int, str]  # by seat
    bots: Mapping[int, bool]


class Scores:
    """ports.ScoreBook: standings by game and name."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._running: dict[str, _Running] = {}
        self._standings: dict[tuple[str, str], Standing] = {}

    def take(self, record: Record) -> None:
        """Count one record; those that say nothing about play are passed over."""
        match record:
            case MatchBegun():
                self._begun(record)
            case Acted(verdict=Verdict() as verdict) if record.match_id in self._running:
                self._raced(self._running[record.match_id], verdict)
            case MatchOver():
                running = self._running.pop(record.match_id, None)
                if running is not None and record.outcome.counts:
                    self._over(running, record.outcome)
                    self._contested(running, record.contests)

    def lines(self, game: str) -> Sequence[ScoreLine]:
        """A game's leaderboard: best rating first, then fewer losses, then by name."""
        played = [s.line() for s in self.standings(game) if s.matches]
        return sorted(played, key=lambda line: (-line.rating, line.losses, line.name))

    def standings(self, game: str) -> Sequence[Standing]:
        """Everybody who was dealt in at `game`, in no order that matters."""
        return [standing for (of, _), standing in self._standings.items() if of == game]

    def games(self) -> Sequence[str]:
        """The games that were played, by name."""
        return sorted({game for game, _ in self._standings})

    def _begun(self, record: MatchBegun) -> None:
        names = dict(zip(record.seats, record.names, strict=True))
        bots = dict(zip(record.seats, record.bots, strict=True))
        self._running[record.match_id] = _Running(record.game, names, bots)
        for seat, name in names.items():
            self._standing(record.game, name).bot = bots[seat]

    def _standing(self, game: str, name: str) -> Standing:
        key = (game, name)
        if key not in self._standings:
            self._standings[key] = Standing(name, self._model.rating(name=name))
        return self._standings[key]

    def _raced(self, running: _Running, verdict: Verdict) -> None:
        """Count the reactions that were judged."""
        for claim in verdict.claims:
            name = running.names.get(claim.seat)
            if name is None:
                continue
            standing = self._standing(running.game, name)
            standing.reactions[max(0, claim.judged_us) // _MS] += 1
            if standing.best_us is None or claim.judged_us < standing.best_us:
                standing.best_us = claim.judged_us

    def _over(self, running: _Running, outcome: Outcome) -> None:
        placed = [
            (place, self._standing(running.game, running.names[seat]))
            for place, group in enumerate(outcome.ranking, start=1)
            for seat in group
            if seat in running.names
        ]
        if len(placed) > 1:
            teams = [[standing.rating] for _, standing in placed]
            rated = self._model.rate(teams, ranks=[float(place) for place, _ in placed])
            for (_, standing), team in zip(placed, rated, strict=True):
                standing.rating = team[0]
        for seat, name in running.names.items():
            standing = self._standing(running.game, name)
            standing.matches += 1
            standing.losses += seat in outcome.losers

    def _contested(self, running: _Running, contests: Sequence[Contest]) -> None:
        for contest in contests:
            if contest.seat in running.names:
                standing = self._standing(running.game, running.names[contest.seat])
                standing.races += contest.races
                standing.races_won += contest.won


def median_us(reactions: Mapping[int, int]) -> int | None:
    """The median of counts by millisecond, in the middle of its millisecond; None if empty.

    Of an even number half way between the two in the middle, as a client counts its match.
    """
    count = sum(reactions.values())
    if count == 0:
        return None
    middle_ms = _nth_ms(reactions, (count + 1) // 2) + _nth_ms(reactions, count // 2 + 1)
    return (middle_ms + 1) * _MS // 2


def _nth_ms(reactions: Mapping[int, int], number: int) -> int:
    """The reaction that stands at `number`, from 1, if all are sorted."""
    seen = 0
    for ms in sorted(reactions):
        seen += reactions[ms]
        if seen >= number:
            return ms
    raise AssertionError("no more reactions than are counted")
