"""Whether the write-ahead log ends in a write that was cut off.

What lives here: a look at SQLite's WAL file before it is opened (format:
https://www.sqlite.org/fileformat2.html#the_write_ahead_log). What must not:
recovery, which is SQLite's; it leaves out what was not committed without a
word, and people are told of it here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

_HEADER_BYTES: Final = 32
_FRAME_HEADER_BYTES: Final = 24
_SALT: Final = slice(16, 24)  # in the file's header
_FRAME_SALT: Final = slice(8, 16)  # in a frame's header


def frames_written(path: Path) -> tuple[int, bool]:
    """How many frames of the running generation `path` holds, and if it ends inside a frame.

    Older frames stay in the file behind the new ones when SQLite starts over; their salt
    differs. (0, False) where there is no file.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return 0, False
    if len(content) < _HEADER_BYTES:
        return 0, len(content) > 0
    page_bytes = int.from_bytes(content[8:12], "big")
    if page_bytes < 512:
        return 0, True  # no header at all
    whole, rest = divmod(len(content) - _HEADER_BYTES, _FRAME_HEADER_BYTES + page_bytes)
    ours = sum(1 for _ in _running(content, whole, _FRAME_HEADER_BYTES + page_bytes))
    return ours, rest > 0 and ours == whole


def _running(content: bytes, frames: int, frame_bytes: int) -> Iterator[int]:
    salt = content[_SALT]
    for frame in range(frames):
        at = _HEADER_BYTES + frame * frame_bytes
        if content[at : at + _FRAME_HEADER_BYTES][_FRAME_SALT] != salt:
            return
        yield frame
