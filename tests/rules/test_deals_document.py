"""docs/deals.md is true: its examples hold for the server and for the program printed in it."""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path
from typing import Any

import pytest

from cardprotocol.cards import DECK_36, DECK_52
from cardrules.shuffle import SeededLots, commitment, match_key

TEXT = (Path(__file__).parents[2] / "docs" / "deals.md").read_text(encoding="utf-8")


def block(name: str) -> list[str]:
    found = re.search(rf"^```{name}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"docs/deals.md has no block {name!r}"
    return found[1].splitlines()


GIVEN = dict(map(str.strip, line.split("=")) for line in block("vectors"))
SEED = bytes.fromhex(GIVEN["seed"])
KEY = bytes.fromhex(GIVEN["key"])
ENTROPIES = [bytes.fromhex(GIVEN[f"entropy {place}"]) for place in (1, 2, 3)]
DRAWS = [line.split() for line in block("draws")]
SHUFFLES = dict(map(str.strip, line.split("=")) for line in block("shuffles"))
PACKS = {"52": DECK_52, "36": DECK_36}


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """The names that the document's own program defines."""
    names: dict[str, Any] = {}
    exec("\n".join(block("python")), names)
    return names


def test_the_commitment_and_the_key_are_those_of_the_example(printed: dict[str, Any]) -> None:
    expected = bytes.fromhex(GIVEN["commitment"])
    assert commitment(SEED, GIVEN["match_id"]) == expected
    assert printed["commitment"](SEED, GIVEN["match_id"]) == expected
    assert match_key(SEED, ENTROPIES) == KEY
    assert printed["match_key"](SEED, ENTROPIES) == KEY


def test_the_key_is_the_digest_of_the_bytes_shown() -> None:
    assert hashlib.sha256(bytes.fromhex(" ".join(block("key")))).digest() == KEY


@pytest.mark.parametrize("line", block("blocks"))
def test_a_block_is_the_hmac_of_the_message_shown(line: str, printed: dict[str, Any]) -> None:
    purpose, index, counter, message, digest = line.split()
    name = purpose.encode()
    assert bytes.fromhex(message) == (
        bytes([len(name)]) + name + int(index).to_bytes(8, "big") + int(counter).to_bytes(4, "big")
    )
    assert hmac.digest(KEY, bytes.fromhex(message), "sha256").hex() == digest
    stream = printed["words"](KEY, purpose, int(index))
    read = [next(stream) for _ in range(8 * int(counter) + 8)][-8:]
    assert b"".join(word.to_bytes(4, "big") for word in read).hex() == digest


@pytest.mark.parametrize(("purpose", "index", "below", "drawn"), DRAWS)
def test_a_number_is_drawn_as_shown(
    purpose: str, index: str, below: str, drawn: str, printed: dict[str, Any]
) -> None:
    assert SeededLots(KEY).draw(purpose, int(index), int(below)) == int(drawn)
    assert printed["draw"](KEY, purpose, int(index), int(below)) == int(drawn)


@pytest.mark.parametrize("size", PACKS)
def test_a_pack_is_shuffled_as_shown(size: str, printed: dict[str, Any]) -> None:
    codes = SHUFFLES[size].split()
    shuffled = SeededLots(KEY).shuffle("deal", 0, PACKS[size])
    assert [card.code for card in shuffled] == codes
    pack = [card.code for card in PACKS[size]]
    assert printed["shuffle"](KEY, "deal", 0, pack) == codes


def test_the_program_knows_the_starting_order_of_the_pack(printed: dict[str, Any]) -> None:
    assert printed["PACK"] == [card.code for card in DECK_52]


def test_the_first_step_of_the_shuffle_is_told_rightly() -> None:
    told = re.search(r"`(\w{8})` = (\d+), which modulo 52 is (\d+):.*?\(`(\w\w)`\)", TEXT)
    assert told
    swapped = re.search(r"and (\d+) \(`(\w\w)`\) change places", TEXT)
    assert swapped
    assert int(told[1], 16) == int(told[2])
    assert int(told[2]) % 52 == int(told[3]) == int(swapped[1])
    assert told[4] == DECK_52[51].code
    assert swapped[2] == DECK_52[int(swapped[1])].code == SHUFFLES["52"].split()[51]
