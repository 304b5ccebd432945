"""A server's state as one text, to see whether it changed.

What lives here: what counts as state. What must not: servers.
"""

from __future__ import annotations

from cardserver.server import Server


def digest(server: Server) -> str:
    """All that a refusal must leave as it was: tables, seats, matches. Locks aside."""
    return repr(
        [
            (
                table.name,
                table.options,
                table.host,
                table.paused,
                table.frozen,
                table.dealing.number,
                len(table.audience.spectators),
                [
                    (s.seat, s.player.name, s.ready, s.gave_up, s.connected, s.entropy)
                    for s in table.seats.values()
                ],
                None if table.match is None else (table.match.acts, table.match.seq),
                None if table.match is None else table.match.game.open_view(),
            )
            for table in server.lobby.tables
        ]
    )
