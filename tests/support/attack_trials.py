"""The attacks on a real server as trials with figures: slowloris, floods, deaf readers.

What lives here: one coroutine an attack; each returns what was measured. What must not: printing,
goals that a run is held to.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from tests.support.attackers import (
    Deaf,
    Delays,
    Polite,
    Usage,
    connect_and_close,
    flood,
    unread_bytes,
    until_closed,
)
from tests.support.polite_probe import probed
from tests.support.server_process import ServerProcess, free_port

WARM_CONNECTIONS = 4_000  # measured: the heap stays as it is after 3,000
HELLO_BUT_ONE_BYTE = b"\x00\x40\x81"


@contextlib.contextmanager
def attacked_server() -> Iterator[tuple[str, int]]:
    """A server of one's own, its log in a file: the address and the process."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(free_port(), Path(folder) / "data", Path(folder) / "log")
        server.start()
        try:
            yield str(server.address), server.pid
        finally:
            server.stop()


@dataclass(frozen=True, slots=True)
class Slowloris:
    """`closed_s`: when the last of them was cut off. The rest: the slowest honest entry."""

    connections: int
    closed_s: float
    join_s: float
    resume_s: float


async def slowloris(address: str, each: int) -> Slowloris:
    """`each` dripping and `each` silent connections, while people join and come back."""
    owner = Polite(address, "Owner")
    await owner.enter()
    await owner.ask(said.CreateTable(table="Quiet", game="durak"))
    dripping = [until_closed(address, HELLO_BUT_ONE_BYTE, b"x", 0.5) for _ in range(each)]
    silent = [until_closed(address, b"", b"", 1.0) for _ in range(each)]
    attack = asyncio.gather(*dripping, *silent)
    joins, resumes = [], []
    for number in range(4):
        await asyncio.sleep(0.8)
        joins.append(await _join(address, f"Guest {number}"))
        await owner.leave()
        began = time.monotonic()
        again = Polite(address, "Owner")
        await again.enter(owner.token)
        assert isinstance(await again.ask(said.Resume()), told.View | told.Table)
        resumes.append(time.monotonic() - began)
        owner = again
    closed_s = max(await attack)
    await owner.leave()
    return Slowloris(2 * each, closed_s, max(joins), max(resumes))


async def _join(address: str, name: str) -> float:
    began = time.monotonic()
    guest = Polite(address, name)
    await guest.enter()
    assert isinstance(await guest.ask(said.JoinTable(table="Quiet")), told.View)
    await guest.ask(said.LeaveTable())
    await guest.leave()
    return time.monotonic() - began


@dataclass(frozen=True, slots=True)
class Flood:
    """Round trips of a polite client without and with floods; `sent`: the requests of three."""

    calm_ms: Delays
    flooded_ms: Delays
    sent: int


async def floods(address: str, span_s: float) -> Flood:
    """Three flooders at line rate beside one polite client."""
    calm = await probed(address, "Calm", span_s)
    attack = asyncio.gather(*(flood(address, f"Flood {number}", span_s + 2) for number in range(3)))
    await asyncio.sleep(0.5)
    flooded = await probed(address, "Polite", span_s)
    return Flood(calm, flooded, sum(await attack))


@dataclass(frozen=True, slots=True)
class DeafReaders:
    """`each_kib`: the server's memory for each. `cut_s`: how long the last of them was kept after
    the server had ceased to read its requests, since their answers were not read.
    """

    readers: int
    each_kib: float
    cut_s: float
    calm_ms: Delays
    deaf_ms: Delays


async def deaf_readers(address: str, pid: int, count: int, calm_s: float) -> DeafReaders:
    """`count` clients that ask for the longest answers and never read."""
    port = int(address.rsplit(":", 1)[1])
    calm = await probed(address, "Quiet one", calm_s)
    before = Usage.of(pid)
    deaf = [Deaf(address, f"Deaf {number}") for number in range(count)]
    measuring = asyncio.create_task(probed(address, "Patient", 10))
    began, most_kib = time.monotonic(), 0
    alive, kept_s = list(deaf), []
    served = dict.fromkeys(alive, began)
    while alive and time.monotonic() - began < 12:
        now = time.monotonic()
        unread = unread_bytes(port)
        served |= {one: now for one in alive if unread.get(one.port) == 0}
        here = [one for one in alive if one.send(said.ListGames(), said.ListGames())]
        kept_s += [now - served[one] for one in alive if one not in here]
        alive = here
        most_kib = max(most_kib, Usage.of(pid).resident_kib - before.resident_kib)
        await asyncio.sleep(0.1)
    strained = await measuring
    for one in deaf:
        one.close()
    assert not alive, f"{len(alive)} deaf readers are still served"
    return DeafReaders(count, most_kib / count, max(kept_s), calm, strained)


@dataclass(frozen=True, slots=True)
class Churn:
    """What the server holds more than before, after everybody has gone."""

    connections: int
    more_kib: int
    more_files: int


async def churn(address: str, pid: int, count: int) -> Churn:
    """Connections that come and go, after as many as it takes until the heap has its size."""
    await connect_and_close(address, min(count, WARM_CONNECTIONS))
    await asyncio.sleep(0.5)
    before = Usage.of(pid)
    await connect_and_close(address, count)
    await asyncio.sleep(1.0)
    after = Usage.of(pid)
    return Churn(count, after.resident_kib - before.resident_kib, after.files - before.files)
