"""Option values typed as text, as the types that a game gives its options.

What lives here: pure functions of values. What must not: words for them (option_words.py), or
judging them: the server says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardprotocol.fields import OptionValue
from cardprotocol.messages.to_client import Games
from cardprotocol.messages.unions import AnyToClient
from cardprotocol.switches import switch_of


def fitted(
    options: Mapping[str, OptionValue], game: str, answer: AnyToClient
) -> dict[str, OptionValue]:
    """`options` with texts as the types that the server's `games` answer gives them.

    What does not fit stays as it is: the server says what is wrong with it.
    """
    infos = answer.games if isinstance(answer, Games) else ()
    specs = {spec.name: spec for info in infos if info.name == game for spec in info.options}
    return {
        name: as_typed(value, specs[name].default) if name in specs else value
        for name, value in options.items()
    }


def as_typed(value: OptionValue, like: OptionValue) -> OptionValue:
    """`value`, a text perhaps, as the type that `like` has; as it is if that can't be."""
    match value, like:
        case str(), bool():
            switch = switch_of(value)
            return value if switch is None else switch
        case str(), int() if not isinstance(like, bool) and value.lstrip("-").isdecimal():
            return int(value)
        case int(), str():
            return str(value)
    return value
