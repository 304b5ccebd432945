"""Turns at a table: who may act, until when, and what happens when time runs out.

What lives here: turn messages and their timers. What must not: rules, seats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cardprotocol.games.common import ActedBy
from cardprotocol.messages.parts import Turn
from cardprotocol.messages.to_client import Events
from cardrules.game import Seat, Turns
from cardserver.ports import Timer

if TYPE_CHECKING:
    from cardserver.announcement import Announcement
    from cardserver.match import Match
    from cardserver.session import Session

# After a turn's end as the player sees it, an act may still be on its way: the path's round trip
# is added, and this much for a busy machine at either end.
GRACE_US: Final = 250_000


class Turning:
    """How acts come about in a game of turns."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._table = match.table
        self._clock = match.table.clock
        self._began_us = 0
        self._limit_us: int | None = None
        self._timer: Timer | None = None
        self._suspended = True  # until the first turn is given
        self._untimed: set[Session] = set()  # who were told this turn without its end

    @property
    def armed(self) -> bool:
        """Turns need no fast clock."""
        return False

    def show(self, told: Announcement) -> None:
        """Tell what happened and whose turn it is now."""
        self._begin_turn()
        self._send(told)
        if told.proof:
            self._table.dealing.match_over()
        else:
            self._arm()

    tell = show

    def open(self) -> None:
        """Give the turn again, with all its time: after a pause or a restart."""
        if self._match.over or self._match.pending:
            return
        self._begin_turn()
        audience = self._table.audience
        audience.seats_each(
            lambda seat, session: Events(
                seq=self._match.seq, events=(), turn=self.turn_for(seat, session)
            )
        )
        self._arm()

    def halt(self) -> None:
        """Play is paused: no time runs."""
        self._limit_us = None
        self._cancel()

    def clock_heard(self, session: Session) -> None:
        """A pong came: who was told no end of the turn learns it once its clock is known."""
        if self._limit_us is None:
            return
        if not session.path.estimate(self._clock.now_us()).synced:
            self._untimed.add(session)  # also one whose clock has jumped since it was told
        elif session in self._untimed:
            self._match.when_free(lambda: self._tell_end(session))

    def _tell_end(self, session: Session) -> None:
        seat = self._table.seat_of(session)
        here = session.table is self._table and seat is not None
        if session not in self._untimed or self._limit_us is None or self._match.over or not here:
            return  # gone, or told with the next turn meanwhile
        turn = self.turn_for(seat, session)
        session.send(Events(seq=self._match.seq, events=(), turn=turn))

    def _begin_turn(self) -> None:
        self._untimed.clear()
        pace = self._match.game.pace()
        self._suspended = not self._table.presence.enough_people()
        self._began_us = self._clock.now_us()
        self._limit_us = None
        if isinstance(pace, Turns) and pace.turn_seconds and not self._suspended:
            self._limit_us = self._began_us + pace.turn_seconds * 1_000_000

    def _send(self, told: Announcement) -> None:
        audience = self._table.audience
        audience.seats_each(
            lambda seat, session: Events(
                seq=told.last,
                events=tuple(event.form_for(seat) for event in told.events),  # type: ignore[misc]
                turn=self.turn_for(seat, session),
                proof=told.proof,
            )
        )
        public = Events(
            seq=told.last,
            events=tuple(event.public for event in told.events),  # type: ignore[misc]
            turn=Turn(actors=self._actors()) if not told.proof else None,
            proof=told.proof,
            open_hands=told.hands,
        )
        audience.every_spectator(public, self._table.spectator_delay_us)

    def _actors(self) -> tuple[Seat, ...]:
        pace = self._match.game.pace()
        return tuple(sorted(pace.actors)) if isinstance(pace, Turns) else ()

    def turn_for(self, seat: Seat | None, session: Session) -> Turn | None:
        """The turn as this receiver sees it, in its own clock."""
        actors = self._actors()
        if not actors:
            return None
        until_us = None
        if self._limit_us is not None:
            estimate = session.path.estimate(self._clock.now_us())
            if estimate.synced:
                until_us = estimate.to_client(self._limit_us)
                self._untimed.discard(session)
            elif seat is not None:
                self._untimed.add(session)
        legal = self._match.game.legal(seat) if seat in actors and seat is not None else ()
        return Turn(actors=actors, until_us=until_us, legal=legal)  # type: ignore[arg-type]

    # -- time --------------------------------------------------------------------------

    def _arm(self) -> None:
        self._cancel()
        if self._suspended or self._match.over:
            return
        missing = self._table.presence.missing_seats()
        due = [self._due_us(seat, missing) for seat in self._actors()]
        ends = [at for at in due if at is not None]
        if ends:
            delay_us = max(0, min(ends) - self._clock.now_us())
            self._timer = self._clock.call_later_us(delay_us, self._time_ran_out)

    def _due_us(self, seat: Seat, missing: frozenset[Seat]) -> int | None:
        if seat in missing:
            lost_us = self._table.seats[seat].absent_us or 0
            return max(self._began_us, lost_us) + self._table.settings.autoplay_us
        if self._limit_us is None:
            return None
        session = self._table.seats[seat].session
        rtt_us = 0 if session is None else session.path.estimate(self._clock.now_us()).rtt_us
        return self._limit_us + rtt_us + GRACE_US

    def _time_ran_out(self) -> None:
        if self._match.pending or self._match.over:
            return
        now_us = self._clock.now_us()
        missing = self._table.presence.missing_seats()
        late = {
            seat
            for seat in self._actors()
            if (due := self._due_us(seat, missing)) is not None and due <= now_us
        }
        chosen = self._match.game.fallback(frozenset(late)) if late else None
        if chosen is None:
            self._arm()
            return
        seat, action = chosen
        step = self._match.game.apply(seat, action)
        by = ActedBy.ABSENT if seat in missing else ActedBy.IDLE
        self._match.take(step, self._match.acted(seat, action, by))

    # -- people ------------------------------------------------------------------------

    def people_changed(self) -> None:
        """Somebody was lost, left or came back."""
        if self._match.over or self._match.pending:
            return
        if self._suspended and self._table.presence.enough_people():
            self.open()
        elif not self._suspended and not self._table.presence.enough_people():
            self._suspended = True
            self.halt()
        else:
            self._arm()

    def when_shown(self, call: Callable[[], None]) -> None:
        """Run `call` as soon as no commit is under way; a pause has none that ends soon."""
        if self._table.paused:
            call()
        else:
            self._match.when_free(call)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
