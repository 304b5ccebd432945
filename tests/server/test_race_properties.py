"""What holds of every race: order of seats, equal delays, bounded credit, bounded waiting."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from cardserver.constants import WAIT_CAP_US
from cardserver.race import Decision, Race, replay
from cardserver.race_log import decode_record, encode_record
from tests.support.judge import MS, NONCE, SHOW_US, end, entrant, first_seat


@dataclass(frozen=True)
class Player:
    """A seat's truth: path, reaction (None: it holds nothing), lateness, lie, ticking."""

    one_way_us: int
    credit_us: int
    reaction_us: int | None
    late_us: int
    lie_us: int
    ticks: bool
    drawn_us: int | None


players = st.builds(
    Player,
    one_way_us=st.integers(0, 140 * MS),
    credit_us=st.integers(3 * MS, 150 * MS),
    reaction_us=st.none() | st.integers(101 * MS, 900 * MS),
    late_us=st.integers(0, 200 * MS),
    lie_us=st.integers(0, 300 * MS),
    ticks=st.booleans(),
    drawn_us=st.none() | st.integers(100 * MS, 900 * MS),
)
honest = st.builds(
    Player,
    one_way_us=st.just(0),
    credit_us=st.just(3 * MS),
    reaction_us=st.integers(101 * MS, 900 * MS),
    late_us=st.just(0),
    lie_us=st.just(0),
    ticks=st.booleans(),
    drawn_us=st.none(),
)
tables = st.lists(players, min_size=2, max_size=5)
few = settings(max_examples=60, deadline=None)


def messages(seats: dict[int, Player]) -> list[tuple[int, str, int, int]]:
    """(arrival, kind, seat, stamp), in order of arrival and FIFO for each seat."""
    found: list[tuple[int, str, int, int]] = []
    for seat, player in seats.items():
        sent: list[tuple[int, str, int]] = []
        if player.ticks:
            sent.append((0, "shown", 0))
            sent += [(after, "tick", after) for after in range(50 * MS, 1_000 * MS, 50 * MS)]
        if player.reaction_us is not None:
            said_us = max(player.reaction_us - player.lie_us, 101 * MS)
            sent.append((player.reaction_us, "claim", said_us))
        newest_us = 0
        for after_us, kind, stamp_us in sorted(sent):
            late_us = player.late_us if kind == "claim" else 0
            newest_us = max(newest_us, SHOW_US + after_us + player.one_way_us + late_us)
            found.append((newest_us, kind, seat, SHOW_US + stamp_us))
    return sorted(found)


def opened(seats: dict[int, Player], order: list[int]) -> Race:
    entrants = [
        entrant(
            seat,
            seats[seat].one_way_us,
            credit_us=seats[seat].credit_us,
            drawn_us=seats[seat].drawn_us,
        )
        for seat in order
    ]
    return Race(1, SHOW_US, entrants, first_seat)


def play(race: Race, seats: dict[int, Player], *, eager: bool = True) -> Decision | None:
    """All messages in; `eager` asks for a decision at each, as a table does."""
    for arrived_us, kind, seat, stamp_us in messages(seats):
        if kind == "shown":
            race.shown(seat, stamp_us, arrived_us)
        elif kind == "tick":
            race.stamp(seat, stamp_us, arrived_us)
        else:
            race.claim(seat, NONCE, SHOW_US, stamp_us, arrived_us)
        if eager:
            race.decide(arrived_us)
    return end(race) if race.first_claim_us is not None or race.wake_us(SHOW_US) else None


@few
@given(tables, st.randoms(use_true_random=False))
def test_a_verdict_does_not_depend_on_the_order_in_which_seats_are_listed(table, chance) -> None:  # type: ignore[no-untyped-def]
    seats = dict(enumerate(table))
    order = list(seats)
    chance.shuffle(order)
    assert play(opened(seats, order), seats) == play(opened(seats, list(seats)), seats)


