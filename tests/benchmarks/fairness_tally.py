"""Counting how often a judge was right, how long it took, and what a liar won.

What lives here: Tally. What must not: how races are played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

DEAD_HEAT_US = 1_000  # nearer races are nobody's mistake


@dataclass
class Tally:
    """Results of one judge on one profile; tallies add up. Times in microseconds."""

    races: int = 0
    right_5: int = 0
    races_5: int = 0
    right_10: int = 0
    races_10: int = 0
    right: int = 0
    races_1: int = 0
    press_right_10: int = 0
    press_races_10: int = 0
    first_seat_wins: int = 0
    lead_us: int = 0
    delays_us: list[int] = field(default_factory=list)
    skews_us: list[int] = field(default_factory=list)

    def add(self, reactions: Mapping[int, int], winner: int | None, delay_us: int) -> None:
        """One race: the true reactions of those who hold, and who was given it."""
        ranked = sorted(reactions, key=lambda seat: reactions[seat])
        right = winner == ranked[0]
        gap_us = reactions[ranked[1]] - reactions[ranked[0]] if len(ranked) > 1 else 0
        self.races += 1
        self.first_seat_wins += winner == 0
        self.delays_us.append(delay_us)
        if gap_us >= DEAD_HEAT_US:
            self.races_1 += 1
            self.right += right
        if gap_us >= 5_000:
            self.races_5 += 1
            self.right_5 += right
        if gap_us >= 10_000:
            self.races_10 += 1
            self.right_10 += right

    def add_presses(self, pressed_us: Mapping[int, int], winner: int | None) -> None:
        """The same race by the moment of the press."""
        ranked = sorted(pressed_us.values())
        if len(ranked) < 2 or ranked[1] - ranked[0] < 10_000:
            return
        self.press_races_10 += 1
        self.press_right_10 += winner == min(pressed_us, key=lambda seat: pressed_us[seat])

    def merge(self, other: Tally) -> None:
        """Add another part of the same measurement."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    @property
    def right_5_percent(self) -> float:
        """Right among races won by 5 ms or more."""
        return percent(self.right_5, self.races_5)

    @property
    def right_10_percent(self) -> float:
        """Right among races won by 10 ms or more."""
        return percent(self.right_10, self.races_10)

    @property
    def right_percent(self) -> float:
        """Right among all races but dead heats."""
        return percent(self.right, self.races_1)

    @property
    def press_10_percent(self) -> float:
        """How often the winner was also the first to press, by 10 ms or more."""
        return percent(self.press_right_10, self.press_races_10)

    @property
    def share_percent(self) -> float:
        """The first seat's share of wins."""
        return percent(self.first_seat_wins, self.races)

    @property
    def delay_mean_ms(self) -> float:
        """From the first claim to the decision."""
        return sum(self.delays_us) / max(1, len(self.delays_us)) / 1_000

    @property
    def lead_mean_ms(self) -> float:
        """How far ahead of T reveals were sent."""
        return self.lead_us / max(1, self.races) / 1_000


def percent(part: int, whole: int) -> float:
    """`part` of `whole` in percent; 100 of nothing."""
    return 100.0 * part / whole if whole else 100.0


def quantile_ms(values_us: list[int], share: float) -> float:
    """A quantile of microseconds, in milliseconds; 0 of nothing."""
    if not values_us:
        return 0.0
    ranked = sorted(values_us)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] / 1_000
