"""The kernel's own measurements of a TCP connection (Linux TCP_INFO).

What lives here: reading and unpacking them. What must not: what they are
believed for (clocksync.py). A program can answer late; its kernel still
acknowledges at once, which is why these figures are worth having.
"""

from __future__ import annotations

import socket
import struct
import sys
from typing import Final, NamedTuple

# struct tcp_info of linux/tcp.h, stable since 4.9: tcpi_rtt is the 32-bit word at byte 68,
# tcpi_bytes_acked the 64-bit word at 120, tcpi_min_rtt the 32-bit word at 148; since 5.4
# tcpi_rcv_ooopack the one at 224. A connection that was accepted counts no byte for its SYN.
_INFO_BYTES: Final = 152
_LONG_INFO_BYTES: Final = 228
_INFO: Final = struct.Struct("=68xI48xQ20xI")
_DISORDER: Final = struct.Struct("=224xI")
_NO_SAMPLE: Final = 0xFFFFFFFF  # the kernel's word for "nothing measured yet"


class TcpInfo(NamedTuple):
    """What the kernel has measured; times in µs. See ports.KernelPath.

    A tuple, for one is made at every message and a frozen class takes five times as long.
    """

    min_rtt_us: int
    rtt_us: int
    bytes_acked: int
    disorder: int | None = None
    acked_us: int = 0


def kernel_available() -> bool:
    """Whether this machine has what is read here: some kernels and sandboxes tell less of it."""
    with socket.socket() as probe:
        return _read(probe) is not None


def read_kernel_path(connection: socket.socket) -> TcpInfo | None:
    """The kernel's measurements of `connection`; None where it has none (1 µs)."""
    info = _read(connection)
    if info is None:
        return None
    rtt_us, bytes_acked, min_rtt_us = _INFO.unpack_from(info)
    if min_rtt_us == _NO_SAMPLE:
        return None
    disorder = _DISORDER.unpack_from(info)[0] if len(info) >= _LONG_INFO_BYTES else None
    return TcpInfo(min_rtt_us, rtt_us, bytes_acked, disorder)


def _read(connection: socket.socket) -> bytes | None:
    """struct tcp_info, as far as it is used here; None where the platform has not all of it."""
    if sys.platform != "linux" or not hasattr(socket, "TCP_INFO"):
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LONG_INFO_BYTES)
    except OSError:
        return None
    return info if len(info) >= _INFO_BYTES else None
