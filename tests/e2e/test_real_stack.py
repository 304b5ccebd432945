"""The real stack over loopback, briefly: processes, sockets, the kernel or none.

Figures with their limits are the benchmark's to print (`python -m tests.benchmarks.real_stack`);
here stands what must hold on the busiest machine.
"""

from __future__ import annotations

import sys

import pytest

from tests.benchmarks.real_stack_trials import lie, without_tcp_info
from tests.support.stack_races import right_percent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the trials read TCP_INFO")


def test_without_tcp_info_the_host_is_told_and_races_are_judged_as_well() -> None:
    line, races = without_tcp_info(races=30, seed="1")
    assert line == "Round trips: each one is NOT cross-checked with the kernel's."
    count, right = right_percent(races.contested(), gap_us=4_000)
    assert count >= 10
    assert right >= 80  # a stalled process may cost a race or two here


@pytest.mark.parametrize(
    ("habit", "flag"), [("pong 40 ms", "round_trip"), ("cultivated", "held_ticks")]
)
def test_who_delays_his_answers_is_told_of_and_honest_people_are_not(habit: str, flag: str) -> None:
    told = lie(habit, flag, tables=2, races=6, seed="1")
    print(f"{habit}: told as {flag} after {told.flagged_after} claims; at least {told.claims} made")
    assert told.flagged_after is not None
    assert told.flagged_after <= 50  # says little here: more are hardly made in so few races
    assert told.honest_flagged == 0
