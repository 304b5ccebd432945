"""A few kills of a real server; `python -m tests.benchmarks.crash --kills 200` is the long run."""

from __future__ import annotations

import subprocess
import sys


def test_nothing_told_is_lost_when_a_real_server_is_killed() -> None:
    command = [sys.executable, "-m", "tests.benchmarks.crash", "--kills", "4", "--tables", "2"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "0 lost, 0 doubled" in run.stdout
