"""Clock mapping, round trips and excess: from pings and stamps to an estimate."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from cardserver.clocksync import PathModel, StampFault, StampFaultKind
from cardserver.constants import BURST_PINGS, CREDIT_MIN_US
from tests.support.judge import MS

SECOND = 1_000 * MS
BEGIN = 1_000 * SECOND


@dataclass
class Measured:
    """A kernel's figures, as ports.KernelPath."""

    min_rtt_us: int
    rtt_us: int
    bytes_acked: int = 0
    acked_us: int = 0
    disorder: int | None = None


class Client:
    """A client on a path of constant delays, and the model that the server has of it."""

    def __init__(
        self, up_us: int = 200, down_us: int = 200, offset_us: int = 77 * SECOND, drift_ppb: int = 0
    ) -> None:
        self.up_us, self.down_us = up_us, down_us
        self.offset_us, self.drift_ppb = offset_us, drift_ppb
        self.kernel: Measured | None = None
        self.path = PathModel()
        self.now_us = BEGIN
        self._number = 0

    def reads(self, server_us: int) -> int:
        return server_us + self.offset_us + self.drift_ppb * (server_us - BEGIN) // 10**9

    def ping(self, held_us: int = 0, *, armed: bool = False) -> StampFault | None:
        """The next ping, answered `held_us` after its arrival without saying so."""
        self.now_us = self.path.next_ping_us(self.now_us, armed=armed)
        self._number += 1
        self.path.ping_sent(self._number, self.now_us)
        replied_us = self.now_us + self.down_us + held_us
        self.now_us = replied_us + self.up_us
        stamp_us = self.reads(replied_us)
        return self.path.pong(self._number, stamp_us, stamp_us, self.now_us, self.kernel)

    def join(self) -> None:
        for _ in range(BURST_PINGS):
            assert self.ping() is None

    def stamp(self, late_us: int = 0, *, press: bool = False) -> StampFault | None:
        """A message stamped now, arriving `late_us` late."""
        stamp_us = self.reads(self.now_us)
        self.now_us += self.up_us + late_us
        return self.path.stamp(stamp_us, self.now_us, self.kernel, press=press)


def test_a_client_is_synchronised_after_a_burst_of_eight_pings() -> None:
    client = Client()
    for _ in range(BURST_PINGS - 1):
        client.ping()
        assert not client.path.estimate(client.now_us).synced
    client.ping()
    assert client.now_us - BEGIN < 300 * MS
    assert client.path.estimate(client.now_us).to_client(client.now_us) == client.reads(
        client.now_us
    )


def test_pings_are_due_every_second_and_every_100_ms_in_a_race() -> None:
    client = Client()
    client.join()
    sent_us = client.now_us - 400
    assert client.path.next_ping_us(client.now_us, armed=False) == sent_us + SECOND
    assert client.path.next_ping_us(client.now_us, armed=True) == sent_us + 100 * MS


def test_a_client_that_never_answers_stays_unsynced_and_is_told_to_show_at_once() -> None:
    path = PathModel()
    for number in range(200):
        path.ping_sent(number, path.next_ping_us(BEGIN + number * MS, armed=False))
    estimate = path.estimate(BEGIN)
    assert (estimate.quality, estimate.allowance_us) == ("unsynced", CREDIT_MIN_US)
    assert estimate.to_client(BEGIN) == 0


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 100 * MS),
    st.integers(0, 100 * MS),
    st.integers(200 * SECOND, 10**15),
    st.integers(-100_000, 100_000),
)
def test_the_mapping_is_off_by_no_more_than_its_uncertainty(
    up_us: int, down_us: int, offset_us: int, drift_ppb: int
) -> None:
    client = Client(up_us, down_us, offset_us, drift_ppb)
    client.join()
    for _ in range(60):
        assert client.ping() is None
    estimate = client.path.estimate(client.now_us)
    error_us = abs(estimate.to_client(client.now_us) - client.reads(client.now_us))
    assert error_us <= estimate.uncertainty_us
    back_us = estimate.to_server(estimate.to_client(client.now_us))
    assert abs(back_us - client.now_us) <= 1


def test_a_drift_of_100_ppm_is_followed_for_ten_minutes() -> None:
    client = Client(drift_ppb=100_000)
    client.join()
    for _ in range(600):
        assert client.ping() is None
    estimate = client.path.estimate(client.now_us)
    assert abs(estimate.drift_ppb - 100_000) < 1_000
    assert abs(estimate.to_client(client.now_us) - client.reads(client.now_us)) < 50


def test_queueing_does_not_move_the_mapping() -> None:
    client = Client()
    client.join()
    before_us = client.path.estimate(client.now_us).offset_us
    client.down_us = 80 * MS
    assert client.ping() is None
    assert client.path.estimate(client.now_us).offset_us == before_us


