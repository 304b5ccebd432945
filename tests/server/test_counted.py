"""Things counted in the host's log."""

from __future__ import annotations

import pytest

from cardserver.counted import counted


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 tables"), (1, "1 table"), (2, "2 tables"), (21, "21 tables")]
)
def test_one_is_no_plural(number: int, words: str) -> None:
    assert counted(number, "table") == words
