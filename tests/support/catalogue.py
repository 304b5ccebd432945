"""The message catalogues: extracted, merged, compiled.

``python -m tests.support.catalogue`` writes client/cardclient/locale/perekur.pot anew from the
sources, brings each language's .po up to date with it, and compiles the .mo files that the wheel
ships (docs/translating.md). What lives here: those three steps. What must not: translations.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cardclient.texts import DOMAIN, LOCALE_DIR
from cardprotocol.errors import ErrorCode

LANGUAGES: Final = ("uk", "ru")
# How texts.Texts is called: plain, with a number, with a context; and what is said later.
KEYWORDS: Final = {"t": None, "tn": (1, 2), "tp": ((1, "c"), 2), "Words": None}
CLIENT: Final = LOCALE_DIR.parent
_SOME_DAY: Final = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


def extracted() -> Catalog:
    """Every text of the client's sources, and the sentence of every error code."""
    made = _plain(Catalog(project="perekur", version="1", charset="utf-8", fuzzy=False))
    for name, line, message, _comments, context in extract_from_dir(
        CLIENT, method_map=[("**.py", "python")], options_map={}, keywords=KEYWORDS
    ):
        made.add(message, locations=[(Path(name).as_posix(), line)], context=context)
    for code in ErrorCode:
        made.add(code.sentence, auto_comments=[f"error {code.value}"])
    return made


def po_path(language: str) -> Path:
    """Where a language's translations stand."""
    return LOCALE_DIR / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """A language's catalogue, empty if it has none yet."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update(language: str, template: Catalog) -> Catalog:
    """Merge `template` into a language's catalogue; write it and its compiled form."""
    catalogue = _plain(read(language))
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=96, sort_output=True, no_location=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    return catalogue


def _plain(catalogue: Catalog) -> Catalog:
    """`catalogue` with a header that says nothing of people or days: equal texts, equal files."""
    catalogue.header_comment = "# Texts of perekur, one language; see docs/translating.md."
    catalogue.msgid_bugs_address = catalogue.last_translator = ""
    catalogue.language_team = "perekur"
    catalogue.creation_date = catalogue.revision_date = _SOME_DAY
    return catalogue


def main() -> None:
    """Bring everything up to date and say how complete each language is."""
    template = extracted()
    with (LOCALE_DIR / f"{DOMAIN}.pot").open("wb") as file:
        write_po(file, template, width=96, sort_output=True, no_location=True)
    for language in LANGUAGES:
        catalogue = update(language, template)
        missing = [
            message for message in catalogue if message.id and not translated(message.string)
        ]
        print(f"{language}: {len(catalogue)} texts, {len(missing)} without translation")


def translated(string: object) -> bool:
    """Whether a message has a translation in all its forms."""
    return all(string) if isinstance(string, tuple) else bool(string)


if __name__ == "__main__":
    main()
