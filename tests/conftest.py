"""What holds in every test: commands speak English, whatever the terminal speaks they run from.

What lives here: that fixture. What must not: anything a test should say itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def _in_english() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.delenv("LANGUAGE", raising=False)
        yield
