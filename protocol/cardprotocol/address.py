"""Addresses as people type them: HOST, HOST:PORT, [V6]:PORT, :PORT.

What lives here: reading and writing them, and the default port. What must
not: looking names up, sockets.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import Final

# Two packs, 52 and 36 cards. Below Linux's ephemeral ports (32768), so nothing else takes it.
DEFAULT_PORT: Final = 25_236

_NAME: Final = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?")
_EXAMPLES: Final = "write HOST, HOST:PORT or [IPV6]:PORT, for example 192.168.1.5:25236"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is; `host` is empty for "every interface" (listening only)."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """The address written as `text`; ValueError with a sentence for people otherwise.

    An IPv6 address without port needs no brackets. Port 0 (any free one) is allowed.
    """
    text = text.strip()
    if not text:
        raise ValueError(f"the address is empty: {_EXAMPLES}")
    if _is_v6(text):
        return Address(text, default_port)
    host, port = _split(text)
    _check_host(host, text)
    return Address(host, default_port if port is None else _port(port, text))


def _split(text: str) -> tuple[str, str | None]:
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or not _is_v6(host) or (rest and not rest.startswith(":")):
            raise ValueError(f"{text!r} is not an IPv6 address in brackets: {_EXAMPLES}")
        return host, rest[1:] if rest else None
    host, colon, port = text.rpartition(":")
    return (host, port) if colon else (text, None)


def _check_host(host: str, text: str) -> None:
    if ":" in host and not _is_v6(host):
        raise ValueError(f"{text!r} has too many colons: {_EXAMPLES}")
    if host and not _is_v6(host) and not _NAME.fullmatch(_ascii(host)):
        raise ValueError(f"{host!r} is not the name or address of a computer: {_EXAMPLES}")


def _port(port: str, text: str) -> int:
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= 65_535):
        raise ValueError(f"{text!r} has no port from 0 to 65535 after the colon: {_EXAMPLES}")
    return int(port)


def _is_v6(host: str) -> bool:
    address, percent, zone = host.partition("%")
    if percent and not zone:
        return False
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return True


def _ascii(host: str) -> str:
    """`host` with international names in the form DNS carries, or "" if there is none."""
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
