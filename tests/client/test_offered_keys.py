"""The line of keys offers what can be done now, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from cardclient.model import Model
from cardclient.receiving import receive, show
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import look_of
from cardclient.ui import Panel, Ui
from cardprotocol.games.common import WentOut
from cardprotocol.messages import to_client as c
from tests.support.client_story import at_table, in_race, reveal, table_info

LOOK = look_of({"LANG": "en_GB.UTF-8"})


def rows(model: Model, ui: Ui | None = None) -> list[str]:
    drawn = draw(Stage(model, LOOK, 0), ui or Ui(), 80, 24)
    return ["".join(text for _, text in line).strip() for line in drawn]


def table_keys(model: Model, row: int = 0) -> list[str]:
    return rows(model, Ui(panel=Panel.TABLE, row=row))[-1].split(" · ")


def in_match(*controls: str) -> Model:
    table = structs.replace(table_info(), playing=True, controls=controls)
    return receive(in_race(), c.Table(table=table, seat=0), 0)


def test_between_matches_the_host_sees_what_the_chosen_seat_allows() -> None:
    own, taken, free = (table_keys(at_table(), row) for row in (0, 1, 5))
    assert own == ["F7 leave", "left/right options", "F3 back"]
    assert taken == ["F7 leave", "F8 remove", "left/right options", "F3 back"]
    assert free == ["F4 sit", "F7 leave", "left/right options", "F3 back"]


def test_a_guest_can_neither_remove_nor_change_options() -> None:
    guest = at_table(seat=1)
    assert table_keys(guest, 2) == ["F7 leave", "F3 back"]
    assert table_keys(replace(guest, seat=None), 5) == ["F4 sit", "F7 leave", "F3 back"]


def test_in_a_match_nobody_sits_down_or_is_removed() -> None:
    assert table_keys(in_match(), 1) == ["F7 leave", "F3 back"]
    assert table_keys(in_match(), 5) == ["F7 leave", "F3 back"]


def test_the_last_round_is_offered_while_the_table_lists_it() -> None:
    assert "F6 last round" in table_keys(in_match("last_round"))
    assert "F6 last round" not in table_keys(in_match())
    assert "F6 last round" not in table_keys(replace(in_match("last_round"), seat=1))


def test_a_spectator_is_not_asked_to_be_ready_nor_to_lay() -> None:
    assert rows(at_table())[-1].startswith("Enter ready")
    for model in (at_table(seat=None), replace(in_match(), seat=None)):
        assert rows(model)[-1].startswith("/ chat")


def test_who_is_out_of_the_match_stands_so() -> None:
    model = show(in_match(), reveal(WentOut(1, 1)), 0)
    shown = rows(model, Ui(panel=Panel.TABLE))
    assert "out, place 1" in next(row for row in shown if "Petro" in row)
    assert "in play" in next(row for row in shown if "Daria" in row)
