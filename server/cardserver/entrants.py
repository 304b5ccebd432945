"""What the judge is told of each seat when a race opens, and what its end costs them.

What lives here: making Entrants from seats, settling credits. What must not: judging.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from cardrules.game import Seat
from cardrules.lots import Lots
from cardserver.race import Decision, Entrant, TieLot
from cardserver.reactions import drawn_reaction_us

if TYPE_CHECKING:
    from cardserver.match import Match
    from cardserver.reveal import RevealPlan
    from cardserver.session import Session
    from cardserver.table import Table

NONCE_BYTES: Final = 8


def make_entrant(
    match: Match,
    race: int,
    seat: Seat,
    session: Session,
    show_us: int,
    expected_us: int,
    nonce: bytes,
) -> Entrant:
    """The entrant of `seat` in `race`, shown at `show_us`, expected to see it at `expected_us`."""
    table = match.table
    state = table.seats[seat]
    bot = state.player.bot
    estimate = session.path.estimate(table.clock.now_us())
    return Entrant(
        seat=seat,
        nonce=nonce,
        expected_us=expected_us,
        at_client_us=estimate.to_client(show_us),
        estimate=estimate,
        credit_us=state.player.credit.available_us(estimate),
        awaited=not state.away and not state.gave_up,
        stamped_us=None,
        drawn_us=drawn_reaction_us(match.lots, table.options, race, seat) if bot else None,
    )


def make_entrants(
    match: Match,
    race: int,
    racers: frozenset[Seat],
    plan: RevealPlan[Seat | Session],
    nonces: Mapping[Seat, bytes],
) -> list[Entrant]:
    """Those of `racers` who are there, as the reveal of `race` was planned."""
    return [
        make_entrant(match, race, seat, session, plan.show_us, plan.expected_us[seat], nonces[seat])
        for seat, session in match.table.audience.seated()
        if seat in racers
    ]


def dead_heat_lot(lots: Lots, race: int) -> TieLot:
    """How a dead heat of `race` is decided: from the committed seed (docs/deals.md)."""
    return lambda seats: seats[lots.draw("dead_heat", race, len(seats))]


def settle_credits(table: Table, decision: Decision) -> None:
    """Each seat that is there pays for what its claim used, and gains what its path needs."""
    for seat, session in table.audience.seated():
        table.seats[seat].player.credit.settle(
            decision.used_us.get(seat),
            session.path.estimate(decision.decided_us),
            silent=seat in decision.silent,
        )
