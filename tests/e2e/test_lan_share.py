"""The live server is fair to a seat behind a long, jittery path: real TCP, real processes.

Needs a machine that can make a virtual LAN (root and /dev/net/tun); skipped elsewhere.
What must not: the judge's own figures on fake clocks (tests/server, tests/benchmarks/fairness).
`python -m tests.benchmarks.lan_share` plays longer and prints more.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path as FilePath

import pytest

from tests.support.netns_lan import VirtualLan, needs_lan
from tests.support.netns_lan_evening import LanEvening

pytestmark = needs_lan

RACES = 600
TABLES = 12
# 600 races take about 70 s on two cores; a busy machine may take three times as long.
MOST_SECONDS = 240.0
# A race closes 250 ms after its first claim at the latest, plus a timer tick; the reactor of a
# busy machine may be later still, which the verdict counts in.
CAP_US = 250_000
TIMER_US = 20_000


@pytest.fixture
def lan() -> Iterator[VirtualLan]:
    with VirtualLan(seed=1) as made:
        yield made


def test_a_far_seat_wins_its_fair_share_and_arrival_order_would_not_give_it(
    lan: VirtualLan, tmp_path: FilePath
) -> None:
    evening = LanEvening(lan, tmp_path, tables=TABLES, seed=1)
    evening.collect(lambda races: len(races.contested("far")) >= RACES, MOST_SECONDS)
    share = evening.races.share("far")
    if not share.is_fair:  # one run in a hundred by mere chance: as many races again decide
        evening.collect(lambda races: len(races.contested("far")) >= 2 * RACES, MOST_SECONDS)
        share = evening.races.share("far")
    evening.stop()
    print(f"\nfar: {share}\nswitch: {lan.precision()}")
    assert share.races >= RACES
    assert share.is_fair
    # The harness shows the problem as well: by arrival the same races would have gone otherwise.
    assert share.z_by_arrival < -5
    assert share.clear_right >= 0.97 * share.clear


def test_a_stopped_client_delays_verdicts_by_the_cap_and_no_more(
    lan: VirtualLan, tmp_path: FilePath
) -> None:
    evening = LanEvening(lan, tmp_path, tables=4, seed=2)
    evening.collect(lambda races: len(races.verdicts) >= 40, 60.0)
    for host in ("far", "cable"):
        process = evening.clients[host].pid
        os.kill(process, signal.SIGSTOP)
        waited_us = [verdict["waited_us"] for verdict in evening.collect_more(12)]
        os.kill(process, signal.SIGCONT)
        print(f"\n{host} stopped: {len(waited_us)} verdicts, waited {max(waited_us)} µs at most")
        assert max(waited_us) <= CAP_US + TIMER_US
        evening.collect_more(12)
