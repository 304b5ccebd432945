"""Frames are shown at their time, in order, and never lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cardclient.timeline import MAX_HOLD_US, Timeline
from cardprotocol.messages import to_client as c
from cardprotocol.messages.unions import AnyToClient
from tests.support.client_story import table_info

SAID = c.Said(name="Ann", text="hi")
TABLE = c.Table(table=table_info())


def reveal_at(at_us: int, seq: int = 1) -> c.Reveal:
    return c.Reveal(seq=seq, at_us=at_us)


def pushed(*messages: AnyToClient, at_us: int = 0) -> Timeline:
    line = Timeline()
    for message in messages:
        line = line.push(message, at_us)
    return line


def test_a_reveal_waits_for_its_time() -> None:
    line = pushed(reveal_at(50_000))
    assert line.due(49_999)[0] == ()
    assert line.next_us() == 50_000
    ready, after = line.due(50_000)
    assert ready == (reveal_at(50_000),)
    assert after.next_us() is None


def test_what_came_after_a_held_reveal_waits_behind_it() -> None:
    line = pushed(reveal_at(50_000), TABLE)
    assert line.due(10_000)[0] == ()
    assert line.due(50_000)[0] == (reveal_at(50_000), TABLE)


def test_chat_and_errors_pass_a_held_reveal() -> None:
    ready, after = pushed(reveal_at(50_000), SAID).due(1_000)
    assert ready == (SAID,)
    assert after.next_us() == 50_000


def test_a_reveal_that_comes_late_is_shown_at_once() -> None:
    assert pushed(reveal_at(50_000), at_us=80_000).due(80_000)[0] == (reveal_at(50_000),)


def test_a_view_replaces_whatever_was_held() -> None:
    view = c.View(seq=9, table=table_info())
    assert pushed(reveal_at(50_000), TABLE, view).due(0)[0] == (view,)


def test_a_show_time_that_only_a_broken_clock_gives_does_not_hold_for_ever() -> None:
    line = pushed(reveal_at(10**12), at_us=1_000)
    assert line.next_us() == 1_000 + MAX_HOLD_US


@settings(derandomize=True)
@given(st.lists(st.integers(0, 400_000), max_size=12))
def test_every_story_frame_comes_out_once_and_in_order(times: list[int]) -> None:
    frames = [reveal_at(at_us, seq) for seq, at_us in enumerate(times)]
    line = pushed(*frames)
    shown: list[AnyToClient] = []
    for now_us in range(0, 500_001, 50_000):
        ready, line = line.due(now_us)
        assert all(frame.at_us <= now_us for frame in ready if isinstance(frame, c.Reveal))
        shown += ready
    assert shown == frames
