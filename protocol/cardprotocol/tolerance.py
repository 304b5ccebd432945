"""What a client makes of a newer server: unknown events keep their numbers, unknown actions go.

What lives here: the compatibility law for the tagged parts inside server
messages (docs/protocol.md, "Compatibility"). What must not: whole messages of
unknown types; those are refused by codec.py and skipped by their reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

from cardprotocol.games.common import UnknownEvent
from cardprotocol.games.vocabulary import AnyAction, AnyEvent

_EVENTS: Final = frozenset(kind.__struct_config__.tag for kind in get_args(AnyEvent))
_ACTIONS: Final = frozenset(kind.__struct_config__.tag for kind in get_args(AnyAction))
_SAID_CHARACTERS: Final = 64


def known_only(raw: Mapping[str, object]) -> dict[str, object]:
    """A server's decoded message with what this version can't know made readable.

    An event with an unknown `what` becomes an UnknownEvent, so that `seq` goes on
    counting; a legal action with an unknown `do` is left out.
    """
    known = dict(raw)
    events, turn = raw.get("events"), raw.get("turn")
    if isinstance(events, list):
        known["events"] = [_event(event) for event in events]
    if isinstance(turn, Mapping) and isinstance(turn.get("legal"), list):
        known["turn"] = {**turn, "legal": [a for a in turn["legal"] if not _unknown(a)]}
    return known


def _event(event: object) -> object:
    if isinstance(event, Mapping):
        what = event.get("what")
        if isinstance(what, str) and what not in _EVENTS:
            tag = UnknownEvent.__struct_config__.tag
            return {"what": tag, "said": what[:_SAID_CHARACTERS]}
    return event


def _unknown(action: object) -> bool:
    if not isinstance(action, Mapping):
        return False
    kind = action.get("do")
    return isinstance(kind, str) and kind not in _ACTIONS
