"""Bots on their way: names, tables, readiness, matches, and how it can fail."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from cardclient.bot import Bot
from cardclient.bot_run import Plan, run, run_bots
from cardclient.bots.durak import Lowest
from cardclient.bots.perekur import First
from cardclient.option_values import fitted
from cardclient.problems import CannotConnect, Refused, ServerLost
from cardclient.token_store import MemoryTokens
from cardprotocol.address import Address
from cardprotocol.fields import OptionValue
from cardprotocol.games.common import Outcome
from cardprotocol.messages.parts import GameInfo, OptionSpec
from cardprotocol.messages.to_client import Games
from tests.support.virtual_loop import VirtualLoop, run_virtually
from tests.support.virtual_server import VirtualServer

SERVER = Address("server", 1)
DURAK = Plan(table="one", game="durak")


class Counted(Lowest):
    """Notes how many matches it saw end."""

    ended = 0

    def on_match_end(self, outcome: Outcome) -> None:
        self.ended += bool(outcome.ranking)


async def _run(loop: VirtualLoop, bots: list[Bot], plan: Plan = DURAK, **more: object) -> None:
    await run_bots(bots, SERVER, plan, clock=loop.now_us, **more)  # type: ignore[arg-type]


def test_as_many_matches_are_played_as_were_asked_for_then_the_seats_are_free() -> None:
    async def story(loop: VirtualLoop) -> None:
        server = VirtualServer(loop)
        bots = [Counted("A"), Counted("B")]
        await _run(loop, list(bots), Plan(table="one", game="durak", matches=3))
        await asyncio.sleep(1)
        assert [bot.ended for bot in bots] == [3, 3]
        assert server.server.lobby.tables == ()

    run_virtually(story)


def test_a_taken_name_gets_a_suffix() -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        bots: list[Bot] = [Counted("Twin"), Counted("Twin")]
        await _run(loop, bots)
        names = [bot.model.name for bot in bots]
        assert names[0] == "Twin"
        assert names[1].startswith("Twin-")

    run_virtually(story)


def test_two_crews_meet_at_one_table() -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        plan = Plan(table="one", game="perekur", options={"bots_race": "raw", "look_seconds": 0})
        host = First("Host")
        first = asyncio.create_task(_run(loop, [host], plan))
        await asyncio.sleep(1)
        second: list[Bot] = [First("B"), First("C")]
        await _run(loop, second, plan)
        await first
        assert host.table is not None
        assert len(host.table.seats) == 3

    run_virtually(story)


def test_house_bots_begin_only_when_the_others_are_ready() -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        plan = Plan(table="one", game="durak", matches=0, after_others=True)
        house: list[Bot] = [Counted("H1"), Counted("H2")]
        running = asyncio.create_task(_run(loop, house, plan))
        await asyncio.sleep(30)
        table = house[0].table
        assert table is not None
        assert not table.match
        guest = Counted("Guest")
        await _run(loop, [guest], Plan(table="one", game=None, matches=2))
        assert guest.ended == 2
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    run_virtually(story)


def test_kept_tokens_bring_a_bot_back_under_its_name_and_to_the_table_it_means() -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        tokens = MemoryTokens()
        for table in ("one", "two"):
            bots: list[Bot] = [Counted("A"), Counted("B")]
            await _run(loop, bots, Plan(table=table, game="durak"), tokens=tokens)
            assert [bot.model.name for bot in bots] == ["A", "B"]

    run_virtually(story)


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(table="one", game=None), "table/unknown"),
        (Plan(table="one", game="chess"), "table/game"),
        (Plan(table="one", game="durak", options={"deck": "40"}), "table/option"),
    ],
)
def test_what_the_server_refuses_comes_out_with_its_code(plan: Plan, code: str) -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        with pytest.raises(Refused) as caught:
            await _run(loop, [Counted()], plan)
        assert caught.value.code == code

    run_virtually(story)


def test_a_full_table_is_refused() -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        with pytest.raises(Refused) as caught:
            await _run(loop, [Counted(f"B{n}") for n in range(7)])
        assert caught.value.code == "table/full"

    run_virtually(story)


def test_a_mistake_in_a_bot_comes_out_of_the_run() -> None:
    class Broken(Lowest):
        def on_match_end(self, outcome: Outcome) -> None:
            raise ZeroDivisionError(outcome)

    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        with pytest.raises(ZeroDivisionError):
            await _run(loop, [Broken("A"), Broken("B")])

    run_virtually(story)


def test_bots_survive_a_lost_connection_and_give_up_on_a_lost_server() -> None:
    async def story(loop: VirtualLoop) -> None:
        VirtualServer(loop)
        bots = [Counted("A"), Counted("B")]
        running = asyncio.create_task(
            _run(loop, list(bots), Plan(table="one", game="durak", matches=0, patience_seconds=9))
        )
        await asyncio.sleep(5)
        loop.peers[0].drop()
        ended = bots[0].ended
        await asyncio.sleep(20)
        assert bots[0].ended > ended
        loop.accept = None
        loop.peers[1].drop()
        with pytest.raises(ServerLost, match="connection refused"):
            await running

    run_virtually(story)


def test_texts_become_what_the_option_is_and_misfits_are_left_to_the_server() -> None:
    specs = (
        OptionSpec(name="deck", default="36", choices=("36", "52")),
        OptionSpec(name="turn_seconds", default=30, least=0, most=600),
        OptionSpec(name="hints", default=False),
    )
    games = Games(games=(GameInfo(name="durak", least_seats=2, most_seats=6, options=specs),))
    given: dict[str, OptionValue] = {
        "deck": 52,
        "turn_seconds": "45",
        "hints": "true",
        "other": "7",
    }
    assert fitted(given, "durak", games) == {
        "deck": "52",
        "turn_seconds": 45,
        "hints": True,
        "other": "7",
    }
    assert fitted({"turn_seconds": "soon"}, "durak", games) == {"turn_seconds": "soon"}
    assert fitted({"deck": "52"}, "chess", games) == {"deck": "52"}


# a script, whose last line is `run`

NOBODY = "127.0.0.1:9"  # the discard port: nothing listens there


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        (NOBODY, 3, f"cannot connect to {NOBODY}: connection refused"),
        ("a:b:c", 2, "too many colons"),
        ("localhost:0", 2, "names no server"),
    ],
)
def test_a_script_without_a_server_ends_with_one_line_and_its_status(
    address: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        run(Bot("A"), address)
    assert caught.value.code == status
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert said in printed.err


def test_a_program_of_its_own_catches_what_went_wrong() -> None:
    with pytest.raises(CannotConnect):
        asyncio.run(run_bots([Bot("A")], Address("127.0.0.1", 9), Plan()))


def test_a_script_may_run_its_bots_in_a_thread() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(SystemExit):
        pool.submit(run, Bot("A"), NOBODY).result()


def test_what_a_scripts_own_code_raises_comes_out_of_run(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("cardclient.bot_run.run_bots", broken)
    with pytest.raises(ZeroDivisionError):
        run(Bot("A"), NOBODY)
