"""What the judge saw of one race, in a form that can be journalled and judged again.

What lives here: the opening, the messages, and their bytes. What must not:
judging (race.py). Records only grow: fields are added at the end, with a
default, and none is reused with another meaning. Pure.

Times are microseconds: `arrived_us`, `show_us`, `expected_us` of the server's
clock, `client_us`, `shown_us`, `pressed_us` of the client's.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct


class EntrantRecord(Struct, frozen=True, array_like=True):
    """What was believed of a seat when the race opened; all that judging it needs."""

    seat: int
    nonce: bytes
    expected_us: int
    at_client_us: int
    credit_us: int
    awaited: bool
    synced: bool
    one_way_us: int
    noise_us: int
    uncertainty_us: int
    offset_us: int
    drift_ppb: int
    offset_at_us: int
    stamped_us: int | None = None
    drawn_us: int | None = None


class ClaimSeen(Struct, frozen=True, array_like=True, tag="claim"):
    """A claim whose card was legal."""

    seat: int
    arrived_us: int
    nonce: bytes
    shown_us: int
    pressed_us: int


class ShownSeen(Struct, frozen=True, array_like=True, tag="shown"):
    """The seat's screen shows the reveal."""

    seat: int
    arrived_us: int
    shown_us: int


class StampSeen(Struct, frozen=True, array_like=True, tag="stamp"):
    """Any other stamped message: nothing pressed before it is still to come."""

    seat: int
    arrived_us: int
    client_us: int


class DropSeen(Struct, frozen=True, array_like=True, tag="drop"):
    """The seat is away, disconnected or gone, and no longer waited for."""

    seat: int
    arrived_us: int


class ReceiptSeen(Struct, frozen=True, array_like=True, tag="receipt"):
    """The seat's kernel had acknowledged, by `seen_us`, the reveal and all sent until `sent_us`.

    `arrived_us` is its place among the messages, `sent_us` and `seen_us` are the server's clock.
    """

    seat: int
    arrived_us: int
    sent_us: int
    seen_us: int


Seen = ClaimSeen | ShownSeen | StampSeen | DropSeen | ReceiptSeen


class RaceRecord(Struct, frozen=True, array_like=True):
    """One race: its opening and what came in, in order of arrival.

    `decided_us` is when it was decided, None if it never was. Of stamps with
    no other message in between only each seat's newest is kept, and receipts
    only if they disprove something: the verdict can't depend on the others.
    """

    race: int
    show_us: int
    lead_us: int
    entrants: tuple[EntrantRecord, ...]
    messages: tuple[Seen, ...]
    decided_us: int | None = None


def encode_record(record: RaceRecord) -> bytes:
    """The record as bytes for the journal (msgpack arrays)."""
    return msgspec.msgpack.encode(record)


def decode_record(data: bytes) -> RaceRecord:
    """The record from its bytes; raises msgspec.ValidationError or DecodeError."""
    return msgspec.msgpack.decode(data, type=RaceRecord)


class RaceLog:
    """Collects the messages of an open race, dropping stamps that can't matter."""

    __slots__ = ("_kept", "_quiet")

    def __init__(self) -> None:
        self._kept: list[Seen] = []
        self._quiet: dict[int, StampSeen] = {}

    def add(self, seen: Seen) -> None:
        """Append one message; messages come in the order of their arrival."""
        if isinstance(seen, StampSeen):
            earlier = self._quiet.pop(seen.seat, None)
            if earlier is None or seen.client_us >= earlier.client_us:
                self._quiet[seen.seat] = seen
            else:  # keep the newest stamp, at its latest moment
                self._quiet[seen.seat] = StampSeen(seen.seat, seen.arrived_us, earlier.client_us)
            return
        self._flush()
        self._kept.append(seen)

    def messages(self) -> tuple[Seen, ...]:
        """All that was kept, in order of arrival."""
        return (*self._kept, *self._quiet.values())

    def _flush(self) -> None:
        self._kept.extend(self._quiet.values())
        self._quiet.clear()
