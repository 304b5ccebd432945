"""What `cardclient` and `cardbot` share: words for mistakes, exit codes, signals.

What lives here: everything between an exception and the shell. What must not:
arguments of one command. Exit codes: 0 done, 1 an error in the game or the
server, 2 usage, 3 cannot connect, 4 refused, 128 + n on signal n.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import os
import signal
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any, Final, TypeVar

import click

from cardclient.leaving import on_signals
from cardclient.problems import CannotConnect, Problem, Refused
from cardclient.refusal_words import refusal_words
from cardclient.settings import option_of
from cardclient.texts import in_words_of
from cardclient.theme import Look, look_of
from cardprotocol.address import Address, parse_address
from cardprotocol.messages.to_client import Error
from cardprotocol.text import harmless

Result = TypeVar("Result")
# Set to anything, shows where an internal error came from; for reports.
TRACEBACK_VARIABLE: Final = "PEREKUR_TRACEBACK"


class Exit(enum.IntEnum):
    """How a command ended."""

    DONE = 0
    ERROR = 1
    USAGE = 2
    CANNOT_CONNECT = 3
    REFUSED = 4
    SIGNAL = 128


class Stopped(Exception):  # noqa: N818 - a signal is no error
    """A signal asked the command to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.number = number


def here() -> Look:
    """How this terminal is spoken to: what the environment says of language and characters."""
    return look_of(os.environ)


def in_words(error: Exception) -> str:
    """An error's sentence in the language of this terminal."""
    said = error.args[0] if error.args else ""
    return in_words_of(here().texts, said if isinstance(said, str) else str(error))


def address_of(text: str) -> Address:
    """The server's address written as `text`; a usage error otherwise."""
    try:
        address = parse_address(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="ADDRESS") from None
    if not address.host or not address.port:
        said = here().texts.t("{text} names no server: a host and a port other than 0")
        raise click.BadParameter(said.format(text=repr(text)), param_hint="ADDRESS")
    return address


def options_of(texts: Iterable[str]) -> dict[str, str]:
    """Table options written NAME=VALUE; a usage error otherwise."""
    try:
        return dict(option_of(text) for text in texts)
    except ValueError as error:
        raise click.BadParameter(in_words(error), param_hint="--option") from None


@contextlib.contextmanager
def exit_code(command: str, kinds: type[Exception] = Exception) -> Iterator[None]:
    """Leave the process with the code that goes with an exception, and one line about it.

    Errors other than of `kinds` come out as they are: a script's own, with where they came from.
    """
    try:
        yield
    except (click.ClickException, click.exceptions.Exit, SystemExit):
        raise
    except Stopped as stopped:
        sys.exit(Exit.SIGNAL + stopped.number)
    except KeyboardInterrupt:
        sys.exit(Exit.SIGNAL + signal.SIGINT)
    except BrokenPipeError:  # whoever read our output has gone, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Exit.SIGNAL + 13)
    except kinds as error:
        if os.environ.get(TRACEBACK_VARIABLE):
            raise
        code, words = _verdict(error)
        click.echo(f"{command}: {harmless(words)}", err=True)
        sys.exit(code)


def _verdict(error: Exception) -> tuple[Exit, str]:
    match error:
        case CannotConnect():
            return Exit.CANNOT_CONNECT, in_words(error)
        case Refused():
            told = Error(error.code, error.text, error.field, error.value, error.expected)
            cure = in_words_of(here().texts, error.cure)
            return Exit.REFUSED, f"{refusal_words(told, here())} {cure}".rstrip()
        case Problem():
            return Exit.ERROR, in_words(error)
        case _:
            said = here().texts.t("internal error: {error} (set {variable}=1)")
            what = f"{type(error).__name__}: {error}"
            return Exit.ERROR, said.format(error=what, variable=TRACEBACK_VARIABLE)


def run_until_signal(main: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Run `main()` on a fresh loop; a signal of leaving.py cancels it and raises Stopped."""
    return asyncio.run(_until_signal(main()))


async def _until_signal(main: Coroutine[Any, Any, Result]) -> Result:
    task = asyncio.ensure_future(main)
    caught: list[int] = []

    def stop(code: int) -> None:
        caught.append(code - Exit.SIGNAL)
        task.cancel()

    with on_signals(stop):
        try:
            return await task
        except asyncio.CancelledError:
            if caught:
                raise Stopped(caught[0]) from None
            raise
