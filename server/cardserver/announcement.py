"""What is told at once, kept for those who come back.

What lives here: Announcement, the event that goes before the server's own acts, and the
hands an open table shows. What must not: telling it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardprotocol.games.common import BY_THE_SERVER, SeatHand, TimeRanOut
from cardprotocol.messages.parts import MatchProof, Verdict
from cardrules.game import Game, Seat, Told
from cardrules.options import TableOptions


@dataclass(frozen=True, slots=True)
class Announcement:
    """What was told at once: `last` is the number of its last event.

    `hands` are all hands after it, for spectators of an open table and nobody else.
    """

    last: int
    events: tuple[Told, ...]
    verdict: Verdict | None = None
    proof: MatchProof | None = None
    hands: tuple[SeatHand, ...] = ()


def time_ran_out(seat: Seat, by: str) -> tuple[Told, ...]:
    """The event that tells that the server acted for `seat`; none for an act of its own."""
    if by in BY_THE_SERVER:
        return (Told(TimeRanOut(seat=seat, why=by)),)
    return ()


def shown_hands(game: Game, options: TableOptions) -> tuple[SeatHand, ...]:
    """Every hand where the table shows them to its spectators; none elsewhere."""
    if not options.watchers_see_hands:
        return ()
    return game.open_view().open_hands  # type: ignore[attr-defined,no-any-return]  # every view's
