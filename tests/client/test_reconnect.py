"""Greeting, refusals, and coming back after a loss."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cardclient.reconnect import CannotConnect, Reconnecting, Refused
from cardclient.records import LinkState
from cardclient.token_store import MemoryTokens
from cardprotocol.address import Address
from cardprotocol.errors import ErrorCode
from cardprotocol.games.perekur import LastRoundCalled
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.to_client import Closing, Error, Events, Said, Welcome
from cardprotocol.messages.to_server import Bye, Hello, JoinTable, Resume, WatchTable
from tests.support.virtual_loop import Peer, VirtualLoop, run_virtually

TOKEN = bytes(range(16))


def _greeting(table: str = "") -> Welcome:
    return Welcome(version=1, server="test", name="Olena", token=TOKEN, table=table)


def _welcoming(table: str = "") -> Callable[[Peer], None]:
    def accept(peer: Peer) -> None:
        def answer(message: ToServer) -> None:
            if isinstance(message, Hello):
                peer.send(_greeting(table), Said(name="server", text="hello"))

        peer.on_got = answer

    return accept


class _Player:
    """A Reconnecting with everything it said."""

    def __init__(self, loop: VirtualLoop, patience_seconds: float | None = None) -> None:
        self.tokens = MemoryTokens()
        self.heard: list[object] = []
        self.lost: list[str] = []
        self.states: list[tuple[LinkState, float]] = []
        self.channel = Reconnecting(
            Address("server", 1),
            Hello(version=1, name="Olena"),
            self.tokens,
            patience_seconds=patience_seconds,
            clock=loop.now_us,
        )
        self.channel.on_lost = self.lost.append
        self.channel.on_status = lambda state, _why, pause: self.states.append((state, pause))

    def listen(self) -> None:
        self.channel.on_message = lambda message, _us: self.heard.append(message)


def test_the_welcome_comes_first_and_nothing_is_lost_before_somebody_listens() -> None:
    async def story(loop: VirtualLoop) -> None:
        loop.accept = _welcoming()
        player = _Player(loop)
        welcome = await player.channel.connect()
        await asyncio.sleep(1)
        player.listen()
        assert player.heard == [welcome, Said(name="server", text="hello")]
        assert player.tokens.find("server:1", "Olena") == TOKEN

    run_virtually(story)


def test_no_server_and_a_refusal_are_told_apart() -> None:
    async def story(loop: VirtualLoop) -> None:
        player = _Player(loop)
        with pytest.raises(CannotConnect, match="cannot connect to server:1: connection refused"):
            await player.channel.connect()

        def refuse(peer: Peer) -> None:
            code = ErrorCode.HELLO_NAME_TAKEN
            peer.on_got = lambda _m: peer.send(Error(code=code.value, text=code.sentence))

        loop.accept = refuse
        with pytest.raises(Refused) as caught:
            await player.channel.connect()
        assert caught.value.code == "hello/name_taken"
        await asyncio.sleep(1)
        assert loop.peers[-1].closed

    run_virtually(story)


def test_a_server_that_accepts_but_never_answers_can_not_be_connected_to() -> None:
    async def story(loop: VirtualLoop) -> None:
        loop.accept = lambda _peer: None
        with pytest.raises(CannotConnect, match="no answer from server:1"):
            await _Player(loop).channel.connect()

    run_virtually(story)


def test_after_a_loss_it_comes_back_with_its_token_and_asks_for_what_it_missed() -> None:
    async def story(loop: VirtualLoop) -> None:
        loop.accept = _welcoming()
        player = _Player(loop)
        await player.channel.connect()
        player.listen()
        loop.peers[0].send(Events(seq=7, events=(LastRoundCalled(),)))
        await asyncio.sleep(0.1)
        loop.accept = _welcoming(table="one")
        loop.peers[0].drop()
        await asyncio.sleep(1)
        assert loop.peers[1].got == [
            Hello(version=1, name="Olena", token=TOKEN),
            Resume(seq=7),
        ]
        assert player.lost == []

    run_virtually(story)


def test_pauses_grow_from_half_a_second_to_eight_and_patience_ends() -> None:
    async def story(loop: VirtualLoop) -> None:
        loop.accept = _welcoming()
        player = _Player(loop, patience_seconds=30)
        await player.channel.connect()
        loop.accept = None
        loop.peers[0].drop()
        await asyncio.sleep(60)
        pauses = [pause for state, pause in player.states if state is LinkState.LOST]
        assert pauses == [0.5, 1, 2, 4, 8, 8, 8]
        assert player.lost == ["cannot connect to server:1: connection refused"]

    run_virtually(story)


def test_being_superseded_is_final_but_a_stopping_server_is_waited_for() -> None:
    async def story(loop: VirtualLoop) -> None:
        loop.accept = _welcoming()
        for code, connections in (
            (ErrorCode.SESSION_SUPERSEDED, 1),
            (ErrorCode.SERVER_STOPPING, 2),
        ):
            loop.peers.clear()
            player = _Player(loop)
            await player.channel.connect()
            loop.peers[0].send(Closing(code=code.value, text=code.sentence))
            loop.peers[0].drop()
            await asyncio.sleep(5)
            assert len(loop.peers) == connections
            assert bool(player.lost) is (connections == 1)
            player.channel.close()

    run_virtually(story)


def test_nothing_is_said_between_a_loss_and_the_next_welcome() -> None:
    async def story(loop: VirtualLoop) -> None:
        loop.accept = _welcoming()
        player = _Player(loop)
        await player.channel.connect()
        loop.accept = lambda _peer: None
        loop.peers[0].drop()
        await asyncio.sleep(1)
        player.channel.send(Bye())
        assert [type(message) for message in loop.peers[1].got] == [Hello]
        player.channel.close()

    run_virtually(story)


def test_a_spectator_watches_again_and_another_table_starts_at_its_own_beginning() -> None:
    async def story(loop: VirtualLoop) -> None:
        loop.accept = _welcoming()
        player = _Player(loop)
        await player.channel.connect()
        player.channel.send(WatchTable(table="one"))
        loop.peers[0].drop()
        await asyncio.sleep(1)
        assert loop.peers[1].got[1:] == [WatchTable(table="one")]
        loop.peers[1].send(Events(seq=9, events=()))
        await asyncio.sleep(0.1)
        player.channel.send(JoinTable(table="two"))
        loop.accept = _welcoming(table="two")
        loop.peers[1].drop()
        await asyncio.sleep(1)
        assert loop.peers[2].got[1:] == [Resume(seq=0)]

    run_virtually(story)
