"""Writes the generated parts of docs/protocol.md, and the vectors.

Run it as ``python -m tests.protocol.generate`` after a change of the protocol.

What lives here: reading, replacing and writing files. What must not: what the
parts say (tests/support/protocol_tables.py, vectors.py). test_generated.py fails
when the files are not what this would write.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.support import protocol_tables, vectors

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "protocol.md"
VECTORS = ROOT / "tests" / "protocol" / "vectors"
_SECTION = re.compile(r"<!-- generated: (.+?) -->\n.*?<!-- end of generated -->", re.DOTALL)


def document(text: str) -> str:
    """`text` with every generated section made anew; KeyError for an unknown section."""
    made = protocol_tables.sections()
    return _SECTION.sub(lambda found: _section(found[1], made[found[1]]), text)


def names(text: str) -> list[str]:
    """The generated sections that `text` has, in order."""
    return [found[1] for found in _SECTION.finditer(text)]


def _section(name: str, markdown: str) -> str:
    return f"<!-- generated: {name} -->\n\n{markdown}\n\n<!-- end of generated -->"


def vector_files() -> dict[Path, str]:
    """Every vector file and its text: one vector a line, so that changes can be read."""
    made = {}
    for name, found in vectors.all_files().items():
        lines = ",\n".join(json.dumps(vector, ensure_ascii=False) for vector in found)
        made[VECTORS / f"{name}.json"] = f"[\n{lines}\n]\n"
    return made


def main() -> None:
    """Write them all."""
    DOCUMENT.write_text(document(DOCUMENT.read_text("utf-8")), "utf-8")
    for path, text in vector_files().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
