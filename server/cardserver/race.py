"""The judge: claims and stamps in, one verdict out. Pure; time is passed in.

What lives here: Race (who may still win, when to stop waiting, who won) and
replay. What must not: a clock, sending, rules of a game, locks.

A verdict is a function of the messages and their arrival times alone: it does
not depend on when `decide` was called, nor on the order in which seats are
listed. docs/timing.md has the mathematics.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardprotocol.errors import ErrorCode
from cardprotocol.messages.parts import ClosedBy
from cardserver.constants import WAIT_CAP_US
from cardserver.race_decision import Decision, Ending, LateClaim, Seat, TieLot, decide
from cardserver.race_log import (
    ClaimSeen,
    DropSeen,
    RaceLog,
    RaceRecord,
    ReceiptSeen,
    Seen,
    ShownSeen,
    StampSeen,
)
from cardserver.race_opening import entrant_from, entrant_record
from cardserver.race_seat import ClaimFault, Entrant, JudgedClaim, RaceSeat

__all__ = ["ClaimFault", "Decision", "Entrant", "LateClaim", "Race", "TieLot", "replay"]


class Race:
    """One open race. Feed messages in order of arrival; ask `decide` after each and at `wake_us`.

    The caller checks the card and locks first; a fault's answer goes to its
    sender alone. A claim may find the race decided already (CLAIM_LATE).
    """

    def __init__(
        self,
        race: int,
        show_us: int,
        entrants: Sequence[Entrant],
        tie_lot: TieLot,
        lead_us: int = 0,
    ) -> None:
        self._race = race
        self._show_us = show_us
        self._tie_lot = tie_lot
        self._lead_us = lead_us
        self._seats = {e.seat: RaceSeat(e) for e in sorted(entrants, key=lambda e: e.seat)}
        self._entered: list[JudgedClaim] = []
        self._pending: list[JudgedClaim] = []  # bots' claims, until the moment drawn for them
        self._changed_us = show_us  # the last message that could change the decision
        self._log = RaceLog()
        self._late: list[LateClaim] = []
        self._decision: Decision | None = None

    @property
    def number(self) -> int:
        """The race's number, as claims name it."""
        return self._race

    @property
    def show_us(self) -> int:
        """The show time T."""
        return self._show_us

    @property
    def first_claim_us(self) -> int | None:
        """When the first claim that counts entered the race."""
        return self._entered[0].entered_us if self._entered else None

    def enter(self, entrant: Entrant) -> bool:
        """Let a seat in that came back after the reveal; it is judged from T like all.

        False once a claim counts: then the next reveal is a moment away, and a
        replay could not tell the late entrant from one who was there all the time.
        """
        if self._entered or self._decision is not None:
            return False
        self._seats[entrant.seat] = RaceSeat(entrant)
        self._seats = dict(sorted(self._seats.items()))
        return True

    def take_late_claims(self) -> tuple[LateClaim, ...]:
        """Claims that came after the decision, each given once: the judge's known mistakes."""
        late, self._late = tuple(self._late), []
        return late

    def claim(
        self, seat: Seat, nonce: bytes, shown_us: int, pressed_us: int, arrived_us: int
    ) -> ClaimFault | None:
        """A legal card was claimed. None: it counts. A fault changes nothing but the watermark."""
        return self._take_claim(ClaimSeen(seat, arrived_us, nonce, shown_us, pressed_us))

    def earliest_shown_us(self, seat: Seat) -> int:
        """When the seat can have shown the reveal at the earliest (its clock); 0: any time."""
        entered = self._seats.get(seat)
        return entered.earliest_shown_us if entered is not None and entered.awaited else 0

    def shown(self, seat: Seat, shown_us: int, arrived_us: int) -> None:
        """The seat's client says when it showed the reveal."""
        if self._open_at(arrived_us, seat):
            self._log.add(ShownSeen(seat, arrived_us, shown_us))
            self._seats[seat].shown(shown_us)
            self._changed_us = max(self._changed_us, arrived_us)

    def stamp(self, seat: Seat, client_us: int, arrived_us: int) -> None:
        """Any other stamped message of the seat: a tick, a pong, a claim that was a misplay."""
        if self._open_at(arrived_us, seat):
            self._log.add(StampSeen(seat, arrived_us, client_us))
            self._seats[seat].stamp(client_us)
            self._changed_us = max(self._changed_us, arrived_us)

    def receipt(self, seat: Seat, sent_us: int, seen_us: int, arrived_us: int) -> None:
        """The seat's kernel had acknowledged the reveal and all sent until `sent_us`.

        It can make a later claim of the seat worse and does nothing else: no race ends by it.
        Stamps that arrived before it must be in, or the seat would seem to have held them back.
        """
        if self._open_at(arrived_us, seat) and self._seats[seat].receipt(
            sent_us, seen_us, self._show_us
        ):
            self._log.add(ReceiptSeen(seat, arrived_us, sent_us, seen_us))

    def drop(self, seat: Seat, now_us: int) -> None:
        """The seat is away, disconnected or gone: wait for it no longer. Its claim stays."""
        if self._open_at(now_us, seat):
            self._log.add(DropSeen(seat, now_us))
            self._seats[seat].drop()
            self._changed_us = max(self._changed_us, now_us)

    def wake_us(self, now_us: int) -> int | None:
        """The next moment at which `decide` may change without a message; None: never."""
        if self._decision is not None:
            return None
        moments = [claim.entered_us for claim in self._pending]
        due_us = self._due_us()
        if due_us is not None:
            moments.append(due_us)
        return max(now_us, min(moments)) if moments else None

    def ask_again_us(self) -> int | None:
        """When to ask seats that a stamp of now would prove nothing about; None: never."""
        best_us = self._best_us()
        open_seats = [seat for seat in self._open_seats() if not seat.proves(best_us)]
        moments = [seat.ask_us(best_us) for seat in open_seats]
        return max((moment for moment in moments if moment is not None), default=None)

    def decide(self, now_us: int) -> Decision | None:
        """The decision, once nobody can win any more but the winner; the same for ever after."""
        self._advance(now_us)
        return self._decision

    def record(self) -> RaceRecord:
        """All the judge saw, for the journal."""
        return RaceRecord(
            race=self._race,
            show_us=self._show_us,
            lead_us=self._lead_us,
            entrants=tuple(entrant_record(seat.entrant) for seat in self._seats.values()),
            messages=self._log.messages(),
            decided_us=self._decision.decided_us if self._decision else None,
        )

    def _open_at(self, arrived_us: int, seat: Seat) -> bool:
        """Whether a message of that moment can still count: closing comes before it."""
        self._advance(arrived_us)
        return self._decision is None and seat in self._seats

    def _take_claim(self, seen: ClaimSeen) -> ClaimFault | None:
        seat = self._seats.get(seen.seat)
        if seat is None:
            return ClaimFault(ErrorCode.CLAIM_NO_RACE)
        is_open = self._open_at(seen.arrived_us, seen.seat)
        judged = seat.refusal(seen) or seat.judge(seen, self._show_us)
        if not is_open:
            return self._too_late(seat, judged)
        self._log.add(seen)
        self._changed_us = max(self._changed_us, seen.arrived_us)
        if seat.entrant.drawn_us is None and not isinstance(judged, JudgedClaim):
            self._stamp_of_fault(seat, seen)
        if isinstance(judged, ClaimFault):
            return judged
        seat.claim = judged
        if judged.entered_us > seen.arrived_us:
            self._pending.append(judged)
            self._pending.sort(key=lambda claim: (claim.entered_us, claim.seat))
        else:
            self._enter(judged)
        return None

    @staticmethod
    def _stamp_of_fault(seat: RaceSeat, seen: ClaimSeen) -> None:
        """A void claim is a stamp like any other, when it is plausible."""
        if seen.nonce == seat.entrant.nonce and seat.refusal(seen) is None:
            seat.stamp(seen.pressed_us)

    def _too_late(self, seat: RaceSeat, judged: JudgedClaim | ClaimFault) -> ClaimFault:
        if isinstance(judged, ClaimFault):
            return judged
        seat.claim = judged
        assert self._decision is not None
        best_us = self._decision.verdict.claims[0].judged_us
        better = judged.judged_us < best_us
        self._late.append(LateClaim(judged.seat, judged.judged_us, better))
        return ClaimFault(ErrorCode.CLAIM_LATE)

    def _enter(self, claim: JudgedClaim) -> None:
        self._entered.append(claim)
        self._changed_us = max(self._changed_us, claim.entered_us)

    def _advance(self, now_us: int) -> None:
        """Let drawn moments up to `now_us` come, and decide if that is due."""
        while self._decision is None:
            due_us = self._due_us()
            limit_us = now_us if due_us is None else min(now_us, due_us)
            if self._pending and self._pending[0].entered_us <= limit_us:
                self._enter(self._pending.pop(0))
                continue
            if due_us is not None and due_us <= now_us:
                self._decision = self._decide_at(due_us)
            return

    def _best_us(self) -> int:
        return min(claim.judged_us for claim in self._entered)

    def _open_seats(self) -> list[RaceSeat]:
        """Seats that could still claim and are waited for."""
        judged = {claim.seat for claim in self._entered}
        return [s for s in self._seats.values() if s.awaited and s.entrant.seat not in judged]

    def _due_us(self) -> int | None:
        """When the race closes if no further message comes; None before the first claim."""
        if not self._entered:
            return None
        best_us = self._best_us()
        bounds = [s.bound_us(best_us) for s in self._open_seats() if not s.proves(best_us)]
        cap_us = self._entered[0].entered_us + WAIT_CAP_US
        return max(self._changed_us, min(cap_us, max(bounds, default=0)))

    def _decide_at(self, decided_us: int) -> Decision:
        best_us = self._best_us()
        waiting = [s for s in self._open_seats() if not s.proves(best_us)]
        ending = Ending(
            race=self._race,
            show_us=self._show_us,
            lead_us=self._lead_us,
            decided_us=decided_us,
            closed_by=self._closed_by(waiting, best_us, decided_us),
            unentered=tuple(claim.seat for claim in self._pending),
            silent=frozenset(s.entrant.seat for s in waiting if not s.heard),
        )
        return decide(ending, self._entered, self._tie_lot)

    @staticmethod
    def _closed_by(waiting: list[RaceSeat], best_us: int, decided_us: int) -> ClosedBy:
        if not waiting:
            return ClosedBy.PROOF
        if all(s.bound_us(best_us) <= decided_us for s in waiting):
            return ClosedBy.BOUND
        return ClosedBy.CAP


def replay(record: RaceRecord, tie_lot: TieLot) -> Decision | None:
    """Judge a recorded race again: the same record gives the same decision.

    None if the record holds no claim that counts (the race was void).
    """
    entrants = [entrant_from(entrant) for entrant in record.entrants]
    race = Race(record.race, record.show_us, entrants, tie_lot, record.lead_us)
    for seen in record.messages:
        _again(race, seen)
    wake_us = race.wake_us(record.show_us)
    while wake_us is not None:
        decision = race.decide(wake_us)
        if decision is not None:
            return decision
        wake_us = race.wake_us(wake_us)
    return race.decide(record.show_us)


def _again(race: Race, seen: Seen) -> None:
    match seen:
        case ClaimSeen():
            race.claim(seen.seat, seen.nonce, seen.shown_us, seen.pressed_us, seen.arrived_us)
        case ShownSeen():
            race.shown(seen.seat, seen.shown_us, seen.arrived_us)
        case StampSeen():
            race.stamp(seen.seat, seen.client_us, seen.arrived_us)
        case ReceiptSeen():
            race.receipt(seen.seat, seen.sent_us, seen.seen_us, seen.arrived_us)
        case DropSeen():
            race.drop(seen.seat, seen.arrived_us)
