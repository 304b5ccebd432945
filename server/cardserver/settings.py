"""What a host may set, and every limit with its default, its range and its reason.

What lives here: one frozen value handed to the server. What must not: reading
it from arguments (__main__.py) or acting on it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

_RANGE: Final = "range"
_PORTS: Final = 65_535  # more connections than that one address can't have
_DAY_US: Final = 86_400_000_000
_HOUR_US: Final = 3_600_000_000


def _limit(default: int, least: int, most: int) -> int:
    # What a dataclass takes for a field is no int; who reads the class sees one.
    made: int = field(default=default, metadata={_RANGE: range(least, most + 1)})
    return made


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep one client from costing the others anything.

    Below a range's least honest clients would be shut out, above its most a limit limits nothing.
    """

    connections: int = _limit(1024, 2, _PORTS)
    # connections only a player with a waiting seat may take
    kept_for_resuming: int = _limit(8, 0, _PORTS - 1)
    # loopback is exempt: local bots and tests
    connections_per_address: int = _limit(8, 1, _PORTS)
    tables: int = _limit(256, 1, 10_000)
    # between two tables made from one address; not on loopback
    table_gap_us: int = _limit(10_000_000, 0, _DAY_US)
    hello_us: int = _limit(5_000_000, 500_000, _HOUR_US)
    # a started frame must be complete by then
    frame_us: int = _limit(5_000_000, 500_000, _HOUR_US)
    # pings come every second: fifteen missed
    silence_us: int = _limit(15_000_000, 3_000_000, _DAY_US)
    # a tick each 25 ms, pongs at 100 ms and shown: about 52
    stamps_per_s: int = _limit(100, 60, 10_000)
    # above what fingers do; hammering must not pay
    claims_per_s: int = _limit(20, 2, 1_000)
    others_per_s: int = _limit(20, 2, 10_000)
    others_burst: int = _limit(40, 5, 100_000)
    chat_burst: int = _limit(5, 1, 1_000)
    # empty buckets before the connection is closed
    strikes: int = _limit(3, 1, 1_000)
    # of one address before it must wait; not on loopback
    token_failures: int = _limit(5, 1, 1_000_000)
    token_wait_us: int = _limit(30_000_000, 0, _DAY_US)
    spectators: int = _limit(32, 0, 10_000)  # per table
    # on the journal's disk for a new table; an evening takes a few MiB, and others write too
    free_bytes: int = _limit(64 * 1024 * 1024, 0, 1 << 50)


LIMIT_RANGES: Final[Mapping[str, range]] = MappingProxyType(
    {limit.name: limit.metadata[_RANGE] for limit in dataclasses.fields(Limits)}
)


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How this server runs."""

    name: str = "perekur"
    version: str = ""
    limits: Limits = Limits()
    autoplay_us: int = 2_000_000  # an absent seat acts after that long, whoever else could
    restart_wait_us: int = 5_000_000  # after a restart: for the others to come back
    tunnelled: frozenset[str] = frozenset()  # names whose kernel round trip ends at a proxy
