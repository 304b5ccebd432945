"""A clock that jumps is noticed; a path that jitters is not taken for one.

What must not: races, sessions.
"""

from __future__ import annotations

from random import Random

import pytest

from cardserver.clocksync import PathModel
from cardserver.constants import ARMED_PING_GAP_US, BURST_GAP_US, BURST_PINGS
from tests.support.paths import JitterShape, Lane, Path

# 60 ms each way with 20 ms jitter: 40 to 80 ms.
FAR = Path(delay_us=40_000, jitter_us=20_000, shape=JitterShape.UNIFORM)
CABLE = Path(delay_us=150, jitter_us=50)


class Pinged:
    """A client that answers pings over two lanes; its clock may be stepped."""

    def __init__(self, path: Path, seed: int) -> None:
        rng = Random(seed)
        self.model = PathModel(kernel_available=False)
        self.offset_us = 5_000_000
        self.now_us = 0
        self._down, self._up = Lane(path, Random(rng.random())), Lane(path, Random(rng.random()))
        self._number = 0

    def pings(self, count: int, gap_us: int) -> int:
        """Answer `count` pings in turn; how many faults were found."""
        faults = 0
        for _ in range(count):
            self._number += 1
            self.model.ping_sent(self._number, self.now_us)
            there_us = self._down.arrival_us(self.now_us)
            back_us = self._up.arrival_us(there_us)
            stamp_us = there_us + self.offset_us
            faults += self.model.pong(self._number, stamp_us, stamp_us, back_us, None) is not None
            self.now_us = max(self.now_us + gap_us, back_us)
        return faults


@pytest.mark.parametrize("seed", range(6))
def test_jitter_is_not_taken_for_a_jump(seed: int) -> None:
    client = Pinged(FAR, seed)
    client.pings(BURST_PINGS, BURST_GAP_US)
    assert client.pings(600, ARMED_PING_GAP_US) == 0
    assert client.model.estimate(client.now_us).synced


@pytest.mark.parametrize("by_us", [-50_000, 50_000, 3_600_000_000])
@pytest.mark.parametrize("path", [CABLE, FAR])
def test_a_jump_is_noticed_within_a_second_of_racing(path: Path, by_us: int) -> None:
    client = Pinged(path, 1)
    client.pings(BURST_PINGS, BURST_GAP_US)
    client.pings(100, ARMED_PING_GAP_US)
    client.offset_us += by_us
    assert client.pings(8, ARMED_PING_GAP_US) > 0
    client.pings(BURST_PINGS, BURST_GAP_US)
    client.pings(50, ARMED_PING_GAP_US)
    estimate = client.model.estimate(client.now_us)
    error_us = estimate.to_client(client.now_us) - client.now_us - client.offset_us
    assert abs(error_us) <= path.jitter_us + 300


def test_a_jump_on_a_cable_is_noticed_by_the_first_pong() -> None:
    client = Pinged(CABLE, 2)
    client.pings(BURST_PINGS, BURST_GAP_US)
    client.offset_us += 50_000
    assert client.pings(1, ARMED_PING_GAP_US) == 1


@pytest.mark.parametrize(("press", "kept"), [(True, True), (False, False)])
def test_a_claim_sent_again_is_no_jump_but_a_tick_of_long_ago_is(press: bool, kept: bool) -> None:
    client = Pinged(CABLE, 1)
    client.pings(BURST_PINGS, BURST_GAP_US)
    client.pings(20, ARMED_PING_GAP_US)
    long_ago_us = client.now_us + client.offset_us - 1_000_000
    assert client.model.stamp(long_ago_us, client.now_us, press=press) is not None
    assert client.model.estimate(client.now_us).synced is kept
