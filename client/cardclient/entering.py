"""The way to a table: join it, or make it if it is not there.

What lives here: one exchange for people and bots alike. What must not: what
happens at the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardclient.option_values import fitted
from cardclient.problems import Refused
from cardclient.reconnect import Reconnecting
from cardprotocol.errors import ErrorCode
from cardprotocol.fields import OptionValue
from cardprotocol.messages.to_server import CreateTable, JoinTable, ListGames


async def enter(
    channel: Reconnecting, table: str, game: str | None, options: Mapping[str, OptionValue]
) -> None:
    """Take a seat at `table`; if nobody made it yet, make it with `game` and `options`.

    `game` None only joins. Raises Refused, or CannotConnect if the connection is lost.
    """
    try:
        await channel.request(JoinTable(table=table))
    except Refused as refusal:
        if refusal.code != ErrorCode.TABLE_UNKNOWN.value or game is None:
            raise
        await _create(channel, table, game, options)


async def _create(
    channel: Reconnecting, table: str, game: str, options: Mapping[str, OptionValue]
) -> None:
    games = await channel.request(ListGames())
    try:
        await channel.request(
            CreateTable(table=table, game=game, options=fitted(options, game, games))
        )
    except Refused as refusal:
        if refusal.code != ErrorCode.TABLE_NAME_TAKEN.value:
            raise
        await channel.request(JoinTable(table=table))  # somebody was quicker
