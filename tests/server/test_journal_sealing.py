"""Sealing and the journal in memory."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardserver.journal.errors import KeyUnusable
from cardserver.journal.keyring import Keyring, make_key, read_key
from cardserver.journal.memory import MemoryJournal
from tests.support.journal_records import Desk, numbered, other

CHANCE = Random(7).randbytes


@given(st.binary(max_size=200))
def test_what_was_sealed_comes_back_and_is_not_to_be_seen(secret: bytes) -> None:
    sealed = Keyring(b"k" * 32, CHANCE).seal(secret)
    assert Keyring(b"k" * 32, CHANCE).unseal(sealed) == secret
    assert len(sealed) == len(secret) + 33
    assert len(secret) < 4 or secret not in sealed


def test_no_altered_byte_no_other_key_and_no_fragment_is_unsealed() -> None:
    keyring = Keyring(b"k" * 32, CHANCE)
    sealed = keyring.seal(b"a seed")
    for at in range(len(sealed)):
        altered = bytearray(sealed)
        altered[at] ^= 1
        with pytest.raises(ValueError, match="not sealed with this journal's key"):
            keyring.unseal(bytes(altered))
    for size in range(len(sealed)):
        with pytest.raises(ValueError, match="not sealed"):
            keyring.unseal(sealed[:size])
    with pytest.raises(ValueError, match="not sealed"):
        Keyring(b"j" * 32, CHANCE).unseal(sealed)


def test_a_key_file_is_made_once_and_read_again(tmp_path: Path) -> None:
    assert read_key(tmp_path) is None
    key = make_key(tmp_path, CHANCE)
    assert read_key(tmp_path) == key
    with pytest.raises(KeyUnusable, match="32 bytes"):
        Keyring(key[:31], CHANCE)


def test_the_journal_in_memory_answers_at_once_and_gives_all_back() -> None:
    journal, desk = MemoryJournal(), Desk()
    journal.append([numbered(1), other()], desk.then("a"), desk.failed("a"))
    assert desk.told == [("then", "a")]
    assert journal.records() == (numbered(1), other())
    assert list(journal.load()) == [(1, numbered(1)), (2, other())]
    assert journal.unseal(journal.seal(b"x")) == b"x"
    with pytest.raises(ValueError, match="not sealed"):
        journal.unseal(b"x")
    journal.close()


def test_a_journal_that_keeps_nothing_has_nothing() -> None:
    journal, desk = MemoryJournal(keep=False), Desk()
    journal.append([numbered(1)], desk.then("a"), desk.failed("a"))
    assert (desk.told, journal.records()) == ([("then", "a")], ())
