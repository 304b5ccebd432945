"""Which lines of the log are written out, and for whom."""

from __future__ import annotations

import pytest

from cardclient.receiving import receive
from cardclient.spoken import Speaker
from cardclient.theme import look_of
from cardprotocol.messages import to_client as c
from tests.support.client_story import in_race

LATE = c.Error(code="claim/late", text="The race was over when the claim arrived.", race=7)


@pytest.mark.parametrize(("pressing", "lines"), [(True, 1), (False, 0)])
def test_only_who_presses_the_keys_is_told_of_a_late_claim(pressing: bool, lines: int) -> None:
    said: list[str] = []
    speaker = Speaker(look_of({}), said.append, pressing=pressing)
    speaker.say(in_race())
    said.clear()
    speaker.say(receive(in_race(), LATE, 0))
    assert sum("race was over" in line for line in said) == lines


def test_a_programs_other_refusals_are_told() -> None:
    said: list[str] = []
    refusal = c.Error(code="rules/wrong_rank", text="no", race=1)
    Speaker(look_of({}), said.append).say(receive(in_race(), refusal, 0))
    assert "rules/wrong_rank" in said[-1]
