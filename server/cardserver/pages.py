"""The lobby's list in pages that fit a frame, however long names and options are.

What lives here: dividing. What must not: what a line says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardprotocol.codec import pack
from cardprotocol.framing import MAX_SERVER_FRAME_BYTES
from cardprotocol.messages.parts import TableLine

MOST_LINES: Final = 20  # a screen of 24 lines has room for about as many
# What stands around the lines: keys, `re`, the numbers of pages; 60 bytes at the most.
AROUND_BYTES: Final = 128


def pages_of(lines: Iterable[TableLine]) -> list[tuple[TableLine, ...]]:
    """`lines` in order, in pages of at most 20 that fit a frame each; one empty page for none.

    A table of six with the longest names and every option changed takes 1.9 kB, so that a page
    has eight of those; a usual one takes a tenth of that.
    """
    pages: list[list[TableLine]] = [[]]
    room = MAX_SERVER_FRAME_BYTES - AROUND_BYTES
    for line in lines:
        size = len(pack(line))
        if len(pages[-1]) == MOST_LINES or size > room:
            pages.append([])
            room = MAX_SERVER_FRAME_BYTES - AROUND_BYTES
        pages[-1].append(line)
        room -= size
    return [tuple(page) for page in pages]
