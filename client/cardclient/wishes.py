"""What was asked of a session of play, and how it comes about once the server greets.

What lives here: Wishes, and what to send on the way to a seat, for the screen
and the line mode alike. What must not: reading flags, files or the environment
(settings.py and __main__.py do), sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cardclient.entering import fitted
from cardclient.model import Model
from cardprotocol.errors import ErrorCode
from cardprotocol.fields import OptionValue
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import AnyToClient


@dataclass(frozen=True, slots=True)
class Wishes:
    """Where to sit and how to begin.

    `table` empty means the lobby. A table that does not exist is made, with `game` and
    `options` (texts are fitted to the option's type). `ready` says "ready" at once when the
    seat is first taken (practice).
    """

    table: str = ""
    watch: bool = False
    game: str = "perekur"
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    ready: bool = False

    def answers(
        self, model: Model, message: AnyToClient, entropy: Callable[[], bytes]
    ) -> tuple[ToServer, ...]:
        """What to send now that `message` came and is in `model`: the next step to the seat."""
        match message:
            case c.Welcome(table=""):
                return (s.ListGames(), s.ListTables(), *self._entrance())
            case c.Welcome():
                return (s.ListGames(),)
            case c.Error(code=ErrorCode.TABLE_UNKNOWN.value) if self.table and not model.table:
                return () if self.watch else (self._creation(model),)
            case c.View() if self._begins(model):
                return (s.Ready(entropy=entropy()),)
            case _:
                return ()

    def _entrance(self) -> tuple[ToServer, ...]:
        if not self.table:
            return ()
        if self.watch:
            return (s.WatchTable(table=self.table),)
        return (s.JoinTable(table=self.table),)

    def _creation(self, model: Model) -> ToServer:
        options = fitted(self.options, self.game, c.Games(games=model.games))
        return s.CreateTable(table=self.table, game=self.game, options=options)

    def _begins(self, model: Model) -> bool:
        me = model.my_seat
        return self.ready and not model.playing and me is not None and not me.ready
