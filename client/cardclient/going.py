"""What is said to who goes in the middle of a match, once the terminal is his own again.

What lives here: that sentence. What must not: the screen, sending, exit codes.
"""

from __future__ import annotations

from cardclient.model import Model
from cardclient.theme import Look


def seat_kept(model: Model, look: Look, command: str) -> str:
    """That the seat is kept, what becomes of it, and the `command` back; "" out of a match."""
    table, t = model.table, look.texts.t
    if table is None or not model.in_play:
        return ""
    seconds = table.options.get("absent_seconds", 0)
    if table.options.get("absent") == "stop_game":
        said = t("Your seat is kept; after {s} s without you the match stops. Back: {command}")
    else:
        said = t(
            "Your seat is kept and the server plays for it; after {s} s you count as gone."
            " Back: {command}"
        )
    return said.format(s=seconds, command=command)
