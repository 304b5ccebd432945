"""Every text a person sees passes here: translation by gettext, domain ``perekur``.

What lives here: finding the catalogue and the four ways to ask it. What must
not: the texts themselves; they stand in English where they are used, marked
by `t`, `tn` and `tp`, and are extracted with
``pybabel extract -k t -k tn:1,2 -k tp:1c,2 --no-default-keywords -o perekur.pot client``
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
