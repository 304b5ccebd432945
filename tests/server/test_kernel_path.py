"""What is read from struct tcp_info, and which write the newest acknowledged one was."""

from __future__ import annotations

import socket
import struct
import sys

import pytest

from cardserver.kernel_path import read_kernel_path
from tests.support.house import House
from tests.support.house_line import Handle, Line

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="struct tcp_info is Linux's")


class Told(Handle):
    """A socket whose kernel says what a test wants."""

    def __init__(self, bytes_acked: int, *, long: bool = True) -> None:
        info = bytearray(228 if long else 152)
        struct.pack_into("@I", info, 68, 700)
        struct.pack_into("@Q", info, 120, bytes_acked)
        struct.pack_into("@I", info, 148, 300)
        if long:
            struct.pack_into("@I", info, 224, 5)
        self._info = bytes(info)

    def getsockopt(self, *_option: object) -> bytes:
        return self._info


@needs_linux
def test_an_older_kernel_does_not_count_what_overtook_and_says_the_rest() -> None:
    new, old = read_kernel_path(Told(9)), read_kernel_path(Told(9, long=False))  # type: ignore[arg-type]
    assert new is not None
    assert old is not None
    assert (new.min_rtt_us, new.rtt_us, new.bytes_acked, new.disorder) == (300, 700, 9, 5)
    assert (old.min_rtt_us, old.rtt_us, old.bytes_acked, old.disorder) == (300, 700, 9, None)


@needs_linux
def test_a_connection_says_when_the_newest_acknowledged_write_was_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House()
    line = Line(house)
    written = []
    for size in (10, 20, 30):
        house.clock.call_later_us(1_000, lambda: None)
        house.clock.step()
        line.connection.send(bytes(size))
        written.append(house.clock.now_us())
    before = len(line.transport.value()) - 60
    found = []
    for acked in (0, 9, 10, 29, 60, 60):
        told = Told(before + acked)
        monkeypatch.setattr(line.transport, "getHandle", lambda told=told: told)
        path = line.connection.kernel_path()
        assert path is not None
        found.append(path.acked_us)
    assert found[2:] == [written[0], written[0], written[2], written[2]]
    assert found[0] == found[1] < written[0]


@needs_linux
def test_an_accepted_connection_counts_the_bytes_it_wrote_and_no_syn() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        served, _ = listener.accept()
        with client, served:
            served.sendall(b"seven..")
            assert client.recv(7, socket.MSG_WAITALL) == b"seven.."
            client.sendall(b"!")  # carries the acknowledgement
            assert served.recv(1) == b"!"
            path = read_kernel_path(served)
    assert path is not None
    assert (path.bytes_acked, path.disorder) in ((7, 0), (7, None))


def test_a_connection_that_is_gone_has_no_measurements() -> None:
    line = Line(House())
    line.connection.connectionLost()
    line.transport.getHandle = None  # the transport's socket is gone with it
    assert line.connection.kernel_path() is None
