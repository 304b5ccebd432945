"""Lots are fair, reproducible and independent of each other (fixed keys, so nothing flickers).

Limits of chi-square are its 0.999 quantiles: a true source would fail one in a thousand
keys, and these keys do not.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardprotocol.cards import DECK_52
from cardrules.shuffle import SeededLots, commitment, match_key

KEY = bytes(range(32))
# 0.999 quantiles of chi-square, by degrees of freedom.
CHI_SQUARE_999 = {1: 10.83, 2: 13.82, 5: 20.52, 23: 49.73, 51: 87.97}


def chi_square(counts: Counter[int] | Counter[tuple[str, ...]], cells: int) -> float:
    expected = counts.total() / cells
    missing = cells - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts.values()) + missing * expected


@pytest.mark.parametrize("below", [2, 3, 6, 52])
def test_numbers_are_drawn_evenly(below: int) -> None:
    lots = SeededLots(KEY)
    counts = Counter(lots.draw("test", index, below) for index in range(10_400))
    limit = CHI_SQUARE_999[below - 1]
    assert chi_square(counts, below) < limit


def test_every_order_of_four_cards_is_equally_likely() -> None:
    lots = SeededLots(KEY)
    orders = Counter(lots.shuffle("test", index, "abcd") for index in range(9_600))
    limit = CHI_SQUARE_999[23]
    assert chi_square(orders, 24) < limit


def test_every_card_is_equally_likely_in_the_first_and_in_the_last_place() -> None:
    lots = SeededLots(KEY)
    packs = [lots.shuffle("deal", index, DECK_52) for index in range(4_000)]
    limit = CHI_SQUARE_999[51]
    for place in (0, 25, 51):
        counts = Counter(DECK_52.index(pack[place]) for pack in packs)
        assert chi_square(counts, 52) < limit


def test_a_number_close_to_the_words_range_is_not_biased_by_the_modulo() -> None:
    """Below 3 * 2**30 a bare modulo would give the lowest third twice as often."""
    lots = SeededLots(KEY)
    below = 3 * 2**30
    thirds = Counter(lots.draw("test", index, below) // 2**30 for index in range(6_000))
    limit = CHI_SQUARE_999[2]
    assert chi_square(thirds, 3) < limit


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**64 - 1), st.integers(0, 60))
def test_a_shuffle_keeps_its_items_and_repeats(key: bytes, index: int, size: int) -> None:
    items = list(range(size))
    shuffled = SeededLots(key).shuffle("deal", index, items)
    assert sorted(shuffled) == items
    assert shuffled == SeededLots(key).shuffle("deal", index, items)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**32))
def test_a_number_is_below_its_limit(key: bytes, below: int) -> None:
    assert 0 <= SeededLots(key).draw("dealer", 0, below) < below


def test_each_purpose_and_each_index_has_a_stream_of_its_own() -> None:
    lots = SeededLots(KEY)
    drawn = {
        lots.draw(purpose, index, 2**32)
        for purpose in ("deal", "dealer", "dead_heat", "reaction")
        for index in (0, 1, 256, 2**63)
    }
    assert len(drawn) == 16


def test_every_seat_and_every_byte_of_entropy_changes_the_key() -> None:
    seed, one, two = bytes(32), b"\x01" * 16, b"\x02" * 16
    keys = {
        match_key(seed, entropies)
        for entropies in ([], [b""], [one], [one, b""], [b"", one], [one, two], [two, one])
    }
    assert len(keys) == 7


def test_the_commitment_hides_the_match_and_the_seed_alike() -> None:
    assert commitment(bytes(32), "a") != commitment(bytes(32), "b")
    assert commitment(bytes(32), "a") != commitment(b"\x01" * 32, "a")


def test_a_key_never_shows_in_a_repr() -> None:
    assert KEY.hex() not in repr(SeededLots(KEY))
    assert repr(KEY) not in repr(SeededLots(KEY))


@pytest.mark.parametrize("size", [0, 31, 33])
def test_seeds_keys_and_entropies_of_a_wrong_size_are_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(size), "m")
    with pytest.raises(ValueError, match="32 bytes"):
        match_key(bytes(size), [])
    with pytest.raises(ValueError, match="32 bytes"):
        SeededLots(bytes(size))
    with pytest.raises(ValueError, match="16 bytes or none"):
        match_key(bytes(32), [bytes(size + 1)])


@pytest.mark.parametrize("below", [0, -1, 2**32 + 1])
def test_a_lot_needs_at_least_one_number_to_draw(below: int) -> None:
    with pytest.raises(ValueError, match="a lot is drawn from"):
        SeededLots(KEY).draw("dealer", 0, below)


@pytest.mark.parametrize("purpose", ["", "x" * 256])
def test_a_purpose_has_1_to_255_letters(purpose: str) -> None:
    with pytest.raises(ValueError, match="purpose"):
        SeededLots(KEY).draw(purpose, 0, 2)
