"""The full screen's application: stamps, order of claim and drawing, reveals, ways out."""

from __future__ import annotations

import asyncio
import errno
import io
from collections.abc import Awaitable, Callable
from unittest import mock

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from cardclient import app
from cardclient.problems import ServerLost
from cardclient.records import LinkState
from cardclient.theme import look_of
from cardclient.wishes import Wishes
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.parts import RaceOpening
from tests.support.client_story import GAMES, dealt, opening, reveal, seat_info, table_info, welcome
from tests.support.fake_channel import FakeChannel

LOOK = look_of({"LANG": "C.UTF-8"})


class Stage:
    """One run of the application: a pipe for its keys, a text for its screen."""

    def __init__(self, keys: PipeInput) -> None:
        self.keys = keys
        self.channel = FakeChannel()
        self.written = io.StringIO()
        self.output = Vt100_Output(
            self.written, lambda: Size(rows=24, columns=80), term="xterm", enable_cpr=False
        )
        self.result: int | None = None
        self.left: list[tuple[bool, str]] = []  # what was told once the terminal was restored

    async def settle(self) -> None:
        """Let everything that is ready to happen, happen."""
        for _ in range(30):
            await asyncio.sleep(0)

    async def press(self, text: str) -> None:
        self.keys.send_text(text)
        await self.settle()

    async def race(self, at_us: int = 0) -> None:
        """Seated, dealt, and a race to be shown at `at_us`."""
        view = c.View(seq=0, table=table_info(playing=True), seat=0)
        shown = c.Reveal(seq=2, at_us=at_us, race=opening(5))
        self.channel.tell(welcome("kitchen"), view, reveal(dealt()), shown)
        await self.settle()

    def screen(self) -> str:
        return self.written.getvalue()


def run(
    story: Callable[[Stage], Awaitable[None]], wishes: Wishes | None = None, *, capped: bool = False
) -> Stage:
    """Run the application while `story` acts, then leave by F10.

    Unless `capped`, what is to be drawn soon is drawn at once: soon counts real time.
    """

    async def main() -> Stage:
        with create_pipe_input() as keys:
            stage = Stage(keys)
            playing = asyncio.ensure_future(
                app.play(
                    stage.channel,
                    wishes or Wishes(),
                    LOOK,
                    inp=keys,
                    out=stage.output,
                    entropy=lambda: bytes(16),
                    on_left=lambda model: stage.left.append((model.in_play, stage.screen())),
                )
            )
            await stage.settle()
            try:
                await story(stage)
            except BaseException:
                playing.cancel()
                raise
            if not playing.done():
                await stage.press("\x1b[21~")
            stage.result = await asyncio.wait_for(playing, timeout=20)
            return stage

    if capped:
        with mock.patch.object(app, "REDRAW_SECONDS", 3_600):
            return asyncio.run(main())
    with mock.patch.object(app.FullScreen, "_invalidate", lambda self: self.app._redraw()):
        return asyncio.run(main())


def test_a_key_is_claimed_with_the_stamp_of_its_reading() -> None:
    async def story(stage: Stage) -> None:
        await stage.race()
        stage.channel.clock_us += 387_000
        await stage.press("2")

    (claim,) = run(story).channel.of(s.Claim)
    assert isinstance(claim, s.Claim)
    assert (claim.race, claim.shown_us, claim.pressed_us) == (5, 1_000_000, 1_387_000)


def test_the_claim_goes_out_before_anything_is_drawn() -> None:
    order: list[str] = []

    async def story(stage: Stage) -> None:
        await stage.race()
        send, flush = stage.channel.send, stage.output.flush

        def watched_send(message: s.Claim) -> None:
            order.append("claim")
            send(message)

        def watched_flush() -> None:
            order.append("drawn")
            flush()

        stage.channel.send, stage.output.flush = watched_send, watched_flush  # type: ignore[method-assign,assignment]
        await stage.press("2")
        stage.channel.send, stage.output.flush = send, flush  # type: ignore[method-assign]

    run(story)
    assert order[0] == "claim"


def test_shown_is_stamped_after_the_flush_and_the_ticks_begin() -> None:
    async def story(stage: Stage) -> None:
        flush = stage.output.flush

        def slow_flush() -> None:
            stage.channel.clock_us += 4_000
            flush()

        stage.output.flush = slow_flush  # type: ignore[method-assign]
        await stage.race()
        stage.output.flush = flush  # type: ignore[method-assign]

    stage = run(story)
    (shown,) = stage.channel.of(s.Shown)
    assert isinstance(shown, s.Shown)
    assert shown.race == 5
    assert shown.shown_us >= 1_004_000
    assert stage.channel.racing[-1] is True


def test_a_reveal_is_drawn_although_the_redraw_cap_has_not_passed() -> None:
    async def story(stage: Stage) -> None:
        stage.channel.tell(welcome())  # drawn, so that the cap counts from now
        await stage.settle()
        await stage.race()
        assert "next" in stage.screen()

    run(story, capped=True)


