"""Tables of the virtual LAN by profile: one call from a seed to a table ready to play.

What lives here: putting the parts together. What must not: the parts.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from cardserver.clocksync import PathModel
from tests.support.virtual_lan import ClientClock, Kernel
from tests.support.virtual_lan_habits import Habit
from tests.support.virtual_lan_profiles import Reflexes, links
from tests.support.virtual_lan_seat import VirtualSeat
from tests.support.virtual_lan_table import VirtualTable

DRIFT_SPREAD_PPB = 15_000  # one standard deviation of a PC's crystal


def build_table(
    profile: str,
    seed: str,
    seats: int,
    *,
    habits: Mapping[int, Habit] | None = None,
    use_kernel: bool = True,
    always_holding: int | None = 0,
) -> VirtualTable:
    """`seats` clients on `profile`; everything is drawn from `seed`, whatever the habits are."""
    made = []
    for seat in range(seats):
        rng = random.Random(f"{seed}/{seat}")
        up, down = links(profile, rng, seat, seats)
        handshake_us = int(up.base_us + down.base_us) + int(rng.expovariate(1) * 100)
        made.append(
            VirtualSeat(
                seat=seat,
                up=up,
                down=down,
                clock=ClientClock(
                    rng.randrange(3_600_000_000), int(rng.gauss(0, 1) * DRIFT_SPREAD_PPB)
                ),
                habit=(habits or {}).get(seat) or Habit(),
                reflexes=Reflexes(random.Random(f"{seed}/{seat}/reflexes")),
                kernel=Kernel(handshake_us),
                path=PathModel(kernel_available=use_kernel),
                use_kernel=use_kernel,
            )
        )
    return VirtualTable(random.Random(f"{seed}/table"), made, always_holding=always_holding)
