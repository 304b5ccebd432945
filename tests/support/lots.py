"""Lots without chance, for positions whose outcome must be exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class IdentityLots:
    """Shuffles leave everything as it lies; a draw gives `drawn[purpose]`, else 0."""

    drawn: Mapping[str, int] = field(default_factory=dict)

    def shuffle(self, purpose: str, index: int, items: Sequence[T]) -> tuple[T, ...]:  # noqa: ARG002
        return tuple(items)

    def draw(self, purpose: str, index: int, below: int) -> int:  # noqa: ARG002
        return self.drawn.get(purpose, 0) % below
