"""The referee inside a VirtualLoop: a real bot is examined without sockets or waiting.

What lives here: the seams filled in, and tampering with what the bot says, so
that it has any fault a test wants. What must not: what the referee decides.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from random import Random

from cardclient.bot import Bot
from cardclient.bot_run import Plan, run_bots
from cardclient.bots import STRATEGIES
from cardclient.problems import Problem
from cardprotocol.address import Address
from cardprotocol.codec import encode
from cardprotocol.messages.base import ToServer
from cardrules.registry import game_kinds
from cardserver.journal.memory import MemoryJournal
from cardserver.referee.examination import Examination
from cardserver.referee.house import TABLE
from cardserver.referee.points import Point, Result, Status
from cardserver.referee.running import table_options
from cardserver.referee.session import RefereeServer
from cardserver.settings import ServerSettings
from tests.support.virtual_loop import Peer, VirtualLoop, run_virtually

DELAY_SECONDS = 0.0005  # each way
# What the bot says: (message, loop) -> the messages or raw bodies that are said in its place.
Tamper = Callable[[ToServer, VirtualLoop], list[ToServer | bytes]]


def honest(message: ToServer, _loop: VirtualLoop) -> list[ToServer | bytes]:
    """The bot as it is."""
    return [message]


class _Line:
    """One direction: a delay, and never out of order."""

    def __init__(self, loop: VirtualLoop, deliver: Callable[[bytes], None]) -> None:
        self._loop = loop
        self._deliver = deliver
        self._under_way: deque[bytes] = deque()

    def carry(self, data: bytes) -> None:
        self._under_way.append(data)
        self._loop.call_later(DELAY_SECONDS, lambda: self._deliver(self._under_way.popleft()))


class _Wire:
    peer = "127.0.0.1"

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._line = _Line(peer.loop, peer.send_bytes)

    def send(self, frame: bytes) -> None:
        self._line.carry(frame)

    def close(self) -> None:
        self._peer.loop.call_later(2 * DELAY_SECONDS, self._peer.drop)

    def pause(self, span_us: int) -> None:
        """Reading goes on."""

    def kernel_path(self) -> None:
        return None


class _Clock:
    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def now_us(self) -> int:
        return self._loop.now_us()

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> asyncio.TimerHandle:
        return self._loop.call_later(delay_us / 1_000_000, call)


def _accept(server: RefereeServer, peer: Peer, tamper: Tamper) -> None:
    session = server.connected(_Wire(peer))

    def arrived(body: bytes) -> None:
        if not peer.closed:
            session.received(body, peer.loop.now_us())

    line = _Line(peer.loop, arrived)

    def got(message: ToServer) -> None:
        for said in tamper(message, peer.loop):
            line.carry(said if isinstance(said, bytes) else encode(said))

    peer.on_got = got
    peer.on_lost = session.lost


def examine(
    game: str, tamper: Tamper = honest, *, seed: int = 1, bot: Bot | None = None
) -> tuple[Result, ...]:
    """The results of a bot of ours, with what `tamper` makes of its words."""

    async def story(loop: VirtualLoop) -> tuple[Result, ...]:
        rng = Random(seed)
        server = RefereeServer(_Clock(loop), MemoryJournal(), rng.randbytes, ServerSettings())
        loop.accept = lambda peer: _accept(server, peer, tamper)
        ended: asyncio.Future[tuple[Result, ...]] = loop.create_future()
        options = table_options(game_kinds()[game], {})
        Examination(server, game, options, rng, ended.set_result).begin()
        await asyncio.sleep(0.5)  # the table is there
        examined = bot or STRATEGIES["auto"].make("Bot", seed=seed)
        plan = Plan(table=TABLE, game=None, matches=0)
        running = asyncio.create_task(
            run_bots([examined], Address("server", 1), plan, clock=loop.now_us)
        )
        results = await ended
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError, Problem):
            await running
        return results

    return run_virtually(story)


def failed(results: tuple[Result, ...]) -> dict[Point, str]:
    """The points that failed, with why."""
    return {r.point: r.why for r in results if r.status is Status.FAILED}


def missing(results: tuple[Result, ...]) -> set[Point]:
    """The points that were not reached."""
    return {r.point for r in results if r.status is Status.NOT_REACHED}
