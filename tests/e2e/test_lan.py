"""The virtual LAN itself: its delays are those asked for, cables can be cut, nothing stays.

What must not: cards. The runs over it stand in test_lan_share.py.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path as FilePath
from statistics import median

import pytest

from tests.support.netns_lan import CABLE, Host, VirtualLan, needs_lan
from tests.support.netns_lan_kernel import PREFIX, ip, sweep
from tests.support.paths import JitterShape, Path, SeatPaths

pytestmark = needs_lan

ECHO = [sys.executable, "-m", "tests.support.netns_lan_echo"]
PORT = "4000"

# 60 ms each way with 20 ms jitter, as `tc netem delay 60ms 20ms` means it: 40 to 80 ms.
FAR = Path(delay_us=40_000, jitter_us=20_000, shape=JitterShape.UNIFORM)
# What a busy test machine may add to one round trip before a test calls it wrong.
SLACK_US = 40_000


class Echo:
    """An echo server on one host and a prober on another."""

    def __init__(self, lan: VirtualLan, near: Host, far: Host, count: int, gap_us: int) -> None:
        self.server = lan.popen(near, [*ECHO, "serve", near.address, PORT])
        assert self._line(self.server) == "ready"
        probe = [*ECHO, "probe", near.address, PORT, str(count), str(gap_us)]
        self.prober = lan.popen(far, probe)
        assert json.loads(self._line(self.prober)) == {"connected": True}

    def round_trips_us(self) -> tuple[list[int], int]:
        """All round trips in order, and the kernel's least."""
        found = json.loads(self._line(self.prober))
        self.server.wait(30)  # its port must be free for the next one
        return found["rtt_us"], found["kernel_min_rtt_us"]

    @staticmethod
    def _line(process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        return process.stdout.readline().strip()


def test_a_far_seat_has_the_round_trips_it_was_given_and_a_near_one_has_almost_none() -> None:
    with VirtualLan(seed=1) as lan:
        server, near = lan.host("server"), lan.host("near")
        far = lan.host("far", SeatPaths(up=FAR, down=FAR))
        times_us, kernel_us = Echo(lan, server, far, 25, 1_000).round_trips_us()
        assert min(times_us) >= 80_000
        assert max(times_us) <= 160_000 + SLACK_US
        assert 105_000 <= median(times_us) <= 135_000 + SLACK_US
        # The kernel measured the same path on its own (handshake included).
        assert 80_000 <= kernel_us <= min(times_us)
        near_us, near_kernel_us = Echo(lan, server, near, 40, 1_000).round_trips_us()
        assert median(near_us) < 5_000
        assert near_kernel_us < 5_000
        precision = lan.precision()
        print(f"switch: {precision}")
        assert precision.frames > 120
        assert precision.p50_us < 1_000


def test_a_stopped_process_answers_when_it_goes_on() -> None:
    with VirtualLan(seed=2) as lan:
        server, near = lan.host("server"), lan.host("near")
        echo = Echo(lan, server, near, 150, 2_000)
        os.kill(echo.server.pid, signal.SIGSTOP)
        with pytest.raises(subprocess.TimeoutExpired):
            echo.prober.wait(0.4)
        os.kill(echo.server.pid, signal.SIGCONT)
        times_us, kernel_us = echo.round_trips_us()
        assert max(times_us) >= 300_000
        # Its kernel went on acknowledging: no program can delay what the kernel measures.
        assert kernel_us < 5_000


def test_a_cut_cable_holds_everything_up_until_it_is_mended() -> None:
    with VirtualLan(seed=3) as lan:
        server, near = lan.host("server"), lan.host("near")
        echo = Echo(lan, server, near, 150, 2_000)
        lan.cut(near)
        with pytest.raises(subprocess.TimeoutExpired):
            echo.prober.wait(0.4)
        lan.mend(near)
        times_us, _ = echo.round_trips_us()
        assert len(times_us) == 150
        assert max(times_us) >= 300_000


def test_a_path_changes_while_it_is_used() -> None:
    with VirtualLan(seed=4) as lan:
        server, mover = lan.host("server"), lan.host("mover")
        echo = Echo(lan, server, mover, 12, 1_000)
        lan.set_paths(mover, SeatPaths(up=Path(70_000), down=Path(30_000)))
        times_us, _ = echo.round_trips_us()
        assert times_us[-1] >= 100_000


def test_lost_frames_are_sent_again_by_tcp() -> None:
    with VirtualLan(seed=5) as lan:
        server, lossy = lan.host("server"), lan.host("lossy", CABLE)
        lan.set_loss(lossy, 50_000)
        times_us, _ = Echo(lan, server, lossy, 100, 0).round_trips_us()
        assert len(times_us) == 100
        # Linux retransmits after its least time-out of 200 ms, or probes a little earlier.
        assert max(times_us) > 5 * median(times_us)


def test_nothing_is_left_after_a_failure_in_the_run() -> None:
    used: list[tuple[Host, subprocess.Popen[str]]] = []

    def fail() -> None:
        with VirtualLan(seed=6) as lan:
            host = lan.host("doomed")
            sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
            used.append((host, lan.popen(host, sleeper)))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    ((host, process),) = used
    assert process.returncode == -signal.SIGKILL
    assert not FilePath("/run/netns", host.namespace).exists()


def test_what_a_killed_run_left_behind_is_swept_up() -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    namespace = f"{PREFIX}-{dead.pid}-left"
    ip("netns", "add", namespace)
    sweep()  # another worker's LAN may have swept first
    assert not FilePath("/run/netns", namespace).exists()
