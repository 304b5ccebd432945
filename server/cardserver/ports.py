"""What the server asks of the world, as structural types: time, wires, chance.

What lives here: the seams at which tests and simulations put their own.
What must not: an implementation (reactor_clock.py, connection.py, journal/ and
ratings.py have the real ones; tests/support the fake ones).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from cardprotocol.messages.parts import ScoreLine
from cardserver.records import Record


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Forget it; harmless when it has run already."""


class Clock(Protocol):
    """Monotonic time in integer microseconds, and calls in its future."""

    def now_us(self) -> int:
        """Microseconds since some fixed moment; never steps, never goes back."""

    def call_later_us(self, delay_us: int, call: Callable[[], None]) -> Timer:
        """Run `call` once, `delay_us` (at least 0) from now, never before returning."""


class KernelPath(Protocol):
    """What the operating system itself has measured of one connection (Linux TCP_INFO)."""

    @property
    def min_rtt_us(self) -> int:
        """Least round trip the kernel has seen on this connection."""

    @property
    def rtt_us(self) -> int:
        """The kernel's smoothed round trip."""

    @property
    def bytes_acked(self) -> int:
        """Bytes of ours that the other kernel has acknowledged."""

    @property
    def acked_us(self) -> int:
        """When the newest write that it has acknowledged was made, by the server's clock; or 0."""

    @property
    def disorder(self) -> int | None:
        """Packets that arrived ahead of others so far; None where the kernel does not count."""


class Wire(Protocol):
    """One connection as a session sees it. Calls never raise, also after it closed."""

    @property
    def peer(self) -> str:
        """The other end's address, for limits and logs."""

    def send(self, frame: bytes) -> None:
        """Queue one encoded frame (length prefix included) and write it at once."""

    def close(self) -> None:
        """Close after what was queued has gone out."""

    def pause(self, span_us: int) -> None:
        """Read nothing from it for `span_us`; what came before is kept."""

    def kernel_path(self) -> KernelPath | None:
        """The kernel's measurements now; None where the platform has none."""


class Journal(Protocol):
    """The durable log. A decision is announced only from `then`."""

    def append(
        self,
        records: Sequence[Record],
        then: Callable[[], None],
        failed: Callable[[str], None],
    ) -> None:
        """Write `records` as one unit, in the order of the calls.

        Exactly one of `then` (durable now) and `failed` (nothing of it was written; the text
        says why, for people) is called, on the reactor's thread and in the order of the calls;
        a journal in memory calls `then` before `append` returns.
        """

    def seal(self, secret: bytes) -> bytes:
        """`secret` so that a look into the journal does not show it."""

    def unseal(self, sealed: bytes) -> bytes:
        """What `seal` hid; ValueError if it was not sealed with this journal's key."""


class ScoreBook(Protocol):
    """Standings built from the records as they become durable."""

    def take(self, record: Record) -> None:
        """Count one record."""

    def lines(self, game: str) -> Sequence[ScoreLine]:
        """A game's leaderboard, best first."""
