"""Who a sentence speaks of: the reader is "you", everybody else is named."""

from __future__ import annotations

import re

import pytest

from cardclient.refusal_words import code_sentence
from cardclient.theme import look_of
from cardclient.verdict_words import lock_words
from cardclient.who import Who
from cardprotocol.errors import ErrorCode
from cardprotocol.messages.parts import Lock

LOOKS = {name: look_of({"LANG": f"{name}.UTF-8"}) for name in ("en", "uk", "ru")}
NAMES = {0: "Petro", 1: "Olena"}
YOU = re.compile(r"\b(you|your|ви|вас|вам|ваш\w*|вы)\b", re.IGNORECASE)
LOCKING = (  # cardserver/locks.py, and the judge's false start
    ErrorCode.CLAIM_FALSE_START,
    ErrorCode.CLAIM_NO_RACE,
    ErrorCode.RULES_NOT_OPEN,
    ErrorCode.RULES_NOT_HELD,
    ErrorCode.RULES_WRONG_RANK,
    ErrorCode.RULES_BARRED,
)


@pytest.mark.parametrize("language", LOOKS)
@pytest.mark.parametrize("code", [*ErrorCode, "rules/of_a_later_server"])
@pytest.mark.parametrize("reader", [0, None])
def test_a_lock_of_somebody_else_names_that_player_and_never_says_you(
    code: ErrorCode | str, language: str, reader: int | None
) -> None:
    said = lock_words(
        Lock(1, getattr(code, "value", code), 250_000), Who(LOOKS[language], NAMES, reader)
    )
    assert "Olena" in said
    assert "250" in said
    assert not YOU.search(said)


@pytest.mark.parametrize("language", LOOKS)
def test_every_fault_that_locks_has_its_own_words(language: str) -> None:
    who = Who(LOOKS[language], NAMES, 0)
    said = {lock_words(Lock(1, code.value, 250_000), who) for code in LOCKING}
    other = lock_words(Lock(1, "rules/of_a_later_server", 250_000), who)
    assert len(said | {other}) == len(LOCKING) + 1


@pytest.mark.parametrize("code", LOCKING)
@pytest.mark.parametrize("language", LOOKS)
def test_the_own_lock_says_what_the_refusal_said(code: ErrorCode, language: str) -> None:
    look = LOOKS[language]
    said = lock_words(Lock(1, code.value, 250_000), Who(look, NAMES, 1))
    assert said.startswith(code_sentence(code.value, "", look).rstrip("."))
    assert "Olena" not in said


def test_a_lock_in_english() -> None:
    lock = Lock(1, ErrorCode.RULES_BARRED.value, 250_000)
    assert lock_words(lock, Who(LOOKS["en"], NAMES, 0)) == (
        "Olena laid last and must wait (locked 250 ms)"
    )
