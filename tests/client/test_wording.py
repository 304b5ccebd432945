"""Who a sentence speaks of: the reader is "you", everybody else is named."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cardclient.link_words import server_words
from cardclient.model import Model
from cardclient.records import Entry, JudgedRace
from cardclient.refusal_words import code_sentence
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.sentences import said
from cardclient.theme import look_of
from cardclient.ui import Ui
from cardclient.verdict_words import lock_words
from cardclient.who import Who
from cardprotocol.cards import Card
from cardprotocol.errors import ErrorCode
from cardprotocol.games import durak, perekur
from cardprotocol.games.common import MatchEnded, Outcome, TimeRanOut, WentOut
from cardprotocol.messages.parts import Lock
from tests.support.client_story import in_bout, verdict

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
    words = lock_words(
        Lock(1, getattr(code, "value", code), 250_000), Who(LOOKS[language], NAMES, reader)
    )
    assert "Olena" in words
    assert "250" in words
    assert not YOU.search(words)


@pytest.mark.parametrize("language", LOOKS)
def test_every_fault_that_locks_has_its_own_words(language: str) -> None:
    who = Who(LOOKS[language], NAMES, 0)
    words = {lock_words(Lock(1, code.value, 250_000), who) for code in LOCKING}
    other = lock_words(Lock(1, "rules/of_a_later_server", 250_000), who)
    assert len(words | {other}) == len(LOCKING) + 1


@pytest.mark.parametrize("code", LOCKING)
@pytest.mark.parametrize("language", LOOKS)
def test_the_own_lock_says_what_the_refusal_said(code: ErrorCode, language: str) -> None:
    look = LOOKS[language]
    words = lock_words(Lock(1, code.value, 250_000), Who(look, NAMES, 1))
    assert words.startswith(code_sentence(code.value, "", look).rstrip("."))
    assert "Olena" not in words


def test_a_lock_in_english() -> None:
    lock = Lock(1, ErrorCode.RULES_BARRED.value, 250_000)
    assert lock_words(lock, Who(LOOKS["en"], NAMES, 0)) == (
        "Olena laid last and must wait (locked 250 ms)"
    )


SIX = Card("6S")
TO_ONESELF: dict[str, Entry] = {
    "played for": TimeRanOut(seat=0, why="idle"),
    "stuck between two": perekur.Stuck(seat=0, cards=0, redeal=0),
    "stuck": perekur.Stuck(seat=0, cards=5, redeal=1),
    "out": WentOut(seat=0, place=1),
    "transferred to": durak.Transferred(seat=1, card=SIX, defender=0, left=3, limit=6),
    "shown to": durak.Transferred(seat=1, card=SIX, defender=0, left=3, limit=6, shown=True),
    "beaten off": durak.BoutEnded(taken=False, defender=0, cards=(SIX,), discard=1),
    "server laid": JudgedRace(verdict(1), 0),
    "lost": MatchEnded(Outcome(reason="stuck", ranking=((1,), (0,)), losers=(0,))),
}
# A noun or a verb for somebody else beside the pronoun.
CLUMSY = re.compile(
    r"\b(гравця|гравець|игрока|игрок|відбивається|отбивается|збирає|собирает|програє|проигрывает"
    r"|loses|defending:) (ви|вы|you)\b|\b(ви|вы|you) (збирає|собирает|програє|проигрывает|loses)\b"
)


@pytest.mark.parametrize("language", LOOKS)
@pytest.mark.parametrize("what", TO_ONESELF)
def test_what_happens_to_the_reader_is_said_in_the_second_person(what: str, language: str) -> None:
    text = said(TO_ONESELF[what], Who(LOOKS[language], NAMES, 0))
    assert text
    assert not CLUMSY.search(text)


def test_sentences_to_the_reader_in_english() -> None:
    who = Who(LOOKS["en"], NAMES, 0)
    assert [said(TO_ONESELF[what], who) for what in ("played for", "transferred to", "lost")] == [
        "the server played for you: time ran out",
        "Olena transferred with 6♠; now you defend",
        "the match is over: you lose, stuck between two",
    ]
    assert said(TO_ONESELF["beaten off"], who) == "beaten off, discarded: 6♠"
    assert said(TO_ONESELF["lost"], Who(LOOKS["en"], NAMES, 1)) == (
        "the match is over: Petro loses, stuck between two"
    )


def test_a_server_without_a_name_of_its_own_is_not_named() -> None:
    look, model = LOOKS["en"], Model()
    named = {name: server_words(replace(model, server=name), look) for name in SERVERS}
    assert named == SERVERS


SERVERS = {"": "", "perekur": "", "perekur 0.1.0": "", "Kitchen 0.1.0": "Kitchen 0.1.0"}


def test_the_own_move_in_a_bout_is_said_once_and_in_the_second_person() -> None:
    lines = draw(Stage(in_bout(durak.Take()), LOOKS["en"], 0), Ui(), 80, 24)
    shown = "\n".join("".join(text for _, text in line) for line in lines)
    own = next(line for line in shown.split("\n") if "Backspace takes" in line)
    assert "defends" not in own
