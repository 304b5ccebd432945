"""Who sits down, moves, watches and leaves at one table.

What lives here: everything that gives or frees a seat. What must not: who is
connected (presence.py), readiness and matches (table.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_server as said
from cardprotocol.messages.to_client import Table as TableMessage
from cardserver.records import AnyRecord, NameClaimed, SeatLeft, SeatTaken
from cardserver.refusal import Refusal
from cardserver.seats import SeatState
from cardserver.table_words import table_info

if TYPE_CHECKING:
    from cardserver.people import Player
    from cardserver.session import Session
    from cardserver.table import Table


class Seating:
    """The seats and spectators of `table`, as people take and leave them."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def check_may_sit(self, player: Player, seat: int | None) -> int:
        """The seat `player` would get; Refusal if there is none for him."""
        if self._table.playing:
            raise Refusal(ErrorCode.TABLE_IN_MATCH)
        if player.bot and getattr(self._table.options, "bots_race", "") == "none":
            raise Refusal(ErrorCode.TABLE_BOTS)
        free = [n for n in range(self._table.kind.most_seats) if n not in self._table.seats]
        if not free:
            raise Refusal(ErrorCode.TABLE_FULL)
        if seat is None:
            return free[0]
        if seat >= self._table.kind.most_seats:
            raise Refusal(
                ErrorCode.TABLE_SEAT,
                field="seat",
                value=str(seat),
                expected=f"0 to {self._table.kind.most_seats - 1}",
            )
        if seat not in free:
            taken = ", ".join(map(str, free))
            raise Refusal(ErrorCode.TABLE_SEAT_TAKEN, field="seat", value=str(seat), expected=taken)
        return seat

    def sit(
        self, session: Session, seat: int, request: int | None, *, also: Sequence[AnyRecord] = ()
    ) -> None:
        """Give `seat` to the session's player; told once it is durable."""
        player = session.player
        assert player is not None
        state = SeatState(seat, player, self._table)
        self._table.seats[seat] = state
        session.table = self._table
        player.seated = self._table.name
        if session in self._table.audience.watchers:
            self._table.audience.watchers.remove(session)
        self.choose_host()
        taken = SeatTaken(
            table=self._table.name,
            seat=seat,
            name=player.name,
            bot=player.bot,
            host=self._table.host == seat,
        )
        claimed = [] if player.lasting else [_name_claimed(player)]
        player.lasting = True

        def sat() -> None:
            self._table.send_view(session, 0, request)
            self._table.announce()

        def not_sat(text: str) -> None:
            if claimed:  # nothing of it was written: the next seat must claim the name again
                player.lasting = False
            self._free_seat(seat, state)
            session.table = None
            self._table.server.lobby.drop_if_deserted(self._table)
            session.send(Refusal(ErrorCode.SERVER_STORAGE, expected=text).message(request))

        self._table.append([*also, *claimed, taken], sat, not_sat)

    def choose_host(self) -> None:
        """A person who is host stays it; else the first person to have come, else a bot."""
        table = self._table
        if table.host in table.seats and not table.seats[table.host].player.bot:
            return
        people = [seat for seat, state in table.seats.items() if not state.player.bot]
        table.host = next(iter(people), next(iter(table.seats), None))

    def _free_seat(self, seat: int, state: SeatState) -> None:
        if self._table.seats.get(seat) is state:
            del self._table.seats[seat]
        if state.player.seated == self._table.name:
            state.player.seated = ""
        self.choose_host()

    def free_seat(self, state: SeatState) -> None:
        """Free a seat between matches, and tell."""
        session = state.session
        if session is not None:
            session.table = None
        self._free_seat(state.seat, state)
        self._table.append(
            [SeatLeft(table=self._table.name, seat=state.seat)],
            self._table.announce,
            self._table.storage_failed,
        )
        self._table.server.lobby.drop_if_deserted(self._table)

    def take_seat(self, session: Session, message: said.TakeSeat) -> None:
        """Move to a free seat, or from watching to playing."""
        assert session.player is not None
        old = self._table.seat_of(session)
        seat = self.check_may_sit(session.player, message.seat)
        also: list[AnyRecord] = []
        if old is not None:
            del self._table.seats[old]
            also.append(SeatLeft(table=self._table.name, seat=old))
        self.sit(session, seat, message.id, also=also)

    def watch(self, session: Session, request: int | None) -> None:
        """Follow the table as a spectator."""
        if len(self._table.audience.watchers) >= self._table.settings.limits.watchers:
            raise Refusal(ErrorCode.TABLE_FULL, expected="fewer spectators")
        session.table = self._table
        if (
            self._table.match is not None
            and not self._table.match.over
            and self._table.watch_delay_us
        ):
            # A view now would be earlier than the delay allows: wait for it.
            session.send(TableMessage(re=request, table=table_info(self._table)))
            self._table.clock.call_later_us(
                self._table.watch_delay_us, lambda: self._watch_late(session)
            )
        else:
            self._table.audience.watchers.append(session)
            self._table.send_view(session, 0, request)
        self._table.announce()

    def _watch_late(self, session: Session) -> None:
        if session.table is self._table and not session.gone:
            self._table.audience.watchers.append(session)

    def leave(self, session: Session, request: int | None) -> None:
        """Leave on purpose; in a match the server plays on for the seat."""
        seat = self._table.seat_of(session)
        session.table = None
        if session in self._table.audience.watchers:
            self._table.audience.watchers.remove(session)
        session.done(request)
        if seat is not None:
            self.give_up_seat(self._table.seats[seat])
        else:
            self._table.announce()
        self._table.server.lobby.drop_if_deserted(self._table)

    def give_up_seat(self, state: SeatState) -> None:
        """Its player does not want the seat any more."""
        if not self._table.playing:
            self.free_seat(state)
            return
        state.gave_up = True
        if state.player.seated == self._table.name:
            state.player.seated = ""
        if state.absent_us is None:
            state.absent_us = self._table.clock.now_us()
        assert self._table.match is not None
        self._table.match.give_up(state.seat)
        self._table.presence.people_changed()

    def remove_player(self, session: Session, message: said.RemovePlayer) -> None:
        """The host frees a seat between matches."""
        self._table.check_host(session)
        if self._table.playing:
            raise Refusal(ErrorCode.TABLE_IN_MATCH)
        state = self._table.seats.get(message.seat)
        if state is None:
            taken = ", ".join(str(seat) for seat in sorted(self._table.seats))
            raise Refusal(
                ErrorCode.TABLE_SEAT, field="seat", value=str(message.seat), expected=taken
            )
        removed = state.session
        self.free_seat(state)
        if removed is not None:
            removed.send(
                Refusal(ErrorCode.TABLE_NOT_AT, expected="removed by the host").message(None)
            )
        session.done(message.id)


def _name_claimed(player: Player) -> NameClaimed:
    return NameClaimed(
        name=player.name, folded=player.folded, token_hash=player.token_hash, bot=player.bot
    )
