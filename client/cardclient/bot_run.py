"""Bots at work: connected, seated at one table, ready, and done after enough matches.

What lives here: run_bots for any number of bots in one process. What must not:
how a bot decides (bot.py, bots/), command lines (bot_command.py).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cardclient.bot import Bot
from cardclient.reconnect import Reconnecting, Refused
from cardclient.token_store import MemoryTokens, Tokens
from cardclient.version import client_version
from cardprotocol.address import Address, parse_address
from cardprotocol.errors import ErrorCode
from cardprotocol.fields import OptionValue
from cardprotocol.games.common import MatchEnded
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import TableInfo
from cardprotocol.messages.to_server import Bye, CreateTable, Hello, JoinTable
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient

_JOIN: Final = 1
_CREATE: Final = 2
_SUFFIX: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
MAX_NAME_CELLS: Final = 16


class ServerLost(Exception):  # noqa: N818 - reads as a sentence where it is caught
    """The server went away in the middle, and did not come back in time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where bots sit and how long they stay.

    An unknown `table` is made with `game` and `options` by the first bot; `game` None only joins.
    `matches` 0 is for ever. With `after_people` they are ready only after a person at the table
    is, so that they do not begin among themselves.
    """

    table: str = "bots"
    game: str | None = "perekur"
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    matches: int = 1
    after_people: bool = False
    patience_seconds: float | None = 60.0


def run(bots: Bot | Sequence[Bot], address: str, plan: Plan | None = None) -> None:
    """Run one bot or several until their matches are played; see `run_bots`."""
    several = [bots] if isinstance(bots, Bot) else bots
    asyncio.run(run_bots(several, parse_address(address), plan or Plan()))


async def run_bots(
    bots: Sequence[Bot],
    address: Address,
    plan: Plan,
    *,
    watch: Callable[[Bot, AnyToClient], None] | None = None,
    tokens: Tokens | None = None,
) -> None:
    """Seat `bots` at one table and play `plan.matches` matches.

    `watch(bot, message)` sees what every bot sees, once its model has it. Raises CannotConnect,
    Refused, ServerLost, or what a hook raised; all bots are closed then.
    """
    crew = _Crew([_Member(bot, address, plan, watch, tokens) for bot in bots])
    try:
        await crew.play()
    finally:
        for member in crew.members:
            member.close()


class _Crew:
    """The bots of one call: all seated before any is ready, or the first would begin alone."""

    def __init__(self, members: Sequence[_Member]) -> None:
        self.members = members

    async def play(self) -> None:
        for member in self.members:
            await member.sit_down()
        for member in self.members:
            member.begin()
        await asyncio.gather(*(member.done for member in self.members))


class _Member:
    """One bot's way through a session: greeting, seat, ready, matches, goodbye."""

    def __init__(
        self,
        bot: Bot,
        address: Address,
        plan: Plan,
        watch: Callable[[Bot, AnyToClient], None] | None,
        tokens: Tokens | None,
    ) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._bot = bot
        self._address = address
        self._plan = plan
        self._watch = watch
        self._tokens = tokens or MemoryTokens()
        self._channel: Reconnecting | None = None
        self._seated: asyncio.Future[None] | None = None
        self._begun = False
        self._asked = False
        self._played = 0

    async def sit_down(self) -> None:
        """Connect, greet and take a seat; CannotConnect or Refused if that can't be."""
        self._channel = await self._connected()
        self._seated = asyncio.get_running_loop().create_future()
        self._channel.on_lost = self._lost
        self._bot.on_failure = self._fail
        self._bot.attach(self._channel, self._saw)
        self._bot.send(JoinTable(id=_JOIN, table=self._plan.table))
        await self._seated

    def begin(self) -> None:
        """Everybody sits: be ready from now on."""
        self._begun = True
        self._consider_ready()

    def close(self) -> None:
        """Leave at once, if that has not happened yet."""
        self._bot.detach()
        if self._channel is not None:
            self._channel.send(Bye())
            self._channel.close()
        if self.done.done() and not self.done.cancelled():
            self.done.exception()  # it was raised by the first bot it happened to
        self.done.cancel()

    async def _connected(self) -> Reconnecting:
        taken = ErrorCode.HELLO_NAME_TAKEN.value
        name = self._bot.name
        for _ in range(4):
            channel = Reconnecting(
                self._address,
                Hello(version=PROTOCOL_VERSION, name=name, client=client_version(), bot=True),
                self._tokens,
                patience_seconds=self._plan.patience_seconds,
            )
            try:
                await channel.connect()
            except Refused as refusal:
                if refusal.code != taken:
                    raise
                name = other_name(self._bot.name)
            else:
                return channel
        raise Refused(taken, f"every name like {self._bot.name!r} is taken")

    def _saw(self, message: AnyToClient) -> None:
        if self._watch is not None:
            self._watch(self._bot, message)
        match message:
            case c.Welcome(table="") if self._seated is not None and self._seated.done():
                self._fail(ServerLost("the server came back without the table"))
            case c.Error(re=int()):
                self._answered(message)
            case c.View() | c.Table():
                self._sat()
                self._consider_ready()
            case c.Events() | c.Reveal():
                self._count(message)

    def _sat(self) -> None:
        if self._seated is not None and not self._seated.done() and self._bot.seat is not None:
            self._seated.set_result(None)

    def _answered(self, error: c.Error) -> None:
        if self._seated is None or self._seated.done():
            return
        plan = self._plan
        unknown = error.code == ErrorCode.TABLE_UNKNOWN.value
        if error.re == _JOIN and unknown and plan.game is not None:
            options = dict(plan.options)
            self._bot.send(
                CreateTable(id=_CREATE, table=plan.table, game=plan.game, options=options)
            )
        elif error.re == _CREATE and error.code == ErrorCode.TABLE_NAME_TAKEN.value:
            self._bot.send(JoinTable(id=_JOIN, table=plan.table))  # somebody was quicker
        elif error.re in (_JOIN, _CREATE):
            self._seated.set_exception(refused(error))

    def _consider_ready(self) -> None:
        table, mine = self._bot.table, self._bot.model.my_seat
        if not self._begun or table is None or mine is None or self.done.done():
            return
        if mine.ready or table.playing:
            self._asked = False
        elif not self._asked and (not self._plan.after_people or _people_ready(table)):
            self._asked = True
            self._bot.ready()

    def _count(self, message: c.Events | c.Reveal) -> None:
        ends = [e for e in message.events if isinstance(e, MatchEnded)]
        self._played += sum(end.outcome.reason != "stopped" for end in ends)
        if ends and self._plan.matches and self._played >= self._plan.matches:
            self._leave()

    def _leave(self) -> None:
        if self._channel is not None:
            self._channel.send(Bye())
            self._channel.close()
        if not self.done.done():
            self.done.set_result(None)

    def _lost(self, reason: str) -> None:
        self._fail(ServerLost(reason))

    def _fail(self, error: Exception) -> None:
        for future in (self._seated, self.done):
            if future is not None and not future.done():
                future.set_exception(error)
                return


def refused(error: c.Error) -> Refused:
    """An error message as an exception, with what it says of the field it is about."""
    about = f"{error.field} {error.value!r}".strip() if error.field else ""
    text = f"{error.text} [{about}]" if about else error.text
    return Refused(error.code, text, error.expected)


def other_name(name: str) -> str:
    """`name` with a suffix by lot, within the 16 cells a name may have."""
    suffix = "".join(random.choices(_SUFFIX, k=3))
    return f"{name[: MAX_NAME_CELLS - 4]}-{suffix}"


def _people_ready(table: TableInfo) -> bool:
    people = [seat for seat in table.seats if not seat.bot and seat.connected]
    return bool(people) and all(seat.ready for seat in people)
