"""A table of the virtual LAN: clients on their links, and the real judge at the other end.

What lives here: VirtualTable, which plays race after race as the server does
(PathModel, Credit, plan_reveal, Race), and the truth of each race. What must
not: scoring, profiles. The next reveal goes out with the verdict, so races
follow one another without a pause, as within a round.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from cardserver.clocksync import ClockEstimate
from cardserver.constants import RECEIPT_POLL_US, TICK_US
from cardserver.credit import Credit
from cardserver.race import Entrant, Race
from cardserver.reveal import plan_reveal
from tests.support.virtual_lan import Kernel, World
from tests.support.virtual_lan_profiles import loop_noise_us
from tests.support.virtual_lan_seat import PlayedRace, VirtualSeat


class VirtualTable:
    """Plays `races` races after `warm_us` of armed traffic; `played` has them all."""

    def __init__(
        self, rng: random.Random, seats: Sequence[VirtualSeat], *, always_holding: int | None = 0
    ) -> None:
        self.world = World()
        self.rng = rng
        self.seats = list(seats)
        self._holder_rng = random.Random(rng.random())  # the same races, whatever the habits
        self.played: list[PlayedRace] = []
        self.holders: Callable[[], list[int]] = self._draw_holders
        self._always = always_holding
        self._by_seat = {seat.seat: seat for seat in self.seats}
        self._pings = 0
        self._wake_us: int | None = None
        self._wanted = 0
        self.receipts = all(seat.use_kernel for seat in seats)
        for seat in self.seats:
            self.world.at(self.world.now_us, self._ping_on, seat)
            phase = rng.randrange(TICK_US)
            self.world.at(self.world.now_us + 300_000 + phase, self._tick, seat)

    def warm(self, for_us: int) -> None:
        """Let pings and ticks run, so that the paths are known."""
        end_us = self.world.now_us + for_us
        self.world.run(lambda: self.world.now_us >= end_us)

    def play(self, races: int) -> list[PlayedRace]:
        """Play until `races` more are decided; returns them (the last one's rest is played out)."""
        begin = len(self.played)
        self._wanted = begin + races
        if not self.played or self.played[-1].decision is not None:
            self._open()
        self.world.run(lambda: len(self.played) == self._wanted and self._over())
        self.warm(400_000)
        return self.played[begin : self._wanted]

    # --- the server ---------------------------------------------------------------------------

    def _over(self) -> bool:
        return self.played[-1].decision is not None

    def _draw_holders(self) -> list[int]:
        """Two to four seats hold the wanted rank, the first one always."""
        names = [s.seat for s in self.seats if not s.habit.dead]
        count = self._holder_rng.randint(2, min(4, len(names)))
        if self._always is None:
            return sorted(self._holder_rng.sample(names, count))
        others = [name for name in names if name != self._always]
        return [self._always, *sorted(self._holder_rng.sample(others, count - 1))]

    def _open(self) -> None:
        now_us = self.world.now_us
        number = len(self.played)
        estimates = {s.seat: s.path.estimate(now_us) for s in self.seats}
        plan = plan_reveal(now_us, estimates)
        entrants = [self._entrant(s, plan.expected_us, plan.show_us, estimates) for s in self.seats]
        reactions = {name: self._by_seat[name].reflexes.draw_us() for name in self.holders()}
        lead_us = plan.show_us - now_us
        race = Race(number, plan.show_us, entrants, self.lot, lead_us)
        self.played.append(PlayedRace(number, reactions, race, plan.show_us, lead_us, estimates))
        for entrant in entrants:
            seat = self._by_seat[entrant.seat]
            self.world.at(plan.send_us[seat.seat], self._send_reveal, seat, entrant, number)

    def _entrant(
        self,
        seat: VirtualSeat,
        expected_us: Mapping[int, int],
        show_us: int,
        estimates: dict[int, ClockEstimate],
    ) -> Entrant:
        estimate = estimates[seat.seat]
        if seat.habit.saves:
            seat.credit = Credit()
        return Entrant(
            seat=seat.seat,
            nonce=self.rng.randbytes(8),
            expected_us=expected_us[seat.seat],
            at_client_us=estimate.to_client(show_us),
            estimate=estimate,
            credit_us=seat.credit.available_us(estimate),
            awaited=True,
        )

    def lot(self, seats: Sequence[int]) -> int:
        """A fair lot."""
        return self.rng.choice(list(seats))

    def _send_reveal(self, seat: VirtualSeat, entrant: Entrant, number: int) -> None:
        arrives_us = self._carry_down(seat)
        seat.revealed, seat.revealed_us = number, self.world.now_us
        self._ask_kernel(seat, number)
        if not seat.habit.dead:
            self.world.at(arrives_us, self._got_reveal, seat, entrant, number)

    def _ping_on(self, seat: VirtualSeat) -> None:
        due_us = seat.path.next_ping_us(self.world.now_us, armed=True)
        if due_us <= self.world.now_us:
            self._ping(seat)
            due_us = seat.path.next_ping_us(self.world.now_us, armed=True)
        self.world.at(due_us, self._ping_on, seat)

    def _ping(self, seat: VirtualSeat) -> None:
        now_us = self.world.now_us
        self._pings += 1
        seat.path.ping_sent(self._pings, now_us)
        arrives_us = self._carry_down(seat)
        if seat.habit.dead:
            return
        self.world.at(
            arrives_us + seat.habit.pong_delay_us(self.rng), self._pong, seat, self._pings
        )

    def _carry_down(self, seat: VirtualSeat) -> int:
        """Send one message; its kernel acknowledges it in time if its program does not."""
        arrives_us = seat.down.carry(self.world.now_us)
        seat.kernel.carried(self.world.now_us, arrives_us)
        self.world.at(arrives_us + Kernel.DELAYED_ACK_US, self._acknowledge, seat, arrives_us)
        return arrives_us

    def _ask_kernel(self, seat: VirtualSeat, number: int) -> None:
        if number == len(self.played) - 1 and self.receipts:
            self._look_for_receipt(seat)
            self.world.at(self.world.now_us + RECEIPT_POLL_US, self._ask_kernel, seat, number)

    def _look_for_receipt(self, seat: VirtualSeat) -> None:
        if self.receipts and self.played:
            self.played[-1].acknowledged(seat, self.world.now_us)

    def _stamped(self, seat: VirtualSeat, sent_us: int) -> Kernel | None:
        seat.kernel.heard(sent_us, self.world.now_us)
        return seat.kernel if seat.use_kernel else None

    def _got_stamp(self, seat: VirtualSeat, sent_us: int, client_us: int, number: int) -> None:
        """A tick (`number` -1) or a `shown` arrived."""
        now_us = self.world.now_us
        if seat.path.stamp(client_us, now_us, self._stamped(seat, sent_us)) is not None:
            return
        if number >= 0:
            self.played[number].race.shown(seat.seat, client_us, now_us)
        elif self.played:
            self.played[-1].race.stamp(seat.seat, client_us, now_us)
        self._look_for_receipt(seat)
        self._decide()

    def _got_pong(
        self, seat: VirtualSeat, sent_us: int, ping: int, received: int, replied: int
    ) -> None:
        kernel = self._stamped(seat, sent_us)
        fault = seat.path.pong(ping, received, replied, self.world.now_us, kernel)
        if fault is None and self.played:
            self.played[-1].race.stamp(seat.seat, replied, self.world.now_us)
            self._look_for_receipt(seat)
            self._decide()

    def _got_claim(
        self,
        seat: VirtualSeat,
        sent_us: int,
        entrant: Entrant,
        number: int,
        stamps: tuple[int, int],
    ) -> None:
        shown_us, pressed_us = stamps
        now_us = self.world.now_us
        seat.path.stamp(pressed_us, now_us, self._stamped(seat, sent_us), press=True)
        race = self.played[number].race
        before = race.first_claim_us
        fault = race.claim(seat.seat, entrant.nonce, shown_us, pressed_us, now_us)
        if fault is not None or number != len(self.played) - 1:
            return
        if before is None:
            for other in self.seats:
                if other is not seat:
                    self._ping(other)
        self._decide()

    def _decide(self) -> None:
        if not self.played or self._over():
            return
        now_us = self.world.now_us
        played = self.played[-1]
        played.decision = played.race.decide(now_us)
        if played.decision is None:
            wake_us = played.race.wake_us(now_us)
            if wake_us is not None and wake_us != self._wake_us:
                self._wake_us = wake_us
                self.world.at(wake_us, self._decide)
            return
        for seat in self.seats:
            used_us = played.decision.used_us.get(seat.seat)
            silent = seat.seat in played.decision.silent
            seat.credit.settle(used_us, played.estimates[seat.seat], silent=silent)
        if len(self.played) < self._wanted:
            self._open()

    # --- the clients --------------------------------------------------------------------------

    def _send(self, seat: VirtualSeat, receive: Callable[..., object], *args: object) -> None:
        now_us = self.world.now_us
        seat.kernel.says(now_us)
        self.world.at(seat.up.carry(now_us), receive, seat, now_us, *args)

    def _acknowledge(self, seat: VirtualSeat, received_us: int) -> None:
        if seat.kernel.owes(received_us):
            self._send(seat, self._stamped)

    def _tick(self, seat: VirtualSeat) -> None:
        now_us = self.world.now_us
        self.world.at(now_us + TICK_US, self._tick, seat)
        if seat.habit.dead or seat.hushed:
            return
        stamp_us = seat.clock.reads(now_us)
        held_us = seat.habit.held_us(self.rng) + seat.lag_us
        if held_us:
            seat.held_until_us = max(seat.held_until_us, now_us + held_us)
            self.world.at(seat.held_until_us, self._send_held, seat, stamp_us)
        else:
            self._send(seat, self._got_stamp, stamp_us, -1)

    def _send_held(self, seat: VirtualSeat, stamp_us: int) -> None:
        if stamp_us > seat.said_us:  # older than what was said since, it would be impossible
            self._send(seat, self._got_stamp, stamp_us, -1)

    def _pong(self, seat: VirtualSeat, ping: int) -> None:
        if seat.hushed:
            return
        received_us = seat.clock.reads(self.world.now_us)
        if seat.lag_us:
            self.world.at(self.world.now_us + seat.lag_us, self._send_pong, seat, ping, received_us)
        else:
            self._send_pong(seat, ping, received_us)

    def _send_pong(self, seat: VirtualSeat, ping: int, received_us: int) -> None:
        if seat.lag_us and received_us + 15 < seat.said_us:
            return  # older than what it has said since, it would be impossible
        seat.said_us = received_us + 15
        self._send(seat, self._got_pong, ping, received_us, received_us + 15)

    def _say_shown(self, seat: VirtualSeat, said_us: int, number: int) -> None:
        seat.said_us = said_us
        self._send(seat, self._got_stamp, said_us, number)

    def _got_reveal(self, seat: VirtualSeat, entrant: Entrant, number: int) -> None:
        now_us = self.world.now_us
        seen_us = now_us
        if not seat.habit.early:
            seen_us = max(now_us, seat.clock.when(entrant.at_client_us))
        self.world.at(seen_us, self._show, seat, entrant, number)

    def _show(self, seat: VirtualSeat, entrant: Entrant, number: int) -> None:
        now_us = self.world.now_us
        seat.playing = number
        played = self.played[number]
        played.shown_us[seat.seat] = now_us
        noise_us = loop_noise_us(self.rng)
        shown_us = seat.clock.reads(now_us + noise_us)
        seat.hushed = seat.habit.silent
        if not seat.hushed:
            said_us = seat.habit.shown_report(shown_us, entrant.at_client_us)
            said_at_us = max(now_us + noise_us, seat.clock.when(said_us)) + seat.lag_us
            self.world.at(said_at_us, self._say_shown, seat, said_us, number)
        reaction_us = played.reactions.get(seat.seat)
        if reaction_us is not None:
            pressed_us = now_us + reaction_us + loop_noise_us(self.rng)
            self.world.at(pressed_us, self._press, seat, entrant, number, shown_us)

    def _press(self, seat: VirtualSeat, entrant: Entrant, number: int, shown_us: int) -> None:
        if seat.playing != number:
            return  # the next reveal was shown before: there is nothing left to press for
        pressed_us = seat.clock.reads(self.world.now_us)
        stamps = seat.habit.report(shown_us, pressed_us, entrant.at_client_us)
        seat.said_us = stamps[1]
        self._send(seat, self._got_claim, entrant, number, stamps)
        seat.hushed = False
