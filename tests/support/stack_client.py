"""One client process of the real stack: one seat or several.

    python -m tests.support.stack_client HOST PORT SPECS

What lives here: the command; SPECS is JSON (stack_seat.SeatSpec). It prints JSON lines until it
is killed. What must not: what a seat does.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from tests.support.stack_liar import LyingSeat
from tests.support.stack_seat import MeteredLink, SeatSpec, StackSeat


def _tell(line: Mapping[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def _seat(spec: SeatSpec, lost: asyncio.Future[None]) -> StackSeat:
    if spec.habit:
        seat: StackSeat = LyingSeat(spec, _tell)
    else:
        seat = StackSeat(spec, MeteredLink(lambda _message, _us: None, lambda _reason: None), _tell)

    def fail(error: Exception) -> None:
        if not lost.done():
            lost.set_exception(error)

    seat.on_failure = fail
    seat.link.on_lost = lambda reason: fail(ConnectionError(reason))
    return seat


async def _play(host: str, port: int, specs: list[SeatSpec]) -> None:
    lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    for spec in specs:
        await _seat(spec, lost).sit(host, port)
    _tell({"all_seated": len(specs)})
    await lost


if __name__ == "__main__":
    _, _host, _port, _specs = sys.argv
    asyncio.run(_play(_host, int(_port), msgspec.json.decode(_specs, type=list[SeatSpec])))
