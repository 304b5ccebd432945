"""The way to a table: join it, or make it if it is not there.

What lives here: one exchange for people and bots alike. What must not: what
happens at the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardclient.problems import Refused
from cardclient.reconnect import Reconnecting
from cardprotocol.errors import ErrorCode
from cardprotocol.fields import OptionValue
from cardprotocol.messages.to_client import Games
from cardprotocol.messages.to_server import CreateTable, JoinTable, ListGames
from cardprotocol.messages.unions import AnyToClient


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


def fitted(
    options: Mapping[str, OptionValue], game: str, answer: AnyToClient
) -> dict[str, OptionValue]:
    """`options` with texts as the types that the server's `games` answer gives them.

    What does not fit stays as it is: the server says what is wrong with it.
    """
    infos = answer.games if isinstance(answer, Games) else ()
    specs = {spec.name: spec for info in infos if info.name == game for spec in info.options}
    return {
        name: as_typed(value, specs[name].default) if name in specs else value
        for name, value in options.items()
    }


def as_typed(value: OptionValue, like: OptionValue) -> OptionValue:
    """`value`, a text perhaps, as the type that `like` has; as it is if that can't be."""
    match value, like:
        case (("true" | "false"), bool()):
            return value == "true"
        case str(), int() if not isinstance(like, bool) and value.lstrip("-").isdecimal():
            return int(value)
        case int(), str():
            return str(value)
    return value
