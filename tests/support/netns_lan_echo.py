"""A TCP echo and its prober, run as processes on the hosts of a virtual LAN.

    python -m tests.support.netns_lan_echo serve ADDRESS PORT
    python -m tests.support.netns_lan_echo probe ADDRESS PORT COUNT GAP_US

What lives here: the two little programs. The prober prints one JSON line when connected and
another with all round trips. What must not: bounds on what is measured (the tests have them).
"""

from __future__ import annotations

import json
import socket
import struct
import sys
import time

_MESSAGE_BYTES = 16
_MIN_RTT_OFFSET = 148  # of tcpi_min_rtt in Linux' struct tcp_info
_INFO_BYTES = 192


def kernel_min_rtt_us(connection: socket.socket) -> int:
    """The least round trip the kernel has seen on `connection`."""
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
    (value,) = struct.unpack_from("=I", info, _MIN_RTT_OFFSET)
    return int(value)


def serve(address: str, port: int) -> None:
    """Echo one connection until its end."""
    with socket.create_server((address, port)) as server:
        print("ready", flush=True)
        connection, _ = server.accept()
        with connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while got := connection.recv(4096):
                connection.sendall(got)


def probe(address: str, port: int, count: int, gap_us: int) -> None:
    """Send `count` messages one after the other, `gap_us` after each answer; print the RTTs."""
    with socket.create_connection((address, port), timeout=30) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        print(json.dumps({"connected": True}), flush=True)
        round_trips_us = []
        for _ in range(count):
            sent_ns = time.monotonic_ns()
            connection.sendall(bytes(_MESSAGE_BYTES))
            left = _MESSAGE_BYTES
            while left:
                left -= len(connection.recv(left))
            round_trips_us.append((time.monotonic_ns() - sent_ns) // 1000)
            time.sleep(gap_us / 1e6)
        found = {"rtt_us": round_trips_us, "kernel_min_rtt_us": kernel_min_rtt_us(connection)}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", address, port]:
            serve(address, int(port))
        case ["probe", address, port, count, gap_us]:
            probe(address, int(port), int(count), int(gap_us))
        case other:
            sys.exit(f"not understood: {other}")
