"""Trials on the real stack: real processes over loopback, each a function that gives figures.

What lives here: A10, A13, A15 and A16 as measurements. What must not: limits, printing
(real_stack.py), processes' insides (tests/support/stack_*.py), the pseudo-terminal
(tests/support/stack_keys.py).
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from cardserver.journal.opening import read_records
from cardserver.race_log import decode_record
from cardserver.records import Acted
from tests.support.stack_keys import KeyPlayer, add_keys, real_client
from tests.support.stack_process import StackClients, StackServer, now_us
from tests.support.stack_races import Gain, StackRaces, claims_until, gain
from tests.support.stack_seat import SeatSpec

_POLL_SECONDS: Final = 0.2
KEYS: Final = "keys"  # the name of the player at the terminal
HONEST: Final = 3  # honest seats beside each liar


@contextmanager
def stack(
    processes: Sequence[Sequence[SeatSpec]], data: Path
) -> Iterator[tuple[StackServer, StackClients]]:
    """A server with its journal in `data` and these clients, all seated; ended with the block."""
    with StackServer(data) as server, StackClients() as clients:
        seat(clients, server, processes)
        yield server, clients


def seat(
    clients: StackClients, server: StackServer, processes: Sequence[Sequence[SeatSpec]]
) -> None:
    """Start one client process after the other."""
    for specs in processes:
        seats = msgspec.json.encode(list(specs)).decode()
        clients.start([server.address.host, str(server.address.port), seats])


def collect(clients: StackClients, races: StackRaces, enough: Callable[[], bool]) -> None:
    """Take in what the clients print until it is enough."""
    while not enough():
        time.sleep(_POLL_SECONDS)
        races.take(clients.new())


@dataclass(frozen=True, slots=True)
class Lie:
    """A10: what a lie gained, and how many claims the slowest flag took (None: never told).

    `claims`: how many the liar with the fewest made in all, told of or not.
    """

    gain: Gain
    overall_points: float
    flagged_after: int | None
    claims: int
    honest_flagged: int


def lie(habit: str, flag: str, tables: int, races: int, seed: str) -> Lie:
    """One liar and three honest people at each of `tables`, until liars contested `races`."""
    liars = [
        SeatSpec(name=f"liar {t}", table=f"t{t}", at=1 + HONEST, makes=True, seed=seed, habit=habit)
        for t in range(tables)
    ]
    crowd = [
        SeatSpec(name=f"p{k} {t}", table=f"t{t}", at=1 + HONEST, seed=seed, reports=k == 0)
        for t in range(tables)
        for k in range(HONEST)
    ]
    told = StackRaces()
    with tempfile.TemporaryDirectory() as data, stack([liars, crowd], Path(data)) as running:
        server, clients = running
        collect(clients, told, lambda: len(told.contested("liar")) >= races)
        log = server.log.all()
    odd = [(at_us, text) for at_us, text in log if f": {flag} " in text]
    after = [_flagged_after(told, spec.name, odd) for spec in liars]
    gained = gain(told, "liar")
    return Lie(
        gain=gained,
        overall_points=gained.points * gained.races / len(told.judged()),
        flagged_after=None if None in after else max(one for one in after if one is not None),
        claims=min(len(told.claims.get(spec.name, ())) for spec in liars),
        honest_flagged=sum(f"odd: {spec.name}:" in text for _, text in odd for spec in crowd),
    )


def _flagged_after(told: StackRaces, name: str, odd: list[tuple[int, str]]) -> int | None:
    return next(
        (claims_until(told, name, at_us) for at_us, text in odd if f"odd: {name}:" in text), None
    )


@dataclass(frozen=True, slots=True)
class Scripted:
    """A15 and A13: the races, and the errors of the clock mapping in them (ms)."""

    races: StackRaces
    mapping_ms: list[float]


def scripted(processes: int, tables: int, races: int, seed: str, warm_s: float) -> Scripted:
    """`processes` clients press 5 ms apart at each of `tables`, until `races` are contested."""
    with tempfile.TemporaryDirectory() as data:
        with stack(script_specs(processes, tables, seed), Path(data)) as (_, clients):
            told = _warmed(clients, warm_s)
            collect(clients, told, lambda: len(told.contested()) >= races)
        return Scripted(told, mapping_errors_ms(Path(data)))


def with_keys(processes: int, races: int, seed: str, warm_s: float) -> StackRaces:
    """The real client at a redrawing terminal among `processes` scripted ones, at one table."""
    specs = script_specs(processes, 1, seed, others=(KEYS,))
    mine = msgspec.structs.replace(specs[0][0], name=KEYS)
    with (
        tempfile.TemporaryDirectory() as data,
        stack(specs, Path(data)) as (server, clients),
        real_client(server.address, mine, data) as terminal,
    ):
        player = KeyPlayer(terminal, mine)
        return asyncio.run(_with_keys(player, server, clients, races, warm_s))


async def _with_keys(
    player: KeyPlayer, server: StackServer, clients: StackClients, races: int, warm_s: float
) -> StackRaces:
    await player.watch(server.address)
    told = await asyncio.to_thread(_warmed, clients, warm_s)
    while len(told.contested()) < races:
        await asyncio.sleep(_POLL_SECONDS)
        told.take(clients.new())
    player.stop()
    add_keys(told, player, KEYS)
    return told


def script_specs(
    processes: int, tables: int, seed: str, others: Sequence[str] = ()
) -> list[list[SeatSpec]]:
    """Seats of scripted client processes; `others` press in the same order, from elsewhere."""
    return [
        [
            SeatSpec(
                name=f"s{p} {t}",
                table=f"t{t}",
                at=processes + len(others),
                makes=p == 0,
                seed=seed,
                script=(*(f"s{k} {t}" for k in range(processes)), *others),
                reports=p == 0,
                counts=bool(others),
            )
            for t in range(tables)
        ]
        for p in range(processes)
    ]


def mapping_errors_ms(journal: Path) -> list[float]:
    """How far each reveal's show time was off in its receiver's clock: the clock is one here."""
    errors = []
    for _, record in read_records(journal):
        if isinstance(record, Acted) and record.race_log:
            log = decode_record(record.race_log)
            synced = [entrant for entrant in log.entrants if entrant.synced]
            errors += [abs(entrant.at_client_us - log.show_us) / 1000 for entrant in synced]
    return errors


@dataclass(frozen=True, slots=True)
class Cost:
    """A16 and an honest evening: bytes a second of each client, CPU a message, flags."""

    races: StackRaces
    up_bytes_s: list[float]
    down_bytes_s: list[float]
    messages_s: float
    user_us_message: float
    system_us_message: float
    flagged: int


def cost(tables: int, seats: int, seconds: float, seed: str, warm_s: float) -> Cost:
    """`tables` of honest people who play as people do, for `seconds` once all is warm."""
    crowd = [
        [
            SeatSpec(
                name=f"p{k} {t}", table=f"t{t}", at=seats, makes=k == 0, seed=seed, reports=k == 0
            )
            for t in range(tables)
        ]
        for k in range(seats)
    ]
    halves = [[*chain(*crowd[::2])], [*chain(*crowd[1::2])]]
    with tempfile.TemporaryDirectory() as data, stack(halves, Path(data)) as (server, clients):
        told = _warmed(clients, warm_s)
        before_us, began_us = server.cpu_us(), now_us()
        _for(seconds, clients, told)
        after_us, ended_us = server.cpu_us(), now_us()
        log = server.log.all()
    meters = [
        [one for one in each if began_us <= one.at_us <= ended_us] for each in told.meters.values()
    ]
    spans = [(a[0], a[-1], (a[-1].at_us - a[0].at_us) / 1e6) for a in meters if len(a) > 1]
    messages_s = sum((last.sent - first.sent) / span for first, last, span in spans)
    messages = messages_s * (ended_us - began_us) / 1e6
    return Cost(
        races=told,
        up_bytes_s=[(last.up - first.up) / span for first, last, span in spans],
        down_bytes_s=[(last.down - first.down) / span for first, last, span in spans],
        messages_s=messages_s,
        user_us_message=(after_us[0] - before_us[0]) / messages,
        system_us_message=(after_us[1] - before_us[1]) / messages,
        flagged=sum(": round_trip " in text or ": held_ticks " in text for _, text in log),
    )


def _warmed(clients: StackClients, seconds: float) -> StackRaces:
    """Races from now on: these have been played for a while."""
    warm = StackRaces()
    _for(seconds, clients, warm)
    return StackRaces(before=warm)


def _for(seconds: float, clients: StackClients, told: StackRaces) -> None:
    end = time.monotonic() + seconds
    collect(clients, told, lambda: time.monotonic() >= end)


def without_tcp_info(races: int, seed: str) -> tuple[str, StackRaces]:
    """A16: what a server without TCP_INFO tells its host, and races played on it."""
    told = StackRaces()
    with StackServer(without_tcp_info=True) as server, StackClients() as clients:
        line = server.said.until("cross-checked")
        seat(clients, server, script_specs(3, 1, seed))
        collect(clients, told, lambda: len(told.contested()) >= races)
    return line, told
