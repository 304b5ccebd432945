"""When to send a reveal to whom, so that all see it at one time.

What lives here: the plan. What must not: sending it, or what it shows. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from cardserver.clocksync import ClockEstimate
from cardserver.constants import LEAD_CAP_US

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class RevealPlan(Generic[K]):
    """Show time T, when to send to each, and when each is expected to see it (server clock).

    `expected_us` is T, or later for a path longer than the lead's cap: known
    lateness costs no credit.
    """

    show_us: int
    send_us: Mapping[K, int]
    expected_us: Mapping[K, int]


def plan_reveal(
    now_us: int,
    estimates: Mapping[K, ClockEstimate],
    spectators: Mapping[K, ClockEstimate] | None = None,
) -> RevealPlan[K]:
    """Stagger a reveal over `estimates`, whose paths alone decide T; `spectators` go along.

    The farthest is sent to at once and the nearest last, so that a short
    cable gives no early look. T is at most 150 ms from now.
    """
    leads = {key: estimate.one_way_us + estimate.margin_us for key, estimate in estimates.items()}
    show_us = now_us + min(LEAD_CAP_US, max(leads.values(), default=0))
    told = {**(spectators or {}), **estimates}
    send_us = {
        key: max(now_us, show_us - estimate.one_way_us - estimate.margin_us)
        for key, estimate in told.items()
    }
    return RevealPlan(
        show_us=show_us,
        send_us=send_us,
        expected_us={key: max(show_us, send_us[key] + told[key].one_way_us) for key in told},
    )
