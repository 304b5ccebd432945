"""The end of a race: from the claims that count to a Decision with its evidence.

What lives here: dead heats, the margin, the verdict for all to see. What must
not: when a race ends (race.py), what a claim is worth (race_seat.py). Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cardprotocol.messages.parts import ClosedBy, Verdict
from cardserver.constants import DEAD_HEAT_US
from cardserver.race_seat import JudgedClaim

Seat = int
TieLot = Callable[[Sequence[Seat]], Seat]  # one of these seats (ascending), by lot


@dataclass(frozen=True, slots=True)
class Decision:
    """Who won, on what evidence. Never changes once given.

    `used_us` is the credit each judged claim used, to be settled with
    Credit. `unentered` are bots whose drawn moment had not come: their claim
    is late, and not public. `silent` are seats that held the race up by
    sending no stamp at all.
    """

    winner: Seat
    verdict: Verdict
    used_us: Mapping[Seat, int]
    decided_us: int
    unentered: tuple[Seat, ...] = ()
    silent: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class LateClaim:
    """A claim that came after the decision, and what it would have been worth."""

    seat: Seat
    judged_us: int
    would_have_won: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """A race as it closes: when, why, its lead, and who was still waited for."""

    race: int
    show_us: int
    lead_us: int
    decided_us: int
    closed_by: ClosedBy
    unentered: tuple[Seat, ...]
    silent: frozenset[Seat]


def decide(ending: Ending, claims: Sequence[JudgedClaim], tie_lot: TieLot) -> Decision:
    """The decision among `claims` (at least one, in the order in which they entered)."""
    ranked = sorted(claims, key=lambda claim: (claim.judged_us, claim.seat))
    best_us = ranked[0].judged_us
    level = sorted(c.seat for c in ranked if c.judged_us <= best_us + DEAD_HEAT_US)
    lots = len(level) > 1
    winner = tie_lot(level) if lots else level[0]
    verdict = Verdict(
        race=ending.race,
        closed_by=ending.closed_by,
        waited_us=ending.decided_us - claims[0].entered_us,
        winner=winner,
        margin_us=_margin_us(ranked, winner),
        claims=tuple(
            claim.evidence(ending.show_us, best_us, lot=lots and claim.seat in level)
            for claim in ranked
        ),
        lead_us=ending.lead_us,
    )
    return Decision(
        winner=winner,
        verdict=verdict,
        used_us={claim.seat: max(0, claim.credit_us) for claim in ranked},
        decided_us=ending.decided_us,
        unentered=ending.unentered,
        silent=ending.silent,
    )


def _margin_us(ranked: Sequence[JudgedClaim], winner: Seat) -> int | None:
    """From the winner's judged time to the next best one's; 0 if a lot preferred the slower."""
    own_us = next(claim.judged_us for claim in ranked if claim.seat == winner)
    others = [claim.judged_us for claim in ranked if claim.seat != winner]
    return max(0, min(others) - own_us) if others else None
