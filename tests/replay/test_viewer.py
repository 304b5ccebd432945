"""Stepping through a match: keys, pauses, eyes, and what is on the screen."""

from __future__ import annotations

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.utils import get_cwidth

from cardclient.theme import Look, look_of
from cardprotocol.games.durak import DurakView
from cardprotocol.games.perekur import PerekurView
from cardreplay.scenes import Scenes, scenes_of
from cardreplay.show import Show, spoken
from cardreplay.viewer import KEYS, SPEEDS, Viewer, moved, pause_ms, pressed
from cardserver.records import MatchBegun
from tests.support.replay_matches import KINDS, played


def scenes(kind: int = 0) -> Scenes:
    return scenes_of(played(0, kind)[0])


def look(*, ascii_only: bool = False) -> Look:
    return look_of({"LANG": "en_US.UTF-8"}, ascii_only=ascii_only)


def press(viewer: Viewer, *keys: str) -> Viewer:
    for key in keys:
        viewer = KEYS[key](viewer)
    return viewer


START = Viewer(steps=10, seats=(None, 0, 2))


def test_a_key_that_means_nothing_is_answered_until_the_next_one() -> None:
    puzzled = pressed(START, "x")
    assert (puzzled.puzzled, puzzled.at) == (True, START.at)
    assert pressed(puzzled, "right") == press(START, "right")


@pytest.mark.parametrize("puzzled", [False, True])
def test_the_last_line_names_the_key_that_quits(puzzled: bool) -> None:
    told = scenes()
    viewer = Viewer(len(told.steps), (None,), puzzled=puzzled)
    show = Show(told, viewer, look(), terminal_out=DummyOutput())
    foot = "".join(text for _, text in show.screen(80, 24)[-1])
    assert "q quit" in foot
    assert ("Unknown key" in foot) is puzzled


def test_the_arrows_step_and_stay_within_the_match() -> None:
    assert press(START, "right", "right", "left").at == 1
    assert press(START, "left").at == 0
    assert press(START, "end", "right").at == 9
    assert press(START, "pagedown").at == 9
    assert press(START, "end", "home").at == 0


def test_a_step_by_hand_pauses_and_the_end_stops_the_play() -> None:
    assert press(START, " ").playing
    assert not press(START, " ", "right").playing
    assert not moved(press(START, " "), 9).playing
    assert press(START, "end", " ") == press(START, " ")


def test_the_speed_has_limits_and_shortens_the_pauses() -> None:
    at_ms = (0, 1_000, 1_000, 60_000, 60_000)
    slow, fast = press(START, *["down"] * 20), press(START, *["up"] * 20)
    assert (SPEEDS[slow.speed], SPEEDS[fast.speed]) == (0.25, 16)
    viewer = Viewer(steps=5, seats=(None,))
    assert [pause_ms(moved(viewer, k), at_ms) for k in range(5)] == [1_000, 150, 2_500, 150, 0]
    assert pause_ms(press(viewer, "up"), at_ms) == 500


def test_the_eyes_go_round_the_seats_and_back_to_all_hands() -> None:
    assert [press(START, *["s"] * k).seat for k in range(4)] == [None, 0, 2, None]
    assert press(START, "s", "o").seat is None


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_every_step_shows_a_seat_its_own_hand_and_no_other(kind: int) -> None:
    shown = scenes(kind)
    begun = shown.played.begun
    open_models = shown.models(None)
    for seat in begun.seats:
        for model, step in zip(shown.models(seat), shown.steps, strict=True):
            assert model.game == step.game.view(seat)
            assert model.game is not None
            assert model.game.open_hands == ()
    for model in open_models:
        assert isinstance(model.game, PerekurView | DurakView)
        assert {hand.seat for hand in model.game.open_hands} <= set(begun.seats)
    assert open_models[-1].record.proven is True
    assert open_models[-1].record.outcome == shown.played.over.outcome


@pytest.mark.parametrize("kind", [0, 2])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_step_fills_the_screen_exactly(
    kind: int, width: int, height: int, ascii_only: bool
) -> None:
    shown = scenes(kind)
    show = Show(
        shown,
        Viewer(len(shown.steps), (None, 0)),
        look(ascii_only=ascii_only),
        terminal_out=DummyOutput(),
    )
    for at in range(0, len(shown.steps), 5):
        for eye in (0, 1):
            show.viewer = moved(Viewer(len(shown.steps), (None, 0), eye=eye), at)
            rows = show.screen(width, height)
            texts = ["".join(text for _, text in row) for row in rows]
            assert len(texts) == height
            assert {get_cwidth(text) for text in texts} == {width}
            assert f"step {at} of {len(shown.steps) - 1}" in texts[0]
            assert all(text.isascii() for text in texts) or not ascii_only


def test_keys_reach_the_full_screen_and_q_leaves_it() -> None:
    shown = scenes()
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        show = Show(
            shown,
            Viewer(len(shown.steps), (None, 0)),
            look(),
            terminal_in=keys,
            terminal_out=DummyOutput(),
        )
        keys.send_text("nnnps")
        keys.send_text("q")
        show.run()
    assert (show.viewer.at, show.viewer.seat, show.viewer.leaving) == (2, 0, True)


def test_a_match_in_lines_tells_everything_in_order_and_as_its_seat_knew_it() -> None:
    shown = scenes(2)
    begun = shown.played.begun
    assert isinstance(begun, MatchBegun)
    lines = list(spoken(shown, None, look()))
    assert begun.match_id in lines[0]
    assert "the match is over" in lines[-1]
    own = list(spoken(shown, begun.seats[0], look()))
    assert len(own) == len(lines)
    assert any("you" in line for line in own)
