"""Bots at work: connected, seated at one table, ready, and done after enough matches.

What lives here: run_bots for any number of bots in one process. What must not:
how a bot decides (bot.py, bots/), command lines (bot_command.py).
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from cardclient.bot import Bot
from cardclient.command_line import Exit, address_of, exit_code, run_until_signal
from cardclient.entering import enter
from cardclient.games import DEFAULT_GAME
from cardclient.link import now_us
from cardclient.problems import Problem, Refused, ServerLost
from cardclient.reconnect import Reconnecting
from cardclient.texts import Words
from cardclient.token_store import MemoryTokens, Tokens
from cardclient.version import client_version
from cardprotocol.address import Address
from cardprotocol.errors import ErrorCode
from cardprotocol.fields import OptionValue
from cardprotocol.games.common import MatchEnded
from cardprotocol.messages import to_client as c
from cardprotocol.messages.parts import TableInfo
from cardprotocol.messages.to_server import (
    Bye,
    Hello,
    LeaveTable,
)
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient
from cardprotocol.text import NAME_CELLS, folded

_SUFFIX: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


Watch = Callable[[Bot, AnyToClient], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """Where bots sit and how long they stay.

    An unknown `table` is made with `game` and `options` by the first bot; `game` None only joins.
    `matches` 0 is for ever. With `after_others` the bots are ready only after somebody else sits
    at the table and everybody else is ready, so that they do not begin among themselves.
    """

    table: str = "bots"
    game: str | None = DEFAULT_GAME
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    matches: int = 1
    after_others: bool = False
    patience_seconds: float | None = 60.0


def run(bots: Bot | Sequence[Bot], address: str, plan: Plan | None = None) -> None:
    """Run one bot or several until their matches are played: the last line of a script.

    What goes wrong between bots and server ends the script as it ends `cardbot`: one line on
    standard error, and SystemExit with its status. What a hook raises comes out as it is. A program
    with plans of its own awaits `run_bots`, which raises.
    """
    several = [bots] if isinstance(bots, Bot) else bots
    try:
        where = address_of(address)
    except click.UsageError as error:
        click.echo(f"{_script()}: {error.message}", err=True)
        sys.exit(Exit.USAGE)
    with exit_code(_script(), Problem):
        run_until_signal(lambda: run_bots(several, where, plan or Plan()))


def _script() -> str:
    """What the program that runs was called as; without a file (python -c) "bots"."""
    name = Path(sys.argv[0]).name
    return "bots" if not name or name.startswith("-") else name


async def run_bots(
    bots: Sequence[Bot],
    address: Address,
    plan: Plan,
    *,
    watch: Watch | None = None,
    tokens: Tokens | None = None,
    clock: Callable[[], int] = now_us,
) -> None:
    """Seat `bots` at one table and play `plan.matches` matches.

    `watch(bot, message)` sees what every bot sees, once its model has it. Raises CannotConnect,
    Refused, ServerLost, or what a hook raised; all bots are closed then.
    """
    crew = _Crew(address, plan, watch, tokens or MemoryTokens(), clock)
    crew.members = [_Member(bot, crew) for bot in bots]
    try:
        await crew.play()
    finally:
        for member in crew.members:
            member.close()


class _Crew:
    """The bots of one call: all seated before any is ready, or the first would begin alone."""

    def __init__(
        self,
        address: Address,
        plan: Plan,
        watch: Watch | None,
        tokens: Tokens,
        clock: Callable[[], int],
    ) -> None:
        self.address = address
        self.plan = plan
        self.watch = watch
        self.tokens = tokens
        self.clock = clock
        self.names: set[str] = set()
        self.members: list[_Member] = []

    async def play(self) -> None:
        for member in self.members:
            await member.sit_down()
        for member in self.members:
            member.begin()
        await asyncio.gather(*(member.done for member in self.members))

    def may_begin(self, table: TableInfo) -> bool:
        """Whether a bot of this crew may be ready now."""
        if not self.plan.after_others:
            return True
        own = {member.bot.model.name for member in self.members}
        others = [seat for seat in table.seats if seat.name not in own]
        return bool(others) and all(seat.ready for seat in others)


class _Member:
    """One bot's way through a session: greeting, seat, ready, matches, goodbye."""

    def __init__(self, bot: Bot, crew: _Crew) -> None:
        self.bot = bot
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._crew = crew
        self._plan = crew.plan
        self._channel: Reconnecting | None = None
        self._viewed = asyncio.Event()
        self._seated = False
        self._begun = False
        self._asked = False
        self._played = 0

    async def sit_down(self) -> None:
        """Connect, greet and take a seat; CannotConnect or Refused if that can't be."""
        channel, welcome = await self._connected()
        self._channel = channel
        channel.on_lost = lambda reason: self._fail(ServerLost(reason))
        self.bot.on_failure = self._fail
        self.bot.attach(channel, self._saw)
        if welcome.table:
            await self._viewed.wait()  # the seat of an earlier run waited for this name
        if folded(welcome.table) != folded(self._plan.table):
            if welcome.table:
                await channel.request(LeaveTable())
            await enter(channel, self._plan.table, self._plan.game, self._plan.options)
        self._seated = True

    def begin(self) -> None:
        """Everybody sits: be ready from now on."""
        self._begun = True
        self._consider_ready()

    def close(self) -> None:
        """Leave at once, if that has not happened yet."""
        self.bot.detach()
        if self._channel is not None:
            self._channel.send(Bye())
            self._channel.close()
        if self.done.done() and not self.done.cancelled():
            self.done.exception()  # it was raised by the first bot it happened to
        self.done.cancel()

    async def _connected(self) -> tuple[Reconnecting, c.Welcome]:
        taken = ErrorCode.HELLO_NAME_TAKEN.value
        name = self.bot.name
        if name in self._crew.names:  # its token would throw the other one out
            name = other_name(name)
        for _ in range(4):
            channel = Reconnecting(
                self._crew.address,
                Hello(version=PROTOCOL_VERSION, name=name, client=client_version(), bot=True),
                self._crew.tokens,
                patience_seconds=self._plan.patience_seconds,
                clock=self._crew.clock,
            )
            try:
                welcome = await channel.connect()
            except Refused as refusal:
                if refusal.code != taken:
                    raise
                name = other_name(self.bot.name)
            else:
                self._crew.names.add(name)
                return channel, welcome
        raise Refused(taken, ErrorCode.HELLO_NAME_TAKEN.sentence, field="name", value=self.bot.name)

    def _saw(self, message: AnyToClient) -> None:
        if self._crew.watch is not None:
            self._crew.watch(self.bot, message)
        match message:
            case c.Welcome(table="") if self._seated:
                self._fail(ServerLost(Words("the server came back without the table")))
            case c.Welcome():
                self._asked = False  # what was asked before the connection was lost may be lost
            case c.View() | c.Table():
                self._viewed.set()
                self._consider_ready()
            case c.Events() | c.Reveal():
                self._count(message)

    def _consider_ready(self) -> None:
        table, mine = self.bot.table, self.bot.model.my_seat
        if not self._begun or table is None or mine is None or self.done.done():
            return
        if mine.ready or table.playing:
            self._asked = False
        elif not self._asked and self._crew.may_begin(table):
            self._asked = True
            self.bot.ready()

    def _count(self, message: c.Events | c.Reveal) -> None:
        ends = [e for e in message.events if isinstance(e, MatchEnded)]
        self._played += sum(end.outcome.counts for end in ends)
        if ends and self._plan.matches and self._played >= self._plan.matches:
            self._leave()

    def _leave(self) -> None:
        if self._channel is not None:
            self._channel.send(Bye())
            self._channel.close()
        if not self.done.done():
            self.done.set_result(None)

    def _fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


def other_name(name: str) -> str:
    """`name` with a suffix by lot, within the 16 cells a name may have."""
    suffix = "".join(random.choices(_SUFFIX, k=3))
    return f"{name[: NAME_CELLS - 4]}-{suffix}"
