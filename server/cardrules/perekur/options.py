"""The table options of Perekur, each with its range and the decision it comes from.

Must not hold: options every race game has (cardrules/options.py).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from cardrules.options import RaceOptions

_LEAST_STALL_SECONDS: Final = 5  # less would play for people who are still looking


class PerekurOptions(RaceOptions, frozen=True, kw_only=True):
    """Options of a Perekur table; ValueError for a `stall_seconds` of 1 to 4."""

    collect: Literal["all", "pile"] = "all"  # PA1: what the last layer collects at a stuck pile
    stall_seconds: Annotated[
        int, Meta(ge=0, le=60, description="0 for never, or 5 to 60")  # PA10
    ] = 20
    dealer: Literal["lot", "loser"] = "lot"  # PA17
    max_redeals: Annotated[int, Meta(ge=0, le=100)] = 0  # PA19; 0: no limit
    look_seconds: Annotated[int, Meta(ge=0, le=10)] = 3  # PA20
    hints: bool = False  # PA23: every client of the table marks the cards that may be laid

    def __post_init__(self) -> None:
        if 0 < self.stall_seconds < _LEAST_STALL_SECONDS:
            raise ValueError("stall_seconds is 0 or 5 to 60")
