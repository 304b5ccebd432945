"""Every message in every standing: handled, or refused with the right code and no side effect.

The table below is protocol.md's ("allowed in"), written out again.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardprotocol.messages.base import ToServer
from cardprotocol.messages.unions import AnyToServer
from cardserver.transitions import TRANSITIONS, Standing
from tests.support.digest import digest
from tests.support.house import TABLE, Guest, House
from tests.support.protocol_samples import TO_SERVER

Kind = type[ToServer]
GREETING: Final[set[Kind]] = {said.Hello}
ANYWHERE: Final[set[Kind]] = {
    said.Pong,
    said.Tick,
    said.ListTables,
    said.ListGames,
    said.ListScores,
    said.Bye,
}
LOBBY: Final[set[Kind]] = {
    said.CreateTable,
    said.JoinTable,
    said.WatchTable,
    said.Resume,
    said.LeaveTable,
}
AT_TABLE: Final[set[Kind]] = {
    said.LeaveTable,
    said.TakeSeat,
    said.Ready,
    said.SetOptions,
    said.RemovePlayer,
    said.Control,
    said.Chat,
    said.Shown,
    said.Claim,
    said.Act,
}
ALLOWED: Final[dict[Standing, set[Kind]]] = {
    Standing.GREETING: GREETING,
    Standing.LOBBY: ANYWHERE | LOBBY,
    Standing.TABLE: ANYWHERE | AT_TABLE,
    Standing.GONE: set(),
}
SAMPLES: Final[dict[Kind, ToServer]] = {type(sample): sample for sample in TO_SERVER}
KINDS: Final[tuple[Kind, ...]] = tuple(SAMPLES)


def _greeting(house: House) -> Guest:
    return house.stranger()


def _lobby(house: House) -> Guest:
    return house.guest("Dot")


def _seated(house: House) -> Guest:
    dot = house.guest("Dot")
    dot.ask(said.JoinTable(table=TABLE))
    return dot


def _spectator(house: House) -> Guest:
    wim = house.guest("Wim")
    wim.ask(said.WatchTable(table=TABLE))
    return wim


def _gone(house: House) -> Guest:
    return _seated(house)  # and hangs up when all is ready


SCENES: Final[list[tuple[Standing, Callable[[House], Guest]]]] = [
    (Standing.GREETING, _greeting),
    (Standing.LOBBY, _lobby),
    (Standing.TABLE, _seated),
    (Standing.TABLE, _spectator),
    (Standing.GONE, _gone),
]


def test_the_samples_are_every_message_there_is() -> None:
    assert set(KINDS) == set(typing.get_args(AnyToServer))


def test_the_transitions_are_the_documented_ones() -> None:
    assert {(s, kind) for s, kinds in ALLOWED.items() for kind in kinds} == set(TRANSITIONS)


@pytest.mark.parametrize("playing", [False, True], ids=["idle", "playing"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene[1].__name__.strip("_"))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_message_is_handled_or_refused_without_a_trace(
    kind: Kind, scene: tuple[Standing, Callable[[House], Guest]], *, playing: bool
) -> None:
    house = House()
    guests = house.table("perekur", "Ann", "Bob", "Cid")
    standing, enter = scene
    sender = enter(house)
    if playing:
        house.begin(*guests, *([sender] if enter in (_seated, _gone) else []))
    if enter is _gone:
        sender.hang_up()
    before, marks = digest(house.server), [guest.mark() for guest in guests]
    mark = sender.mark()
    sender.say(msgspec.structs.replace(SAMPLES[kind], id=900))
    answers = sender.since(mark)
    assert house.faults == []
    if kind in ALLOWED[standing]:
        codes = {m.code for m in answers if isinstance(m, told.Error)}
        assert not codes & {"message/state", "table/not_at", "table/already_at"} or (
            kind in (said.Resume, said.LeaveTable) and codes == {"table/not_at"}
        )
        return
    assert digest(house.server) == before
    assert [guest.mark() for guest in guests] == marks
    if standing is Standing.GONE:
        assert answers == []
        return
    (refusal,) = answers
    assert isinstance(refusal, told.Error)
    assert (refusal.re, refusal.code) == (900, _code(standing, kind))


def _code(standing: Standing, kind: Kind) -> str:
    if standing is Standing.LOBBY and kind in AT_TABLE:
        return "table/not_at"
    if standing is Standing.TABLE and kind in LOBBY:
        return "table/already_at"
    return "message/state"
