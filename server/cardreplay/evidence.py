"""A race's verdict against its evidence: judged again, it must come out the same.

What lives here: the checks of one act. What must not: the judge itself, which is
the server's own (cardserver/race.py), run on what it saw (cardserver/race_log.py).

Not provable from a record alone: that the stamps of a client were true, that
nothing that arrived was left out, and the faults listed as `locks`, which
happened outside of races. docs/timing.md says what bounds the first.
"""

from __future__ import annotations

import msgspec

from cardprotocol.games.common import ActedBy
from cardprotocol.messages.parts import ClosedBy, Verdict
from cardreplay.refusals import NotGenuine
from cardreplay.walk import Moment, Played, place_of
from cardrules.game import Game, Race
from cardserver.announcement import time_ran_out
from cardserver.entrants import dead_heat_lot
from cardserver.race import replay
from cardserver.race_log import EntrantRecord, RaceRecord, decode_record
from cardserver.reactions import drawn_reaction_us
from cardserver.records import Acted

_TURN_REASONS = frozenset({ActedBy.TURN, ActedBy.IDLE, ActedBy.ABSENT})
_SERVER_REASONS = frozenset({ActedBy.ABSENT, ActedBy.STALLED})


def check_act(moment: Moment, played: Played, earlier: int) -> None:
    """Whether the act came about as it says; `earlier` is the number of the act before it.

    Raises NotGenuine.
    """
    record, game = moment.record, moment.before
    if not isinstance(record, Acted) or game is None:
        return
    pace = game.pace()
    if isinstance(pace, Race):
        _check_raced(record, pace, played, earlier)
    elif record.by not in _TURN_REASONS or record.verdict is not None or record.race_log:
        raise NotGenuine(place_of(record), "in a game of turns nobody races")
    if time_ran_out(record.seat, record.by):
        _check_server_act(record, game)


def _check_server_act(record: Acted, game: Game) -> None:
    """The server may only do what the rules give it to do for those seats."""
    seats = frozenset(game.seats) if record.by == ActedBy.STALLED else frozenset({record.seat})
    if game.fallback(seats) != (record.seat, record.action):
        raise NotGenuine(place_of(record), "the server would have acted otherwise for that seat")


def _check_raced(record: Acted, pace: Race, played: Played, earlier: int) -> None:
    place, verdict = place_of(record), record.verdict
    if verdict is None or verdict.winner != record.seat:
        raise NotGenuine(place, "the verdict names another winner than the act")
    if not earlier < verdict.race <= record.n:
        raise NotGenuine(place, f"race {verdict.race} was not the open one")
    if record.by == ActedBy.CLAIM:
        _check_judged(record, verdict, pace, played)
        return
    bare = Verdict(race=verdict.race, closed_by=ClosedBy.SERVER, waited_us=0, winner=record.seat)
    if record.by not in _SERVER_REASONS or record.race_log or _without_locks(verdict) != bare:
        raise NotGenuine(place, "an act of the server's has no claims to show")


def _check_judged(record: Acted, verdict: Verdict, pace: Race, played: Played) -> None:
    place = place_of(record)
    try:
        log = decode_record(record.race_log)
    except (msgspec.MsgspecError, ValueError) as error:
        raise NotGenuine(place, f"the race's log can't be read: {error}") from error
    if log.race != verdict.race:
        raise NotGenuine(place, "the race's log is another race's")
    for entrant in log.entrants:
        _check_entrant(entrant, log, pace, played, place)
    if _judged_again(log, played, place) != _without_locks(verdict):
        raise NotGenuine(place, "judged again on its evidence, the race has another verdict")


def _check_entrant(
    entrant: EntrantRecord, log: RaceRecord, pace: Race, played: Played, place: str
) -> None:
    if entrant.seat not in pace.racers:
        raise NotGenuine(place, f"seat {entrant.seat} was not in the race")
    drawn_us = None
    if entrant.seat in played.bots:
        drawn_us = drawn_reaction_us(played.lots, played.options, log.race, entrant.seat)
    if entrant.drawn_us != drawn_us:
        raise NotGenuine(place, f"the reaction of seat {entrant.seat} is not the one drawn for it")


def _judged_again(log: RaceRecord, played: Played, place: str) -> Verdict | None:
    try:
        decision = replay(log, dead_heat_lot(played.lots, log.race))
    except Exception as error:  # forged numbers may break the judge anywhere: not a crash
        raise NotGenuine(place, f"the judge can't make sense of the race: {error}") from error
    return None if decision is None else decision.verdict


def _without_locks(verdict: Verdict) -> Verdict:
    return msgspec.structs.replace(verdict, locks=())
