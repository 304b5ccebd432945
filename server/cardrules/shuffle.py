"""Verifiable lots: everything drawn in a match follows from one committed key.

What lives here: the commitment, the match key and SeededLots, byte by byte as
docs/deals.md describes them (its worked examples are a test). What must not:
where a seed comes from, and what is drawn for which purpose.
Nothing here may ever change: every finished match is verified by it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 32
ENTROPY_BYTES: Final = 16
# A block of SHA-256 has 32 bytes, read as eight big-endian words of 32 bits. With words that
# wide a draw below 52 is repeated once in 80 million times.
_WORD_BYTES: Final = 4
_WORDS: Final = 2 ** (8 * _WORD_BYTES)
_MOST_PURPOSE_BYTES: Final = 255  # its length is written in one byte


def commitment(seed: bytes, match_id: str) -> bytes:
    """SHA-256(seed, match id in UTF-8): what the server publishes before the first deal.

    ValueError unless `seed` has 32 bytes; so the two parts can't be cut differently.
    """
    return hashlib.sha256(_checked_seed(seed) + match_id.encode()).digest()


def match_key(seed: bytes, entropies: Sequence[bytes]) -> bytes:
    """The 32 bytes every lot of a match hangs on: SHA-256(seed, entropies in seat order).

    Each entropy has 16 bytes or none (b""), and is preceded by its length in one byte.
    ValueError for any other size.
    """
    digest = hashlib.sha256(_checked_seed(seed))
    for entropy in entropies:
        if len(entropy) not in (0, ENTROPY_BYTES):
            raise ValueError(f"an entropy has 16 bytes or none, not {len(entropy)}")
        digest.update(bytes([len(entropy)]) + entropy)
    return digest.digest()


@dataclass(frozen=True, slots=True, repr=False)
class SeededLots:
    """lots.Lots as a pure function of the match key. Its repr never shows the key."""

    key: bytes

    def __post_init__(self) -> None:
        if len(self.key) != hashlib.sha256().digest_size:
            raise ValueError(f"a match key has 32 bytes, not {len(self.key)}")

    @classmethod
    def of(cls, seed: bytes, entropies: Sequence[bytes] = ()) -> SeededLots:
        """The lots of a match with this seed and these entropies, in seat order."""
        return cls(match_key(seed, entropies))

    def shuffle(self, purpose: str, index: int, items: Sequence[T]) -> tuple[T, ...]:
        """`items` shuffled by Fisher and Yates, from the top down."""
        words = self._words(purpose, index)
        order = list(items)
        for top in range(len(order) - 1, 0, -1):
            chosen = _below(words, top + 1)
            order[top], order[chosen] = order[chosen], order[top]
        return tuple(order)

    def draw(self, purpose: str, index: int, below: int) -> int:
        """A number in [0, below); ValueError unless `below` is from 1 to 2**32."""
        if not 1 <= below <= _WORDS:
            raise ValueError(f"a lot is drawn from 1 to {_WORDS} numbers, not {below}")
        return _below(self._words(purpose, index), below)

    def _words(self, purpose: str, index: int) -> Iterator[int]:
        """The stream of one (purpose, index): HMAC-SHA-256 blocks, counted from 0."""
        name = purpose.encode("ascii")
        if not 1 <= len(name) <= _MOST_PURPOSE_BYTES:
            raise ValueError(f"a purpose has 1 to {_MOST_PURPOSE_BYTES} letters: {purpose!r}")
        start = bytes([len(name)]) + name + index.to_bytes(8, "big")
        counter = 0
        while True:
            block = hmac.digest(self.key, start + counter.to_bytes(4, "big"), "sha256")
            for place in range(0, len(block), _WORD_BYTES):
                yield int.from_bytes(block[place : place + _WORD_BYTES], "big")
            counter += 1


def _below(words: Iterator[int], below: int) -> int:
    """A number in [0, below) without bias: words past the last whole multiple are skipped."""
    limit = _WORDS - _WORDS % below
    return next(word for word in words if word < limit) % below


def _checked_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed
