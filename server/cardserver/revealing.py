"""Telling everybody at one moment: reveals planned, staggered and sent.

What lives here: the frames of a race game and their timing. What must not:
which race opens and how it ends (racing.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cardprotocol.messages.parts import RaceOpening
from cardprotocol.messages.to_client import Events, Reveal
from cardrules.game import Seat
from cardserver.reveal import RevealPlan, plan_reveal

if TYPE_CHECKING:
    from cardserver.announcement import Announcement
    from cardserver.match import Match
    from cardserver.session import Session

Plan = RevealPlan["Seat | Session"]


class Revealing:
    """Shows a match to its seats and spectators, all at the same time."""

    def __init__(self, match: Match, sent: Callable[[Seat, Session], None]) -> None:
        """`sent` is told of every seat's reveal as it goes out."""
        self._match = match
        self._table = match.table
        self._clock = match.table.clock
        self._sent = sent
        self._shown_us = 0  # when the last reveal is on the screens

    def plan(self, now_us: int) -> Plan:
        """The show time for those who are there; a silent seat holds nobody up."""
        table = self._table
        people = table.audience.seated()
        spectators = () if table.spectator_delay_us else table.audience.spectators
        return plan_reveal(
            now_us,
            {
                seat: session.path.estimate(now_us)
                for seat, session in people
                if not table.seats[seat].away
            },
            {
                **{
                    seat: session.path.estimate(now_us)
                    for seat, session in people
                    if table.seats[seat].away
                },
                **{spectator: spectator.path.estimate(now_us) for spectator in spectators},
            },
        )

    def send(
        self,
        told: Announcement | None,
        plan: Plan,
        race: int | None,
        nonces: Mapping[Seat, bytes],
    ) -> None:
        """Send one reveal in everybody's own form, each at its moment."""
        self._shown_us = plan.show_us
        for seat, session in self._table.audience.seated():
            opening = None if race is None else RaceOpening(race=race, nonce=nonces.get(seat))
            reveal = self._frame(told, seat, session, plan.show_us, opening)
            self._send_at(plan.send_us[seat], seat, session, reveal)
        if told is not None or race is not None:
            self._send_spectators(told, plan, None if race is None else RaceOpening(race=race))

    def _send_spectators(
        self, told: Announcement | None, plan: Plan, opening: RaceOpening | None
    ) -> None:
        table = self._table
        show_us = plan.show_us + table.spectator_delay_us
        for spectator in table.audience.spectators:
            reveal = self._frame(told, None, spectator, show_us, opening)
            table.audience.spectator(spectator, reveal, plan.send_us.get(spectator, show_us))

    def _send_at(self, send_us: int, seat: Seat, session: Session, reveal: Reveal) -> None:
        def send() -> None:
            if session.table is self._table:  # else it has left meanwhile
                session.send(reveal)
                self._sent(seat, session)

        delay_us = send_us - self._clock.now_us()
        if delay_us <= 0:
            send()
        else:
            self._clock.call_later_us(delay_us, send)

    def _frame(
        self,
        told: Announcement | None,
        seat: Seat | None,
        session: Session,
        show_us: int,
        opening: RaceOpening | None,
    ) -> Reveal:
        estimate = session.path.estimate(self._clock.now_us())
        return Reveal(
            seq=self._match.seq if told is None else told.last,
            at_us=estimate.to_client(show_us),
            events=tuple(event.form_for(seat) for event in told.events) if told else (),  # type: ignore[misc]
            verdict=told.verdict if told else None,
            race=opening,
            proof=told.proof if told else None,
            open_hands=told.hands if told is not None and seat is None else (),
        )

    def tell(self, told: Announcement) -> None:
        """Tell at once of something that leaves the open race as it is."""
        self.when_shown(lambda: self._tell(told))

    def _tell(self, told: Announcement) -> None:
        audience = self._table.audience
        audience.seats_each(
            lambda seat, _session: Events(
                seq=told.last,
                events=tuple(event.form_for(seat) for event in told.events),  # type: ignore[misc]
            )
        )
        public = Events(
            seq=told.last,
            events=tuple(event.public for event in told.events),  # type: ignore[misc]
            open_hands=told.hands,
        )
        audience.every_spectator(public, self._table.spectator_delay_us)

    def when_shown(self, call: Callable[[], None]) -> None:
        """Run `call` as soon as nothing is under way that its receiver may not know yet."""
        if self._match.pending and not self._table.paused:
            self._match.when_free(lambda: self.when_shown(call))
            return
        delay_us = self._shown_us - self._clock.now_us()
        if delay_us <= 0:
            call()
        else:
            self._clock.call_later_us(delay_us, lambda: self.when_shown(call))
