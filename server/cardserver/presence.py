"""Who is there: lost and returning players of a table, absence, and whether play can go on.

What lives here: everything that follows from connections coming and going.
What must not: giving or freeing seats (seating.py), rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardprotocol.errors import ErrorCode
from cardserver.refusal import Refusal
from cardserver.seats import SeatState

if TYPE_CHECKING:
    from cardserver.ports import Timer
    from cardserver.session import Session
    from cardserver.table import Table


# The first pings of a connection take 240 ms and a round trip. A race that opened before they are
# answered would be one without compensation. Paths of over 300 ms are seen late anyway, and a
# client that never answers is waited for no longer either.
LEARNING_US: Final = 600_000
LEARNING_STEP_US: Final = 20_000

# A seat is away when no stamp came for that long: idle clients answer a ping each second,
# clients in a race tick each 25 ms.
AWAY_IDLE_US: Final = 2_500_000
AWAY_ARMED_US: Final = 1_000_000


class Presence:
    """The connectedness of `table`'s seats."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._quiet_until_us = 0  # after a restart: time for people to come back
        self._learning_until_us: int | None = None
        self._graces: dict[SeatState, Timer] = {}  # what waits for those who are lost

    def restarted(self) -> None:
        """The server came back: everybody is lost for now, and has time to return."""
        now_us = self._table.clock.now_us()
        self._quiet_until_us = now_us + self._table.settings.restart_wait_us
        for state in self._table.seats.values():
            state.absent_us = self._quiet_until_us  # its grace counts from there
            self._watch_absence(state)
        self._table.clock.call_later_us(self._table.settings.restart_wait_us, self.people_changed)

    def lost(self, session: Session) -> None:
        """A connection at this table is gone."""
        if self._table.audience.dismiss(session):
            self._table.announce()
            self._table.server.lobby.drop_if_deserted(self._table)
            return
        seat = self._table.seat_of(session)
        if seat is None:
            return
        state = self._table.seats[seat]
        state.absent_us = self._table.clock.now_us()
        state.ready = False
        self._watch_absence(state)
        self.people_changed()

    def _watch_absence(self, state: SeatState) -> None:
        now_us = self._table.clock.now_us()
        grace_us = self._table.options.absent_seconds * 1_000_000

        def grace_over() -> None:
            self._graces.pop(state, None)
            if self._table.seats.get(state.seat) is state and state.missing(
                self._table.clock.now_us(), grace_us
            ):
                self._absent(state)

        self._forget_grace(state)
        lost_us = now_us if state.absent_us is None else state.absent_us
        self._graces[state] = self._table.clock.call_later_us(
            lost_us + grace_us - now_us, grace_over
        )

    def _forget_grace(self, state: SeatState) -> None:
        timer = self._graces.pop(state, None)
        if timer is not None:
            timer.cancel()

    def _absent(self, state: SeatState) -> None:
        if not self._table.playing:
            self._table.seating.free_seat(state)
            return
        self.people_changed()

    def back(self, session: Session, seq: int, request: int | None) -> None:
        """The player of a waiting seat is here again, and at the table once nothing is under way.

        Before that it would be told what is under way ahead of what it missed.
        """
        self._table.check_sound()
        match = self._table.match
        if match is None:
            self._back(session, seq, request)
        else:
            match.pacer.when_shown(
                lambda: session.attempt(lambda: self._back(session, seq, request), request)
            )

    def _back(self, session: Session, seq: int, request: int | None) -> None:
        seat = self._table.seat_of(session)
        player = session.player
        if player is None or player.session is not session:
            return  # gone again meanwhile
        if seat is None:
            raise Refusal(ErrorCode.TABLE_NOT_AT)
        if session.table is not None:
            raise Refusal(ErrorCode.TABLE_ALREADY_AT)
        state = self._table.seats[seat]
        session.table = self._table
        self._forget_grace(state)
        state.absent_us = None
        gave_up, state.gave_up = state.gave_up, False
        player.seated = self._table.name
        if gave_up:
            self._table.seating.note_standing(state)
        self._table.send_view(session, seq, request)
        self.people_changed()

    def people_changed(self) -> None:
        """Tell the table, and let the match go on, wait or stop accordingly."""
        self._table.announce()
        if not self._table.playing or self._table.match is None or self._table.frozen:
            return
        if self._must_stop():
            self._table.match.stop()
        else:
            self._table.match.pacer.people_changed()

    def _must_stop(self) -> bool:
        """PA18, DA40: fewer than two seats have somebody there, or may have him back in time."""
        missing = self.missing_seats()
        playing = self._table.match.game.seats if self._table.match is not None else ()
        if len(set(playing) - missing) < 2:
            return True
        return bool(missing) and self._table.options.absent == "stop_game"

    def missing_seats(self) -> frozenset[int]:
        """Seats the server plays for."""
        now_us = self._table.clock.now_us()
        grace_us = self._table.options.absent_seconds * 1_000_000
        return frozenset(
            s for s, state in self._table.seats.items() if state.missing(now_us, grace_us)
        )

    def unheard_seats(self) -> frozenset[int]:
        """Seats no race waits for: lost, given up or silent."""
        states = self._table.seats.items()
        return frozenset(s for s, st in states if not st.connected or st.gave_up or st.away)

    def enough_people(self) -> bool:
        """Whether play can go on now: two seats connected, and after a restart time to return."""
        states = list(self._table.seats.values())
        connected = sum(state.connected for state in states)
        hoped_for = sum(not state.gave_up for state in states)
        if self._table.clock.now_us() < self._quiet_until_us and connected < hoped_for:
            return False
        return connected >= 2

    def match_begins(self) -> None:
        """Clocks may be waited for again, once."""
        self._learning_until_us = None

    def clocks_unknown(self) -> bool:
        """Whether a match's first race still waits for clocks of people who have just come.

        Never for longer than 0.6 s in all, whoever comes and goes.
        """
        now_us = self._table.clock.now_us()
        if self._learning_until_us is None:
            self._learning_until_us = now_us + LEARNING_US
        return now_us < self._learning_until_us and any(
            now_us - session.greeted_us < LEARNING_US and not session.path.estimate(now_us).synced
            for _seat, session in self._table.audience.seated()
        )

    def mark_away(self, now_us: int, silence_us: int) -> bool:
        """Note which connected seats were silent for `silence_us`; True if any changed."""
        changed = False
        for state in self._table.seats.values():
            session = state.session
            heard_us = None if session is None else session.path.last_heard_us
            away = heard_us is not None and now_us - heard_us > silence_us
            changed |= away != state.away
            if state.away and not away and session is not None:
                session.path.resync()  # suspended or cut off: its clock may have jumped
            state.away = away
        if changed:
            self._table.announce()
        return changed