def test_a_clock_that_jumps_is_noticed_and_learned_anew() -> None:
    for step_us in (-50 * MS, 50 * MS, -SECOND):
        client = Client()
        client.join()
        client.offset_us += step_us
        fault = client.ping(armed=True)
        assert fault is not None
        assert fault.resync
        assert not client.path.estimate(client.now_us).synced
        stepped_us = client.now_us
        client.join()
        assert client.now_us - stepped_us < SECOND
        estimate = client.path.estimate(client.now_us)
        assert estimate.to_client(client.now_us) == client.reads(client.now_us)


def test_a_stamp_that_goes_back_is_a_fault_beyond_two_milliseconds() -> None:
    path = PathModel()
    assert path.stamp(100 * MS, BEGIN) is None
    assert path.stamp(98 * MS, BEGIN) is None
    fault = path.stamp(97 * MS, BEGIN)
    assert fault is not None
    assert fault.kind is StampFaultKind.BACKWARDS


def test_a_stamp_from_the_future_is_a_fault() -> None:
    client = Client()
    client.join()
    ahead_us = client.reads(client.now_us) + 5 * MS
    fault = client.path.stamp(ahead_us, client.now_us)
    assert fault is not None
    assert fault.kind is StampFaultKind.FUTURE


def test_a_pong_must_answer_a_ping_and_cannot_have_held_it_longer_than_it_was_away() -> None:
    path = PathModel()
    unknown = path.pong(5, 0, 0, BEGIN, None)
    assert unknown is not None
    assert unknown.kind is StampFaultKind.UNKNOWN_PING
    path.ping_sent(1, BEGIN)
    held = path.pong(1, 100, 100 + 10 * MS, BEGIN + 5 * MS, None)
    assert held is not None
    assert held.kind is StampFaultKind.HELD_TOO_LONG
    again = path.pong(1, 100, 100, BEGIN + 5 * MS, None)
    assert again is not None
    assert again.kind is StampFaultKind.UNKNOWN_PING


def test_answering_late_gains_no_more_than_the_kernels_slack() -> None:
    client = Client()
    client.kernel = Measured(min_rtt_us=400, rtt_us=400)
    for _ in range(BURST_PINGS):
        client.ping(held_us=40 * MS)
    estimate = client.path.estimate(client.now_us)
    assert estimate.kernel_checked
    assert estimate.rtt_us == 400 + 2 * MS
    assert estimate.quality == "doubtful"
    gap_us = client.path.kernel_gap_us
    assert gap_us is not None
    assert gap_us > 35 * MS


def test_a_tunnelled_player_is_measured_without_the_kernel() -> None:
    client = Client(20 * MS, 20 * MS)
    client.path = PathModel(tunnelled=True)
    client.kernel = Measured(min_rtt_us=50, rtt_us=60)
    client.join()
    estimate = client.path.estimate(client.now_us)
    assert (estimate.rtt_us, estimate.kernel_checked) == (40 * MS, False)


def test_a_jittery_path_earns_credit_and_a_steady_one_the_least() -> None:
    steady, jittery = Client(), Client()
    steady.join()
    jittery.join()
    for number in range(200):
        for client, late_us in ((steady, 0), (jittery, number % 10 * 4 * MS)):
            client.now_us += 50 * MS
            client.stamp(late_us)
    assert steady.path.estimate(steady.now_us).allowance_us == CREDIT_MIN_US
    assert 36 * MS <= jittery.path.estimate(jittery.now_us).allowance_us <= 45 * MS


def test_jitter_that_the_kernel_did_not_see_earns_little() -> None:
    client = Client()
    client.kernel = Measured(min_rtt_us=400, rtt_us=400)
    client.join()
    for number in range(200):
        client.now_us += 60 * MS
        client.stamp(number % 10 * 6 * MS)
    assert client.path.estimate(client.now_us).allowance_us <= 5 * MS


def test_a_claims_own_stamp_earns_nothing() -> None:
    client = Client()
    client.join()
    for _ in range(100):
        client.now_us += 300 * MS
        client.stamp(80 * MS, press=True)
    assert client.path.estimate(client.now_us).allowance_us == CREDIT_MIN_US


def test_a_late_paint_counts_as_needed_up_to_its_cap() -> None:
    client = Client()
    client.join()
    before = client.path.estimate(client.now_us)
    for _ in range(20):
        client.path.painted(50 * MS, client.now_us)
    after = client.path.estimate(client.now_us)
    assert after.refill_us - before.refill_us == 2 * MS


def test_a_longer_route_is_believed_after_twenty_pongs() -> None:
    client = Client()
    client.join()
    client.up_us = client.down_us = 10 * MS
    for _ in range(19):
        client.ping()
        assert client.path.estimate(client.now_us).rtt_us == 400
    client.ping()
    assert client.path.estimate(client.now_us).rtt_us == 20 * MS


def test_jitter_is_not_taken_for_a_longer_route() -> None:
    client = Client()
    client.kernel = Measured(min_rtt_us=400, rtt_us=16 * MS)
    client.join()
    for number in range(400):
        client.now_us += 25 * MS
        client.stamp(number * 7 % 16 * MS)
        client.up_us = 200 + (6 + number * 5 % 16) * MS  # never the least one again
        client.ping(armed=True)
        client.up_us = 200
    assert client.path.estimate(client.now_us).rtt_us == 400
