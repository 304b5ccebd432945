"""From settings to a seat: names, waiting seats, tables made and refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cardclient import visit
from cardclient.command_line import _verdict
from cardclient.problems import Refused
from cardclient.reconnect import Reconnecting
from cardclient.settings import Settings
from cardclient.token_store import FileTokens, MemoryTokens, Tokens
from cardclient.wishes import Wishes
from cardprotocol.address import Address
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_client import Error, View, Welcome
from tests.support.virtual_loop import VirtualLoop, run_virtually
from tests.support.virtual_server import VirtualServer

SERVER = Address("server", 1)


class Visits:
    """Visits that end where play would begin; `heard` is what play would have been told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.channels: list[Reconnecting] = []
        self.heard: list[object] = []
        self.tokens: Tokens = MemoryTokens()
        monkeypatch.setattr(visit, "_play", self._play)
        self.back = ""
        monkeypatch.setattr(visit, "MemoryTokens", lambda: self.tokens)
        monkeypatch.setattr("getpass.getuser", lambda: "olena")

    async def _play(
        self, channel: Reconnecting, _wishes: Wishes, _settings: Settings, back: str
    ) -> int:
        self.back = back
        self.channels.append(channel)
        channel.on_message = lambda message, _us: self.heard.append(message)
        await asyncio.sleep(1)
        return 0

    async def pay(self, **asked: object) -> None:
        self.heard.clear()
        wanted = Settings(token_store=False, **asked)  # type: ignore[arg-type]
        await visit.visit(SERVER, wanted)

    @property
    def names(self) -> list[str]:
        return [message.name for message in self.heard if isinstance(message, Welcome)]

    @property
    def views(self) -> list[View]:
        return [message for message in self.heard if isinstance(message, View)]


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> Visits:
    return Visits(monkeypatch)


def test_a_login_name_that_is_taken_gets_a_number_but_a_name_asked_for_is_refused(
    visits: Visits,
) -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        await visits.pay()
        assert visits.names == ["olena"]
        assert visits.back == f"cardclient {SERVER}"
        visits.tokens = MemoryTokens()  # somebody else, with the same login name
        await visits.pay()
        assert visits.names == ["olena2"]
        visits.tokens = MemoryTokens()
        with pytest.raises(Refused) as caught:
            await visits.pay(name="Olena")
        assert caught.value.code == "hello/name_taken"

    run_virtually(story)


def test_a_table_that_is_not_there_is_made_with_its_options_and_nobody_sees_a_refusal(
    visits: Visits,
) -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        await visits.pay(table="cellar", game="durak", options={"deck": "52", "turn_seconds": "9"})
        [view] = visits.views
        assert view.seat == 0
        assert view.table.options["deck"] == "52"
        assert view.table.options["turn_seconds"] == 9
        assert not [m for m in visits.heard if isinstance(m, Error)]

    run_virtually(story)


def test_a_seat_that_waits_comes_before_the_table_asked_for(visits: Visits) -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        await visits.pay(table="cellar", game="durak")
        visits.channels[0].close()
        await asyncio.sleep(1)
        await visits.pay(table="attic", game="durak")
        [view] = visits.views
        assert view.table.table == "cellar"

    run_virtually(story)


def test_a_refused_seat_is_told_and_the_connection_closed(visits: Visits) -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        with pytest.raises(Refused) as caught:
            await visits.pay(table="none", watch=True)
        assert caught.value.code == "table/unknown"
        await asyncio.sleep(1)
        assert loop.peers[-1].closed

    run_virtually(story)


def test_a_second_client_of_one_person_does_not_throw_out_the_first(
    visits: Visits, tmp_path: Path
) -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        first, second = FileTokens(tmp_path), FileTokens(tmp_path)
        visits.tokens = first
        await visits.pay()
        visits.tokens = second
        await visits.pay()
        assert visits.names == ["olena2"]
        assert not loop.peers[0].closed
        first.close()
        second.close()

    run_virtually(story)


@pytest.mark.parametrize("code", ["table/in_match", "table/full"])
def test_where_no_seat_is_to_be_had_one_is_told_how_to_watch(
    visits: Visits, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    async def refusing(*_asked: object) -> None:
        raise Refused(code, "No.")

    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        monkeypatch.setattr(visit, "enter", refusing)
        with pytest.raises(Refused) as caught:
            await visits.pay(table="cellar")
        status, words = _verdict(caught.value)
        assert status == 4
        assert words.startswith(ErrorCode(code).sentence)
        assert words.endswith(" It can be watched: --watch.")

    run_virtually(story)
