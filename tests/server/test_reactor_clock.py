"""Timers and times of the real server follow the monotonic clock, whatever the wall clock does.

The reactor is Twisted's own (its base class, with nothing to wait for); both clocks are in hand.
"""

from __future__ import annotations

import ast
from types import SimpleNamespace

import pytest
from twisted.internet.base import ReactorBase

from cardserver import reactor_clock
from cardserver.reactor_clock import ReactorClock
from tests.support.rooms import of

HOUR_S = 3_600.0


class Clocks:
    """The machine's two clocks. `step` sets the wall clock; `wait` lets both go on."""

    def __init__(self) -> None:
        self.wall_s = 1_800_000_000.0
        self.monotonic_s = 50.0

    def step(self, by_s: float) -> None:
        self.wall_s += by_s

    def wait(self, span_s: float) -> None:
        self.wall_s += span_s
        self.monotonic_s += span_s


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    clocks = Clocks()
    fake = SimpleNamespace(
        monotonic=lambda: clocks.monotonic_s,
        monotonic_ns=lambda: int(clocks.monotonic_s * 1e9),
    )
    monkeypatch.setattr(reactor_clock, "time", fake)
    return clocks


def reactor_on(clocks: Clocks) -> ReactorBase:
    """Twisted's reactor as it comes, on the wall clock, without a network."""

    class Idle(ReactorBase):
        seconds = staticmethod(lambda: clocks.wall_s)  # Twisted: time.time

        def installWaker(self) -> None:  # noqa: N802
            pass

        def _initThreads(self) -> None:  # noqa: N802
            pass

    return Idle()


def test_without_our_clock_twisteds_timers_follow_the_wall_clock(clocks: Clocks) -> None:
    """Else the tests below show nothing."""
    reactor = reactor_on(clocks)
    fired: list[str] = []
    reactor.callLater(0.5, fired.append, "late")
    clocks.step(-HOUR_S)
    clocks.wait(10)
    reactor.runUntilCurrent()
    assert fired == []


@pytest.mark.parametrize("step_s", [-HOUR_S, -1.0, 1.0, HOUR_S])
def test_a_step_of_the_wall_clock_moves_no_timer(clocks: Clocks, step_s: float) -> None:
    reactor = reactor_on(clocks)
    clock = ReactorClock(reactor)
    fired: list[int] = []
    clock.call_later_us(500_000, lambda: fired.append(clock.now_us()))
    began_us = clock.now_us()
    clocks.wait(0.2)
    clocks.step(step_s)
    reactor.runUntilCurrent()
    assert fired == []
    assert reactor.timeout() == pytest.approx(0.3)  # so long a real one sleeps now
    clocks.wait(0.299)
    reactor.runUntilCurrent()
    assert fired == []
    clocks.wait(0.001)
    reactor.runUntilCurrent()
    assert [at_us - began_us for at_us in fired] == [500_000]


@pytest.mark.parametrize("step_s", [-HOUR_S, HOUR_S])
def test_a_timer_set_after_a_step_is_right_as_well(clocks: Clocks, step_s: float) -> None:
    reactor = reactor_on(clocks)
    clock = ReactorClock(reactor)
    clocks.step(step_s)
    fired: list[str] = []
    clock.call_later_us(500_000, lambda: fired.append("due"))
    clock.call_later_us(500_000, lambda: fired.append("cancelled")).cancel()
    clocks.wait(0.4)
    clocks.step(-step_s)
    reactor.runUntilCurrent()
    assert fired == []
    clocks.wait(0.1)
    reactor.runUntilCurrent()
    assert fired == ["due"]


def test_in_the_server_wall_time_is_read_for_the_date_of_records_alone() -> None:
    found = {
        source.name
        for source in of("cardserver")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in {("time", "time"), ("time", "time_ns")}
    }
    assert found == {"server/cardserver/running.py"}
    names = {
        f"{node.module}.{name.name}"
        for source in of("cardserver")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert not {name for name in names if name.startswith(("time.", "datetime."))}
