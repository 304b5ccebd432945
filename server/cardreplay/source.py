"""MATCH or FILE, as people name what they mean on the command line.

What lives here: turning such a word into records. What must not: what is done with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardreplay import archive, replay_file
from cardreplay.refusals import NotFound, NotGenuine
from cardserver.records import Record


@dataclass(frozen=True, slots=True)
class Source:
    """Where matches come from: a journal's folder, and files."""

    folder: Path

    def records(self, target: str) -> tuple[Record, ...]:
        """The records of an exported file of that name, or of a match whose id begins so.

        Raises NotFound, NotGenuine, and JournalError for the journal.
        """
        path = Path(target)
        if not path.is_file():
            return archive.match_records(self.folder, target)
        if path.stat().st_size > replay_file.MOST_BYTES:
            raise NotGenuine("the file", f"it has more than {replay_file.MOST_BYTES} bytes")
        try:
            return replay_file.from_bytes(path.read_bytes())
        except OSError as error:
            raise NotFound(f"{target} can't be read: {error.strerror}.") from error


def save(content: bytes, path: Path) -> None:
    """Write an export where no file is yet. Raises NotFound with why it can't be."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except FileExistsError as error:
        raise NotFound(f"{path} exists already; nothing was written.") from error
    except OSError as error:
        raise NotFound(f"{path} can't be written: {error.strerror}.") from error
