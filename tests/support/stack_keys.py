"""The real client at a pseudo-terminal among scripted seats, its keys pressed on time.

What lives here: a spectator's connection that knows when reveals show, and presses the wanted
rank's key so much later; meanwhile the terminal changes its size, so that the client redraws.
What must not: other seats (stack_seat.py), figures.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final

from cardclient import games
from cardclient.follower import Follower
from cardclient.link import Link
from cardprotocol.address import Address
from cardprotocol.games.perekur import PerekurView
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.parts import TableInfo
from cardprotocol.messages.unions import PROTOCOL_VERSION, AnyToClient
from tests.support.stack_process import go_first, now_us
from tests.support.stack_races import StackRaces
from tests.support.stack_seat import SeatSpec, scripted_us
from tests.support.terminal import Terminal

KEYS: Final = dict(zip(range(2, 15), "234567890jqka", strict=True))  # by rank, ace last
_REDRAW_SECONDS: Final = 0.1  # in half of the races, and more often than a screen changes
_EACH: Final = 4  # cards of a rank
_RANKS: Final = 13


class KeyPlayer(Follower):
    """Watches the table of `spec` and presses keys at `terminal` for the seat named there.

    `pressed_us`: by match and race, when the key was written after the show time, and how many
    cards of the wanted rank lie in the pile.
    """

    def __init__(self, terminal: Terminal, spec: SeatSpec) -> None:
        super().__init__()
        self.pressed_us: dict[tuple[str, int], tuple[int, int]] = {}
        self._terminal = terminal
        self._spec = spec
        self._asked = False
        self._columns = 80
        self._link = Link(lambda _message, _us: None, _lost)

    async def watch(self, address: Address) -> None:
        """Connect and watch; the terminal is read and redrawn from now on."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._terminal.fileno(), self._terminal.drain)
        self.attach(self._link, self._saw)
        await self._link.connect(address.host, address.port)
        hello = s.Hello(version=PROTOCOL_VERSION, name="spectator", client="stack")
        self._link.send(hello)
        self._redraw()

    def stop(self) -> None:
        """Let go of the terminal and the connection."""
        asyncio.get_running_loop().remove_reader(self._terminal.fileno())
        self.detach()
        self._link.close()

    def _redraw(self) -> None:
        if self._channel is None:
            return
        self._columns = 161 - self._columns
        self._terminal.resize(self._columns, 24)
        asyncio.get_running_loop().call_later(_REDRAW_SECONDS, self._redraw)

    def _saw(self, message: AnyToClient) -> None:
        match message:
            case c.Welcome():
                self._link.send(s.WatchTable(table=self._spec.table))
            case c.View() | c.Table():
                self._consider_ready(message.table)
            case c.Reveal(race=opening) if opening is not None:
                self._race(opening.race, message.at_us)

    def _consider_ready(self, table: TableInfo) -> None:
        mine = next((seat for seat in table.seats if seat.name == self._spec.name), None)
        if mine is None or mine.ready or table.playing or len(table.seats) < self._spec.at:
            self._asked = False
        elif not self._asked:
            self._asked = True
            self._terminal.type(b"\r")

    def _race(self, race: int, at_us: int) -> None:
        game, match = self.model.game, self.model.record.match_id
        if not isinstance(game, PerekurView) or self._barred(game):
            return
        key = KEYS[int(games.wanted(game))].encode()
        lying = game.pile // _RANKS
        press_us = at_us + scripted_us(self._spec, match, race)

        def press() -> None:
            if self.model.race is None or self.model.race.race != race:
                return  # decided in the meantime
            self.pressed_us[match, race] = (now_us() - at_us, lying)
            self._terminal.type(key)

        self._at(press_us, press)

    def _barred(self, game: PerekurView) -> bool:
        return game.last is not None and self.model.names.get(game.last) == self._spec.name


def real_client(address: Address, spec: SeatSpec, home: str) -> Terminal:
    """`cardclient` at a terminal, on its way to the seat of `spec`."""
    command = (sys.executable, "-m", "cardclient", str(address), "--name", spec.name)
    environment = {"HOME": home, "XDG_DATA_HOME": home, "PATH": os.environ["PATH"]}
    terminal = Terminal((*command, "--table", spec.table, "--no-token-store"), environment)
    go_first(terminal.process.pid)
    return terminal


def add_keys(races: StackRaces, player: KeyPlayer, name: str) -> None:
    """Put the presses of `player` among the others' reactions, where it held the rank.

    All cards are in hands or in the pile: what nobody else holds, it does. Its reaction counts
    from what its client painted, so the paint's lateness is taken off.
    """
    for key, (pressed_us, lying) in player.pressed_us.items():
        race = races.races.get(key)
        if race is None or race.verdict is None or len(race.held) < 1:
            continue
        if sum(race.held.values()) + lying >= _EACH:
            continue
        claim = race.verdict["claims"].get(name, {})
        race.drawn_us[name] = pressed_us - claim.get("late_us", 0)


def _lost(reason: str) -> None:
    raise ConnectionError(reason)
