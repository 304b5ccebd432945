"""A LAN of network namespaces: real TCP between real processes, with delays as asked.

What lives here: `VirtualLan`, a context manager that makes hosts, runs processes on them and
cleans up whatever happens. No traffic leaves the namespaces.
What must not: anything about cards; namespaces (netns_lan_kernel.py) and frames
(netns_lan_switch.py) themselves.

    with VirtualLan(seed=1) as lan:
        far = lan.host("far", SeatPaths(up=Path(60_000), down=Path(60_000)))
        process = lan.popen(far, [sys.executable, "-m", "something", ...])
"""

from __future__ import annotations

import atexit
import os
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from types import TracebackType
from typing import IO, Self

import pytest

from tests.support.netns_lan_kernel import (
    PREFIX,
    delete_namespace,
    in_namespace,
    make_tap,
    sweep,
    why_no_lan,
)
from tests.support.netns_lan_switch import Port, Precision, Switch
from tests.support.paths import Path, SeatPaths

CABLE = SeatPaths(up=Path(), down=Path())  # 0 ms each way; the kernel adds some 0.1 ms

# Every LAN uses the same addresses: namespaces of different LANs can't see each other.
_NETWORK = "10.77.0."
_MOST_HOSTS = 200
_END_SECONDS = 5.0

needs_lan = pytest.mark.skipif(why_no_lan() is not None, reason=why_no_lan() or "")


@dataclass(frozen=True, slots=True)
class Host:
    """One computer of the LAN; `address` is where the others reach it."""

    name: str
    namespace: str
    address: str
    port: Port


class VirtualLan:
    """Hosts, a switch between them, and the processes started on them."""

    def __init__(self, seed: int) -> None:
        self._switch = Switch(Random(seed))
        self._hosts: list[Host] = []
        self._processes: list[subprocess.Popen[str]] = []
        self._open = False

    def __enter__(self) -> Self:
        sweep()
        self._switch.start()
        self._open = True
        atexit.register(self.close)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def host(self, name: str, paths: SeatPaths = CABLE) -> Host:
        """A new computer, `paths` away from the switch. RuntimeError or OSError if refused."""
        number = len(self._hosts) + 1
        if number > _MOST_HOSTS:
            raise RuntimeError(f"a virtual LAN has at most {_MOST_HOSTS} hosts")
        namespace = f"{PREFIX}-{os.getpid()}-{name}"
        mac = bytes.fromhex("0270726b00") + bytes([number])  # 02: locally administered
        address = f"{_NETWORK}{number}"
        tap = make_tap(namespace, mac, f"{address}/24")
        host = Host(name, namespace, address, self._switch.plug(tap.fd, mac, paths))
        self._hosts.append(host)
        return host

    def popen(
        self,
        host: Host,
        argv: Sequence[str],
        *,
        stdout: IO[str] | int | None = subprocess.PIPE,
        stderr: IO[str] | int | None = None,
        env: dict[str, str] | None = None,
        realtime: bool = False,
    ) -> subprocess.Popen[str]:
        """Start a process on `host`; it is ended with the LAN at the latest.

        `realtime`: it runs before everything else of this machine, where that is allowed, so that
        other work (the other tests) does not act as a delay of its own.
        """
        process = subprocess.Popen(
            in_namespace(host.namespace, list(argv)),
            stdin=subprocess.PIPE,
            stdout=stdout,
            stderr=stderr,
            text=True,
            env=env,
        )
        self._processes.append(process)
        if realtime:
            with suppress(OSError):
                os.sched_setscheduler(process.pid, os.SCHED_RR, os.sched_param(1))
        return process

    def set_paths(self, host: Host, paths: SeatPaths) -> None:
        """Another route from the next frame on."""

        def change(port: Port) -> None:
            port.up.change(paths.up)
            port.down.change(paths.down)

        self._switch.change(host.port, change)

    def set_loss(self, host: Host, per_million: int) -> None:
        """Lose that share of the frames to and from `host`."""
        self._switch.change(host.port, lambda port: setattr(port, "loss_per_million", per_million))

    def cut(self, host: Host) -> None:
        """Pull the cable: frames to and from `host` vanish, also those under way to it."""
        self._switch.change(host.port, lambda port: setattr(port, "cut", True))

    def mend(self, host: Host) -> None:
        """Put the cable back."""
        self._switch.change(host.port, lambda port: setattr(port, "cut", False))

    def precision(self) -> Precision:
        """How exactly the switch kept the delays so far."""
        return self._switch.precision()

    def close(self) -> None:
        """End the processes, then the network; harmless if done already."""
        if not self._open:
            return
        self._open = False
        atexit.unregister(self.close)
        for process in self._processes:
            _end(process)
        self._switch.close()
        for host in self._hosts:
            delete_namespace(host.namespace)


def _end(process: subprocess.Popen[str]) -> None:
    """Kill it (it may be stopped, so politeness could hang) and close its pipes."""
    with suppress(ProcessLookupError):
        process.kill()
    process.wait(_END_SECONDS)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
