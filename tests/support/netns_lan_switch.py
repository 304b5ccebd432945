"""The switch of the virtual LAN: frames wait their delay on a heap, then go on.

What lives here: one thread that reads frames from all TAP devices, gives each the delay of its
sender's way up and of its receiver's way down, and writes it at that moment.
What must not: namespaces, processes, what is inside a frame beyond its two addresses.
"""

from __future__ import annotations

import heapq
import os
import select
import threading
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tests.support.paths import Lane, SeatPaths

_FRAME_BYTES = 2048  # an Ethernet frame of MTU 1500 with room for a VLAN tag
_READS_A_TURN = 32  # so that a burst of one port does not keep due frames waiting
_IDLE_S = 1.0
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Precision:
    """How late frames were written after they were due, in microseconds."""

    frames: int
    p50_us: int
    p99_us: int
    most_us: int
    realtime: bool  # the switch had real-time priority


@dataclass(slots=True)
class Port:
    """One host's plug: its device, its two lanes, and whether the cable is in."""

    fd: int
    mac: bytes
    up: Lane
    down: Lane
    cut: bool = False
    loss_per_million: int = 0


@dataclass(frozen=True, slots=True)
class Flight:
    """A frame under way: up to the switch while it has no `target`, then down to it."""

    frame: bytes
    source: Port
    target: Port | None = None


def now_us() -> int:
    """The monotonic clock, which all processes of a machine share."""
    return time.monotonic_ns() // 1000


class Switch:
    """Call `start`, then `plug` hosts; paths, cuts and losses may change while it runs."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._ports: list[Port] = []
        self._heap: list[tuple[int, int, Flight]] = []
        self._number = 0
        self._late_us = array("L")
        self._lock = threading.Lock()
        self._wake_in, self._wake_out = os.pipe()
        self._running = True
        self._realtime = False
        self._thread = threading.Thread(target=self._run, name="lan-switch", daemon=True)

    def start(self) -> None:
        """Begin to forward."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and close every device."""
        self._running = False
        os.write(self._wake_out, b"!")
        self._thread.join()
        for fd in (self._wake_in, self._wake_out, *(port.fd for port in self._ports)):
            os.close(fd)

    def plug(self, fd: int, mac: bytes, paths: SeatPaths) -> Port:
        """Connect a device. Each direction draws from a seeded stream of its own."""
        up, down = (
            Lane(path, Random(self._rng.getrandbits(64))) for path in (paths.up, paths.down)
        )
        port = Port(fd, mac, up, down)
        with self._lock:
            self._ports.append(port)
        os.write(self._wake_out, b"!")
        return port

    def change(self, port: Port, change: Callable[[Port], None]) -> None:
        """Apply `change` between two frames."""
        with self._lock:
            change(port)

    def precision(self) -> Precision:
        """Lateness of every frame written so far."""
        with self._lock:
            late_us = sorted(self._late_us)
        if not late_us:
            return Precision(0, 0, 0, 0, self._realtime)
        p50_us, p99_us = (late_us[len(late_us) * part // 100] for part in (50, 99))
        return Precision(len(late_us), p50_us, p99_us, late_us[-1], self._realtime)

    def _run(self) -> None:
        # The programs under test want both cores; frames must not wait for them. They may have
        # real-time priority 1 themselves.
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(2))
            self._realtime = True
        while self._running:
            with self._lock:
                ports = {port.fd: port for port in self._ports}
                wait_s = self._forward_due()
            # select, not epoll: its time-out is in microseconds, epoll's in milliseconds.
            readable, _, _ = select.select([self._wake_in, *ports], [], [], wait_s)
            with self._lock:
                for fd in readable:
                    if fd == self._wake_in:
                        os.read(fd, 64)
                    else:
                        self._read(ports[fd])

    def _forward_due(self) -> float:
        """Do what is due; returns the seconds until there is more."""
        while self._heap:
            due_us = self._heap[0][0]
            wait_us = due_us - now_us()
            if wait_us > 0:
                return wait_us / _MILLION
            flight = heapq.heappop(self._heap)[2]
            if flight.target is None:
                self._cross(flight, due_us)
            else:
                self._write(flight.target, flight.frame, due_us)
        return _IDLE_S

    def _launch(self, due_us: int, flight: Flight) -> None:
        self._number += 1  # keeps frames of one moment in their order
        heapq.heappush(self._heap, (due_us, self._number, flight))

    def _read(self, source: Port) -> None:
        for _ in range(_READS_A_TURN):
            try:
                frame = os.read(source.fd, _FRAME_BYTES)
            except BlockingIOError:
                return
            if not self._lost(source):
                self._launch(source.up.arrival_us(now_us()), Flight(frame, source))

    def _cross(self, flight: Flight, reached_us: int) -> None:
        """The frame has reached the switch: on to its receiver, or to all others."""
        frame, source = flight.frame, flight.source
        to_all = frame[0] & 1  # the group bit of an Ethernet address
        for port in self._ports:
            wanted = to_all or port.mac == frame[:6]
            if port is not source and wanted and not self._lost(port):
                self._launch(port.down.arrival_us(reached_us), Flight(frame, source, port))

    def _write(self, port: Port, frame: bytes, due_us: int) -> None:
        if port.cut:
            return
        # A device whose namespace is just going away refuses; the cable is then as good as cut.
        with suppress(OSError):
            os.write(port.fd, frame)
            self._late_us.append(max(0, now_us() - due_us))

    def _lost(self, port: Port) -> bool:
        if port.cut:
            return True
        loss = port.loss_per_million
        return loss > 0 and self._rng.randrange(_MILLION) < loss
