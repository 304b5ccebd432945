"""Network namespaces and TAP devices: what the virtual LAN asks of Linux.

What lives here: making a namespace with one TAP device in it, deleting it again, sweeping up
what a killed run left behind, and telling why a machine can't do it. Needs root, /dev/net/tun
and the `ip` command.
What must not: frames, delays, processes under test.
"""

from __future__ import annotations

import ctypes
import fcntl
import functools
import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path as FilePath

PREFIX = "prk"  # every namespace is called prk-<pid of its maker>-<host>
DEVICE = "lan0"

# <linux/if_tun.h> and <sched.h>; Python has no names for them.
_TUNSETIFF = 0x400454CA
_IFF_TAP = 0x0002
_IFF_NO_PI = 0x1000
_CLONE_NEWNET = 0x40000000

_NAMESPACES = FilePath("/run/netns")
_QUIET_IPV6 = FilePath("/proc/sys/net/ipv6/conf/default/disable_ipv6")


def _ip_command() -> str | None:
    return shutil.which("ip", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def ip(*arguments: str) -> None:
    """Run `ip`; RuntimeError with what it said if it fails."""
    command = _ip_command()
    if command is None:
        raise RuntimeError("there is no `ip` command")
    done = subprocess.run([command, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


def in_namespace(namespace: str, argv: list[str]) -> list[str]:
    """The command line that runs `argv` inside; the process id stays that of `argv`."""
    return [_ip_command() or "ip", "netns", "exec", namespace, *argv]


@dataclass(frozen=True, slots=True)
class Tap:
    """An open TAP device inside a namespace: reading gives frames sent there."""

    namespace: str
    fd: int
    mac: bytes


def make_tap(namespace: str, mac: bytes, address: str) -> Tap:
    """A new namespace with loopback, and a TAP device that has `mac` and `address` (with /24).

    RuntimeError or OSError if Linux refuses; then nothing is left over.
    """
    ip("netns", "add", namespace)
    try:
        fd = _open_tap(namespace)
    except OSError:
        delete_namespace(namespace)
        raise
    try:
        ip("-n", namespace, "link", "set", "lo", "up")
        ip("-n", namespace, "link", "set", DEVICE, "address", mac.hex(":"))
        ip("-n", namespace, "addr", "add", address, "dev", DEVICE)
        ip("-n", namespace, "link", "set", DEVICE, "up")
    except RuntimeError:
        os.close(fd)
        delete_namespace(namespace)
        raise
    return Tap(namespace, fd, mac)


def _open_tap(namespace: str) -> int:
    """Open the device from a thread of its own: entering a namespace concerns one thread."""
    opened: list[int] = []
    refused: list[OSError] = []

    def work() -> None:
        try:
            _enter(namespace)
            # Without IPv6 the only frames are ours and ARP: no router solicitations.
            with suppress(OSError):
                _QUIET_IPV6.write_text("1")
            fd = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
            request = struct.pack("16sH22x", DEVICE.encode(), _IFF_TAP | _IFF_NO_PI)
            try:
                fcntl.ioctl(fd, _TUNSETIFF, request)
            except OSError:
                os.close(fd)
                raise
            opened.append(fd)
        except OSError as error:
            refused.append(error)

    thread = threading.Thread(target=work, name="tap-opener")
    thread.start()
    thread.join()
    if refused:
        raise refused[0]
    return opened[0]


def _enter(namespace: str) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    fd = os.open(_NAMESPACES / namespace, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if library.setns(fd, _CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), f"can't enter namespace {namespace}")
    finally:
        os.close(fd)


def delete_namespace(namespace: str) -> None:
    """Forget the namespace; harmless if it is gone."""
    with suppress(RuntimeError):
        ip("netns", "delete", namespace)


def sweep() -> list[str]:
    """End and delete what runs of dead processes left; returns the namespaces deleted."""
    if not _NAMESPACES.is_dir():
        return []
    swept: list[str] = []
    for entry in sorted(_NAMESPACES.iterdir()):
        prefix, _, rest = entry.name.partition("-")
        maker = rest.partition("-")[0]
        if prefix == PREFIX and maker.isdigit() and not FilePath("/proc", maker).exists():
            _end_all_in(entry.name)
            delete_namespace(entry.name)
            swept.append(entry.name)
    return swept


def _end_all_in(namespace: str) -> None:
    """Kill the processes of one of our namespaces, which its dead maker can't do any more."""
    found = subprocess.run(
        [_ip_command() or "ip", "netns", "pids", namespace],
        capture_output=True,
        text=True,
        check=False,
    )
    for pid in found.stdout.split():
        with suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)


@functools.cache
def why_no_lan() -> str | None:
    """Why this machine can't make a virtual LAN; None if it can. Tried once, by making one."""
    if not sys.platform.startswith("linux"):
        return "a virtual LAN needs Linux network namespaces"
    if os.geteuid() != 0:
        return "a virtual LAN needs root (network namespaces)"
    if not FilePath("/dev/net/tun").exists():
        return "a virtual LAN needs /dev/net/tun"
    if _ip_command() is None:
        return "a virtual LAN needs the `ip` command (iproute2)"
    try:
        namespace = f"{PREFIX}-{os.getpid()}-probe"
        os.close(make_tap(namespace, bytes.fromhex("0270726b00ff"), "10.77.0.255/24").fd)
        delete_namespace(namespace)
    except (OSError, RuntimeError) as error:
        return f"a virtual LAN can't be made here: {error}"
    return None
