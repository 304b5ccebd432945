"""What is doubtful about this client's link to the judge, said.

What lives here: Doubt, which of them hold, and a word and a sentence for each. What must not:
layout (screen/latency.py), measuring: the server does that, and tells it.
"""

from __future__ import annotations

import enum
from typing import Final

from cardclient.games import has_races
from cardclient.model import Model
from cardclient.theme import Look

# What a server is called whose host gave it no name; it says nothing that the title does not.
_UNNAMED: Final = "perekur"


def server_words(model: Model, look: Look) -> str:
    """What the host calls the server, with its version; "" if it has no name of its own."""
    name = look.clean(model.server)
    return "" if name.partition(" ")[0] == _UNNAMED and name.count(" ") < 2 else name


class Doubt(enum.Enum):
    """Why races may be judged less well than they could be."""

    UNSYNCED = "unsynced"
    DOUBTFUL = "doubtful"
    TUNNEL = "tunnel"
    UNCHECKED = "unchecked"


def doubts(model: Model) -> tuple[Doubt, ...]:
    """What holds now: of the clock first, then of how its round trip was checked."""
    me, quality = model.my_seat, clock_quality(model)
    if not racing(model):
        return ()
    found = [Doubt(quality)] if quality in ("unsynced", "doubtful") else []
    if me is not None and me.tunnelled:
        return (*found, Doubt.TUNNEL)
    told = model.clock is not None and model.clock.quality != "unsynced"
    checked = model.clock.kernel_checked if told and model.clock else model.kernel_checked
    return tuple(found) if checked else (*found, Doubt.UNCHECKED)


def racing(model: Model) -> bool:
    """Whether a clock matters where this client is: not at the table of a game without races."""
    return model.table is None or has_races(model.table.game)


def clock_quality(model: Model) -> str:
    """This client's clock as the server told last."""
    me = model.my_seat
    if model.clock is not None:
        return model.clock.quality
    return "unsynced" if me is None or me.rtt_us is None else me.clock


def check_word(model: Model, look: Look) -> str:
    """In a word, that the round trip was not cross-checked; "" if it was."""
    t, found = look.texts.t, doubts(model)
    if Doubt.TUNNEL in found:
        return t("tunnel")
    return t("unchecked") if Doubt.UNCHECKED in found else ""


def doubt_sentence(doubt: Doubt, look: Look) -> str:
    """What `doubt` means for this player."""
    t = look.texts.t
    match doubt:
        case Doubt.UNSYNCED:
            return t("Your clock is not measured: hardly any delay is compensated.")
        case Doubt.DOUBTFUL:
            return t("Your clock is doubtful: delays vary too much, races may cost you.")
        case Doubt.TUNNEL:
            return t("You come through a tunnel: the kernel can't check your round trip.")
        case Doubt.UNCHECKED:
            return t("The server's kernel does not check your round trip.")
