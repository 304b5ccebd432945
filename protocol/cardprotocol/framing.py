"""Frames: two bytes of big-endian length, then that many bytes of body.

What lives here: the limits of a frame's length and the incremental decoder for
any chunking. What must not: what a body says (codec.py), sockets, deadlines
(`partial` tells a caller that one should be running).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

PREFIX_BYTES: Final = 2
# A body's most; the prefix is not counted. The longest request is a line of chat (about 830
# bytes), the longest answer a page of tables or a view with open hands.
MAX_CLIENT_FRAME_BYTES: Final = 1_024
MAX_SERVER_FRAME_BYTES: Final = 16_384


class FrameTooLarge(ValueError):  # noqa: N818 - reads as what it is
    """A length over the limit: `length_bytes` was said, `limit_bytes` is allowed."""

    def __init__(self, length_bytes: int, limit_bytes: int) -> None:
        super().__init__(f"a frame of {length_bytes} bytes is over the limit of {limit_bytes}")
        self.length_bytes = length_bytes
        self.limit_bytes = limit_bytes


def frame(body: bytes, limit_bytes: int = MAX_SERVER_FRAME_BYTES) -> bytes:
    """`body` with its length before it; FrameTooLarge if it is over `limit_bytes`."""
    if len(body) > limit_bytes:
        raise FrameTooLarge(len(body), limit_bytes)
    return len(body).to_bytes(PREFIX_BYTES, "big") + body


class FrameDecoder:
    """Turns any chunks of a stream into bodies; holds at most one unfinished frame.

    A length is judged as soon as its two bytes are there, before a byte of its
    body is kept. After a length over `max_bytes` the stream is beyond repair:
    what was whole before it is still given, then FrameTooLarge is raised, and
    again by every later `feed`.
    """

    __slots__ = ("_max_bytes", "_part", "_refused_bytes")

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._part = bytearray()
        self._refused_bytes = 0  # the length that ended the stream; 0: none yet

    @property
    def partial(self) -> bool:
        """Whether a frame has begun and waits for the rest of its bytes."""
        return bool(self._part)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bodies completed by `data`, in order; the iterator ends with FrameTooLarge, if due.

        `data` is taken in at once, also when the iterator is never used.
        """
        if not (self._part or self._refused_bytes) and self._is_a_frame(data):
            # As nearly all that clients send arrives.
            return iter((bytes(data[PREFIX_BYTES:]),))
        return self._told(self._split(memoryview(data)))

    def _is_a_frame(self, data: bytes) -> bool:
        body_bytes = len(data) - PREFIX_BYTES
        whole = int.from_bytes(data[:PREFIX_BYTES], "big") == body_bytes
        return whole and 0 <= body_bytes <= self._max_bytes

    def _told(self, bodies: list[bytes]) -> Iterator[bytes]:
        yield from bodies
        if self._refused_bytes:
            raise FrameTooLarge(self._refused_bytes, self._max_bytes)

    def _split(self, data: memoryview) -> list[bytes]:
        bodies: list[bytes] = []
        while len(data) and not self._refused_bytes:
            taken = self._wanted_bytes()
            self._part += data[:taken]
            data = data[taken:]
            if len(self._part) >= PREFIX_BYTES and self._wanted_bytes() == 0:
                bodies.append(bytes(self._part[PREFIX_BYTES:]))
                self._part.clear()
            elif len(self._part) == PREFIX_BYTES and self._length_bytes() > self._max_bytes:
                self._refused_bytes = self._length_bytes()
                self._part.clear()
        return bodies

    def _wanted_bytes(self) -> int:
        if len(self._part) < PREFIX_BYTES:
            return PREFIX_BYTES - len(self._part)
        return PREFIX_BYTES + self._length_bytes() - len(self._part)

    def _length_bytes(self) -> int:
        return int.from_bytes(self._part[:PREFIX_BYTES], "big")
