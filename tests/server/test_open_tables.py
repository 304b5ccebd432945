"""Spectators of an open table are told what all spectators are, and all hands beside it.

None of it before its delay, and nobody with a seat is told a hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec
import pytest

from cardprotocol.games.common import SeatHand
from cardprotocol.games.perekur import Lay
from cardprotocol.messages import to_client as told
from cardprotocol.messages import to_server as said
from cardserver.restore import restore
from tests.server.test_spectators import SECOND_US, assert_delayed, spectator
from tests.support.house import REACTION_US, Guest, House

OPTIONS: Final[dict[str, dict[str, bool | int | str]]] = {
    "perekur": {"look_seconds": 1, "max_redeals": 1},
    "durak": {},
}
GAMES = tuple(OPTIONS)
Numbered = told.Reveal | told.Events


class Evening:
    """A table with an early spectator; `hands` is what all held after each numbered event."""

    def __init__(self, game: str, *, seed: int = 1, **options: bool | int | str) -> None:
        self.house = House(seed=seed)
        self.guests = self.house.table(game, "Ann", "Bob", "Cid", **OPTIONS[game], **options)
        self.early = spectator(self.house, "Early")
        self.hands: dict[int, tuple[SeatHand, ...]] = {}
        self._rng = Random(seed)

    def begin(self) -> None:
        """The deal is told."""
        self.house.begin(*self.guests)
        self._note()

    def play(self, acts: int = 1_000) -> None:
        """Random legal acts, to the end of the match if there are so many."""
        for _ in range(acts):
            if self.house.match.over:
                break
            self._act()
            self._note()
        self.house.rest(SECOND_US)

    def _act(self) -> None:
        racing = self.house.the_table.kind.name == "perekur"
        if racing:
            self.house.race(*(g for g in self.guests if not g.session.gone))
            self.house.rest(REACTION_US)
        game = self.house.match.game
        able = [s for s in sorted(game.actors()) if not self.guests[s].session.gone]
        guest = self.guests[self._rng.choice(able)]
        action = self._rng.choice(game.legal(self.guests.index(guest)))
        if isinstance(action, Lay):
            guest.say(guest.claim(action))
        else:
            guest.say(said.Act(action=action))  # type: ignore[arg-type]
        self.house.rest(260_000)

    def _note(self) -> None:
        match = self.house.match
        self.hands[match.seq] = match.game.open_view().open_hands  # type: ignore[attr-defined]


def numbered(guest: Guest) -> Iterator[tuple[int, Numbered]]:
    """The numbered frames of `guest`, with their times."""
    for at_us, message in guest.heard:
        if isinstance(message, told.Reveal | told.Events):
            yield at_us, message


def without_hands(guest: Guest) -> list[tuple[int, Numbered]]:
    """The numbered frames of `guest` as at a table that is not open."""
    return [(us, msgspec.structs.replace(m, open_hands=())) for us, m in numbered(guest)]


@pytest.mark.parametrize("delay_seconds", [0, 20])
@pytest.mark.parametrize("game", GAMES)
def test_they_are_told_everything_other_spectators_are_at_the_same_moments(
    game: str, delay_seconds: int
) -> None:
    evenings = [
        Evening(game, watchers_see_hands=is_open, watchers_delay_seconds=delay_seconds)
        for is_open in (False, True)
    ]
    for evening in evenings:
        evening.begin()
        evening.play()
        evening.house.rest((delay_seconds + 1) * SECOND_US)
    plain, shown = (list(numbered(evening.early)) for evening in evenings)
    assert without_hands(evenings[1].early) == plain
    assert shown[-1][1].proof is not None
    if game == "perekur":
        assert any(isinstance(m, told.Reveal) and m.verdict is not None for _, m in shown)


@pytest.mark.parametrize("delay_seconds", [0, 20])
@pytest.mark.parametrize("game", GAMES)
def test_the_hands_beside_the_events_are_those_after_them_and_no_earlier(
    game: str, delay_seconds: int
) -> None:
    evening = Evening(game, watchers_see_hands=True, watchers_delay_seconds=delay_seconds)
    house, delay_us = evening.house, delay_seconds * SECOND_US
    evening.begin()
    evening.play(4)
    late = spectator(house, "Late")
    evening.play()
    house.rest(delay_us + SECOND_US)
    for wim in (evening.early, late):
        frames = [message for _, message in numbered(wim) if message.events]
        assert frames
        for message in frames:
            assert message.open_hands == evening.hands[message.seq]
        if delay_us:
            assert_delayed(house, evening.guests[0], wim, delay_us)
    view = late.last(told.View)
    assert view.game is not None
    assert view.game.open_hands == evening.hands[view.seq]


@pytest.mark.parametrize("game", GAMES)
def test_no_seat_is_told_a_hand_neither_in_play_nor_on_coming_back(game: str) -> None:
    evening = Evening(game, watchers_see_hands=True, watchers_delay_seconds=0)
    evening.begin()
    evening.play(3)
    bob = evening.guests[1]
    bob.hang_up()
    evening.house.rest(SECOND_US)
    again = evening.house.back(bob)
    again.ask(said.Resume(seq=1))
    evening.guests[1] = again
    evening.play(3)
    for guest in (*evening.guests, bob):
        frames = list(numbered(guest))
        assert frames
        assert all(message.open_hands == () for _, message in frames)
        views = [view.game for view in guest.all(told.View) if view.game is not None]
        assert all(game.open_hands == () for game in views)


@pytest.mark.parametrize("gave_up", [False, True])
def test_nobody_who_may_come_back_to_a_seat_sees_the_hands_meanwhile(gave_up: bool) -> None:
    evening = Evening("perekur", watchers_see_hands=True)
    evening.begin()
    bob = evening.guests[1]
    if gave_up:
        bob.ask(said.LeaveTable())
    bob.hang_up()
    again = evening.house.back(bob)
    refusal = again.refused(said.WatchTable(table="House"))
    assert refusal.code == ("table/in_match" if gave_up else "table/already_at")
    evening.house.rest(5 * SECOND_US)
    assert list(numbered(again)) == []


def test_who_takes_a_seat_gets_nothing_that_was_on_its_way_and_no_hands_in_the_next_match() -> None:
    evening = Evening("durak", watchers_see_hands=True, watchers_delay_seconds=30)
    house, wim = evening.house, evening.early
    evening.begin()
    evening.play()
    mark = wim.mark()
    view = wim.ask(said.TakeSeat(seat=4))
    assert isinstance(view, told.View)
    assert view.seat == 4
    assert view.game is None or view.game.open_hands == ()
    assert house.the_table.audience.spectators == ()
    house.begin(*evening.guests, wim)
    house.rest(60 * SECOND_US)
    since = [message for message in wim.since(mark) if isinstance(message, told.Events)]
    assert since
    assert min(message.seq for message in since) > view.seq
    assert all(message.open_hands == () for message in since)
    assert all(m.seat == 4 for m in wim.since(mark) if isinstance(m, told.Table))


def test_who_sits_down_before_the_view_it_asked_for_is_no_spectator_as_well() -> None:
    evening = Evening("perekur", watchers_see_hands=True, watchers_delay_seconds=0)
    house = evening.house
    evening.begin()
    evening.play(8)
    wim = house.guest("Wim")
    house.journal.hold = True
    house.match.stop()
    wim.say(said.WatchTable(table="House", id=1))
    house.journal.release()
    while not house.match.settled:
        house.clock.step()
    wim.ask(said.TakeSeat(seat=4))
    house.rest(SECOND_US)
    assert wim.session not in house.the_table.audience.spectators
    house.begin(*evening.guests, wim)
    house.rest(5 * SECOND_US)
    dealt = [message for _, message in numbered(wim) if message.events]
    assert dealt
    assert all(message.open_hands == () for message in dealt)


def test_a_shorter_delay_lets_nothing_overtake_what_was_told_before() -> None:
    evening = Evening("durak", watchers_see_hands=True, watchers_delay_seconds=60)
    house, ann = evening.house, evening.guests[0]
    evening.begin()
    evening.play()
    assert isinstance(ann.ask(said.SetOptions(options={"watchers_delay_seconds": 0})), told.Done)
    evening.begin()
    evening.play(3)
    house.rest(61 * SECOND_US)
    seq = 0
    for _, message in numbered(evening.early):
        assert message.seq == seq + len(message.events)
        seq = message.seq
    assert seq == house.match.seq


def test_a_spectator_whose_seat_could_not_be_written_sees_on_from_a_fresh_view() -> None:
    evening = Evening("durak", watchers_see_hands=True, watchers_delay_seconds=10)
    house, wim = evening.house, evening.early
    evening.begin()
    evening.play()
    mark = wim.mark()
    house.journal.full = True
    assert wim.refused(said.TakeSeat(seat=4)).code == "server/storage"
    house.journal.full = False
    house.begin(*evening.guests)
    house.rest(40 * SECOND_US)
    since = wim.since(mark)
    seq = next(message for message in since if isinstance(message, told.View)).seq
    frames = [message for message in since if isinstance(message, told.Events)]
    assert frames
    for message in frames:
        assert message.seq == seq + len(message.events)
        seq = message.seq
    assert wim.session in house.the_table.audience.spectators


def test_after_a_restart_a_spectator_sees_on_and_nothing_before_the_delay() -> None:
    evening = Evening("durak", watchers_see_hands=True, watchers_delay_seconds=30)
    house = evening.house
    evening.begin()
    evening.play(3)
    house.server.stop()
    house.server = house.new_server()
    restore(house.server, house.journal.records())  # type: ignore[arg-type]
    wim = house.guest("Early")
    came_us = house.clock.now_us()
    assert isinstance(wim.ask(said.WatchTable(table="House")), told.Table)
    house.rest(29 * SECOND_US)
    assert wim.all(told.View) == []
    house.rest(2 * SECOND_US)
    ((at_us, view),) = [(us, m) for us, m in wim.heard if isinstance(m, told.View)]
    assert at_us >= came_us + 30 * SECOND_US
    assert view.game is not None
    assert view.game.open_hands == evening.hands[view.seq]


@pytest.mark.parametrize("way", ["leave", "lost", "stop"])
def test_nothing_waits_for_a_spectator_who_is_gone(way: str) -> None:
    evening = Evening("durak", watchers_see_hands=True, watchers_delay_seconds=600, turn_seconds=0)
    house, wim = evening.house, evening.early
    evening.begin()
    evening.play(5)
    waiting = [timer for _, _, timer in house.clock._heap if timer.call is not None]
    match way:
        case "leave":
            wim.ask(said.LeaveTable())
        case "lost":
            wim.hang_up()
        case "stop":
            house.server.stop()
    mark = wim.mark()
    assert sum(timer.call is None for timer in waiting) >= 1
    left = {at_us for at_us, _, timer in house.clock._heap if timer.call is not None}
    assert max(left, default=0) < house.clock.now_us() + 60 * SECOND_US
    if way != "stop":
        house.rest(601 * SECOND_US)
    assert wim.since(mark) == []
