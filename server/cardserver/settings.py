"""What a host may set, and every limit with its default and reason.

What lives here: one frozen value handed to the server. What must not: reading
it from arguments (__main__.py) or acting on it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that keep one client from costing the others anything."""

    connections: int = 1024
    kept_for_resuming: int = 8  # connections only a player with a waiting seat may take
    connections_per_address: int = 8  # loopback is exempt: local bots and tests
    tables: int = 256
    table_gap_us: int = 10_000_000  # between two tables made from one address; not on loopback
    hello_us: int = 5_000_000
    frame_us: int = 5_000_000  # a started frame must be complete by then
    silence_us: int = 15_000_000  # pings come every second: fifteen missed
    stamps_per_s: int = 100  # a tick each 25 ms, pongs at 100 ms and shown: about 52
    claims_per_s: int = 20  # above what fingers do; hammering must not pay
    others_per_s: int = 20
    others_burst: int = 40
    chat_burst: int = 5
    strikes: int = 3  # empty buckets before the connection is closed
    token_failures: int = 5  # of one address before it must wait; not on loopback
    token_wait_us: int = 30_000_000
    spectators: int = 32  # per table


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How this server runs."""

    name: str = "perekur"
    version: str = ""
    limits: Limits = Limits()
    autoplay_us: int = 2_000_000  # an absent seat acts after that long, whoever else could
    restart_wait_us: int = 5_000_000  # after a restart: for the others to come back
    tunnelled: frozenset[str] = frozenset()  # names whose kernel round trip ends at a proxy
