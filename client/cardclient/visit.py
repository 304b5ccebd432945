"""From settings to play: greeted, seated, and handed to the screen, the lines or a bot.

What lives here: choosing a name and a way to play. What must not: arguments
(__main__.py), what is played.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shlex
import sys
import time
from collections.abc import Iterator
from typing import Final

import click

from cardclient.asked import Asked
from cardclient.command_line import Exit, run_until_signal
from cardclient.entering import enter
from cardclient.games import DEFAULT_GAME
from cardclient.going import seat_kept
from cardclient.link import now_us
from cardclient.model import Model
from cardclient.practice import (
    PATIENCE_SECONDS,
    TABLE,
    Practice,
    private_server,
    show_match,
    shown,
)
from cardclient.problems import Problem, Refused
from cardclient.reconnect import Reconnecting
from cardclient.settings import Settings, default_names
from cardclient.texts import Words
from cardclient.theme import Look, look_of
from cardclient.token_store import FileTokens, MemoryTokens, Tokens
from cardclient.version import client_version
from cardclient.wishes import Wishes
from cardprotocol.address import Address
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.to_client import Welcome
from cardprotocol.messages.to_server import Hello, WatchTable
from cardprotocol.messages.unions import PROTOCOL_VERSION

# Somebody else has the name, or its token: another one may do.
_NAME_GONE: Final = (ErrorCode.HELLO_NAME_TAKEN.value, ErrorCode.HELLO_TOKEN.value)
# There is no seat to be had, but something to see.
_WATCHED: Final = (ErrorCode.TABLE_IN_MATCH.value, ErrorCode.TABLE_FULL.value)
# Without anybody at the keyboard, a lost server is waited for this long.
UNATTENDED_SECONDS: Final = 60.0
NAME_TRIES: Final = 20


def practise(practice: Practice, settings: Settings) -> int:
    """Practise, or show a match where nobody can type; the exit code. Raises Problem."""
    if sys.stdin.isatty():
        return asyncio.run(_practise_yourself(practice, settings))
    return run_until_signal(lambda: _watch_practice(shown(practice), settings))


async def _practise_yourself(practice: Practice, settings: Settings) -> int:
    async with private_server(practice) as address:
        channel, _ = await _greeted(address, settings, MemoryTokens(), PATIENCE_SECONDS)
        await enter(channel, TABLE, practice.game, practice.options)
        return await _play(channel, Wishes(ready=True, bell=settings.bell), settings)


async def _watch_practice(practice: Practice, settings: Settings) -> int:
    click.echo(_look(settings).texts.t("Nobody can type here, so a bot plays your seat."))
    name = settings.name or next(default_names())
    async with private_server(practice) as address:
        await show_match(practice, address, name, _look(settings), _say)
    return Exit.DONE


async def visit(address: Address, settings: Settings) -> int:
    """Play on the server at `address`; the exit code. Raises Problem."""
    tokens = FileTokens() if settings.token_store else MemoryTokens()
    attended = sys.stdin.isatty()
    channel, welcome = await _greeted(
        address, settings, tokens, None if attended else UNATTENDED_SECONDS
    )
    if settings.table and not welcome.table:  # a seat that waits comes first
        try:
            await _sit_down(channel, settings)
        except Problem:
            channel.close()
            raise
    asked = Asked(settings.table, settings.game, settings.options) if settings.table else None
    wishes = Wishes(asked=asked, bell=settings.bell)
    return await _play(channel, wishes, settings, _command(address, settings))


def _command(address: Address, settings: Settings) -> str:
    """What to type to come back as the same player."""
    named = ["--name", settings.name] if settings.name else []
    return shlex.join(["cardclient", str(address), *named])


async def _sit_down(channel: Reconnecting, settings: Settings) -> None:
    if settings.watch:
        await channel.request(WatchTable(table=settings.table))
        return
    try:
        await enter(channel, settings.table, settings.game or DEFAULT_GAME, settings.options)
    except Refused as refusal:
        if refusal.code in _WATCHED:
            refusal.cure = Words("It can be watched: --watch.")
        raise


async def _play(channel: Reconnecting, wishes: Wishes, settings: Settings, back: str = "") -> int:
    """Play; who goes in mid-match is told how to come `back`, where there is a way."""
    look = _look(settings)

    def left(model: Model) -> None:
        said = seat_kept(model, look, back) if back else ""
        if said:
            _say(said)

    # Each brings much of its own to import; nobody waits for the one he does not use.
    if _full_screen(settings):
        from cardclient import app

        return await app.play(channel, wishes, look, on_left=left)
    from cardclient import line

    return await line.play(channel, wishes, look)


def _full_screen(settings: Settings) -> bool:
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return terminal and not settings.line


async def _greeted(
    address: Address, settings: Settings, tokens: Tokens, patience_seconds: float | None
) -> tuple[Reconnecting, Welcome]:
    """A greeted connection under the name asked for, or under the first that is free."""
    refusal: Refused | None = None
    for name in _names(address, settings, tokens):
        hello = Hello(version=PROTOCOL_VERSION, name=name, client=client_version())
        channel = Reconnecting(address, hello, tokens, patience_seconds=patience_seconds)
        try:
            welcome = await channel.connect()
        except Refused as error:
            if error.code not in _NAME_GONE:
                raise
            refusal = error
        else:
            return channel, welcome
    taken = ErrorCode.HELLO_NAME_TAKEN
    raise refusal or Refused(taken.value, taken.sentence)


def _names(address: Address, settings: Settings, tokens: Tokens) -> Iterator[str]:
    """Names to try: the one asked for, or those of the login that no other client plays now."""
    if settings.name is not None:
        return iter([settings.name])
    free = (name for name in default_names() if not tokens.busy(str(address), name))
    return itertools.islice(free, NAME_TRIES)


def _look(settings: Settings) -> Look:
    wall_ahead = time.time() - now_us() / 1_000_000
    return look_of(
        os.environ,
        ascii_only=settings.ascii,
        deck=settings.suits,
        time_of_day=lambda at_us: time.strftime(
            "%H:%M:%S", time.localtime(wall_ahead + at_us / 1_000_000)
        ),
    )


def _say(text: str) -> None:
    print(text, flush=True)
