"""A finished match played again from its records: one Moment for each.

What lives here: rebuilding the deal from the seed and letting the rules make
every act again. What must not: evidence and commitments (verify.py), drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardprotocol.games.common import STOPPED, MatchEnded, Outcome
from cardreplay.refusals import NotGenuine, StillPlaying
from cardrules.game import Game, IllegalAction, Seat, Step, Told
from cardrules.kind import GameKind, Previous
from cardrules.lots import Lots
from cardrules.options import TableOptions, read_options
from cardrules.registry import game_kinds
from cardrules.shuffle import SeededLots
from cardserver.announcement import time_ran_out
from cardserver.records import Acted, ControlUsed, GaveUp, MatchBegun, MatchOver, Record

BEGINNING = "the beginning"


@dataclass(frozen=True, slots=True)
class Moment:
    """What one record did. `before` is None for the deal; `events` are in order."""

    record: Record
    before: Game | None
    game: Game
    events: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A match's frame: what it was dealt from."""

    begun: MatchBegun
    over: MatchOver
    kind: GameKind
    options: TableOptions
    lots: Lots

    @property
    def bots(self) -> frozenset[Seat]:
        """The seats that were bots when the match began."""
        pairs = zip(self.begun.seats, self.begun.bots, strict=True)
        return frozenset(seat for seat, bot in pairs if bot)


def place_of(record: Record) -> str:
    """Where in a match a record stands, for people."""
    match record:
        case MatchBegun():
            return BEGINNING
        case Acted(n=n) | ControlUsed(n=n) | GaveUp(n=n):
            return f"act {n}"
        case MatchOver():
            return "the end"
    return "a record of no match"


def frame_of(records: Sequence[Record]) -> Played:
    """The match's frame. Raises StillPlaying, or NotGenuine if it can't have begun like that."""
    if not records or not isinstance(records[0], MatchBegun):
        raise NotGenuine(BEGINNING, "the match does not begin with its deal")
    begun, over = records[0], records[-1]
    if not isinstance(over, MatchOver):
        raise StillPlaying(f"Match {begun.match_id} is not over: its seed is not public yet.")
    kind = game_kinds().get(begun.game)
    if kind is None:
        raise NotGenuine(BEGINNING, f"there is no game {begun.game!r}")
    _check_seats(begun, kind)
    try:
        lots = SeededLots.of(over.seed, begun.entropies)
        return Played(begun, over, kind, read_options(kind.options, begun.options), lots)
    except (IllegalAction, ValueError) as error:
        raise NotGenuine(BEGINNING, str(error)) from error


def _check_seats(begun: MatchBegun, kind: GameKind) -> None:
    seats = begun.seats
    if not kind.least_seats <= len(seats) <= kind.most_seats or list(seats) != sorted(set(seats)):
        raise NotGenuine(BEGINNING, f"{kind.name} can't be dealt to the seats {list(seats)}")
    if not len(seats) == len(begun.names) == len(begun.bots) == len(begun.entropies):
        raise NotGenuine(BEGINNING, "names, bots and entropies do not go with the seats")


def moments(records: Sequence[Record], played: Played) -> Iterator[Moment]:
    """The match, record by record. Raises NotGenuine where the rules do not allow one."""
    game: Game | None = None
    for number, record in enumerate(records):
        step = _again(record, played, game, number, last=number == len(records) - 1)
        yield Moment(record, game, step.game, step.events)
        game = step.game


def _again(record: Record, played: Played, game: Game | None, number: int, *, last: bool) -> Step:
    place = place_of(record)
    _check_identity(record, played, number)
    try:
        if isinstance(record, MatchBegun) and game is None:
            return _deal(record, played)
        if isinstance(record, MatchOver) and game is not None and last:
            return _ended(record, game)
        if game is None or game.outcome() is not None:
            raise NotGenuine(place, "it stands before the deal or after the end")
        return _step(record, game)
    except IllegalAction as illegal:
        raise NotGenuine(place, f"the rules forbid it: {illegal.code.sentence}") from illegal
    except NotGenuine:
        raise
    except Exception as error:  # a forged value may break the rules' code anywhere: not a crash
        raise NotGenuine(place, f"the rules can't make sense of it: {error}") from error


def _check_identity(record: Record, played: Played, number: int) -> None:
    begun = played.begun
    same = getattr(record, "match_id", None), getattr(record, "table", None)
    if same != (begun.match_id, begun.table):
        raise NotGenuine(place_of(record), "it belongs to another match")
    if getattr(record, "n", 0) != number:
        raise NotGenuine(place_of(record), f"act {number} was due: one is missing or doubled")


def _deal(begun: MatchBegun, played: Played) -> Step:
    previous = None if begun.previous is None else Previous(begun.previous)
    return played.kind.begin(begun.seats, played.options, played.lots, previous)


def _step(record: Record, game: Game) -> Step:
    match record:
        case Acted():
            step = game.apply(record.seat, record.action)
            return Step(step.game, time_ran_out(record.seat, record.by) + step.events)
        case ControlUsed():
            return game.control(record.control)
        case GaveUp():
            given_up = game.give_up(record.seat)
            if given_up is not None:
                return given_up
            raise NotGenuine(place_of(record), "giving up changes nothing here")
    raise NotGenuine(place_of(record), "it stands where it can't")


def _ended(record: MatchOver, game: Game) -> Step:
    outcome = game.outcome()
    stopped = Outcome(reason=STOPPED, ranking=())
    if outcome is None and record.outcome == stopped:
        return Step(game, (Told(MatchEnded(outcome=stopped)),))
    if outcome is None:
        raise NotGenuine("the end", "the match was not over yet")
    if outcome != record.outcome:
        raise NotGenuine("the end", "the outcome is not the one the cards gave")
    return Step(game, ())
