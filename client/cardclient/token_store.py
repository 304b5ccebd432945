"""Where a player's secret tokens are kept between runs: one small private file a name.

What lives here: reading, writing and holding them. What must not: what a token
is good for (reconnect.py sends it).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import Protocol

import platformdirs

_TOKEN_BYTES = 16


class Tokens(Protocol):
    """Tokens by server address and player name. Calls never raise: a game goes on without."""

    def find(self, server: str, name: str) -> bytes | None:
        """The token kept for `name` at `server`, None if there is none."""

    def keep(self, server: str, name: str, token: bytes) -> None:
        """Keep `token` for the next time."""

    def busy(self, server: str, name: str) -> bool:
        """Whether another running client of this user plays as `name` at `server`."""


class MemoryTokens:
    """Tokens for as long as the process runs: bots, practice, `--no-token-store`."""

    def __init__(self) -> None:
        self._tokens: dict[tuple[str, str], bytes] = {}

    def find(self, server: str, name: str) -> bytes | None:
        return self._tokens.get((server, name))

    def keep(self, server: str, name: str, token: bytes) -> None:
        self._tokens[server, name] = token

    def busy(self, server: str, name: str) -> bool:  # noqa: ARG002 - the port's signature
        return False


class FileTokens:
    """Tokens as files of mode 0600 in a directory of mode 0700.

    File names are hashes, so that no server name or nickname chooses a path. A token found
    or kept is locked for this process: `busy` tells a second client of the same person, which
    would otherwise throw the first one out of its seat.
    """

    def __init__(self, folder: Path | None = None) -> None:
        home = Path(platformdirs.user_data_dir("perekur", appauthor=False))
        self._folder = home / "tokens" if folder is None else folder
        self._held: dict[Path, int] = {}  # lock files' descriptors, until `close`

    def find(self, server: str, name: str) -> bytes | None:
        try:
            entry = json.loads(self._path(server, name).read_text(encoding="utf-8"))
            token = bytes.fromhex(entry["token"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return token if len(token) == _TOKEN_BYTES else None

    def keep(self, server: str, name: str, token: bytes) -> None:
        path = self._path(server, name)
        entry = {"server": server, "name": name, "token": token.hex()}
        with contextlib.suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh = path.with_suffix(f".{os.getpid()}")
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump(entry, file)
            fresh.replace(path)
        self._hold(server, name)

    def busy(self, server: str, name: str) -> bool:
        return not self._hold(server, name)

    def close(self) -> None:
        """Let go of every name held."""
        for descriptor in self._held.values():
            os.close(descriptor)
        self._held.clear()

    def _hold(self, server: str, name: str) -> bool:
        """Mark the name as played by this process; False if another process has it."""
        path = self._path(server, name).with_suffix(".lock")
        if path in self._held:
            return True
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True
        if not _locked(descriptor):
            os.close(descriptor)
            return False
        self._held[path] = descriptor
        return True

    def _path(self, server: str, name: str) -> Path:
        digest = hashlib.sha256(f"{server}\0{name}".encode("utf-8", "surrogatepass")).hexdigest()
        return self._folder / f"{digest[:32]}.json"


def _locked(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
