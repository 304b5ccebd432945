"""A match shown in the terminal: full screen with keys, or one line an event.

What lives here: the application around viewer.py and the client's screen. What
must not: what a key does (viewer.py), what a table looks like (the client's).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from functools import partial

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from cardclient.model import Model
from cardclient.screen.paint import Line, ends
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.sentences import sentence
from cardclient.theme import Look, look_of
from cardclient.ui import Ui
from cardclient.who import Who
from cardreplay.scenes import Scenes
from cardreplay.viewer import KEYS, SPEEDS, Viewer, moved, pause_ms, pressed
from cardrules.game import Seat


def wall_time(at_us: int) -> str:
    """A record's time as people of this place read it."""
    return time.strftime("%H:%M:%S", time.localtime(at_us / 1_000_000))


def make_look(environment: Mapping[str, str], *, ascii_only: bool) -> Look:
    """The look that the terminal asks for, with wall times."""
    return look_of(environment, ascii_only=ascii_only, time_of_day=wall_time)


def spoken(scenes: Scenes, seat: Seat | None, look: Look) -> Iterator[str]:
    """The match as sentences, one an event, in order."""
    told = 0
    for model in scenes.models(seat):
        fresh = model.told - told
        told = model.told
        for entry in model.log[len(model.log) - fresh :]:
            text = sentence(entry, look)
            if text:
                yield f"{look.time_of_day(entry.at_us)} {text}"


class Show:
    """The full-screen replay of one match."""

    def __init__(
        self,
        scenes: Scenes,
        viewer: Viewer,
        look: Look,
        *,
        terminal_in: Input | None = None,
        terminal_out: Output | None = None,
    ) -> None:
        self.viewer = viewer
        self._scenes = scenes
        self._look = look
        self._models: dict[Seat | None, tuple[Model, ...]] = {}
        self._wake = asyncio.Event()
        control = FormattedTextControl(self._text, show_cursor=False)
        self._app: Application[None] = Application(
            layout=Layout(Window(control, always_hide_cursor=True)),
            key_bindings=self._bindings(),
            style=Style.from_dict(look.style_sheet()),
            full_screen=True,
            input=terminal_in,
            output=terminal_out,
        )
        self._app.ttimeoutlen = 0.05

    def run(self) -> None:
        """Show it until the viewer leaves; the terminal is restored however that happens."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        player = asyncio.ensure_future(self._play())
        try:
            await self._app.run_async()
        finally:
            player.cancel()

    async def _play(self) -> None:
        while True:
            if not self.viewer.playing:
                self._wake.clear()
                await self._wake.wait()
                continue
            await asyncio.sleep(pause_ms(self.viewer, self._scenes.at_ms) / 1000)
            if self.viewer.playing:
                self.viewer = moved(self.viewer, self.viewer.at + 1)
                self._app.invalidate()

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key in KEYS:
            bindings.add(key, eager=True)(partial(self._pressed, key))
        bindings.add(Keys.Any)(partial(self._pressed, ""))
        return bindings

    def _pressed(self, key: str, _event: KeyPressEvent) -> None:
        self.viewer = pressed(self.viewer, key)
        self._wake.set()
        if self.viewer.leaving:
            self._app.exit()
        else:
            self._app.invalidate()

    def _text(self) -> StyleAndTextTuples:
        size = self._app.output.get_size()
        rows = self.screen(size.columns, size.rows)
        text: StyleAndTextTuples = []
        for row in rows:
            text += [*row, ("", "\n")]
        return text[:-1]

    def screen(self, width: int, height: int) -> list[Line]:
        """The step on the screen, `height` lines of `width` cells."""
        viewer = self.viewer
        if viewer.seat not in self._models:
            self._models[viewer.seat] = self._scenes.models(viewer.seat)
        model = self._models[viewer.seat][viewer.at]
        now_us = self._scenes.at_ms[viewer.at] * 1000
        drawn = draw(Stage(model, self._look, now_us), Ui(), width, height)
        return [self._head(model, width), *drawn[1:-1], self._foot(width)]

    def _head(self, model: Model, width: int) -> Line:
        viewer, begun = self.viewer, self._scenes.played.begun
        eyes = "all hands open"
        if viewer.seat is not None:
            eyes = f"seat of {Who(self._look, model.names).name(viewer.seat)}"
        title = f" {self._look.clean(begun.table)}, match {begun.match_id[:8]}, {eyes}"
        state = "playing" if viewer.playing else "paused"
        where = f"step {viewer.at} of {viewer.last}  {state} x{SPEEDS[viewer.speed]:g} "
        return ends([("class:title", title)], [("class:warn", where)], width)

    def _foot(self, width: int) -> Line:
        """Every key; or that the last one is none of them."""
        keys = "Space play/pause  arrows step, speed  Home/End  s seat  o open  q quit"
        if self.viewer.puzzled:
            return ends(
                [
                    (
                        "class:warn",
                        " Unknown key. Space  arrows  Home/End  +/- speed  s seat  o open  q quit",
                    )
                ],
                [],
                width,
            )
        return ends([("class:keys", f" {keys}")], [], width)
