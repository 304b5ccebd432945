"""docs/bots.md: what it shows is run, what it names exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardclient.bot import Bot
from cardclient.bots import STRATEGIES
from tests.support.real_server import real_server

DOCUMENT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", DOCUMENT, re.S)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_each_example_plays_its_match(number: int) -> None:
    with real_server() as server:
        code = EXAMPLES[number].replace('"localhost"', f'"{server.address}"')
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
        if "saw" in code:
            assert re.search(r"Ada saw \['(Ada|Bob|Eve)'\] lose", done.stdout)
    assert "error" not in server.log.lower()


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_without_a_server_ends_with_one_line_and_status_3(number: int) -> None:
    code = EXAMPLES[number].replace('"localhost"', '"127.0.0.1:9"')
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "bots: cannot connect to 127.0.0.1:9: connection refused\n"


def test_the_first_example_is_as_short_as_its_heading_says() -> None:
    lines = [line for line in EXAMPLES[0].splitlines() if line.strip()]
    assert len(lines) <= 20


def test_every_hook_and_every_strategy_is_listed_and_nothing_else() -> None:
    hooks = {name for name in vars(Bot) if name.startswith("on_")}
    assert set(re.findall(r"`(on_[a-z_]+)\(", DOCUMENT)) == hooks
    table = re.findall(r"^\| `([a-z]+)` \| (?:both|Perekur|Durak)", DOCUMENT, re.M)
    assert table == list(STRATEGIES)
