"""Keys for a race that is over: they cost nothing, and the player learns by how much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardclient.model import locked, painted
from cardclient.past_races import GRACE_US
from cardclient.receiving import receive, show
from cardclient.records import Hint, Noted, OwnLate
from cardprotocol.cards import Card, cards
from cardprotocol.games.perekur import Lay, Stuck
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from tests.support.client_keys import after, hint, start
from tests.support.client_story import (
    NONCE,
    claim,
    dealt,
    in_race,
    laid,
    reveal,
    table_info,
    verdict,
)
from tests.support.late_presses import (
    LATE,
    LATE_US,
    SHOWN_US,
    VERDICT_US,
    WON,
    claimed_in_time,
    lost,
    next_race,
    open_first,
    race_2,
    screen,
)

# a key after the verdict


def test_a_press_for_the_rank_before_claims_in_the_race_before_and_locks_nothing() -> None:
    result = after(start(lost()), "2", at_us=LATE_US)
    assert result.send == (
        s.Claim(
            race=1,
            nonce=NONCE,
            action=Lay(card=Card("2S")),
            shown_us=SHOWN_US,
            pressed_us=LATE_US,
        ),
    )
    assert result.model.locked_us(0, LATE_US) == 0
    assert result.model.hint == Noted(Hint.LATE, behind_us=14_000)
    assert "Too late by 14 ms: the card stays in your hand." in screen(result.model, now_us=LATE_US)


def test_the_race_that_is_open_can_still_be_claimed_after_a_late_press() -> None:
    result = after(start(lost()), "2", at_us=LATE_US)
    result = after(result, "3", at_us=LATE_US + 300_000)
    assert result.send == (race_2("3H", LATE_US + 300_000),)
    assert result.model.hint is None


@pytest.mark.parametrize(("age_us", "race"), [(GRACE_US - 1, 1), (GRACE_US, 2)])
def test_half_a_second_after_the_verdict_a_wrong_rank_is_a_wrong_rank(
    age_us: int, race: int
) -> None:
    (sent,) = after(start(lost()), "2", at_us=VERDICT_US + age_us).send
    assert isinstance(sent, s.Claim)
    assert sent.race == race


def test_of_two_races_that_closed_quickly_the_one_of_that_rank_is_meant() -> None:
    model = next_race(open_first())
    second = verdict(2, claim(2, 120_000))
    again_us = VERDICT_US + 121_000
    model = painted(
        show(model, reveal(laid(2, "3C", wanted=4), verdict=second, race=3), again_us), again_us
    )
    result = after(start(model), "2", at_us=again_us + 5_000)
    assert [sent.race for sent in result.send if isinstance(sent, s.Claim)] == [1]
    assert result.model.races[0].late is not None
    assert result.model.races[1].late is None


def test_the_rank_that_is_wanted_now_is_never_late() -> None:
    (sent,) = after(start(lost()), "3", at_us=LATE_US).send
    assert sent == race_2("3H", LATE_US)


def test_after_the_round_ended_a_late_press_is_not_an_early_one() -> None:
    stuck = reveal(laid(1, "2C"), Stuck(seat=1, cards=20, redeal=1), dealt(), verdict=WON)
    result = after(start(show(open_first(), stuck, VERDICT_US)), "2", at_us=LATE_US)
    assert result.model.hint == Noted(Hint.LATE, behind_us=14_000)
    assert result.model.locked_us(0, LATE_US) == 0
    assert len(result.send) == 1


def test_without_the_rank_it_is_said_and_nothing_is_sent() -> None:
    result = after(start(lost(cards("3H 7C"))), "2", at_us=LATE_US)
    assert result.send == ()
    assert result.model.hint == Noted(Hint.LATE_NOT_HELD, rank="2", behind_us=14_000)
    assert "Too late by 14 ms, and you hold no 2." in screen(result.model, now_us=LATE_US)
    assert result.model.record.reactions.get(0) is None


def test_under_a_lock_a_late_press_is_told_and_makes_nothing_worse() -> None:
    model = locked(lost(), 0, LATE_US + 100_000)
    result = after(start(model), "2", at_us=LATE_US)
    assert result.send == ()
    assert hint(result) is Hint.LATE
    assert result.model.locked_us(0, LATE_US) == 100_000


def test_who_was_barred_in_the_race_before_was_not_late_for_it() -> None:
    own = verdict(1, claim(0, 380_000))
    model = show(open_first(), reveal(laid(0, "2S"), verdict=own, race=2), VERDICT_US)
    model = painted(model, VERDICT_US)
    second, again_us = verdict(2, claim(1, 300_000)), VERDICT_US + 301_000
    told = reveal(laid(1, "3C", wanted=4), verdict=second, race=3)
    model = painted(show(model, told, again_us), again_us)
    (sent,) = after(start(model), "3", at_us=again_us + 10_000).send
    assert isinstance(sent, s.Claim)
    assert sent.race == 3


def test_where_the_server_laid_nobody_knows_by_how_much() -> None:
    by_server = verdict(1, winner=1, closed_by="server")
    model = show(open_first(), reveal(laid(1, "2C"), verdict=by_server, race=2), VERDICT_US)
    result = after(start(painted(model, VERDICT_US)), "2", at_us=LATE_US)
    assert result.model.hint == Noted(Hint.LATE)
    assert "Too late: the card stays in your hand." in screen(result.model, now_us=LATE_US)
    assert "401 ms (too late)" in screen(result.model)


def test_another_match_knows_nothing_of_these_races() -> None:
    other = c.View(seq=0, table=table_info(match_id="m2"), seat=0)
    assert receive(lost(), other, LATE_US).races == ()
    same = c.View(seq=0, table=table_info(), seat=0)
    assert len(receive(lost(), same, LATE_US).races) == 1


# a claim that arrives after the close


def test_a_claim_that_is_not_among_the_judged_was_late() -> None:
    model = next_race(claimed_in_time())
    assert model.races[-1].late == OwnLate(387_500, 500)
    assert model.hint == Noted(Hint.LATE, behind_us=500)


@pytest.mark.parametrize("error_first", [True, False])
def test_the_answer_late_is_not_told_a_second_time(error_first: bool) -> None:
    model = claimed_in_time()
    if error_first:
        model = next_race(receive(model, LATE, VERDICT_US - 10))
    else:
        model = receive(next_race(model), LATE, VERDICT_US + 10)
    assert model.hint == Noted(Hint.LATE, behind_us=500)
    assert model.refusal is None
    assert LATE not in [line.what for line in model.log]


def test_the_answer_to_a_press_after_the_verdict_is_not_told_either() -> None:
    model = receive(after(start(lost()), "2", at_us=LATE_US).model, LATE, LATE_US + 1_000)
    assert model.hint == Noted(Hint.LATE, behind_us=14_000)
    assert model.refusal is None


def test_a_quicker_press_whose_claim_came_too_late_has_no_number() -> None:
    model = next_race(after(start(open_first()), "2", at_us=SHOWN_US + 380_000).model)
    assert model.races[-1].late == OwnLate(380_000, None)
    assert model.hint == Noted(Hint.LATE)


def test_a_wrong_rank_that_came_too_late_is_only_refused() -> None:
    wrong = after(start(open_first()), "7", at_us=SHOWN_US + 387_500).model
    model = receive(wrong, LATE, VERDICT_US - 10)
    assert model.refusal == LATE
    assert next_race(model).races[-1].late is None


def test_who_was_judged_and_lost_is_told_the_same_words() -> None:
    both = verdict(1, claim(1, 387_000), claim(0, 401_000, 14_000))
    model = show(claimed_in_time(), reveal(laid(1, "2C"), verdict=both, race=2), VERDICT_US)
    assert model.hint == Noted(Hint.LATE, behind_us=14_000)
    assert model.races[-1].late is None


def test_whom_a_lot_decided_against_was_not_late() -> None:
    both = verdict(1, claim(1, 387_000, lot=True), claim(0, 387_400, 400, lot=True))
    model = show(claimed_in_time(), reveal(laid(1, "2C"), verdict=both, race=2), VERDICT_US)
    assert model.hint is None


# a key kept down

# The press, half a second later its first repeat, then 30 a second.
HELD_MS = (0, *range(500, 3_000, 33))


def test_the_winning_key_kept_down_claims_once() -> None:
    result = after(start(open_first()), "2", at_us=SHOWN_US + 380_000)
    own = verdict(1, claim(0, 380_000))
    model = show(result.model, reveal(laid(0, "2S"), verdict=own, race=2), VERDICT_US)
    result = replace(result, model=painted(model, VERDICT_US))
    for at_ms in HELD_MS[1:]:
        result = after(result, "2", at_us=SHOWN_US + 380_000 + at_ms * 1000)
        assert result.send == ()
    assert result.model.locks == {}


def test_a_late_key_kept_down_claims_once() -> None:
    result, sent = start(lost()), 0
    for at_ms in HELD_MS:
        result = after(result, "2", at_us=LATE_US + at_ms * 1000)
        sent += len(result.send)
    assert sent == 1
    assert result.model.locks == {}


def test_a_wrong_key_kept_down_is_refused_twice_at_most() -> None:
    result, sent = start(lost()), 0
    for at_ms in HELD_MS:
        result = after(result, "7", at_us=LATE_US + at_ms * 1000)
        sent += len(result.send)
        wrong = c.Error(code="rules/wrong_rank", text="no", race=2, locked_us=250_000)
        result = replace(result, model=receive(result.model, wrong, LATE_US + at_ms * 1000))
    assert sent == 2


def test_a_key_kept_down_from_before_a_race_never_claims_in_it() -> None:
    looking = show(in_race(), reveal(dealt()), 0)
    result = start(looking)
    for at_ms in [0, *range(500, 1_000, 33)]:
        result = after(result, "2", at_us=at_ms * 1000)
    opened = painted(show(result.model, reveal(race=2), 1_000_000), 1_000_000)
    result = replace(result, model=opened)
    for at_ms in range(1_000, 3_000, 33):
        result = after(result, "2", at_us=at_ms * 1000)
        assert result.send == ()
    assert len(after(result, "2", at_us=4_000_000).send) == 1
