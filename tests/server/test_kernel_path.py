"""TCP_INFO: read where there is one, and where there is none everything works and all are told.

That the command tells its host is in tests/e2e/test_real_stack.py, with a real process.
"""

from __future__ import annotations

import socket
import sys

import pytest

from cardprotocol.messages import to_client as told
from cardserver import kernel_path
from cardserver.kernel_path import kernel_available, read_kernel_path
from tests.support.perekur_positions import A, B, C, at
from tests.support.refusals import lay, race_at


@pytest.mark.skipif(sys.platform != "linux", reason="TCP_INFO is read on Linux alone")
def test_a_connection_of_this_machine_has_a_round_trip_of_microseconds() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as near,
    ):
        far, _ = listener.accept()
        with far:
            near.sendall(b"x")
            path = read_kernel_path(far)
    assert kernel_available()
    assert path is not None
    assert path.min_rtt_us < 100_000


def test_without_tcp_info_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "TCP_INFO", raising=False)
    assert not kernel_available()
    with socket.socket() as connection:
        assert read_kernel_path(connection) is None


def test_a_kernel_that_tells_less_than_is_needed_is_not_called_a_cross_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel_path, "_INFO_BYTES", 4_000)  # as if struct tcp_info were too short
    assert not kernel_available()
    with socket.socket() as connection:
        assert read_kernel_path(connection) is None


def test_races_are_judged_by_stamps_without_it_and_every_client_is_told() -> None:
    # Guests of a House have no kernel: ports.Wire.kernel_path gives None.
    house, (ann, bob, cid) = race_at(at({A: "TC KC", B: "JC AC", C: "QC"}, 47, last=C))
    house.wins(ann, lay("TC"))
    verdict = bob.last(told.Reveal).verdict
    assert verdict is not None
    assert verdict.winner == A
    assert verdict.claims[0].judged_us == verdict.claims[0].reaction_us
    for guest in (ann, bob, cid):
        assert not guest.last(told.Welcome).kernel_checked
        assert not guest.last(told.Clock).kernel_checked
        assert guest.last(told.Clock).quality == "good"
