"""The line mode's commands: each says its message, and what can't be read is said."""

from __future__ import annotations

import pytest

from cardclient.line import LineMode
from cardclient.wishes import Wishes
from cardprotocol.games import durak
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.parts import Turn
from tests.client.test_line_mode import told
from tests.support.client_story import at_table, in_bout, lobby
from tests.support.fake_channel import FakeChannel


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("tables", s.ListTables()),
        ("tables 2", s.ListTables(page=1)),
        ("scores durak", s.ListScores(game="durak")),
        ("scores durak 3", s.ListScores(game="durak", page=2)),
        ("scores 2", s.ListScores(game="perekur", page=1)),
        ("join the den", s.JoinTable(table="the den")),
        ("watch den", s.WatchTable(table="den")),
        ("create den", s.CreateTable(table="den", game="perekur")),
        (
            "create my den: durak mode=transfer",
            s.CreateTable(table="my den", game="durak", options={"mode": "transfer"}),
        ),
        (
            "create den: look_seconds=5 hints=on",
            s.CreateTable(table="den", game="perekur", options={"look_seconds": 5, "hints": True}),
        ),
        ("ready", s.Ready(entropy=bytes(16))),
        ("ready no", s.Ready(ready=False)),
        ("say hello there", s.Chat(text="hello there")),
        ("/hello there", s.Chat(text="hello there")),
        ("seat 3", s.TakeSeat(seat=2)),
        ("remove 1", s.RemovePlayer(seat=0)),
        ("control last_round", s.Control(control="last_round")),
        ("leave", s.LeaveTable(id=1)),
    ],
)
def test_every_command_says_its_message(typed: str, message: s.ToServer) -> None:
    def story(mode: LineMode, _channel: FakeChannel) -> None:
        mode.model = lobby("den")
        mode.typed(typed, 0)

    assert told(story)[1].sent == [message]


@pytest.mark.parametrize(
    "typed",
    [
        "fly",
        "join",
        "seat 9",
        "lay",
        "5x",
        "7",
        "take",
        "tables 0",
        "tables two",
        "scores durak -1",
    ],
)
def test_what_can_not_be_read_is_said_and_nothing_is_sent(typed: str) -> None:
    def story(mode: LineMode, _channel: FakeChannel) -> None:
        mode.model = lobby("den")
        mode.typed(typed, 0)

    lines, channel, _ = told(story)
    assert lines[-1].endswith("Type help for the commands.")
    assert channel.sent == []


def test_at_a_table_the_scores_are_those_of_its_game() -> None:
    def story(mode: LineMode, _channel: FakeChannel) -> None:
        mode.model = at_table("durak")
        mode.typed("scores 2", 0)

    assert told(story)[1].sent == [s.ListScores(game="durak", page=1)]


def test_the_bell_is_rung_for_the_own_move() -> None:
    rung: list[bool] = []

    def story(mode: LineMode, channel: FakeChannel) -> None:
        mode.model, mode.ring = in_bout(), lambda: rung.append(True)
        mode._wishes = Wishes(bell=True)
        for seat in (1, 0):
            turn = Turn(actors=(seat,), legal=(durak.Take(),))
            channel.tell(c.Events(seq=9, events=(durak.Passed(seat=2),), turn=turn))

    told(story)
    assert rung == [True]
