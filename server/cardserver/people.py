"""Who is who: players, the names they own, and the tokens that prove it.

What lives here: Player (one name and what belongs to it across connections)
and People (all of them). What must not: messages, seats, tables.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardprotocol.errors import ErrorCode
from cardprotocol.text import folded, name_of
from cardserver.credit import Credit
from cardserver.records import NameClaimed
from cardserver.refusal import Refusal

if TYPE_CHECKING:
    from cardserver.session import Session


@dataclass(slots=True, eq=False)
class Player:
    """One name. `seated` is the name of the table where its seat waits, or empty."""

    name: str
    folded: str
    token_hash: bytes
    bot: bool
    lasting: bool = False  # journalled: the name stays this token's for good
    claims: int = 0  # of the name, on their way to the journal
    session: Session | None = None
    seated: str = ""
    credit: Credit = field(default_factory=Credit)

    def owns(self, token: bytes) -> bool:
        """Whether `token` is this player's, compared in constant time."""
        return hmac.compare_digest(self.token_hash, token_hash(token))


def token_hash(token: bytes) -> bytes:
    """What is stored of a token. It has 128 random bits, so a plain hash is enough."""
    return hashlib.sha256(token).digest()


class People:
    """All players by folded name: look-alike names are one name."""

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def __len__(self) -> int:
        return len(self._players)

    def find(self, name: str) -> Player | None:
        """The player of that exact (visible) name or a look-alike of it."""
        return self._players.get(folded(name))

    def add(self, player: Player) -> None:
        """Make `player` known."""
        self._players[player.folded] = player

    def greet(self, text: str, token: bytes | None, new_token: bytes, *, bot: bool) -> Player:
        """The player who says hello; a new one if the name is free.

        Raises Refusal: a name that can't be, that is somebody else's, or a wrong token.
        """
        try:
            name = name_of(text)
        except ValueError as error:
            raise Refusal(
                ErrorCode.HELLO_NAME, field="name", value=text, expected=str(error)
            ) from error
        known = self._players.get(folded(name))
        if known is None:
            player = Player(name, folded(name), token_hash(token or new_token), bot)
            self.add(player)
            return player
        if token is None:
            raise Refusal(ErrorCode.HELLO_NAME_TAKEN, field="name", value=name)
        if not known.owns(token):
            raise Refusal(ErrorCode.HELLO_TOKEN, field="token")
        if not known.seated:  # a seat stays a person's or a bot's while it is taken
            known.bot = bot
        return known

    def forget(self, player: Player) -> None:
        """Free the name of somebody who never took a seat and is gone."""
        waits = player.lasting or player.claims
        if not waits and self._players.get(player.folded) is player:
            del self._players[player.folded]


def claim_of(player: Player) -> NameClaimed:
    """The record by which a name is owned."""
    return NameClaimed(
        name=player.name, folded=player.folded, token_hash=player.token_hash, bot=player.bot
    )
