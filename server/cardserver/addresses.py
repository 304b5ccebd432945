"""What people can type to reach this machine.

What lives here: finding the addresses of the network interfaces. What must
not: sending anything (nothing here does).
"""

from __future__ import annotations

import socket
import struct
import sys
from typing import Final

_SIOCGIFADDR: Final = 0x8915  # Linux: the IPv4 address of an interface
_ADDRESS: Final = slice(20, 24)  # of it in struct ifreq


def reachable_hosts(host: str) -> list[str]:
    """The hosts under which a server listening on `host` ("" for every interface) is reached."""
    if host not in ("", "0.0.0.0", "::"):
        return [host]
    found = [a for a in _interface_addresses() if not a.startswith("127.")]
    return [*dict.fromkeys(found), "localhost"]


def _interface_addresses() -> list[str]:
    if sys.platform == "linux":
        return [address for _index, name in socket.if_nameindex() if (address := _ipv4_of(name))]
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(info[4][0]) for info in infos]


def _ipv4_of(interface: str) -> str:
    import fcntl  # not on Windows

    request = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
        except OSError:
            return ""  # an interface without an IPv4 address
    return socket.inet_ntoa(answer[_ADDRESS])
