"""Why a match or a file is refused.

What lives here: the exceptions of this room. What must not: the checks.
"""

from __future__ import annotations


class NotGenuine(Exception):  # noqa: N818 - reads as what it is
    """A match is not what its seed, its rules or its evidence make of it; or a file is damaged.

    `place` says where (``line 12``, ``act 7``), `why` what is wrong there.
    """

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.why = why


class NotFound(Exception):  # noqa: N818
    """There is no such match, or more than one; the text is for people."""


class StillPlaying(Exception):  # noqa: N818
    """The match is not over: its seed is not public yet."""
