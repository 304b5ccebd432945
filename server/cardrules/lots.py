"""Where a match's chance comes from: the interface of lots, injected into every game.

What lives here: the port. shuffle.py has the verifiable implementation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Lots(Protocol):
    """Chance as a pure function of (purpose, index): the same call gives the same lot for ever."""

    def shuffle(self, purpose: str, index: int, items: Sequence[T]) -> tuple[T, ...]:
        """`items` in the order drawn for the `index`-th use of `purpose`."""

    def draw(self, purpose: str, index: int, below: int) -> int:
        """A number in [0, below); ValueError unless `below` is at least 1."""
