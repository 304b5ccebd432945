"""Short attacks on a real server over loopback; the figures are attacks.py's to print.

Bounds here are wide: a busy machine must not fail them, a server without the defence must.
"""

from __future__ import annotations

import asyncio

from tests.support.attack_trials import attacked_server, churn, floods, slowloris


def test_slow_connections_are_cut_off_while_people_join_and_come_back() -> None:
    with attacked_server() as (address, _pid):
        seen = asyncio.run(slowloris(address, 30))
    assert seen.closed_s < 8
    assert seen.join_s < 3
    assert seen.resume_s < 3


def test_floods_are_slowed_down_and_connections_that_come_and_go_leave_no_file() -> None:
    with attacked_server() as (address, pid):
        flooded = asyncio.run(floods(address, 1.0))
        left = asyncio.run(churn(address, pid, 100))
    assert flooded.flooded_ms.quantile_ms(0.5) < 100
    assert left.more_files <= 0
