"""The same client without a full screen: one event a line, newest last.

What lives here: LineMode, and `play`, which runs it on any two text streams. For
screen readers, pipes and dumb terminals: nothing is ever redrawn, there are no
prompts, and commands are words (commands.py). What must not: the words.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TextIO

from cardclient import line_words
from cardclient.commands import Line, Unclear, obey
from cardclient.follower import Follower
from cardclient.leaving import on_signals
from cardclient.link import Channel
from cardclient.model import linked, warned
from cardclient.plays import followed
from cardclient.problems import ServerLost
from cardclient.records import Hint, LinkState
from cardclient.refusal_words import hint_sentence, next_try
from cardclient.screen.seats import Stage
from cardclient.spoken import Speaker
from cardclient.texts import in_words_of
from cardclient.theme import Look
from cardclient.ui import Result, Ui
from cardclient.wishes import Wishes
from cardprotocol.messages import to_client as c
from cardprotocol.messages.to_server import Bye
from cardprotocol.messages.unions import AnyToClient


class LineMode(Follower):
    """One session of play as lines of text."""

    def __init__(
        self, wishes: Wishes, look: Look, entropy: Callable[[], bytes], write: Callable[[str], None]
    ) -> None:
        super().__init__()
        self.ui = Ui()
        self.done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.on_failure = self.fail
        self.ring: Callable[[], None] = lambda: None
        self._wishes = wishes
        self._look = look
        self._entropy = entropy
        self._write = write
        self._speaker = Speaker(look, write, pressing=True)
        self._last_words = False
        self._doubts_said: set[str] = set()

    def begin(self, channel: Channel) -> None:
        """Follow `channel` from now on."""
        if self._look.ssh:
            self.model = warned(self.model, Hint.SSH, channel.now_us())
        self.attach(channel, lambda _message: None)

    def fail(self, error: Exception) -> None:
        """Stop because of `error`."""
        if not self.done.done():
            self.done.set_exception(error)

    def exit(self, code: int) -> None:
        """Stop with `code`; the first reason counts."""
        if not self.done.done():
            self.done.set_result(code)

    # what arrives

    def status(self, state: LinkState, reason: str, seconds: float) -> None:
        """The connection was lost, is being mended, or is back."""
        self.model = linked(self.model, state, reason)
        t = self._look.texts.t
        if state is LinkState.LOST:
            why = self._look.clean(in_words_of(self._look.texts, reason))
            said = t("connection lost: {why}").format(why=why)
            self._write(f"{said}, {next_try(seconds, self._look)}")

    def _show(self, message: AnyToClient) -> None:
        before = self.model
        super()._show(message)
        self.ui = followed(self.ui, before, self.model)
        self._speaker.say(self.model)
        for line in self._beside(message):
            self._write(line)
        self._say_doubts()
        if self._wishes.rings(before, self.model):
            self.ring()
        if self._last_words and not self.model.playing:
            self.exit(0)

    def _tell(self, message: AnyToClient) -> None:
        self._wishes, self.model = self._wishes.compared(self.model, message, self._now_us())
        for answer in self._wishes.answers(self.model, message, self._entropy):
            self.send(answer)

    def _beside(self, message: AnyToClient) -> list[str]:
        """What is said beside the log for `message`."""
        stage = self._stage()
        match message:
            case c.Tables() if self.model.table is None:
                return line_words.lobby_lines(stage)
            case c.Scores():
                return line_words.score_lines(stage)
            case c.View():
                return line_words.table_lines(stage)
            case c.Reveal(race=None) if self.model.playing:
                return [line_words.hand_line(stage)]
            case c.Events() if self.model.turn is not None:
                move = line_words.move_line(stage, self.ui)
                return [line_words.hand_line(stage), move] if move else []
            case _:
                return []

    def _say_doubts(self) -> None:
        """What became doubtful about the link, each once."""
        for line in line_words.doubt_lines(self._stage()):
            if line not in self._doubts_said:
                self._doubts_said.add(line)
                self._write(line)

    # what is typed

    def typed(self, text: str, read_us: int) -> None:
        """A line was read at `read_us`."""
        words = {
            "help": line_words.help_lines,
            "?": line_words.help_lines,
            "hand": lambda stage: [line_words.hand_line(stage)],
            "table": line_words.table_lines,
        }
        word, _, rest = text.strip().lower().partition(" ")
        if word == "races" and (not rest or rest.isdecimal()):
            words[text.strip().lower()] = lambda stage: line_words.race_lines(stage, rest)
        said = words.get(text.strip().lower())
        if said is not None:
            for line in said(self._stage()):
                self._write(line)
        elif text.strip():
            self._obey(text, read_us)

    def _obey(self, text: str, read_us: int) -> None:
        before = Result(replace(self.model, hint=None), self.ui)
        try:
            result = obey(before, Line(text, read_us, self._entropy))
        except Unclear as unclear:
            said = self._look.texts.t("What is {text}? Type help for the commands.")
            self._write(said.format(text=repr(self._look.clean(str(unclear)))))
            return
        for message in result.send:
            self.send(message)
        self.model, self.ui = result.model, result.ui
        if self.model.hint is not None:
            self._write(hint_sentence(self.model.hint, self._look))
        if result.quit:
            self.exit(0)

    def ended(self) -> None:
        """No more will be typed: go once the match that is played, or waited for, is over."""
        me = self.model.my_seat
        self._last_words = True
        if not self.model.playing and not (me is not None and me.ready):
            self.exit(0)

    def _stage(self) -> Stage:
        return Stage(self.model, self._look, self._now_us())


async def play(
    channel: Channel,
    wishes: Wishes,
    look: Look,
    *,
    inp: TextIO | None = None,
    out: TextIO | None = None,
    entropy: Callable[[], bytes] = lambda: secrets.token_bytes(16),
) -> int:
    """Play over `channel` with commands from `inp`, telling what happens on `out`; the exit code.

    128 + n after signal n. Raises ServerLost if the connection is over for good.
    """
    target = out or sys.stdout

    def write(text: str) -> None:
        print(text, file=target, flush=True)

    mode = LineMode(wishes, look, entropy, write)
    if target.isatty():  # a file or a pipe has no use for the character
        mode.ring = lambda: print("\a", end="", file=target, flush=True)
    channel.on_lost = lambda reason: mode.fail(ServerLost(reason))
    if hasattr(channel, "on_status"):
        channel.on_status = mode.status
    _read_lines(inp or sys.stdin, mode, channel.now_us)
    with on_signals(mode.exit):
        mode.begin(channel)
        try:
            return await mode.done
        finally:
            mode.detach()
            if not mode.model.in_play:
                channel.send(Bye())
            channel.close()


def _read_lines(inp: TextIO, mode: LineMode, now_us: Callable[[], int]) -> None:
    """Read `inp` in a thread that may be left behind: files, pipes and terminals alike."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        with contextlib.suppress(RuntimeError, ValueError):  # the loop or the stream is closed
            for text in inp:
                loop.call_soon_threadsafe(mode.typed, text, now_us())
            loop.call_soon_threadsafe(mode.ended)

    threading.Thread(target=read, daemon=True, name="line input").start()
