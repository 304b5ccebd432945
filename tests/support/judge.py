"""Short hands for tests of the judge: seats whose clock is the server's, and claims in words.

What lives here: builders. What must not: assertions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardserver.clocksync import UNSYNCED, ClockEstimate
from cardserver.race import ClaimFault, Decision, Entrant, Race

SHOW_US = 1_000_000_000
NONCE = b"noncense"
MS = 1_000


def path(
    one_way_us: int = 200, *, allowance_us: int = 3_000, refill_us: int = 1_000
) -> ClockEstimate:
    """A well-known symmetric path whose client's clock is the server's."""
    return replace(
        UNSYNCED,
        synced=True,
        rtt_us=2 * one_way_us,
        one_way_us=one_way_us,
        allowance_us=allowance_us,
        refill_us=refill_us,
        noise_us=300,
        uncertainty_us=one_way_us + 300,
        quality="good",
    )


def entrant(
    seat: int,
    one_way_us: int = 200,
    *,
    credit_us: int = 3_000,
    awaited: bool = True,
    drawn_us: int | None = None,
    stamped_us: int | None = None,
) -> Entrant:
    """A seat that is expected to see the reveal at the show time."""
    return Entrant(
        seat=seat,
        nonce=NONCE,
        expected_us=SHOW_US,
        at_client_us=SHOW_US,
        estimate=path(one_way_us, allowance_us=credit_us),
        credit_us=credit_us,
        awaited=awaited,
        stamped_us=stamped_us,
        drawn_us=drawn_us,
    )


def race(*entrants: Entrant, number: int = 1) -> Race:
    """A race whose lots go to the lowest seat."""
    return Race(number, SHOW_US, entrants, first_seat)


def first_seat(seats: Sequence[int]) -> int:
    """A lot that is none."""
    return seats[0]


def press(
    race: Race,
    seat: int,
    reaction_us: int,
    *,
    one_way_us: int = 200,
    late_us: int = 0,
    nonce: bytes = NONCE,
) -> ClaimFault | None:
    """An honest claim: shown at T, pressed `reaction_us` later, arriving in due time."""
    pressed_us = SHOW_US + reaction_us
    return race.claim(seat, nonce, SHOW_US, pressed_us, pressed_us + one_way_us + late_us)


def shown(race: Race, seat: int, *, one_way_us: int = 200) -> None:
    """An honest `shown`."""
    race.shown(seat, SHOW_US, SHOW_US + one_way_us)


def tick(race: Race, seat: int, after_us: int, *, one_way_us: int = 200) -> None:
    """An honest tick, `after_us` after T."""
    race.stamp(seat, SHOW_US + after_us, SHOW_US + after_us + one_way_us)


def end(race: Race) -> Decision:
    """The decision, whatever it takes."""
    now_us = SHOW_US
    while True:
        decision = race.decide(now_us)
        if decision is not None:
            return decision
        wake_us = race.wake_us(now_us)
        assert wake_us is not None, "nothing is to come"
        now_us = wake_us


def receipt(race: Race, seat: int, sent_after_us: int, seen_after_us: int) -> None:
    """The seat's kernel acknowledged what was sent at T + the first, as seen at T + the second."""
    seen_us = SHOW_US + seen_after_us
    race.receipt(seat, SHOW_US + sent_after_us, seen_us, seen_us)
