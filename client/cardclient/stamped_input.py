"""Keys stamped the moment they are read, and taken before prompt_toolkit looks at them.

What lives here: a wrapper around any prompt_toolkit Input. What must not: what
a key means. The stamp is on the same clock as all others (link.now_us). A key
goes to `take` straight from the reading: matching it against bindings first
would cost a claim about as long again as all the rest of its way.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from prompt_toolkit.input.base import Input
from prompt_toolkit.key_binding import KeyPress


class StampedKey(KeyPress):
    """A key press that knows when it was read; keys of one read share the stamp, in order."""

    def __init__(self, press: KeyPress, pressed_us: int) -> None:
        super().__init__(press.key, press.data)
        self.pressed_us = pressed_us


class StampedInput(Input):
    """`inner` with every key stamped by `clock` on entry to `read_keys` and `flush_keys`.

    `take` gets each key and says whether it was for it; the others go on to prompt_toolkit.
    """

    def __init__(self, inner: Input, clock: Callable[[], int]) -> None:
        self._inner = inner
        self._clock = clock
        self.take: Callable[[StampedKey], bool] = lambda _key: False

    def read_keys(self) -> list[KeyPress]:
        pressed_us = self._clock()
        return self._left(self._inner.read_keys(), pressed_us)

    def flush_keys(self) -> list[KeyPress]:
        pressed_us = self._clock()
        return self._left(self._inner.flush_keys(), pressed_us)

    def _left(self, presses: list[KeyPress], pressed_us: int) -> list[KeyPress]:
        stamped = [StampedKey(press, pressed_us) for press in presses]
        return [key for key in stamped if not self.take(key)]

    # the rest is the wrapped input's own

    def fileno(self) -> int:
        return self._inner.fileno()

    def typeahead_hash(self) -> str:
        return self._inner.typeahead_hash()

    def flush(self) -> None:
        self._inner.flush()

    @property
    def closed(self) -> bool:
        return self._inner.closed

    def raw_mode(self) -> AbstractContextManager[None]:
        return self._inner.raw_mode()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return self._inner.cooked_mode()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        return self._inner.attach(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        return self._inner.detach()

    def close(self) -> None:
        self._inner.close()
