"""Races at a table: reveals at one moment for all, claims, the close of a race.

What lives here: opening and closing races around the pure judge (race.py),
locks, the server's own lays for idle and absent seats. What must not: how a
race is judged, or what a card does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.games.common import ActedBy, Action
from cardprotocol.messages.parts import ClosedBy, Verdict
from cardprotocol.messages.to_server import Claim, Shown
from cardrules.game import Race, Seat
from cardserver.asking import Asking
from cardserver.entrants import NONCE_BYTES, dead_heat_lot, make_entrants, settle_credits
from cardserver.late_claims import LateClaims
from cardserver.locks import Locks, check_action
from cardserver.looking import Looking
from cardserver.presence import AWAY_ARMED_US, AWAY_IDLE_US
from cardserver.race import Decision
from cardserver.race import Race as JudgedRace
from cardserver.race_log import encode_record
from cardserver.receipts import Receipts
from cardserver.refusal import Refusal
from cardserver.revealing import Plan, Revealing
from cardserver.showing import Showing
from cardserver.timers import Timers
from cardserver.watching import RaceWatch

if TYPE_CHECKING:
    from cardserver.announcement import Announcement
    from cardserver.match import Match
    from cardserver.session import Session


class Racing:
    """How acts come about in a game that is raced."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._table = match.table
        self._clock = match.table.clock
        self._race: JudgedRace | None = None
        self._actions: dict[Seat, Action] = {}
        self._asking = Asking(match.table)
        self._locks = Locks(match.table)
        self._receipts = Receipts(match.table)
        self._revealing = Revealing(match, self._receipts.sent)
        self._late = LateClaims(match.table, self._locks, self._revealing.when_shown)
        self._watch = RaceWatch(match.table)
        self._showing = Showing(match)
        self._looking = Looking(match.table.presence)
        self._timers = Timers(match.table.clock)
        self._wakes = Timers(match.table.clock)
        self._suspended = True  # until the first reveal: after a restart nobody is here

    @property
    def armed(self) -> bool:
        """Whether a race is open, so that pings come faster."""
        return self._race is not None

    @property
    def race(self) -> JudgedRace | None:
        """The race that is open now."""
        return self._race

    # -- opening -------------------------------------------------------------------

    def show(self, told: Announcement) -> None:
        """Reveal what came of the race before, and the next race with it where it opens at once."""
        pace = self._match.game.pace()
        opens = isinstance(pace, Race) and not pace.wait_seconds and not told.proof
        opens = opens and not self._table.presence.clocks_unknown()
        self._suspended = False
        delay_us = self._reveal(told, opens=opens and self._enough())
        if told.proof:
            self._clock.call_later_us(delay_us, self._table.dealing.match_over)
        elif isinstance(pace, Race) and not opens:
            self._looking.begins(pace, self._clock.now_us() + delay_us)
            self._timers.later(delay_us + pace.wait_seconds * 1_000_000, self.open)

    def open(self) -> None:
        """Open the race of this moment, by itself."""
        match, pace = self._match, self._match.game.pace()
        if match.over or self._race is not None:
            return
        if match.pending:
            match.when_free(self.open)
            return
        if not isinstance(pace, Race) or not self._enough():
            return
        wait_us = self._looking.left_us(pace, self._clock.now_us())
        if wait_us:
            self._timers.later(wait_us, self.open)
        else:
            self._reveal(None, opens=True)

    def _enough(self) -> bool:
        self._suspended = not self._table.presence.enough_people()
        return not self._suspended

    def tell(self, told: Announcement) -> None:
        """Tell of something that leaves the open race as it is."""
        self._revealing.tell(told)

    def when_shown(self, call: Callable[[], None]) -> None:
        """See Revealing.when_shown."""
        self._revealing.when_shown(call)

    def _reveal(self, told: Announcement | None, *, opens: bool) -> int:
        """Send one reveal to everybody; returns how far ahead of its show time that was."""
        now_us = self._clock.now_us()
        self._cancel_timers()
        self._table.presence.mark_away(now_us, AWAY_IDLE_US)
        plan = self._revealing.plan(now_us)
        nonces = self._start(now_us, plan) if opens else {}
        race = self._race.number if self._race is not None else None
        self._revealing.send(told, plan, race, nonces)
        return plan.show_us - now_us

    def _start(self, now_us: int, plan: Plan) -> dict[Seat, bytes]:
        pace = self._match.game.pace()
        assert isinstance(pace, Race)
        people = self._table.audience.seated()
        nonces = {seat: self._table.chance(NONCE_BYTES) for seat, _session in people}
        race = self._match.acts + 1
        entrants = make_entrants(self._match, race, pace.racers, plan, nonces)
        lead_us = plan.show_us - now_us
        self._actions = {}
        self._asking.opened()
        lot = dead_heat_lot(self._match.lots, race)
        self._race = JudgedRace(race, plan.show_us, entrants, lot, lead_us=lead_us)
        self._showing.opened(self._race)
        self._receipts.opened(self._race)
        self._watch.opened()
        stall_us, absent_us = pace.stall_seconds * 1_000_000, self._table.settings.autoplay_us
        if stall_us:
            self._timers.later(lead_us + stall_us, partial(self._lay_for, ActedBy.STALLED))
        self._timers.later(lead_us + absent_us, partial(self._lay_for, ActedBy.ABSENT))
        self._timers.later(lead_us + AWAY_ARMED_US, self._look_for_away)
        return nonces

    # -- claims --------------------------------------------------------------------

    def claim(self, session: Session, seat: Seat, message: Claim, arrived_us: int) -> None:
        """One claim; raises Refusal for a fault of its sender's own."""
        race = self._race
        if race is None or message.race != race.number:
            self._not_open(session, seat, message, arrived_us)
            return
        self._locks.check(self._table.seats[seat], race.number, arrived_us)
        try:
            check_action(self._match.game, self._locks, self._table.seats[seat], message)
        except Refusal:
            self.stamped(seat, message.pressed_us, arrived_us)  # void, but a stamp like any other
            raise
        fault = race.claim(seat, message.nonce, message.shown_us, message.pressed_us, arrived_us)
        if fault is not None and fault.code is ErrorCode.CLAIM_LATE:
            self._decide()  # first: from now on "late" waits for the verdict to be shown
            self._late.came(session, message)
            return
        if fault is not None:
            self._watch.fault(seat, fault.code)
            raise self._locks.refusal(self._table.seats[seat], fault, race.number)
        self._watch.stamped(seat, arrived_us, claim=True)
        self._actions[seat] = message.action
        self._decide()

    def _not_open(self, session: Session, seat: Seat, message: Claim, arrived_us: int) -> None:
        race = self._race
        if message.race == self._late.number:
            self._late.take(session, seat, message, arrived_us)
            return
        if message.race < (self._match.acts + 1 if race is None else race.number):
            raise Refusal(ErrorCode.CLAIM_LATE, race=message.race)
        raise self._locks.no_such_race(self._table.seats[seat], message.race, race)

    def shown(self, seat: Seat, message: Shown, arrived_us: int) -> None:
        """A seat showed a reveal."""
        try:
            self._showing.take(self._race, self._table.seats[seat], message, arrived_us)
        finally:
            self._receipts.look(seat, arrived_us)
            self._look()

    def stamped(self, seat: Seat, client_us: int, arrived_us: int) -> None:
        """Any stamp of a seat: nothing pressed earlier is still to come."""
        if self._race is not None:
            self._watch.stamped(seat, arrived_us)
            self._race.stamp(seat, client_us, arrived_us)
            self._receipts.look(seat, arrived_us)
            self._look()

    # -- closing -------------------------------------------------------------------

    def _look(self) -> None:
        if self._race is not None and self._race.first_claim_us is not None:
            self._decide()

    def _decide(self) -> None:
        race = self._race
        if race is None:
            return
        now_us = self._clock.now_us()
        decision = race.decide(now_us)
        if decision is not None:
            self._close(race, decision)
            return
        self._asking.look(race, now_us)
        self._wakes.cancel()
        wake_us = race.wake_us(now_us)
        if wake_us is not None:
            self._wakes.later(wake_us - now_us, self._decide)

    def _close(self, race: JudgedRace, decision: Decision) -> None:
        self.halt()
        verdict = self._locks.into(decision.verdict)
        settle_credits(self._table, decision)
        self._watch.decided(race, decision)
        self._late.decided(decision)
        winner, log = decision.winner, encode_record(race.record())
        action = self._actions[winner]
        self._match.when_free(lambda: self._won(winner, action, verdict, log))

    def _won(self, seat: Seat, action: Action, verdict: Verdict, log: bytes) -> None:
        if self._match.over:
            return  # stopped, while a control was being written
        self.halt()
        step = self._match.game.apply(seat, action)
        record = self._match.acted(seat, action, ActedBy.CLAIM, verdict, log)
        self._match.take(step, record, verdict=verdict)

    def halt(self) -> None:
        """No race is open any more: decided, or play is paused."""
        if self._race is not None:
            self._late.closed(self._race, self._match.game)
            self._race = None
        self._cancel_timers()

    def _lay_for(self, by: ActedBy) -> None:
        """Lay for an able seat: any when play stalled, else one that is absent."""
        race, stalled = self._race, by == ActedBy.STALLED
        missing = self._table.presence.missing_seats()
        seats = frozenset(self._match.game.seats) if stalled else missing
        if race is not None and seats:
            self._match.when_free(lambda: self._lay_in(race, seats, by))

    def _lay_in(self, race: JudgedRace, seats: frozenset[Seat], by: ActedBy) -> None:
        if self._race is not race or race.first_claim_us is not None:
            return
        chosen = self._match.game.fallback(seats)
        if chosen is None:
            return
        seat, action = chosen
        verdict = Verdict(race=race.number, closed_by=ClosedBy.SERVER, waited_us=0, winner=seat)
        verdict = self._locks.into(verdict)
        self.halt()
        step = self._match.game.apply(seat, action)
        self._match.take(step, self._match.acted(seat, action, by, verdict), verdict=verdict)

    # -- people --------------------------------------------------------------------

    def people_changed(self) -> None:
        """Somebody was lost, left or came back."""
        if self._match.over:
            return
        if self._suspended:
            if self._race is None and self._table.presence.enough_people():
                self.open()
            return
        if self._race is not None and not self._table.presence.enough_people():
            self._suspended = True
            self.halt()
            return
        self._drop_absent()
        self._timers.later(self._table.settings.autoplay_us, partial(self._lay_for, ActedBy.ABSENT))

    def _drop_absent(self) -> None:
        if self._race is None:
            return
        now_us = self._clock.now_us()
        for seat in self._table.presence.unheard_seats():
            self._race.drop(seat, now_us)
        self._look()

    def _look_for_away(self) -> None:
        if self._table.presence.mark_away(self._clock.now_us(), AWAY_ARMED_US):
            self._drop_absent()
        self._timers.later(AWAY_ARMED_US, self._look_for_away)

    def _cancel_timers(self) -> None:
        self._asking.halt()
        self._receipts.closed()
        self._timers.cancel()
        self._wakes.cancel()
