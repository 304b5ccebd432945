"""What a session of play asks for by itself, before anybody presses a key.

What lives here: Wishes, for the screen and the line mode alike: what to send, and what to note.
What must not: the way to a table (entering.py), sockets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cardclient.asked import Asked, unlike
from cardclient.bell import rings
from cardclient.model import Model, logged
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import AnyToClient


@dataclass(frozen=True, slots=True)
class Wishes:
    """`ready` says "ready" at once when a seat is taken before a match (practice).

    `asked` is the table that was described; the first one seen is compared with it. `bell` is
    whether the terminal may ring (bell.py).
    """

    ready: bool = False
    asked: Asked | None = None
    bell: bool = False

    def rings(self, before: Model, after: Model) -> bool:
        """Whether to ring the bell, now that the model became `after`."""
        return self.bell and rings(before, after)

    def compared(self, model: Model, message: AnyToClient, now_us: int) -> tuple[Wishes, Model]:
        """What is still wished, and `model` with a note if its table is not as asked."""
        if self.asked is None or not isinstance(message, c.View):
            return self, model
        found = unlike(self.asked, message.table)
        noted = model if found is None else logged(model, found, now_us)
        return replace(self, asked=None), noted

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
