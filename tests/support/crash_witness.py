"""What clients were told, kept outside of them: the other half of "nothing told is ever lost".

What lives here: Witness, fed with every message as it arrives. What must not: the journal
(crash_truth.py), processes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardprotocol.games.common import MatchEnded
from cardprotocol.games.vocabulary import AnyEvent, AnyView
from cardprotocol.messages import to_client as c
from cardprotocol.messages.unions import AnyToClient


class Contradiction(AssertionError):  # noqa: N818 - reads as what it is
    """A client was told two different things about the same moment."""


@dataclass
class Witness:
    """One client's memory. `events` by number; `views` are (number of the last event, view)."""

    table: str
    name: str
    events: dict[int, AnyEvent] = field(default_factory=dict)
    views: dict[int, AnyView] = field(default_factory=dict)
    seq: int = 0
    matches: int = 0
    errors: list[str] = field(default_factory=list)

    def saw(self, message: AnyToClient) -> None:
        """Remember `message`; Contradiction if it tells an old event otherwise, or skips one."""
        match message:
            case c.View(game=view, seq=seq) if view is not None:
                self.views[seq] = view
                self.seq = seq
            case c.Events(seq=seq, events=events) | c.Reveal(seq=seq, events=events):
                self._told(seq, events)
            case c.Error(code=code) if not code.startswith(("claim/", "rules/", "message/state")):
                self.errors.append(code)

    def _told(self, seq: int, events: tuple[AnyEvent, ...]) -> None:
        first = seq - len(events) + 1
        if events and first > self.seq + 1:
            raise Contradiction(f"{self.name}: event {first} came after {self.seq}")
        for number, event in enumerate(events, start=first):
            known = self.events.setdefault(number, event)
            if known != event:
                raise Contradiction(f"{self.name}: event {number} was {known}, now {event}")
            self.matches += isinstance(event, MatchEnded) and number > self.seq
        self.seq = max(self.seq, seq)

    def since(self, number: int) -> list[tuple[int, AnyEvent]]:
        """What was told after event `number`, in order."""
        return sorted(pair for pair in self.events.items() if pair[0] > number)
