"""Who a simulated player is: its reactions, its wishes, its vices.

What lives here: values only. What must not: behaviour (sim_player.py, sim_play.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from cardprotocol.cards import Card
from cardprotocol.fields import OptionValue

Reaction = Callable[[Random], int]

FASTEST_HUMAN_US = 125_000


def human(mu_us: int = 260_000, sigma_us: int = 28_000, tau_us: int = 60_000) -> Reaction:
    """An ex-Gaussian reaction, the usual law of people's; never under FASTEST_HUMAN_US."""

    def draw_us(rng: Random) -> int:
        return max(
            FASTEST_HUMAN_US, round(rng.gauss(mu_us, sigma_us) + rng.expovariate(1 / tau_us))
        )

    return draw_us


@dataclass(frozen=True, slots=True)
class Character:
    """What a player wants and how it behaves; the default is an honest human.

    The `host` makes `table` with `options`, the others join it, one that `watches` takes no
    seat. It is ready once `seats_expected` are there, for `matches` matches.
    A liar takes `shave_us` off its reactions or delays its pongs by `pong_delay_us`.
    """

    name: str
    table: str = "sim"
    game: str = "perekur"
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    host: bool = False
    watches: bool = False
    bot: bool = False
    reaction: Reaction = field(default_factory=human)
    seats_expected: int = 3
    matches: int = 1
    shave_us: int = 0
    pong_delay_us: int = 0
    answers_pings: bool = True
    ticks: bool = True
    comes_back: bool = True


@dataclass(frozen=True, slots=True)
class Press:
    """A claim as it truly was, in true time: what a verdict is compared with."""

    race: int
    card: Card
    shown_us: int
    pressed_us: int
    connection: int  # the number of its player's connection that sent it

    @property
    def reaction_us(self) -> int:
        """The true reaction."""
        return self.pressed_us - self.shown_us
