"""One show time for all, and nobody sees the reveal early."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from cardserver.clocksync import UNSYNCED
from cardserver.constants import LEAD_CAP_US
from cardserver.reveal import plan_reveal
from tests.support.judge import MS, SHOW_US, path


def test_the_farthest_is_sent_to_first_and_all_see_it_at_once() -> None:
    plan = plan_reveal(SHOW_US, {0: path(200), 1: path(60 * MS)})
    assert plan.show_us == SHOW_US + 60 * MS
    assert plan.send_us == {0: SHOW_US + 60 * MS - 200, 1: SHOW_US}
    assert set(plan.expected_us.values()) == {plan.show_us}


def test_nobody_waits_longer_than_the_cap_and_known_lateness_is_expected() -> None:
    plan = plan_reveal(SHOW_US, {0: path(200), 1: path(200 * MS)})
    assert plan.show_us == SHOW_US + LEAD_CAP_US
    assert plan.expected_us[1] == SHOW_US + 200 * MS


def test_spectators_come_along_and_do_not_delay_the_table() -> None:
    plan = plan_reveal(SHOW_US, {0: path(200)}, {9: path(60 * MS)})
    assert plan.show_us == SHOW_US + 200
    assert plan.send_us[9] == SHOW_US


def test_a_client_whose_clock_is_unknown_gets_the_reveal_at_the_show_time() -> None:
    plan = plan_reveal(SHOW_US, {0: path(10 * MS), 1: UNSYNCED})
    assert plan.send_us[1] == plan.show_us


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 300 * MS), st.integers(0, 10 * MS)), min_size=1, max_size=6)
)
def test_nothing_is_sent_in_the_past_or_more_than_its_margin_early(
    paths: list[tuple[int, int]],
) -> None:
    estimates = {
        key: replace(path(one_way_us), margin_us=margin_us)
        for key, (one_way_us, margin_us) in enumerate(paths)
    }
    plan = plan_reveal(SHOW_US, estimates)
    assert SHOW_US <= plan.show_us <= SHOW_US + LEAD_CAP_US
    for key, (one_way_us, margin_us) in enumerate(paths):
        assert plan.send_us[key] >= SHOW_US
        arrives_us = plan.send_us[key] + one_way_us
        assert arrives_us >= plan.show_us - margin_us
        assert plan.expected_us[key] == max(plan.show_us, arrives_us)
