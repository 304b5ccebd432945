"""Every code of the closed list, provoked through a real session: right, alone, and harmless."""

from __future__ import annotations

from typing import Final

import pytest

from cardprotocol.errors import ErrorCode
from cardprotocol.messages import to_client as told
from tests.support import refusals_bout, refusals_door, refusals_race, refusals_table
from tests.support.digest import digest
from tests.support.house import Guest
from tests.support.refusals import Story

STORIES: Final[dict[ErrorCode, Story]] = {
    **refusals_door.STORIES,
    **refusals_table.STORIES,
    **refusals_race.STORIES,
    **refusals_bout.STORIES,
}

# A secret, and a text that could do harm, are not sent back.
NOT_REPEATED: Final = frozenset({"token", "text", "nonce"})


def test_there_is_a_story_of_every_code() -> None:
    assert set(STORIES) == set(ErrorCode)


@pytest.mark.parametrize("code", STORIES, ids=lambda code: code.value)
def test_the_refusal_has_its_code_and_says_what_was_wrong(code: ErrorCode) -> None:
    stage = STORIES[code]()
    answer = stage.provoke()
    assert answer.code == code.value
    assert answer.text == code.sentence
    if stage.field:
        assert isinstance(answer, told.Error)
        assert answer.field == stage.field
        assert bool(answer.value) != (stage.field in NOT_REPEATED)
    assert stage.expects in answer.expected


@pytest.mark.parametrize("code", STORIES, ids=lambda code: code.value)
def test_nobody_else_hears_of_a_refusal_and_nothing_changes(code: ErrorCode) -> None:
    stage = STORIES[code]()
    if stage.shared:
        pytest.skip("the whole table's trouble, told to all of it")
    before, heard = digest(stage.house.server), _heard(stage.others)
    stage.provoke()
    assert digest(stage.house.server) == before
    assert _heard(stage.others) == heard
    assert stage.house.faults == []
    for guest in stage.others:
        assert not guest.closed


@pytest.mark.parametrize("code", refusals_race.STORIES, ids=lambda code: code.value)
def test_only_a_misplay_locks_the_seat(code: ErrorCode) -> None:
    answer = STORIES[code]().provoke()
    assert isinstance(answer, told.Error)
    locks = answer.locked_us > 0
    assert locks == (code in refusals_race.LOCKING or code is ErrorCode.CLAIM_LOCKED)


def _heard(guests: tuple[Guest, ...]) -> list[int]:
    return [guest.mark() for guest in guests]
