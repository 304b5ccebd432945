"""The line mode: one event a line, commands as words, no prompts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from cardclient.commands import Unclear, card_of
from cardclient.line import LineMode
from cardclient.theme import look_of
from cardclient.wishes import Wishes
from cardprotocol.cards import Card, cards
from cardprotocol.games import durak
from cardprotocol.games.common import MatchEnded, Outcome
from cardprotocol.games.perekur import Lay
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from cardprotocol.messages.parts import Turn
from tests.support.client_story import (
    GAMES,
    claim,
    dealt,
    in_bout,
    laid,
    opening,
    reveal,
    table_info,
    verdict,
    welcome,
)
from tests.support.fake_channel import FakeChannel

OVER = MatchEnded(Outcome(reason="stuck", ranking=((1,), (0,)), losers=(0,)))
Story = Callable[[LineMode, FakeChannel], None]


def told(story: Story) -> tuple[list[str], FakeChannel, int | None]:
    """What was written, what was sent, and the exit code if the story ended the session."""

    async def main() -> tuple[list[str], FakeChannel, int | None]:
        channel = FakeChannel()
        written: list[str] = []
        mode = LineMode(Wishes(), look_of({"LANG": "C.UTF-8"}), lambda: bytes(16), written.append)
        mode.begin(channel)
        story(mode, channel)
        code = mode.done.result() if mode.done.done() else None
        mode.detach()
        return written, channel, code

    return asyncio.run(main())


def seated(channel: FakeChannel) -> None:
    view = c.View(seq=0, table=table_info(playing=True), seat=0)
    channel.tell(welcome("kitchen"), view, reveal(dealt()))


def test_a_match_is_told_line_by_line() -> None:
    def story(_mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        judged = verdict(1, claim(1, 387_000), claim(0, 401_000, 14_000))
        channel.tell(reveal(race=1))
        channel.tell(reveal(laid(1, "2C"), verdict=judged, race=2))

    lines, _, _ = told(story)
    assert lines[-5:] == [
        "match m1 begins",
        "round 1 dealt by Petro: look at your cards",
        "hand, 8: 2♠ 3♥ 3♦ 7♣ 9♥ 10♦ Q♠ A♠",
        "race 1: Petro 387 ms, first by 14 ms; you 401 ms, late by 14 ms",
        "Petro laid 2♣, next 3",
    ]


def test_a_line_that_came_too_late_is_told_and_lines_alike_are_not_one_key_kept_down() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        channel.tell(reveal(race=1))
        channel.tell(reveal(laid(1, "2C"), verdict=verdict(1, claim(1, 387_000)), race=2))
        mode.typed("2", 1_401_000)
        mode.typed("5", 1_500_000)
        mode.typed("5", 1_500_000)

    lines, channel, _ = told(story)
    (sent,) = channel.of(s.Claim)
    assert isinstance(sent, s.Claim)
    assert sent.race == 1
    assert lines[-3:] == [
        "Too late by 14 ms: the card stays in your hand.",
        "You hold no 5.",
        "You hold no 5.",
    ]


def test_behind_ssh_the_first_line_says_what_it_costs() -> None:
    async def main() -> list[str]:
        channel, written = FakeChannel(), list[str]()
        look = look_of({"LANG": "C.UTF-8", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"})
        mode = LineMode(Wishes(), look, lambda: bytes(16), written.append)
        mode.begin(channel)
        channel.tell(welcome())
        mode.detach()
        return written

    assert asyncio.run(main())[0].startswith("You play over ssh: keys arrive late")


def test_a_rank_alone_lays_it_in_a_race_with_the_time_the_line_was_read() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        channel.tell(reveal(race=1))
        mode.typed("2\n", 1_400_000)

    _, channel, _ = told(story)
    (sent,) = channel.of(s.Claim)
    assert isinstance(sent, s.Claim)
    assert sent.action == Lay(card=Card("2S"))
    assert sent.pressed_us == 1_400_000


def test_a_key_that_does_nothing_says_why() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        channel.tell(reveal(race=1))
        mode.typed("5", 1_400_000)

    assert told(story)[0][-1] == "You hold no 5."


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("6h", durak.Beat(card=Card("6H"), target=Card("7S"))),
        ("6♥", durak.Beat(card=Card("6H"), target=Card("7S"))),
        ("lay 6H", durak.Beat(card=Card("6H"), target=Card("7S"))),
        ("6", durak.Beat(card=Card("6H"), target=Card("7S"))),
        ("take", durak.Take()),
        ("pass", durak.Pass()),
        ("transfer 10h", durak.Transfer(card=Card("TH"))),
        ("show 9", durak.ShowTransfer(card=Card("9D"))),
    ],
)
def test_a_bout_is_played_by_words(typed: str, action: durak.DurakAction) -> None:
    beat = durak.Beat(card=Card("6H"), target=Card("7S"))

    def story(mode: LineMode, _channel: FakeChannel) -> None:
        mode.model = in_bout(durak.Take(), beat, action)
        mode.typed(typed, 0)

    assert told(story)[1].sent == [s.Act(action=action)]


def test_several_cards_are_thrown_in_at_once() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        mode.model = in_bout()
        started = durak.BoutStarted(attacker=0, defender=1, limit=6)
        attacked = durak.Attacked(seat=0, cards=cards("6H"), left=3)
        turn = Turn(actors=(0,), legal=(durak.ThrowIn(cards=cards("9D")), durak.Pass()))
        channel.tell(c.Events(seq=9, events=(started, attacked), turn=turn))
        mode.typed("9d qc", 0)

    assert told(story)[1].sent == [s.Act(action=durak.ThrowIn(cards=cards("9D QC")))]


def test_the_own_move_is_announced_with_the_hand() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        mode.model = in_bout()
        beat = durak.Beat(card=Card("6H"), target=Card("7S"))
        turn = Turn(actors=(0,), legal=(durak.Take(), beat))
        channel.tell(c.Events(seq=9, events=(durak.Passed(seat=2),), turn=turn))

    lines = told(story)[0]
    assert lines[-2:] == [
        "hand, 4: 6♥ 9♦ 10♥ Q♣",
        "your move: Space beats 7♠ · Backspace takes",
    ]


def test_help_hand_and_table_answer_without_the_server() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        for word in ("help", "?", "hand", "table"):
            mode.typed(word, 0)

    lines, channel, _ = told(story)
    assert sum("transfer CARD" in line for line in lines) == 2
    assert "Ivan (bot): 8 cards" in lines
    assert "the pile is empty, next 2" in lines
    assert not channel.of(s.Chat)


def test_quit_ends_with_0() -> None:
    assert told(lambda mode, _channel: mode.typed("quit", 0))[2] == 0


def test_the_end_of_input_waits_for_the_match_to_end() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        mode.ended()
        assert not mode.done.done()
        channel.tell(reveal(OVER))

    assert told(story)[2] == 0


def test_the_end_of_input_in_the_lobby_ends_at_once() -> None:
    def story(mode: LineMode, channel: FakeChannel) -> None:
        channel.tell(welcome(), c.Games(games=GAMES))
        mode.ended()

    assert told(story)[2] == 0


def test_names_and_chat_are_harmless_in_lines_too() -> None:
    def story(_mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        channel.tell(c.Said(name="\x1b]0;x\x07", text="\u202etxt\r\n2nd"))
        channel.tell(reveal(race=1, verdict=None))

    assert all(line.isprintable() for line in told(story)[0])


def test_a_card_is_read_as_people_write_it() -> None:
    written = {"10h": "TH", "td": "TD", "Q♠": "QS", "дс": None, "в♣": "JC", "1s": "TS"}
    for text, code in written.items():
        if code is None:
            with pytest.raises(Unclear):
                card_of(text)
        else:
            assert card_of(text) is Card(code)


def test_opening_a_race_needs_no_line_of_its_own() -> None:
    def story(_mode: LineMode, channel: FakeChannel) -> None:
        seated(channel)
        channel.tell(c.Reveal(seq=2, at_us=0, race=opening(1)))

    lines, channel, _ = told(story)
    assert lines[-1].startswith("hand, 8")
    assert channel.of(s.Shown) == [s.Shown(race=1, shown_us=1_000_000)]
