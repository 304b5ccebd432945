"""Pressing keys in tests of the client: results after a row of keys.

What lives here: `after` and what it needs. What must not: assertions.
"""

from __future__ import annotations

from dataclasses import replace

from cardclient.controls import Press, press
from cardclient.model import Model, painted
from cardclient.records import Hint
from cardclient.ui import Result, Ui
from cardprotocol.messages.base import ToServer
from tests.support.client_story import in_race

ENTROPY = bytes(range(16))


def start(model: Model, ui: Ui | None = None) -> Result:
    """Nothing pressed yet."""
    return Result(model, ui or Ui())


def after(result: Result, *pressed: str, at_us: int = 400_000) -> Result:
    """The result of pressing keys one after the other; messages of all of them."""
    sent: tuple[ToServer, ...] = ()
    for key in pressed:
        result = press(replace(result, send=()), Press(key, key, at_us, lambda: ENTROPY))
        sent += result.send
    return replace(result, send=sent)


def hint(result: Result) -> Hint | None:
    """What the client itself said."""
    return result.model.hint.hint if result.model.hint else None


def open_race() -> Model:
    """Race 5 is open, on the screen since 1,000 µs."""
    return painted(in_race(race=5), 1_000)
