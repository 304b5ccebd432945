"""Practice: a private server with bots, for as long as somebody practises.

What lives here: starting and ending that server, and the match that a bot
plays where nobody can type. What must not: the server itself; it is a process,
this room never imports it.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cardclient.bot_run import Plan, run_bots
from cardclient.bots import STRATEGIES
from cardclient.games import DEFAULT_GAME
from cardclient.practice_games import practice_game
from cardclient.problems import Problem
from cardclient.spoken import Speaker
from cardclient.texts import Words
from cardclient.theme import Look
from cardprotocol.address import Address, parse_address

TABLE: Final = "practice"
START_SECONDS: Final = 20.0
STOP_SECONDS: Final = 5.0
# The server is ours and near: if it does not come back at once it never will.
PATIENCE_SECONDS: Final = 3.0
_LISTENING: Final = re.compile(r"listening on (\S+)")


@dataclass(frozen=True, slots=True)
class Practice:
    """What to practise: the game, how many bots of which strategy, the table's options as texts.

    `think_ms` is about how long a bot takes over a turn.
    """

    game: str = DEFAULT_GAME
    bots: int = 3
    strategy: str = "auto"
    think_ms: int = 900
    options: Mapping[str, str] = field(default_factory=dict)

    def command(self) -> list[str]:
        """The server to start: on loopback, keeping nothing, ending when we do."""
        command = [sys.executable, "-m", "cardserver", "--listen", "127.0.0.1:0", "--no-data"]
        command += ["--exit-with-stdin", "--bots", str(self.bots), "--table", TABLE]
        command += ["--game", self.game, "--strategy", self.strategy]
        command += ["--think-ms", str(self.think_ms)]
        for name, value in self.options.items():
            command += ["--option", f"{name}={value}"]
        return command


def shown(practice: Practice) -> Practice:
    """`practice` with what suits a match that nobody plays himself."""
    pace = practice_game(practice.game).unattended
    return replace(practice, think_ms=50, options={**pace, **practice.options})


@contextlib.asynccontextmanager
async def private_server(practice: Practice) -> AsyncIterator[Address]:
    """A server for `practice`, ended on leaving. Raises Problem if it can't be started."""
    process = await asyncio.create_subprocess_exec(
        *practice.command(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl-C in this terminal is for us; stdin's end tells the server
    )
    complaints: deque[str] = deque(maxlen=20)
    assert process.stdout is not None
    assert process.stderr is not None
    reading = asyncio.create_task(_keep(process.stderr, complaints))
    try:
        address = await _address(process.stdout, complaints)
        draining = asyncio.create_task(_keep(process.stdout, deque(maxlen=1)))
        try:
            yield address
        finally:
            draining.cancel()
    finally:
        await _end(process)
        reading.cancel()


async def _address(out: asyncio.StreamReader, complaints: deque[str]) -> Address:
    try:
        async with asyncio.timeout(START_SECONDS):
            line = (await out.readline()).decode(errors="replace")
            if not line:
                await asyncio.sleep(0.1)  # what it complains of comes through another pipe
    except TimeoutError:
        line = ""
    found = _LISTENING.search(line)
    if found is None:
        why = complaints[-1].removeprefix("Error: ") if complaints else Words("it said nothing")
        raise Problem(Words("the practice server did not start: {why}", why=why))
    return parse_address(found[1])


async def _keep(stream: asyncio.StreamReader, lines: deque[str]) -> None:
    """Read `stream` to its end, so that its writer never waits."""
    while line := await stream.readline():
        lines.append(line.decode(errors="replace").strip())


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


async def show_match(
    practice: Practice, address: Address, name: str, look: Look, write: Callable[[str], object]
) -> None:
    """Let a bot named `name` play one match at the practice table and tell it line by line."""
    bot = STRATEGIES["auto"].make(name)
    speaker = Speaker(look, write)
    plan = Plan(
        table=TABLE,
        game=practice.game,
        options=practice.options,
        patience_seconds=PATIENCE_SECONDS,
    )
    await run_bots([bot], address, plan, watch=lambda seat, _message: speaker.say(seat.model))
