"""The full screen: prompt_toolkit tied to the model, the keys and a channel.

What lives here: FullScreen, and `play`, which runs it and leaves the terminal
as it found it. What must not: what a key means, what a screen looks like, how
a connection is mended. The order of things when a key is pressed: stamped on
reading, claimed, and only then drawn.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import secrets
import signal
from collections.abc import Callable, Iterator
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import Style

from cardclient.canvas import Canvas
from cardclient.controls import Press, press
from cardclient.follower import Follower
from cardclient.leaving import on_signals
from cardclient.line_renderer import LineRenderer
from cardclient.link import Channel
from cardclient.model import Model, linked, painted, warned
from cardclient.plays import followed
from cardclient.problems import ServerLost
from cardclient.records import Hint, LinkState
from cardclient.refusal_words import next_try
from cardclient.screen.paint import Line
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.stamped_input import StampedInput, StampedKey
from cardclient.texts import in_words_of
from cardclient.theme import Look
from cardclient.ui import Result, Ui
from cardclient.wishes import Wishes
from cardprotocol.messages import to_client as c
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.to_server import Bye, ListTables, Shown
from cardprotocol.messages.unions import AnyToClient

# Measured: escape sequences arrive in one read; waiting longer only delays a lone Escape.
KEY_TIMEOUT_SECONDS: Final = 0.05
# A redraw is what a key waits for behind (docs/timing.md); people see no more than 30 a second.
REDRAW_SECONDS: Final = 1 / 30
# No redraw is started so shortly before a reveal: it might still run at T.
QUIET_US: Final = 12_000
# How often what counts down (locks, time to move) is drawn anew, and the lobby asked for.
COUNTDOWN_SECONDS: Final = 0.2
LOBBY_SECONDS: Final = 2.0
# As if the hangup signal had come first, which is sent for the same reason.
TERMINAL_GONE: Final = 128 + 1


class FullScreen(Follower):
    """One session of play on one terminal."""

    def __init__(
        self,
        wishes: Wishes,
        look: Look,
        entropy: Callable[[], bytes],
        inp: StampedInput,
        out: Output,
    ) -> None:
        super().__init__()
        self.ui = Ui()
        self.exit_code = 0
        self.error: Exception | None = None
        self.on_failure = self.fail
        self._wishes = wishes
        self._look = look
        self._entropy = entropy
        self._flushed_us = 0
        self.app: Application[None] = self._application(inp, out)
        inp.take = self.take

    def _application(self, inp: Input, out: Output) -> Application[None]:
        app: Application[None] = Application(
            layout=Layout(Canvas(self._draw)),
            style=Style.from_dict(self._look.style_sheet()),
            include_default_pygments_style=False,
            full_screen=True,
            color_depth=None if self._look.colour else ColorDepth.DEPTH_1_BIT,
            min_redraw_interval=REDRAW_SECONDS,
            input=inp,
            output=out,
            after_render=self._flushed,
        )
        app.ttimeoutlen = app.timeoutlen = KEY_TIMEOUT_SECONDS
        app.renderer = LineRenderer(app.renderer.style, out, self._draw)
        return app

    # coming and going

    async def run(self, channel: Channel) -> None:
        """Show the screen until somebody leaves; the terminal is restored on return."""

        def begun() -> None:
            asyncio.get_running_loop().call_soon(self._begin, channel)

        await self.app.run_async(pre_run=begun, handle_sigint=False, set_exception_handler=False)

    def _begin(self, channel: Channel) -> None:
        if self._look.ssh:
            self.model = warned(self.model, Hint.SSH, channel.now_us())
        self.attach(channel, self._observe)
        self._count_down()
        self._ask_lobby()

    def exit(self, code: int) -> None:
        """Leave the screen; the first reason counts."""
        if self.app.is_running and not self.app.is_done:
            self.exit_code = code
            self.app.exit()

    def fail(self, error: Exception) -> None:
        """Leave the screen because of `error`, which `play` raises afterwards.

        A terminal that has gone away shows itself in whatever draws next; that is no error.
        """
        if isinstance(error, OSError) and error.errno == errno.EIO:
            self.exit(TERMINAL_GONE)
            return
        if self.error is None:
            self.error = error
        self.exit(1)

    # what arrives

    def status(self, state: LinkState, reason: str, seconds: float) -> None:
        """The connection was lost, is being mended, or is back."""
        note = self._look.clean(in_words_of(self._look.texts, reason))
        if seconds:
            note = f"{next_try(seconds, self._look)}; {note}"  # the reason may be long
        self.model = linked(self.model, state, note)
        self._invalidate()

    def _tell(self, message: AnyToClient) -> None:
        self._wishes, self.model = self._wishes.compared(self.model, message, self._now_us())
        for answer in self._wishes.answers(self.model, message, self._entropy):
            self.send(answer)

    def _show(self, message: AnyToClient) -> None:
        before = self.model
        super()._show(message)
        self.ui = followed(self.ui, before, self.model)
        if before.table is not None and self.model.table is None:
            self.send(ListTables())  # the list from before is an old one
        if self._wishes.rings(before, self.model):
            self.app.output.bell()
        if not isinstance(message, c.Reveal):
            self._invalidate()

    def _observe(self, message: AnyToClient) -> None:
        """All is done in _tell and _show."""

    def _paint(self, shown_us: int) -> None:
        """Draw the reveal at once, whatever the cap, and stamp it once it is flushed."""
        self._flushed_us = shown_us
        self.app._redraw()  # the only way past min_redraw_interval
        race = self.model.race
        racing = race is not None and race.nonce is not None
        if self._channel is not None:
            self._channel.race_open(racing)
        if race is not None and racing:
            self.model = painted(self.model, self._flushed_us)
            self.send(Shown(race=race.race, shown_us=self._flushed_us))

    def _flushed(self, _app: Application[Any]) -> None:
        self._flushed_us = self._now_us()

    # what is pressed

    def take(self, pressed: StampedKey) -> bool:
        """Act on a key just read; False for what is prompt_toolkit's own business."""
        if self.app.is_done or pressed.key is Keys.CPRResponse:
            return False
        key = pressed.key.value if isinstance(pressed.key, Keys) else pressed.key
        try:
            self._press(Press(key, pressed.data, pressed.pressed_us, self._entropy))
        except Exception as error:  # the terminal comes first
            self.fail(error)
        return True

    def _press(self, key: Press) -> None:
        result = press(Result(self.model, self.ui), key)
        for message in result.send:  # before anything is drawn
            self.send(message)
        self.model, self.ui = result.model, result.ui
        self._invalidate()
        if result.quit:
            self.exit(128 + signal.SIGINT if result.interrupted else 0)

    # drawing

    def _draw(self, width: int, height: int) -> list[Line]:
        try:
            return draw(Stage(self.model, self._look, self._now_us()), self.ui, width, height)
        except Exception as error:  # raised here it would leave the terminal broken
            self.fail(error)
            return []

    def _invalidate(self) -> None:
        """Draw soon, unless a reveal is about to be drawn anyway."""
        next_us = self._timeline.next_us()
        if next_us is None or next_us - self._now_us() > QUIET_US:
            self.app.invalidate()

    def _count_down(self) -> None:
        model, now_us = self.model, self._now_us()
        locked = any(until_us > now_us for until_us in model.locks.values())
        timed = model.turn is not None and model.turn.until_us is not None
        if locked or timed or model.hint is not None or model.refusal is not None:
            self._invalidate()
        self._later(COUNTDOWN_SECONDS, self._count_down)

    def _ask_lobby(self) -> None:
        if self.model.table is None and self.model.link is LinkState.ONLINE:
            self.send(ListTables(page=self.model.tables_page))
        self._later(LOBBY_SECONDS, self._ask_lobby)

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        self._at(self._now_us() + round(seconds * 1_000_000), call)


