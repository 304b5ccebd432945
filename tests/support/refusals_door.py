"""Stories of refusals by frames, the greeting, budgets and the server as a whole.

What must not: tables and games (refusals_table.py, refusals_race.py, refusals_bout.py).
"""

from __future__ import annotations

from typing import Final

import msgpack

from cardprotocol.errors import ErrorCode as E
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.settings import Limits, ServerSettings
from tests.support.durak_positions import position, read_move
from tests.support.house import House
from tests.support.house_line import Line
from tests.support.refusals import Answer, Stage, Story, asked, bout_at, closing, perekur


def _hello(name: str = "Ann", version: int = 1, token: bytes | None = None) -> said.Hello:
    return said.Hello(version=version, name=name, token=token)


def _last_of(line: Line) -> Answer:
    last = line.told()[-1]
    assert isinstance(last, told.Closing), last
    assert line.closing
    return last


def _too_large() -> Stage:
    house = House()
    ann, line = house.guest("Ann"), Line(house)

    def provoke() -> Answer:
        line.write(b"\x04\x01")
        return _last_of(line)

    return Stage(house, provoke, (ann,))


def _frame_late() -> Stage:
    house = House()
    ann, line = house.guest("Ann"), Line(house)

    def provoke() -> Answer:
        line.say(_hello("Bob"))
        line.write(b"\x00")
        house.rest(5_000_000)
        return _last_of(line)

    return Stage(house, provoke, (ann,))


def _slow() -> Stage:
    house = House()
    ann, line = house.guest("Ann"), Line(house)

    def provoke() -> Answer:
        line.connection.pauseProducing()  # Twisted: more than 64 KiB wait for it
        house.rest(2_000_000)
        return _last_of(line)

    return Stage(house, provoke, (ann,))


def _bytes(body: bytes, *, field: str = "", expects: str = "") -> Stage:
    house = House()
    ann, bob = house.guest("Ann"), house.guest("Bob")

    def provoke() -> Answer:
        ann.say_bytes(body)
        return ann.last(told.Error)

    return Stage(house, provoke, (bob,), field=field, expects=expects)


def _state() -> Stage:
    house = House()
    bob, ann = house.guest("Bob"), house.stranger("Ann")
    return asked(house, ann, said.ListTables(), (bob,), field="type", expects="lobby or table")


def _rate() -> Stage:
    house = House()
    ann, bob = house.guest("Ann"), house.guest("Bob")

    def provoke() -> Answer:
        for _ in range(201):
            ann.say(said.Tick(sent_us=ann.now_us()))
        assert ann.paused_us
        return ann.last(told.Error)

    return Stage(house, provoke, (bob,))


def _version() -> Stage:
    house = House()
    bob, ann = house.guest("Bob"), house.stranger()
    return asked(house, ann, _hello(version=9), (bob,), field="version", expects="1")


def _hello_late() -> Stage:
    house = House()
    bob, ann = house.guest("Bob"), house.stranger()

    def provoke() -> Answer:
        house.rest(5_000_000)
        return closing(ann)

    return Stage(house, provoke, (bob,))


def _refused_hello(hello: said.Hello, *, field: str = "", expects: str = "") -> Stage:
    house = House()
    bob = house.guest("Bob")
    return asked(house, house.stranger(), hello, (bob,), field=field, expects=expects)


def _full() -> Stage:
    house = House(ServerSettings(limits=Limits(connections=3, kept_for_resuming=1)))
    ann, bob = house.guest("Ann"), house.guest("Bob")
    return asked(house, house.stranger(), _hello("Cid"), (ann, bob))


def _address() -> Stage:
    house = House()
    bob = house.guest("Bob")
    guesser = house.stranger(peer="10.0.0.9")  # this machine may guess
    for guess in range(5):
        answer = guesser.refused(_hello("Bob", token=bytes([guess]) * 16))
        assert answer.code == "hello/token"
    return asked(house, guesser, _hello("Eve"), (bob,), expects="half a minute")


def _superseded() -> Stage:
    house = House()
    ann, bob = house.guest("Ann"), house.guest("Bob")

    def provoke() -> Answer:
        house.back(ann)
        return closing(ann)

    return Stage(house, provoke, (bob,))


def _silent() -> Stage:
    house = House()
    ann, bob = house.guest("Ann"), house.guest("Bob")
    ann.answers = False

    def provoke() -> Answer:
        house.rest(20_000_000)
        return closing(ann)

    return Stage(house, provoke, (bob,))


def _stopping() -> Stage:
    house = House()
    ann, bob = house.guest("Ann"), house.guest("Bob")

    def provoke() -> Answer:
        house.server.stop()
        return closing(ann)

    return Stage(house, provoke, (bob,), shared=True)


def _storage() -> Stage:
    house = House()
    ann, bob = house.guest("Ann"), house.guest("Bob")
    house.journal.full = True
    create = said.CreateTable(table="New", game="durak")
    return asked(house, ann, create, (bob,), expects="no space")


def _fault() -> Stage:
    house, guests = bout_at(position({"A": "6S 7S", "B": "8S 9S"}))
    ann, bob = guests

    def broken(*_arguments: object) -> None:
        raise ZeroDivisionError

    house.match.take = broken  # type: ignore[method-assign,assignment]

    def provoke() -> Answer:
        _seat, action = read_move("A leads 6S")
        return ann.refused(said.Act(action=action))  # type: ignore[arg-type]

    return Stage(house, provoke, (bob,), shared=True)


def _chat_text() -> Stage:
    house, (ann, bob, cid) = perekur()
    return asked(house, ann, said.Chat(text="\x1b[2J"), (bob, cid), field="text", expects="1B")


def _chat_rate() -> Stage:
    house, (ann, bob, cid) = perekur()
    for _ in range(5):
        ann.say(said.Chat(text="hi"))
    return asked(house, ann, said.Chat(text="hi"), (bob, cid))


_BAD_FIELD: Final = msgpack.packb({"type": "list_tables", "page": -1})
_UNKNOWN: Final = msgpack.packb({"type": "dance"})

STORIES: Final[dict[E, Story]] = {
    E.FRAME_TOO_LARGE: _too_large,
    E.FRAME_MALFORMED: lambda: _bytes(b"\xc1"),
    E.FRAME_TIMEOUT: _frame_late,
    E.MESSAGE_UNKNOWN: lambda: _bytes(_UNKNOWN, field="type"),
    E.MESSAGE_FIELD: lambda: _bytes(_BAD_FIELD, field="page", expects="0"),
    E.MESSAGE_STATE: _state,
    E.MESSAGE_RATE: _rate,
    E.HELLO_VERSION: _version,
    E.HELLO_TIMEOUT: _hello_late,
    E.HELLO_NAME: lambda: _refused_hello(_hello("a\u202eb"), field="name", expects="202E"),
    E.HELLO_NAME_TAKEN: lambda: _refused_hello(_hello("b0b"), field="name"),
    E.HELLO_TOKEN: lambda: _refused_hello(_hello("Bob", token=bytes(16)), field="token"),
    E.HELLO_FULL: _full,
    E.HELLO_ADDRESS: _address,
    E.SESSION_SUPERSEDED: _superseded,
    E.SESSION_SILENT: _silent,
    E.SESSION_SLOW: _slow,
    E.CHAT_TEXT: _chat_text,
    E.CHAT_RATE: _chat_rate,
    E.SERVER_STOPPING: _stopping,
    E.SERVER_STORAGE: _storage,
    E.SERVER_FAULT: _fault,
}
