"""Every text a person sees passes here: translation by gettext, domain ``perekur``.

What lives here: finding the catalogue, the ways to ask it, and texts that are made before anybody
knows the language. What must not: the texts themselves; they stand in English where they are used,
marked by `t`, `tn`, `tp` and `Words`, and are extracted by ``python -m tests.support.catalogue``
(docs/translating.md).
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path
from typing import Final

DOMAIN: Final = "perekur"
LOCALE_DIR: Final = Path(__file__).parent / "locale"
# In the order POSIX gives them (IEEE Std 1003.1, 8.2): the first that is set decides.
_LANGUAGE_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Texts:
    """One language's texts. English where a catalogue has none."""

    def __init__(self, languages: tuple[str, ...] = ()) -> None:
        self._catalogue = gettext.translation(
            DOMAIN, str(LOCALE_DIR), languages=languages or ("en",), fallback=True
        )

    def t(self, english: str) -> str:
        """The text for `english`."""
        return self._catalogue.gettext(english)

    def tn(self, one: str, many: str, number: int) -> str:
        """The text in the plural form that goes with `number`."""
        return self._catalogue.ngettext(one, many, number)

    def tp(self, context: str, english: str) -> str:
        """The text for `english` where one word has several senses; `context` says which."""
        return self._catalogue.pgettext(context, english)


class Words(str):
    """A sentence in English that can still be said in another language (`in_words_of`).

    For what is made where nobody knows who will read it: errors, a command's help. `english` may
    hold {placeholders} for `values`, which may be Words themselves.
    """

    english: str
    values: Mapping[str, object]

    def __new__(cls, english: str, **values: object) -> Words:
        """The sentence, formatted in English."""
        made = super().__new__(cls, english.format(**values) if values else english)
        made.english, made.values = english, values
        return made


def in_words_of(texts: Texts, text: str) -> str:
    """`text` in the language of `texts`, if it is Words; as it is otherwise."""
    if not isinstance(text, Words):
        return text
    values = {
        name: in_words_of(texts, value) if isinstance(value, str) else value
        for name, value in text.values.items()
    }
    return texts.t(text.english).format(**values) if values else texts.t(text.english)


def languages_of(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The languages asked for, best first, for example ``("uk_UA", "uk")``; () for English."""
    for variable in _LANGUAGE_VARIABLES:
        value = environment.get(variable, "")
        if value:
            names = [name.partition(".")[0].partition("@")[0] for name in value.split(":")]
            return tuple(
                form
                for name in names
                if name not in ("C", "POSIX", "")
                for form in dict.fromkeys((name, name.partition("_")[0]))
            )
    return ()
