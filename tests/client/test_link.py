"""The client's socket: pings first, ticks while a race is open, one write a message."""

from __future__ import annotations

import asyncio

from cardclient.link import SILENCE_SECONDS, Link
from cardprotocol.codec import encode_frame
from cardprotocol.framing import frame
from cardprotocol.messages.to_client import Done, Ping, Said
from cardprotocol.messages.to_server import Bye, Pong, Tick
from tests.support.virtual_loop import Peer, VirtualLoop, run_virtually


async def _linked(loop: VirtualLoop) -> tuple[Link, Peer, list[object], list[str]]:
    heard: list[object] = []
    lost: list[str] = []
    loop.accept = lambda _peer: None
    link = Link(lambda message, _us: heard.append(message), lost.append, loop.now_us)
    await link.connect("server", 1)
    return link, loop.peers[-1], heard, lost


def test_a_ping_behind_other_messages_is_answered_before_any_of_them_is_delivered() -> None:
    async def story(loop: VirtualLoop) -> None:
        link, peer, _, _ = await _linked(loop)
        order: list[str] = []
        link.on_message = lambda _message, _us: order.append(f"heard after {len(peer.got)} pongs")
        peer.send(Said(name="A", text="hi"), Ping(ping=7), Done())
        await asyncio.sleep(1)
        assert order == ["heard after 1 pongs"] * 2
        assert peer.got == [Pong(ping=7, received_us=100_000_000, sent_us=100_000_000)]

    run_virtually(story)


def test_a_message_goes_out_in_one_write_and_arrives_with_its_stamp() -> None:
    async def story(loop: VirtualLoop) -> None:
        link, peer, _, _ = await _linked(loop)
        stamps: list[int] = []
        link.on_message = lambda _message, us: stamps.append(us)
        link.send(Bye())
        assert peer.writes == [encode_frame(Bye())]
        await asyncio.sleep(2.5)
        peer.send(Done())
        await asyncio.sleep(0.5)
        assert stamps == [102_500_000]

    run_virtually(story)


def test_a_stream_cut_into_single_bytes_says_the_same() -> None:
    async def story(loop: VirtualLoop) -> None:
        _, peer, heard, _ = await _linked(loop)
        for byte in encode_frame(Said(name="A", text="hi")) + encode_frame(Done()):
            peer.send_bytes(bytes([byte]))
        await asyncio.sleep(1)
        assert heard == [Said(name="A", text="hi"), Done()]

    run_virtually(story)


def test_ticks_go_out_every_25_ms_while_a_race_is_open_and_then_stop() -> None:
    async def story(loop: VirtualLoop) -> None:
        link, peer, _, _ = await _linked(loop)
        link.race_open(True)
        await asyncio.sleep(0.110)
        link.race_open(False)
        await asyncio.sleep(1)
        assert [tick.sent_us for tick in peer.of(Tick)] == [
            100_025_000,
            100_050_000,
            100_075_000,
            100_100_000,
        ]

    run_virtually(story)


def test_an_unknown_message_is_passed_over_and_an_unreadable_one_ends_the_connection() -> None:
    async def story(loop: VirtualLoop) -> None:
        _, peer, heard, lost = await _linked(loop)
        peer.send_bytes(frame(b"\x81\xa4type\xa5later"))
        peer.send(Done())
        await asyncio.sleep(1)
        assert heard == [Done()]
        peer.send_bytes(frame(b"\xc1"))
        await asyncio.sleep(1)
        assert len(lost) == 1
        assert "can't be read" in lost[0]

    run_virtually(story)


def test_a_silent_server_is_given_up_and_a_talking_one_is_not() -> None:
    async def story(loop: VirtualLoop) -> None:
        _, peer, _, lost = await _linked(loop)
        for number in range(30):
            peer.send(Ping(ping=number))
            await asyncio.sleep(1)
        assert lost == []
        await asyncio.sleep(SILENCE_SECONDS)
        assert lost == ["nothing was heard from the server for 10 s"]

    run_virtually(story)


def test_sending_and_ticking_after_the_end_is_harmless_and_closing_is_not_a_loss() -> None:
    async def story(loop: VirtualLoop) -> None:
        link, peer, _, lost = await _linked(loop)
        link.race_open(True)
        link.close()
        link.send(Bye())
        link.race_open(True)
        await asyncio.sleep(1)
        assert peer.got == []
        assert lost == []
        assert not link.connected

    run_virtually(story)
