"""From a key press to the claim's bytes on the socket, in the real client.

``python -m tests.benchmarks.keypress [--keys N]`` presses rank keys in `cardclient` on a
pseudo-terminal, in races that a scripted server opens, and measures the time from the write to
the terminal until the claim arrives at the server's socket. In the same run, key by key in turn,
the same is measured with the least program that could do it: a bare prompt_toolkit application
whose key handler writes to a socket. Exit status 1 when the median is 1 ms or more.
"""

from __future__ import annotations

import argparse
import os
import select
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable

from cardprotocol.cards import DECK_52
from cardprotocol.codec import decode_to_server, encode_frame
from cardprotocol.framing import MAX_CLIENT_FRAME_BYTES, FrameDecoder
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToClient, ToServer
from tests.support.client_story import claim, dealt, laid, reveal, table_info, verdict, welcome
from tests.support.terminal import Terminal

GOAL_MS = 1.0
# Long enough for the screen to be painted and the client to be idle, as a person would find it.
REACTION_SECONDS = 0.08

BARE = """
import socket, sys
from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
wire = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
keys = KeyBindings()
@keys.add("2")
def _(event):
    wire.send(b"x" * 120)
wire.send(b"ready")
Application(key_bindings=keys, full_screen=True).run()
"""


class Wire:
    """The server's end of one connection, read in the measuring thread itself."""

    def __init__(self, listener: socket.socket) -> None:
        self._socket, _ = listener.accept()
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._decoder = FrameDecoder(MAX_CLIENT_FRAME_BYTES)

    def say(self, *messages: ToClient) -> None:
        """All `messages` in one write."""
        self._socket.sendall(b"".join(encode_frame(message) for message in messages))

    def read(self, seconds: float) -> bytes:
        """What arrives first within `seconds`; b"" if nothing does."""
        if select.select([self._socket], [], [], seconds)[0]:
            return self._socket.recv(4096)
        return b""

    def messages(self, seconds: float) -> list[ToServer]:
        """The messages in what arrives first within `seconds`."""
        return [decode_to_server(body) for body in self._decoder.feed(self.read(seconds))]

    def until(self, kind: type[ToServer], terminal: Terminal) -> None:
        """Wait for a message of `kind`, taking what the terminal writes meanwhile."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            terminal.read(0)
            if any(isinstance(message, kind) for message in self.messages(0.01)):
                return
        raise SystemExit(f"the client sent no {kind.__name__}:\n{terminal.text()}")


def timed(terminal: Terminal, arrived: Callable[[], bool]) -> float:
    """Milliseconds from pressing 2 until `arrived()`."""
    began_ns = time.perf_counter_ns()
    terminal.type(b"2")
    while not arrived():
        if time.perf_counter_ns() - began_ns > 2_000_000_000:
            raise SystemExit(f"the key led to nothing:\n{terminal.text()}")
    return (time.perf_counter_ns() - began_ns) / 1e6


def idle(terminal: Terminal, seconds: float) -> None:
    """Let the program work, and take what it writes."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        terminal.read(0.005)


class ClientRun:
    """The real client at one table, race after race."""

    def __init__(self, home: str) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        argv = (sys.executable, "-m", "cardclient", f"127.0.0.1:{listener.getsockname()[1]}")
        environment = {"HOME": home, "XDG_DATA_HOME": home}
        self.terminal = Terminal((*argv, "--name", "Olga"), environment)
        self._wire = Wire(listener)
        self._race = 0
        self.since_stamp_ms: list[float] = []
        self.to_stamp_ms: list[float] = []  # from the key's byte in the terminal to the stamp
        self._wire.until(s.Hello, self.terminal)
        view = c.View(seq=0, table=table_info(playing=True), seat=0)
        self._wire.say(welcome("kitchen"), view, reveal(dealt(DECK_52[:13])))
        assert self.terminal.until_text("hand, 13")

    def press(self) -> float:
        """One race: revealed, painted, pressed; milliseconds to the claim."""
        self._race += 1
        judged = verdict(self._race, claim(1, 387_000), claim(2, 401_000, 14_000))
        told = laid(1 + self._race % 3, "2C", pile=self._race, wanted=2)
        self._wire.say(reveal(told, seq=self._race, race=self._race, verdict=judged))
        self._wire.until(s.Shown, self.terminal)
        idle(self.terminal, REACTION_SECONDS)
        self._wire.messages(0)  # ticks that wait already are not the claim
        took_ms = timed(self.terminal, self._claimed)
        self.to_stamp_ms.append(took_ms - self.since_stamp_ms[-1])
        return took_ms

    def _claimed(self) -> bool:
        for message in self._wire.messages(0.1):
            if isinstance(message, s.Claim):
                # One machine, one monotonic clock: the client's stamp can be compared here.
                now_us = time.monotonic_ns() // 1000
                self.since_stamp_ms.append((now_us - message.pressed_us) / 1000)
                return True
        return False


class BareRun:
    """The bare key handler that writes to a socket."""

    def __init__(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        port = str(listener.getsockname()[1])
        self.terminal = Terminal((sys.executable, "-c", BARE, port))
        self._wire = Wire(listener)
        self._wire.read(10)
        idle(self.terminal, 0.5)

    def press(self) -> float:
        """Milliseconds from the key to the bytes."""
        idle(self.terminal, REACTION_SECONDS)
        return timed(self.terminal, lambda: bool(self._wire.read(0.1)))


def row(name: str, samples: list[float]) -> str:
    """A line of the table: quantiles in ms."""
    ordered = sorted(samples)
    quantiles = [ordered[int(len(ordered) * q)] for q in (0.5, 0.95, 0.99)]
    return f"{name:<28}" + "".join(f"{value:>9.2f}" for value in quantiles)


def main() -> int:
    """Measure, print, compare with the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=200)
    keys = parser.parse_args().keys
    with tempfile.TemporaryDirectory() as home:
        client, bare = ClientRun(home), BareRun()
        with client.terminal, bare.terminal:
            pairs = [(client.press(), bare.press()) for _ in range(keys)]
    ours, least = [a for a, _ in pairs], [b for _, b in pairs]
    median = statistics.median(ours)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"{keys} keys, ms{'':<17}      p50      p95      p99   (load {load:.1f})")
    print(row("cardclient", ours))
    print(row("  of that, since the stamp", client.since_stamp_ms))
    print(row("bare prompt_toolkit handler", least))
    print(f"ratio of medians {median / statistics.median(least):.2f}; goal: under {GOAL_MS} ms")
    return 0 if median < GOAL_MS else 1


if __name__ == "__main__":
    sys.exit(main())
