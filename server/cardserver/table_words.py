"""A table as it is told: its line in the lobby, and all that is public about it.

What lives here: two descriptions. What must not: anything that changes a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardprotocol.messages.parts import TableInfo, TableLine
from cardrules.options import changed_options, option_values

if TYPE_CHECKING:
    from cardserver.table import Table


def table_line(table: Table) -> TableLine:
    """The table in the lobby's list."""
    states = [table.seats[seat] for seat in sorted(table.seats)]
    return TableLine(
        table=table.name,
        game=table.kind.name,
        players=tuple(state.player.name for state in states),
        seats=table.kind.most_seats,
        bots=sum(state.player.bot for state in states),
        spectators=len(table.audience.spectators),
        playing=table.playing,
        options=changed_options(table.options),
    )


def table_info(table: Table) -> TableInfo:
    """Everything public about the table but the match."""
    now_us = table.clock.now_us()
    match = table.match if table.playing else None
    dealing = table.dealing
    return TableInfo(
        table=table.name,
        game=table.kind.name,
        options=option_values(table.options),
        seats=tuple(table.seats[seat].info(now_us) for seat in sorted(table.seats)),
        least_seats=table.kind.least_seats,
        most_seats=table.kind.most_seats,
        host=table.host,
        spectators=len(table.audience.spectators),
        match=dealing.number,
        playing=match is not None,
        paused=table.paused,
        match_id=dealing.match_id if match is None else match.begun.match_id,
        commitment=dealing.commitment if match is None else match.begun.commitment,
        controls=() if match is None else match.game.controls(),
    )
