"""Frames as a later version of the server might send them: what a bot must bear.

What lives here: unknown keys, an odd order of keys, unknown events (which count,
so that all later numbers are shifted) and unknown actions. Pure. What must not:
when they are put in (script.py).
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping
from typing import Any, Final

from cardprotocol.codec import pack_map, unpack

UNKNOWN_EVENT: Final = {"what": "referee_event", "seat": 0, "why": "not in this version"}
UNKNOWN_ACTION: Final = {"do": "referee_action", "card": "2S"}
UNKNOWN_MESSAGE: Final = {"type": "referee_message", "number": 1, "list": [{"a": None}, "b"]}
_UNKNOWN_KEYS: Final[Mapping[str, Any]] = {
    "referee_map": {"levels": [1, {"and": None}], "half": 0.5},
    "referee_bin": b"\x00\xff",
    "referee_large": 2**63,
}


class Alterations:
    """What is done to the frames of one table on their way to the bot."""

    def __init__(self) -> None:
        self.keys = False  # add unknown keys, put `type` last
        self.actions = False  # put an unknown action first in `turn.legal`
        self._event_wanted = False
        self._events: list[int] = []  # unknown events stand before these numbers of the server
        self._newest = 0  # last number of the server that was sent

    def want_event(self) -> None:
        """Put an unknown event before the next new one."""
        self._event_wanted = True

    @property
    def event_sent(self) -> bool:
        """Whether the event that was wanted is out."""
        return not self._event_wanted and bool(self._events)

    def altered(self, body: bytes) -> bytes:
        """The frame's body as the bot gets it."""
        if not (self.keys or self.actions or self._events or self._event_wanted):
            self._note(body)
            return body
        message = _map_of(body)
        if message.get("type") in ("events", "reveal", "view"):
            self._renumber(message)
            self._offer(message)
        return pack_map(_with_unknown_keys(message) if self.keys else message)

    def told(self, number: int) -> int:
        """The bot's number of the server's event `number`."""
        return number + bisect_right(self._events, number)

    def meant(self, told: int) -> int:
        """The server's number of the last event up to the bot's number `told`."""
        number = told
        while number > 0 and self.told(number) > told:
            number -= 1
        return number

    def _note(self, body: bytes) -> None:
        seq = _map_of(body).get("seq")
        if isinstance(seq, int):
            self._newest = max(self._newest, seq)

    def _renumber(self, message: dict[str, Any]) -> None:
        last = message["seq"]
        events = message.get("events", [])
        first = last - len(events) + 1
        if events and self._event_wanted and first > self._newest:
            insort(self._events, first)
            self._event_wanted = False
        self._newest = max(self._newest, last)
        message["seq"] = self.told(last)
        if events:
            message["events"] = [
                told
                for number, event in enumerate(events, first)
                for told in ([UNKNOWN_EVENT, event] if number in self._events else [event])
            ]

    def _offer(self, message: dict[str, Any]) -> None:
        turn = message.get("turn")
        if self.actions and turn and turn.get("legal"):
            message["turn"] = {**turn, "legal": [UNKNOWN_ACTION, *turn["legal"]]}


def _map_of(body: bytes) -> dict[str, Any]:
    return unpack(body, dict[str, Any])


def _with_unknown_keys(message: dict[str, Any]) -> dict[str, Any]:
    rest = {name: value for name, value in message.items() if name != "type"}
    return {**_UNKNOWN_KEYS, **rest, "type": message["type"]}
