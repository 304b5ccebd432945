"""An evening on the virtual LAN: the real server, and client processes near and far.

What lives here: LanEvening, which starts `cardserver` on one host and three client processes
(one beside the server, one on a cable, one behind a long path), each with a seat at every table,
and collects what they print. What must not: figures (netns_lan_share.py), bounds (the tests).
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import IO, Any, Final

from tests.support.netns_lan import CABLE, Host, VirtualLan
from tests.support.netns_lan_share import Races
from tests.support.paths import JitterShape, Path, SeatPaths

# 60 ms each way with 20 ms jitter, in the meaning of `tc netem delay 60ms 20ms`: 40 to 80 ms.
_FAR_WAY: Final = Path(delay_us=40_000, jitter_us=20_000, shape=JitterShape.UNIFORM)
FAR: Final = SeatPaths(up=_FAR_WAY, down=_FAR_WAY)

PORT: Final = "7777"
_POLL_SECONDS: Final = 0.1
_PATIENCE_SECONDS: Final = 30.0


class Lines:
    """What a process prints, collected by a thread so that it never waits for us."""

    def __init__(self, pipe: IO[str]) -> None:
        self._lines: list[str] = []
        self._taken = 0
        self._thread = threading.Thread(target=self._read, args=(pipe,), daemon=True)
        self._thread.start()

    def _read(self, pipe: IO[str]) -> None:
        for line in pipe:
            self._lines.append(line)

    def new(self) -> list[str]:
        """The lines since the last call."""
        lines = self._lines[self._taken :]
        self._taken += len(lines)
        return lines

    def finish(self) -> None:
        """Wait for the end of what an ended process printed."""
        self._thread.join(_PATIENCE_SECONDS)


class LanEvening:
    """`tables` tables of three seats: "beside", "cable" and "far". Use it inside a VirtualLan."""

    def __init__(
        self, lan: VirtualLan, data: FilePath, *, tables: int, seed: int, far: SeatPaths = FAR
    ) -> None:
        self.races = Races()
        self._lan = lan
        self._data = data
        self._seed = seed
        self._tables = [f"t{number}" for number in range(1, tables + 1)]
        self._server_host = lan.host("server")
        self._hosts = {"cable": lan.host("cable", CABLE), "far": lan.host("far", far)}
        self._server = self._start_server()
        self.clients: dict[str, subprocess.Popen[str]] = {}
        self._lines: dict[str, Lines] = {}
        # One player sits at the server's own machine, as the host of a LAN evening does. It comes
        # first, for only over loopback may one address make many tables at once.
        self._start_client("beside", self._server_host, "127.0.0.1")
        self._await_seats("beside")
        for name, host in self._hosts.items():
            self._start_client(name, host, self._server_host.address)

    def lose(self, name: str, per_million: int) -> None:
        """From now on the switch loses so many of the frames of the client `name`, each way."""
        self._lan.set_loss(self._hosts[name], per_million)

    def collect(self, until: Callable[[Races], bool], most_seconds: float) -> None:
        """Take in what is printed until `until`; AssertionError if a process ends or time does."""
        end = time.monotonic() + most_seconds
        while not until(self.races):
            time.sleep(_POLL_SECONDS)
            self._take()
            for name, process in (*self.clients.items(), ("server", self._server)):
                assert process.poll() is None, f"{name} ended with {process.returncode}"
            assert time.monotonic() < end, f"not done in {most_seconds} s"

    def collect_more(self, count: int) -> list[Mapping[str, Any]]:
        """The next `count` verdicts at least; AssertionError if they do not come.

        Counted, not timed: how many races fit into a second is the machine's affair, and one
        seat alone with the wanted rank can hold its table up for `stall_seconds`.
        """
        self._take()
        before = len(self.races.verdicts)
        self.collect(lambda races: len(races.verdicts) >= before + count, _PATIENCE_SECONDS)
        return self.races.verdicts[before:]

    def stop(self) -> None:
        """End the clients and take in the rest."""
        for process in self.clients.values():
            process.kill()
            process.wait()
        for lines in self._lines.values():
            lines.finish()
        self._take()

    def _take(self) -> None:
        for lines in self._lines.values():
            self.races.take(lines.new())

    def _start_server(self) -> subprocess.Popen[str]:
        program = str(FilePath(sys.executable).with_name("cardserver"))
        command = [program, "--listen", f"0.0.0.0:{PORT}", "--data", str(self._data)]
        command += ["--limit", f"connections_per_address={len(self._tables) + 1}"]
        log = (self._data / "server.log").open("w")
        environment = self._environment()
        server = self._lan.popen(
            self._server_host, command, stderr=log, env=environment, realtime=True
        )
        log.close()
        lines = Lines(_stdout(server))
        end = time.monotonic() + _PATIENCE_SECONDS
        printed: list[str] = []
        while not any(PORT in line for line in printed):
            assert time.monotonic() < end, f"the server is not up: {printed}"
            time.sleep(_POLL_SECONDS)
            printed += lines.new()
        return server

    def _start_client(self, name: str, host: Host, address: str) -> None:
        program = [sys.executable, "-m", "tests.support.netns_lan_seat"]
        arguments = [address, PORT, name, f"{self._seed} {name}", *self._tables]
        command = [*program, *arguments]
        client = self._lan.popen(host, command, env=self._environment(), realtime=True)
        self.clients[name] = client
        self._lines[name] = Lines(_stdout(client))

    def _await_seats(self, name: str) -> None:
        end, seated = time.monotonic() + _PATIENCE_SECONDS, 0
        while seated < len(self._tables):
            assert time.monotonic() < end, f"{name} has a seat at {seated} tables only"
            time.sleep(_POLL_SECONDS)
            seated += len(self._lines[name].new())

    def _environment(self) -> dict[str, str]:
        """Data and state of the commands go to `data`, not to the user's own."""
        return {**os.environ, "HOME": str(self._data), "XDG_DATA_HOME": str(self._data)}


def _stdout(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout
