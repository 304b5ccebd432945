"""A connection that greets, and comes back by itself after it was lost.

What lives here: hello and welcome, the kept token, growing pauses, asking for
what was missed. What must not: sockets (link.py) or anything shown.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from cardclient.link import Link, OnLost, OnMessage, now_us
from cardclient.problems import CannotConnect, Refused, code_words
from cardclient.records import LinkState
from cardclient.texts import Words
from cardclient.token_store import Tokens
from cardprotocol.address import Address
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.to_client import Closing, Error, Events, Reveal, View, Welcome
from cardprotocol.messages.to_server import (
    CreateTable,
    Hello,
    JoinTable,
    LeaveTable,
    Resume,
    WatchTable,
)
from cardprotocol.messages.unions import AnyToClient

FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 8.0
GREETING_SECONDS: Final = 8.0
# Ids of `request`; whoever numbers requests of his own stays below.
FIRST_REQUEST_ID: Final = 1_000_000

# Reasons that another attempt would only meet again.
_FINAL: Final = frozenset(
    code.value
    for code in (
        ErrorCode.SESSION_SUPERSEDED,
        ErrorCode.HELLO_VERSION,
        ErrorCode.HELLO_NAME,
        ErrorCode.HELLO_NAME_TAKEN,
        ErrorCode.HELLO_TOKEN,
    )
)

OnStatus = Callable[[LinkState, str, float], None]


class Reconnecting:
    """A Channel (link.py) to one server as one player.

    `connect` makes the first connection and raises; after that, losses are mended silently
    but for `on_status(state, reason, next_try_seconds)`. `on_lost` comes when it is over: the
    server's reason is final, or nobody answered for `patience_seconds` (None: never give up).
    Messages that arrive before `on_message` is set wait for it.
    """

    def __init__(
        self,
        address: Address,
        hello: Hello,
        tokens: Tokens,
        *,
        patience_seconds: float | None = None,
        clock: Callable[[], int] = now_us,
    ) -> None:
        self.address = address
        self.now_us = clock
        self.on_lost: OnLost = lambda _reason: None
        self.on_status: OnStatus = lambda _state, _reason, _seconds: None
        self._hello = hello
        self._tokens = tokens
        self._patience_seconds = patience_seconds
        self._on_message: OnMessage | None = None
        self._inbox: list[tuple[AnyToClient, int]] = []
        self._link: Link | None = None
        self._greeting: asyncio.Future[Welcome] | None = None
        self._mending: asyncio.Task[None] | None = None
        self._online = False
        self._seq = 0
        self._watching: WatchTable | None = None
        self._closing: Closing | None = None
        self._requests: dict[int, asyncio.Future[AnyToClient]] = {}
        self._next_request = FIRST_REQUEST_ID

    # what a Channel is

    @property
    def on_message(self) -> OnMessage:
        """Who gets the messages."""
        return self._on_message or self._store

    @on_message.setter
    def on_message(self, callback: OnMessage) -> None:
        waiting, self._inbox = self._inbox, []
        self._on_message = callback
        for message, arrived_us in waiting:
            callback(message, arrived_us)

    def send(self, message: ToServer) -> None:
        """Write `message` at once; silently nothing while the connection is away."""
        match message:
            case JoinTable() | CreateTable() | WatchTable() | LeaveTable():
                self._seq = 0
                self._watching = message if isinstance(message, WatchTable) else None
        if self._online and self._link is not None:
            self._link.send(message)

    async def request(self, message: ToServer) -> AnyToClient:
        """Send `message` and wait for its answer, which `on_message` gets as well.

        Raises Refused if it is an error (which `on_message` does not get), CannotConnect if the
        connection is lost before.
        """
        number = self._next_request
        self._next_request += 1
        answer: asyncio.Future[AnyToClient] = asyncio.get_running_loop().create_future()
        self._requests[number] = answer
        if not self._online:
            self._abandon_requests(Words("there is no connection"))
        self.send(replace(message, id=number))
        return await answer

    def race_open(self, is_open: bool) -> None:
        """Start or stop the stamps of an open race."""
        if self._link is not None:
            self._link.race_open(is_open)

    def close(self) -> None:
        """Close on purpose, for good."""
        if self._mending is not None:
            self._mending.cancel()
            self._mending = None
        self._drop()

    # connecting

    async def connect(self) -> Welcome:
        """Connect and greet. Raises CannotConnect or Refused."""
        token = self._tokens.find(str(self.address), self._hello.name) or self._hello.token
        greeting: asyncio.Future[Welcome] = asyncio.get_running_loop().create_future()
        self._greeting = greeting
        link = self._link = Link(self._received, self._link_lost, self.now_us)
        try:
            await link.connect(self.address.host, self.address.port)
            link.send(replace(self._hello, token=token))
            async with asyncio.timeout(GREETING_SECONDS):
                return await greeting
        except TimeoutError:
            raise CannotConnect(Words("no answer from {address}", address=self.address)) from None
        except OSError as error:
            raise CannotConnect(
                Words("cannot connect to {address}: {why}", address=self.address, why=_words(error))
            ) from None
        finally:
            self._greeting = None
            if not self._online:
                self._drop()

    def _drop(self) -> None:
        link, self._link, self._online = self._link, None, False
        if link is not None:
            link.close()

    def _welcomed(self, welcome: Welcome, arrived_us: int) -> None:
        self._online = True
        self._closing = None
        self._tokens.keep(str(self.address), self._hello.name, welcome.token)
        self.on_status(LinkState.ONLINE, "", 0.0)
        if welcome.table:
            self.send(Resume(seq=self._seq))
        elif self._watching is not None:
            self.send(self._watching)
        self.on_message(welcome, arrived_us)

    # what the link calls

    def _received(self, message: AnyToClient, arrived_us: int) -> None:
        greeting = self._greeting
        if greeting is not None and not greeting.done():
            self._answered(greeting, message, arrived_us)
            return
        match message:
            case View() | Events() | Reveal():
                self._seq = message.seq
            case Closing():
                self._closing = message
        answer = None if message.re is None else self._requests.pop(message.re, None)
        if answer is None or answer.done():
            self.on_message(message, arrived_us)
        elif isinstance(message, Error):
            answer.set_exception(refused(message))
        else:
            self.on_message(message, arrived_us)
            answer.set_result(message)

    def _abandon_requests(self, reason: str) -> None:
        for answer in self._requests.values():
            if not answer.done():
                answer.set_exception(CannotConnect(reason))
        self._requests.clear()

    def _answered(
        self, greeting: asyncio.Future[Welcome], message: AnyToClient, arrived_us: int
    ) -> None:
        match message:
            case Welcome():
                greeting.set_result(message)
                self._welcomed(message, arrived_us)
            case Error() | Closing():
                greeting.set_exception(refused(message))

    def _link_lost(self, reason: str) -> None:
        was_online, self._online, self._link = self._online, False, None
        why = Words("{address}: {why}", address=self.address, why=reason)
        self._abandon_requests(why)
        if not was_online:
            if self._greeting is not None and not self._greeting.done():
                self._greeting.set_exception(CannotConnect(why))
            return
        if self._closing is not None:
            reason = code_words(self._closing.code, self._closing.text)
            if self._closing.code in _FINAL:
                self.on_lost(reason)
                return
        self._mending = asyncio.get_running_loop().create_task(self._mend(reason))

    async def _mend(self, reason: str) -> None:
        pause, lost_us = FIRST_PAUSE_SECONDS, self.now_us()
        while not self._out_of_patience(lost_us):
            self.on_status(LinkState.LOST, reason, pause)
            await asyncio.sleep(pause)
            self.on_status(LinkState.CONNECTING, reason, 0.0)
            try:
                await self.connect()
            except (Refused, CannotConnect) as error:
                reason = error.reason
                if isinstance(error, Refused) and error.code in _FINAL:
                    break
            else:
                return
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
        self.on_lost(reason)

    def _out_of_patience(self, lost_us: int) -> bool:
        if self._patience_seconds is None:
            return False
        return self.now_us() - lost_us >= self._patience_seconds * 1_000_000

    def _store(self, message: AnyToClient, arrived_us: int) -> None:
        self._inbox.append((message, arrived_us))


def refused(message: Error | Closing) -> Refused:
    """A refusal as an exception that says what was wrong and what would have been right."""
    if isinstance(message, Closing):
        return Refused(message.code, message.text, message.expected)
    return Refused(
        message.code, message.text, message.expected, field=message.field, value=message.value
    )


# What happens often, in words of every language; the rest in those of the operating system.
_OFTEN: Final = {
    errno.ECONNREFUSED: Words("connection refused"),
    errno.ECONNRESET: Words("connection reset by peer"),
    errno.EHOSTUNREACH: Words("no route to host"),
    errno.ENETUNREACH: Words("network is unreachable"),
    errno.ETIMEDOUT: Words("connection timed out"),
}


def _words(error: OSError) -> str:
    """The operating system's words for `error`, without asyncio's decoration."""
    # Several addresses tried in vain are reported as one error without a number of its own.
    found = re.search(r"\[Errno (\d+)\]", str(error))
    number = error.errno or (int(found[1]) if found else 0)
    if number in _OFTEN:
        return _OFTEN[number]
    words = os.strerror(number) if number > 0 else error.strerror or str(error)
    return words.lower()
