"""Who goes in the middle of a match reads that the seat is kept, and how to come back."""

from __future__ import annotations

import pytest
from msgspec import structs

from cardclient.going import seat_kept
from cardclient.receiving import receive
from cardclient.theme import look_of
from cardprotocol.messages import to_client as c
from tests.client.test_app import Stage, run
from tests.support.client_story import at_table, in_race, table_info

BACK = "cardclient 192.0.2.1:7777"


@pytest.mark.parametrize("lang", ["en_GB.UTF-8", "uk_UA.UTF-8", "ru_RU.UTF-8"])
@pytest.mark.parametrize("absent", ["server_plays", "stop_game"])
def test_the_seat_is_kept_and_the_command_named(lang: str, absent: str) -> None:
    options = {"absent": absent, "absent_seconds": 90}
    table = structs.replace(table_info(), options=options, playing=True)
    model = receive(in_race(), c.Table(table=table, seat=0), 0)
    said = seat_kept(model, look_of({"LANG": lang}), BACK)
    assert "90" in said
    assert said.endswith(BACK)
    assert ("match stops" in said) is (absent == "stop_game" and lang.startswith("en"))


def test_out_of_a_match_there_is_nothing_to_say() -> None:
    assert seat_kept(at_table(), look_of({"LANG": "C"}), BACK) == ""


def test_it_is_said_once_the_screen_is_restored() -> None:
    for story, playing in ((Stage.race, True), (Stage.settle, False)):
        [(in_play, screen)] = run(story).left
        assert in_play is playing
        assert "\x1b[?1049l" in screen
