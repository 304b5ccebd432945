"""Sealing: what a running match hides is written unreadable, with a key beside the journal.

What lives here: the key file and the sealed form. What must not: what is
sealed (the table says). It guards against accidental looks into the database,
backups without the key and log excerpts, not against whoever can read both
files (docs/security.md).

Sealed form, built of HMAC-SHA-256 alone because the standard library has no
cipher: 1 byte version (1), 16 bytes random nonce, the secret XORed with
HMAC(stream key, nonce || block number as 4 bytes big-endian), then the first 16
bytes of HMAC(tag key, everything before). Encrypt-then-MAC with two keys that
are HMAC(key file, "perekur seal stream") and HMAC(key file, "perekur seal tag").
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from cardserver.journal.errors import JournalUnwritable, KeyUnusable

KEY_BYTES: Final = 32
KEY_NAME: Final = "journal.key"
_VERSION: Final = b"\x01"
_NONCE_BYTES: Final = 16
_TAG_BYTES: Final = 16


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, hashlib.sha256)


class Keyring:
    """Seals and unseals with one key. `chance(n)` gives n random bytes."""

    __slots__ = ("_chance", "_stream_key", "_tag_key", "check")

    def __init__(self, key: bytes, chance: Callable[[int], bytes]) -> None:
        if len(key) != KEY_BYTES:
            raise KeyUnusable(f"A journal's key has {KEY_BYTES} bytes, not {len(key)}.")
        self._stream_key = _mac(key, b"perekur seal stream")
        self._tag_key = _mac(key, b"perekur seal tag")
        self._chance = chance
        # Stored in the journal, so that a wrong key is noticed at once; tells nothing of the key.
        self.check = _mac(key, b"perekur seal check")[:8]

    def seal(self, secret: bytes) -> bytes:
        """`secret` unreadable without the key, 33 bytes longer."""
        head = _VERSION + self._chance(_NONCE_BYTES)
        body = head + self._mask(head[1:], secret)
        return body + _mac(self._tag_key, body)[:_TAG_BYTES]

    def unseal(self, sealed: bytes) -> bytes:
        """What was sealed; ValueError if another key sealed it or a byte of it changed."""
        body, tag = sealed[:-_TAG_BYTES], sealed[-_TAG_BYTES:]
        if not hmac.compare_digest(_mac(self._tag_key, body)[:_TAG_BYTES], tag):
            raise ValueError("not sealed with this journal's key, or altered")
        return self._mask(body[1 : 1 + _NONCE_BYTES], body[1 + _NONCE_BYTES :])

    def _mask(self, nonce: bytes, data: bytes) -> bytes:
        blocks = range(-(-len(data) // hashlib.sha256().digest_size))
        stream = b"".join(_mac(self._stream_key, nonce + n.to_bytes(4, "big")) for n in blocks)
        return bytes(a ^ b for a, b in zip(data, stream, strict=False))


def make_key(folder: Path, chance: Callable[[int], bytes]) -> bytes:
    """A new key in `folder`, readable by its owner alone (mode 0600) and on the disk for good."""
    key = chance(KEY_BYTES)
    path = folder / KEY_NAME
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "wb") as file:
            file.write(key)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise JournalUnwritable(f"The key file {path} can't be made: {error.strerror}.") from error
    return key


def read_key(folder: Path) -> bytes | None:
    """The folder's key; None if there is none. KeyUnusable if it can't be the key."""
    path = folder / KEY_NAME
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KeyUnusable(f"The key file {path} can't be read: {error.strerror}.") from error
    if len(key) != KEY_BYTES:
        raise KeyUnusable(f"The key file {path} is damaged; put it back from a backup.")
    return key