@few
@given(tables)
def test_a_verdict_does_not_depend_on_when_it_is_asked_for(table: list[Player]) -> None:
    seats = dict(enumerate(table))
    eager = play(opened(seats, list(seats)), seats)
    assert eager == play(opened(seats, list(seats)), seats, eager=False)


@few
@given(st.lists(honest, min_size=2, max_size=5), st.integers(0, 140 * MS))
def test_a_delay_that_is_known_and_the_same_for_all_changes_no_verdict(
    table: list[Player], one_way_us: int
) -> None:
    seats = dict(enumerate(table))
    moved = {
        seat: Player(one_way_us, p.credit_us, p.reaction_us, 0, 0, p.ticks, None)
        for seat, p in seats.items()
    }
    near = play(opened(seats, list(seats)), seats)
    far = play(opened(moved, list(moved)), moved)
    assert near is not None
    assert far is not None
    assert near.winner == far.winner
    assert near.verdict.margin_us == far.verdict.margin_us


@few
@given(tables)
def test_a_claim_never_gains_more_than_its_allowance(table: list[Player]) -> None:
    seats = dict(enumerate(table))
    decision = play(opened(seats, list(seats)), seats)
    for claim in decision.verdict.claims if decision else ():
        player = seats[claim.seat]
        assert claim.credit_us <= claim.allowed_us <= player.credit_us
        truth_us = player.drawn_us if claim.drawn else player.reaction_us
        assert truth_us is not None
        assert claim.judged_us >= truth_us - player.credit_us
        assert decision is not None
        assert decision.used_us[claim.seat] == max(0, claim.credit_us)


@few
@given(tables)
def test_a_race_closes_within_250_ms_of_its_first_valid_claim(table: list[Player]) -> None:
    seats = dict(enumerate(table))
    race = opened(seats, list(seats))
    decision = play(race, seats)
    if decision is not None:
        assert race.first_claim_us is not None
        assert 0 <= decision.decided_us - race.first_claim_us <= WAIT_CAP_US
        assert decision.verdict.waited_us == decision.decided_us - race.first_claim_us


@few
@given(tables)
def test_the_log_of_a_race_gives_the_same_decision_again(table: list[Player]) -> None:
    seats = dict(enumerate(table))
    race = opened(seats, list(seats))
    decision = play(race, seats)
    assert replay(decode_record(encode_record(race.record())), first_seat) == decision


@few
@given(tables)
def test_the_winner_is_the_least_judged_time_or_level_with_it(table: list[Player]) -> None:
    seats = dict(enumerate(table))
    decision = play(opened(seats, list(seats)), seats)
    if decision is not None:
        judged = {claim.seat: claim.judged_us for claim in decision.verdict.claims}
        assert judged[decision.winner] - min(judged.values()) <= MS


@few
@given(st.lists(st.integers(101 * MS, 500 * MS), min_size=3, max_size=5), st.integers(0, 80 * MS))
def test_a_losing_claim_ends_the_wait_for_its_sender_just_as_any_stamp_would(
    reactions: list[int], one_way_us: int
) -> None:
    """So the time of a verdict does not tell whether a rival held the card."""
    reactions.sort()
    fast, loser = reactions[0], len(reactions) - 1
    decided: list[int] = []
    for holds in (True, False):
        race = Race(1, SHOW_US, [entrant(s, one_way_us) for s in range(loser + 1)], first_seat)
        for seat in range(loser + 1):
            race.shown(seat, SHOW_US, SHOW_US + one_way_us)
        race.claim(0, NONCE, SHOW_US, SHOW_US + fast, SHOW_US + fast + one_way_us)
        pressed_us = SHOW_US + reactions[loser]
        if holds:
            race.claim(loser, NONCE, SHOW_US, pressed_us, pressed_us + one_way_us)
        else:
            race.stamp(loser, pressed_us, pressed_us + one_way_us)
        decided.append(end(race).decided_us)
    assert decided[0] == decided[1]
