"""A race that seat 1 won, and this seat's key for it a moment later.

What lives here: the moments of that story and models at them. What must not: assertions.
"""

from __future__ import annotations

from cardclient.model import Model, painted
from cardclient.receiving import show
from cardclient.screen.seats import Stage
from cardclient.screen.whole import draw
from cardclient.theme import Look, look_of
from cardclient.ui import Panel, Ui
from cardprotocol.cards import Card
from cardprotocol.games.perekur import Lay
from cardprotocol.messages import to_client as c
from cardprotocol.messages import to_server as s
from tests.support.client_keys import after, start
from tests.support.client_story import HAND, NONCE, claim, in_race, laid, reveal, verdict

LOOK = look_of({"LANG": "en_GB.UTF-8"})
SHOWN_US = 1_000  # race 1, two wanted
VERDICT_US = SHOWN_US + 388_000
LATE_US = SHOWN_US + 401_000  # 14 ms behind the winner
WON = verdict(1, claim(1, 387_000))
LATE = c.Error(code="claim/late", text="late", race=1)


def open_first(hand: tuple[Card, ...] = HAND) -> Model:
    """Race 1 is on the screen; a two is wanted."""
    return painted(in_race(hand), SHOWN_US)


def lost(hand: tuple[Card, ...] = HAND) -> Model:
    """Seat 1 laid a two in race 1, and race 2 is on the screen at once."""
    return next_race(open_first(hand))


def next_race(model: Model) -> Model:
    """The verdict of race 1 is shown, and race 2 with it."""
    shown = show(model, reveal(laid(1, "2C"), verdict=WON, race=2), VERDICT_US)
    return painted(shown, VERDICT_US)


def screen(model: Model, panel: Panel = Panel.NONE, look: Look = LOOK, now_us: int = 0) -> str:
    lines = draw(Stage(model, look, now_us), Ui(panel=panel), 80, 24)
    return "\n".join("".join(text for _, text in line) for line in lines)


def race_2(rank: str, pressed_us: int) -> s.Claim:
    return s.Claim(
        race=2,
        nonce=NONCE,
        action=Lay(card=Card(rank)),
        shown_us=VERDICT_US,
        pressed_us=pressed_us,
    )


def claimed_in_time() -> Model:
    """A claim of this seat's is under way, pressed before the verdict was shown."""
    return after(start(open_first()), "2", at_us=SHOWN_US + 387_500).model
