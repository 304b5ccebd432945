"""What table, F2, log and summary show of keys for a race that is over."""

from __future__ import annotations

import pytest

from cardclient.receiving import show
from cardclient.records import Hint, JudgedRace, Noted
from cardclient.refusal_words import hint_sentence
from cardclient.sentences import sentence
from cardclient.theme import look_of
from cardclient.ui import Panel
from cardprotocol.games.common import MatchEnded, Outcome
from cardprotocol.games.perekur import Stuck
from tests.support.client_keys import after, start
from tests.support.client_story import (
    claim,
    dealt,
    laid,
    reveal,
    verdict,
)
from tests.support.late_presses import (
    LATE_US,
    LOOK,
    SHOWN_US,
    VERDICT_US,
    WON,
    claimed_in_time,
    lost,
    next_race,
    open_first,
    screen,
)


def test_the_table_shows_the_own_late_press_in_brackets() -> None:
    said = screen(after(start(lost()), "2", at_us=LATE_US).model)
    assert "Petro     387 ms only one in time" in said
    assert "you       401 ms (late by 14 ms)" in said


def test_f2_says_that_it_was_not_judged() -> None:
    said = screen(after(start(lost()), "2", at_us=LATE_US).model, Panel.RACES)
    assert "401.0 ms  after the close, not judged" in said


def test_the_log_tells_it_with_the_verdict() -> None:
    model = next_race(claimed_in_time())
    (line,) = [line for line in model.log if isinstance(line.what, JudgedRace)]
    assert sentence(line, LOOK) == (
        "race 1: Petro 387 ms, only one in time;"
        " you 388 ms, late by 0.5 ms (after the close, not judged)"
    )


def test_the_summary_counts_it_as_contested() -> None:
    model = after(start(lost()), "2", at_us=LATE_US).model
    ended = MatchEnded(Outcome(reason="stuck", ranking=((1,), (2,), (3,), (0,)), losers=(0,)))
    lines = screen(show(model, reveal(ended), LATE_US + 1)).split("\n")
    assert "0/1" in next(line for line in lines if "4      you" in line)
    assert "/" not in next(line for line in lines if "1      Petro" in line)


def test_the_own_row_is_shown_however_many_were_quicker() -> None:
    quick = [claim(seat, 300_000 + seat, seat) for seat in (1, 2, 3, 4)]
    model = claimed_in_time()
    own = claim(0, 387_500, 87_500)
    model = show(model, reveal(laid(1, "2C"), verdict=verdict(1, *quick, own), race=2), VERDICT_US)
    said = screen(model)
    assert "you       388 ms late by 88 ms" in said
    assert "and 2 more: F2" in said


@pytest.mark.parametrize("language", ["en_GB", "uk_UA", "ru_UA"])
def test_every_result_beside_a_name_fits_its_half_of_the_table(language: str) -> None:
    look = look_of({"LANG": f"{language}.UTF-8"})
    late_us = SHOWN_US + 519_000
    model = after(start(lost()), "2", at_us=late_us).model
    said = screen(model, look=look)
    assert look.texts.t("only one in time") in said
    assert f"({look.texts.t('late by {ms} ms').format(ms=132)})" in said
    lots = verdict(1, claim(1, 387_000, lot=True), claim(0, 387_400, 400, lot=True))
    tied = screen(show(open_first(), reveal(verdict=lots, race=2), VERDICT_US), look=look)
    assert look.texts.t("first by lot") in tied
    assert look.texts.t("lost the lot") in tied


def test_how_late_it_was_is_gone_after_two_seconds() -> None:
    model = after(start(lost()), "2", at_us=LATE_US).model
    assert "Too late" in screen(model, now_us=LATE_US + 1_999_999)
    assert "Too late" not in screen(model, now_us=LATE_US + 2_000_000)


def test_while_looking_the_stuck_pile_is_told_although_the_log_is_short() -> None:
    told = reveal(laid(1, "2C"), Stuck(seat=1, cards=20, redeal=1), dealt(), verdict=WON)
    model = show(open_first(), told, VERDICT_US)
    sentence_ = "stuck: Petro laid last and collected 20 cards (redeal 1)"
    assert sentence_ in screen(model).split("\n")[18]
    again = show(model, reveal(race=2), VERDICT_US + 3_000_000)
    assert sentence_ not in screen(again).split("\n")[18]


def test_ssh_is_told_of_in_a_sentence() -> None:
    assert "keys arrive late and in steps of 20 ms" in hint_sentence(Noted(Hint.SSH), LOOK)
