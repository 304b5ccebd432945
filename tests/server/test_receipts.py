"""Which kernels are asked in a race, when, and what of their answers the judge is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardserver.receipts import Receipts
from tests.support.judge import MS
from tests.support.sim_clock import SimClock


@dataclass
class FakeKernel:
    acked_us: int = 0
    disorder: int | None = 0


@dataclass
class FakePath:
    kernel_gap_us: int | None = 50
    kernel: FakeKernel | None = None


@dataclass
class FakeSession:
    """A session and its wire in one."""

    kernel: FakeKernel | None = field(default_factory=FakeKernel)
    path: FakePath = field(default_factory=FakePath)
    asked: int = 0  # how often its kernel was

    @property
    def wire(self) -> FakeSession:
        return self

    def kernel_path(self) -> FakeKernel | None:
        self.asked += 1
        return self.kernel


@dataclass
class FakeSeat:
    session: FakeSession


class FakeTable:
    """One seat at a table with a clock; also the race, which notes what it is told."""

    def __init__(self) -> None:
        self.clock = SimClock()
        self.session = FakeSession()
        self.seats = {0: FakeSeat(self.session)}
        self.told: list[tuple[int, int, int, int]] = []
        table: Any = self
        self.receipts = Receipts(table)
        self.receipts.opened(table)
        self.rest(1 * MS)
        self.reveal_us = self.clock.now_us()
        session: Any = self.session
        self.receipts.sent(0, session)

    def rest(self, span_us: int) -> None:
        """Let time pass."""
        end_us = self.clock.now_us() + span_us
        self.clock.call_at_us(end_us, lambda: None)
        while self.clock.now_us() < end_us:
            self.clock.step()

    def receipt(self, seat: int, sent_us: int, seen_us: int, arrived_us: int) -> None:
        self.told.append((seat, sent_us, seen_us, arrived_us))

    def acknowledges(self, sent_us: int) -> None:
        assert self.session.kernel is not None
        self.session.kernel.acked_us = sent_us

    def ticks(self) -> int:
        """A tick that arrived half a millisecond ago is taken in now."""
        now_us = self.clock.now_us()
        self.session.path.kernel = self.session.kernel
        self.receipts.look(0, now_us - 500)
        return now_us


def test_a_tick_tells_what_its_packet_acknowledged_and_only_once() -> None:
    table = FakeTable()
    table.rest(20 * MS)
    table.acknowledges(table.reveal_us)
    now_us = table.ticks()
    table.ticks()
    assert table.told == [(0, table.reveal_us, now_us, now_us - 500)]


def test_what_was_written_before_the_reveal_is_no_receipt_of_it() -> None:
    table = FakeTable()
    table.acknowledges(table.reveal_us - 1)
    table.ticks()
    table.rest(100 * MS)
    assert table.told == []


def test_a_silent_programs_kernel_is_asked_and_told_of_once_all_is_read() -> None:
    table = FakeTable()
    table.acknowledges(table.reveal_us)
    table.rest(100 * MS)
    (seat, sent_us, seen_us, told_us), = table.told  # fmt: skip
    assert (seat, sent_us) == (0, table.reveal_us)
    assert told_us - seen_us == 5 * MS


def test_a_ticking_programs_kernel_is_not_asked_in_between() -> None:
    table = FakeTable()
    table.ticks()
    table.acknowledges(table.reveal_us)
    table.rest(24 * MS)
    assert table.told == []


def test_a_silence_that_begins_between_two_looks_is_noticed_when_it_is_one() -> None:
    table = FakeTable()
    table.rest(4 * MS)
    table.ticks()
    table.acknowledges(table.reveal_us)
    table.rest(40 * MS)
    (_seat, _sent_us, seen_us, told_us), = table.told  # fmt: skip
    assert table.reveal_us + (4 + 25) * MS < seen_us <= table.reveal_us + (4 + 25 + 5) * MS
    assert told_us - seen_us == 5 * MS


def test_while_a_program_ticks_nothing_is_asked_or_looked_at_in_between() -> None:
    table = FakeTable()
    asked = table.session.asked
    for _ in range(40):
        table.ticks()
        table.rest(24 * MS)
    assert table.session.asked == asked


def test_after_a_lost_packet_only_the_reveals_own_receipt_is_sound() -> None:
    table = FakeTable()
    assert table.session.kernel is not None
    table.session.kernel.disorder = 1
    table.acknowledges(table.reveal_us + 200 * MS)
    table.ticks()
    assert [told[1] for told in table.told] == [table.reveal_us]


def test_a_kernel_that_does_not_count_disorder_speaks_for_the_reveal_alone() -> None:
    table = FakeTable()
    assert table.session.kernel is not None
    table.session.kernel.disorder = None
    session: Any = table.session
    table.receipts.sent(0, session)
    table.acknowledges(table.reveal_us + 200 * MS)
    table.ticks()
    assert [told[1] for told in table.told] == [table.reveal_us]


def test_a_proxys_kernel_and_another_connections_are_not_asked() -> None:
    tunnelled = FakeTable()
    tunnelled.session.path.kernel_gap_us = None
    tunnelled.receipts = Receipts(tunnelled)  # type: ignore[arg-type]
    tunnelled.receipts.opened(tunnelled)  # type: ignore[arg-type]
    tunnelled.receipts.sent(0, tunnelled.session)  # type: ignore[arg-type]
    back = FakeTable()
    back.seats[0] = FakeSeat(FakeSession())
    for table in (tunnelled, back):
        table.acknowledges(table.clock.now_us())
        table.ticks()
        assert table.told == []


def test_nothing_is_asked_once_the_race_is_over() -> None:
    table = FakeTable()
    table.receipts.closed()
    table.acknowledges(table.reveal_us)
    table.rest(100 * MS)
    table.ticks()
    assert table.told == []
