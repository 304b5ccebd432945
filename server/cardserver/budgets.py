"""What one connection may send: three budgets by kind of message, and strikes.

Pure: time is passed in. What must not live here: what a session does about it.
"""

from __future__ import annotations

import enum
from typing import Final

from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardserver.limits import Bucket
from cardserver.settings import Limits

STRIKE_MEMORY_US: Final = 10_000_000  # a strike counts for ten seconds
_STAMPS: Final = frozenset({said.Pong, said.Tick, said.Shown})


class Spent(enum.Enum):
    """What a message did to its sender's budget."""

    WITHIN = "within"
    SLOW = "slow"  # carry it out, and read no more until there is a token again
    DROPPED = "dropped"  # refuse it
    PAUSE = "pause"  # refuse it and stop reading for a while: a strike
    CLOSE = "close"  # the last strike


class Budgets:
    """The buckets of one connection (docs/protocol.md, "Rates and deadlines")."""

    def __init__(self, limits: Limits, now_us: int) -> None:
        # Twice the rate as burst: after a stall a second's worth arrives at once, honestly.
        self._stamps = Bucket(limits.stamps_per_s, 2 * limits.stamps_per_s, now_us)
        self._claims = Bucket(limits.claims_per_s, limits.claims_per_s, now_us)
        self._others = Bucket(limits.others_per_s, limits.others_burst, now_us)
        self._chat = Bucket(1, limits.chat_burst, now_us)
        self._most_strikes = limits.strikes
        self._strikes: list[int] = []

    def spend(self, kind: type[ToServer], now_us: int) -> Spent:
        """Take what a message of `kind` costs."""
        if kind in _STAMPS and self._stamps.take(now_us):
            return Spent.WITHIN
        if kind is said.Claim:
            if self._claims.take(now_us):
                return Spent.WITHIN
            # A held key repeats 30 times a second: refused, but no flood yet.
            return Spent.DROPPED if self._others.take(now_us) else self._strike(now_us)
        if kind in _STAMPS:
            return self._strike(now_us)
        return Spent.WITHIN if self._others.take(now_us) else Spent.SLOW

    def chat(self, now_us: int) -> bool:
        """Whether another line of chat is within its own budget."""
        return self._chat.take(now_us)

    def _strike(self, now_us: int) -> Spent:
        self._strikes = [at for at in self._strikes if now_us - at < STRIKE_MEMORY_US]
        self._strikes.append(now_us)
        return Spent.CLOSE if len(self._strikes) >= self._most_strikes else Spent.PAUSE
