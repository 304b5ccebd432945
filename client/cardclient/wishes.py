"""What a session of play asks for by itself, before anybody presses a key.

What lives here: Wishes, for the screen and the line mode alike. What must not:
the way to a table (entering.py), sockets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardclient.model import Model
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import AnyToClient


@dataclass(frozen=True, slots=True)
class Wishes:
    """`ready` says "ready" at once when a seat is taken before a match (practice)."""

    ready: bool = False

    def answers(
        self, model: Model, message: AnyToClient, entropy: Callable[[], bytes]
    ) -> tuple[ToServer, ...]:
        """What to send now that `message` came and is in `model`."""
        match message:
            case c.Welcome(table=""):
                return (s.ListGames(), s.ListTables())
            case c.Welcome():
                return (s.ListGames(),)
            case c.View() if self._begins(model):
                return (s.Ready(entropy=entropy()),)
            case _:
                return ()

    def _begins(self, model: Model) -> bool:
        me = model.my_seat
        return self.ready and not model.playing and me is not None and not me.ready