def test_a_reveal_is_not_shown_before_its_time() -> None:
    async def story(stage: Stage) -> None:
        await stage.race(at_us=1_050_000)
        assert stage.channel.of(s.Shown) == []
        await stage.press("2")
        assert stage.channel.of(s.Claim) == []
        stage.channel.clock_us = 1_050_000
        stage.channel.tell(c.Table(table=table_info(playing=True), seat=0))
        await stage.settle()
        assert len(stage.channel.of(s.Shown)) == 1

    run(story)


def test_a_spectator_sends_no_stamps() -> None:
    async def story(stage: Stage) -> None:
        view = c.View(seq=0, table=table_info(playing=True))
        opened = c.Reveal(seq=2, at_us=0, race=RaceOpening(race=5))
        stage.channel.tell(welcome("kitchen"), view, reveal(dealt(())), opened)
        await stage.settle()

    stage = run(story)
    assert stage.channel.of(s.Shown) == []
    assert set(stage.channel.racing) == {False}  # a race opened, and it sends no ticks in it


def test_in_the_lobby_tables_and_games_are_asked_for() -> None:
    async def story(stage: Stage) -> None:
        stage.channel.tell(welcome(), c.Games(games=GAMES), c.Tables(tables=()))
        await stage.settle()
        assert "No tables yet" in stage.screen()

    stage = run(story)
    assert stage.channel.of(s.ListGames)
    assert stage.channel.of(s.ListTables)


def test_practice_is_ready_at_once() -> None:
    async def story(stage: Stage) -> None:
        waiting = table_info(seats=(seat_info(0, "Olga", ready=False),))
        stage.channel.tell(welcome("kitchen"), c.View(seq=0, table=waiting, seat=0))
        await stage.settle()

    assert run(story, Wishes(ready=True)).channel.of(s.Ready) == [s.Ready(entropy=bytes(16))]


def test_leaving_in_a_match_keeps_the_seat_and_elsewhere_says_goodbye() -> None:
    async def match(stage: Stage) -> None:
        await stage.race()

    async def lobby(stage: Stage) -> None:
        stage.channel.tell(welcome())
        await stage.settle()

    assert run(match).channel.of(s.Bye) == []
    assert run(lobby).channel.of(s.Bye) == [s.Bye()]
    assert run(lobby).channel.closed


def test_the_status_is_0_after_f10_and_130_after_ctrl_c() -> None:
    async def interrupt(stage: Stage) -> None:
        await stage.press("\x03")

    async def nothing(stage: Stage) -> None:
        await stage.settle()

    assert run(nothing).result == 0
    assert run(interrupt).result == 130


def test_a_lost_connection_is_told_and_mended_on_the_same_screen() -> None:
    async def story(stage: Stage) -> None:
        await stage.race()
        stage.channel.on_status(LinkState.LOST, "no answer", 0.5)
        await stage.settle()
        assert "connection lost: next try in 0.5 s; no answer" in stage.screen()
        stage.channel.tell(welcome("kitchen"))
        await stage.settle()

    stage = run(story)
    assert stage.result == 0
    assert stage.screen().count("\x1b[?1049h") == 1


def test_a_connection_lost_for_good_ends_with_its_reason() -> None:
    async def story(stage: Stage) -> None:
        stage.channel.on_lost("somebody took over")
        await stage.settle()

    with pytest.raises(ServerLost, match="somebody took over"):
        run(story)


def test_a_fault_while_drawing_ends_the_session_and_is_raised() -> None:
    async def story(stage: Stage) -> None:
        broken = c.View(seq=0, table=table_info(), seat=0, game=None)
        stage.channel.tell(welcome("kitchen"), broken)
        stage.channel.tell(c.Scores(game="perekur", scores=(None,)))  # type: ignore[arg-type]
        await stage.press("\x1b[13~")
        await stage.press("\x1b[15~")
        stage.channel.tell(c.Scores(game="perekur", scores=(None,)))  # type: ignore[arg-type]
        await stage.settle()

    with pytest.raises(AttributeError):
        run(story)


@pytest.mark.parametrize("by", ["a key", "a reveal", "a redraw"])
def test_a_terminal_that_went_away_is_a_hangup_whoever_draws_first(by: str) -> None:
    def gone() -> None:
        raise OSError(errno.EIO, "Input/output error")

    async def story(stage: Stage) -> None:
        await stage.race()
        with mock.patch.object(stage.output, "flush", gone):
            match by:
                case "a key":
                    await stage.press("2")
                case "a reveal":
                    stage.channel.tell(c.Reveal(seq=3, at_us=0, race=opening(6)))
                    await stage.settle()
                case _:
                    context = {"exception": OSError(errno.EIO, "Input/output error")}
                    asyncio.get_running_loop().call_exception_handler(context)
                    await stage.settle()

    stage = run(story)
    assert stage.result == app.TERMINAL_GONE
    assert stage.left == []
