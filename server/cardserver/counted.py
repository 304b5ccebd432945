"""Things counted, in the host's English: "1 table", "5 tables".

What must not live here: what players read (the client says that, in their language).
"""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`number` of `noun`, a word that takes an s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
