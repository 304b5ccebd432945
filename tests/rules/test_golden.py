"""Every golden playthrough is what the rules give today (tests/support/golden.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.golden import Recipe, files, playthrough


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_recorded_match_is_played_again_to_the_letter(file: Path) -> None:
    recorded = file.read_text(encoding="utf-8")
    assert playthrough(Recipe.read(recorded)) == recorded