async def play(
    channel: Channel,
    wishes: Wishes,
    look: Look,
    *,
    inp: Input | None = None,
    out: Output | None = None,
    entropy: Callable[[], bytes] = lambda: secrets.token_bytes(16),
    on_left: Callable[[Model], None] = lambda _model: None,
) -> int:
    """Play over `channel` on the terminal until the player goes; the exit code.

    128 + n after signal n. Raises ServerLost if the connection is over for good, and whatever
    went wrong inside; the terminal is restored in every case, and `on_left` called after that if
    there is one to write to.
    """
    stamped = StampedInput(inp or create_input(), channel.now_us)
    screen = FullScreen(wishes, look, entropy, stamped, out or create_output())
    channel.on_lost = lambda reason: screen.fail(ServerLost(reason))
    if hasattr(channel, "on_status"):
        channel.on_status = screen.status
    gone = False
    gc.freeze()  # what start-up made is not looked at again while somebody races
    with on_signals(screen.exit), _stray_errors(screen.fail):
        try:
            await screen.run(channel)
        except (EOFError, OSError):  # the terminal is gone, nothing is left to restore
            screen.exit_code, gone = screen.exit_code or TERMINAL_GONE, True
        finally:
            screen.detach()
            _say_goodbye(screen, channel)
    if screen.error is not None:
        raise screen.error
    if not gone and screen.exit_code != TERMINAL_GONE:
        on_left(screen.model)
    return screen.exit_code


def _say_goodbye(screen: FullScreen, channel: Channel) -> None:
    """Out of a match the seat is given up; in one it is kept for who comes back."""
    message: ToServer | None = None if screen.model.in_play else Bye()
    if message is not None:
        channel.send(message)
    channel.close()


@contextlib.contextmanager
def _stray_errors(fail: Callable[[Exception], None]) -> Iterator[None]:
    """Errors in callbacks end the session, instead of a traceback across the screen."""

    def failed(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        fail(error if isinstance(error, Exception) else RuntimeError(str(context.get("message"))))

    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(failed)
    try:
        yield
    finally:
        loop.set_exception_handler(before)
