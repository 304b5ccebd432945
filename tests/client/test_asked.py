"""`--game` and `--option` for a table that is there already: what differs is told, once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from cardclient import bot_command
from cardclient.asked import Asked, unlike, unlike_sentence
from cardclient.bot import Bot
from cardclient.line import LineMode
from cardclient.model import Model
from cardclient.records import Unlike
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Ui
from cardclient.wishes import Wishes
from cardprotocol.fields import OptionValue
from cardprotocol.messages import to_client as c
from tests.support.client_story import table_info, welcome
from tests.support.fake_channel import FakeChannel

LOOK = look_of({"LANG": "en_GB.UTF-8"})
TABLE = table_info("durak", options={"mode": "throw_in", "turn_seconds": 60, "multi_lead": False})
VIEW = c.View(seq=0, table=TABLE, seat=0)
OTHER = Asked("kitchen", "durak", {"mode": "transfer"})
SAID = "This table is not as asked: variant: throw-in, not transfer"


def said(game: str | None = None, options: Mapping[str, OptionValue] | None = None) -> str:
    found = unlike(Asked("kitchen", game, options or {}), TABLE)
    return "" if found is None else unlike_sentence(found, LOOK).partition("asked: ")[2]


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (None, {}),
        ("durak", {}),
        ("durak", {"mode": "throw_in", "turn_seconds": "60", "multi_lead": "false"}),
        (None, {"turn_seconds": 60}),
    ],
)
def test_a_table_as_asked_is_not_spoken_of(
    game: str | None, options: Mapping[str, OptionValue]
) -> None:
    assert said(game, options) == ""


def test_each_thing_that_differs_is_named() -> None:
    assert said("perekur", {"hints": "true"}) == "game: durak, not perekur"
    assert said(None, {"turn_seconds": "30", "multi_lead": "true", "mode": "throw_in"}) == (
        "time for a turn (s): 60, not 30; open with several: off, not on"
    )
    assert said("durak", {"moon": "full"}) == "moon: there is no such option"
    found = unlike(Asked("cellar"), TABLE)
    assert found is not None
    assert unlike_sentence(found, LOOK).endswith("table: kitchen, not cellar")


def test_what_was_typed_can_not_harm_the_terminal() -> None:
    assert "\x1b" not in said("\x1b]0;x", {})
    assert "\x1b" not in said("durak", {"\x1b[31m": "\x1b[31m"})


def test_it_is_noted_at_the_first_sight_of_the_table_only() -> None:
    wishes, model = Wishes(asked=OTHER), Model()
    for message in (welcome(), VIEW, VIEW):
        wishes, model = wishes.compared(model, message, 0)
    assert [type(line.what) for line in model.log] == [Unlike]


def test_the_line_mode_says_it_before_the_table() -> None:
    lines: list[str] = []

    async def story() -> None:
        channel = FakeChannel()
        mode = LineMode(Wishes(asked=OTHER), LOOK, lambda: bytes(16), lines.append)
        mode.begin(channel)
        channel.tell(welcome(), VIEW, VIEW)
        mode.detach()

    asyncio.run(story())
    assert [line for line in lines if "not as asked" in line] == [SAID]
    assert lines.index(SAID) < next(n for n, line in enumerate(lines) if "kitchen" in line)


def test_the_screen_shows_it_in_its_log() -> None:
    _, model = Wishes(asked=OTHER).compared(Model(table=TABLE, seat=0), VIEW, 0)
    shown = ["".join(text for _, text in x) for x in draw(Stage(model, LOOK, 0), Ui(), 80, 24)]
    assert any(SAID in row for row in shown)


def test_cardbot_says_it_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = Bot("A"), Bot("B")
    watch = bot_command.watching(first, "auto", OTHER, None)
    for bot in (second, first, first):
        watch(bot, VIEW)
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert SAID in printed.err
