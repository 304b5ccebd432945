"""A match as a PettingZoo AEC environment.

What lives here: whose turn it is to decide, contested moments, rewards, the
PettingZoo interface. What must not: rules (cardrules), numbers (perekur.py,
durak.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cardlearn.coding import Coding
from cardlearn.durak import DurakCoding
from cardlearn.perekur import PerekurCoding
from cardprotocol.games.common import Action
from cardrules.game import Game, Race, Seat
from cardrules.kind import GameKind
from cardrules.options import read_options
from cardrules.registry import game_kinds
from cardrules.shuffle import SEED_BYTES, SeededLots

MOST_ACTS: Final = 2_000  # a match takes about a hundred; one between bad players may take long
CONTESTED: Final = "learn"  # the purpose of the lots that decide a contested moment
ILLEGAL_REWARD: Final = -1.0

Observation = dict[str, Any]


class CardEnv(AECEnv[str, Observation, int]):
    """One match of one game, without a server. Agents are `seat_0` to `seat_<seats - 1>`.

    `options` are the table's (docs/rules). Raises IllegalAction for an option that can't be,
    ValueError for a number of seats the game is not for, and for an action that the mask forbids.
    """

    def __init__(
        self,
        coding: Coding,
        seats: int,
        options: Mapping[str, bool | int | str] | None = None,
        most_acts: int = MOST_ACTS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        kind = game_kinds()[coding.game]
        if not kind.least_seats <= seats <= kind.most_seats:
            raise ValueError(f"{kind.name} is for {kind.least_seats} to {kind.most_seats} seats")
        self.metadata = {
            "name": f"{kind.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._coding = coding
        self._kind: GameKind = kind
        self._options = read_options(kind.options, options or {})
        self._most_acts = most_acts
        self._seat_of: dict[str, Seat] = {a: seat for seat, a in enumerate(self.possible_agents)}
        self._observations = {a: self._space() for a in self.possible_agents}
        self._actions = {a: spaces.Discrete(coding.actions) for a in self.possible_agents}
        self._rng: np.random.Generator = seeding.np_random(None)[0]
        self._game: Game
        self._lots: SeededLots
        self._acts = 0
        self._asked: list[Seat] = []  # who still decides about this moment, the next one first
        self._wanting: dict[Seat, Action] = {}  # who wants to lay in this moment
        self._numbered: dict[int, Action | None] = {}  # what the next one may do

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self._coding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self._coding.actions,), np.int8),
            }
        )

    # -- what PettingZoo asks --------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """A vector from 0 to 1, and the mask of legal actions."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new match; the same `seed` deals and draws the same."""
        if seed is not None:
            self._rng = seeding.np_random(seed)[0]
        self._lots = SeededLots.of(self._rng.bytes(SEED_BYTES), ())
        seats = tuple(self._seat_of.values())
        self._game = self._kind.begin(seats, self._options, self._lots, None).game
        self._acts = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._wanting = {}
        self.infos = {agent: {} for agent in self.agents}
        self._next_moment()

    def observe(self, agent: str) -> Observation:
        """What `agent` may know, and its mask: zeros where it has nothing to decide now."""
        seat = self._seat_of[agent]
        mask = np.zeros(self._coding.actions, dtype=np.int8)
        if self._asked and self._asked[0] == seat:
            mask[list(self._numbered)] = 1
        view = self._game.view(seat)
        return {
            "observation": self._coding.observation(view, seat, self._game.seats),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """The selected agent does `action`; ValueError if the mask forbids it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        if number not in self._numbered:
            raise ValueError(f"{agent} may not do action {action} now")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._decided(self._numbered[number])
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The match with open hands, as text, with `render_mode` "ansi"."""
        return str(self._game.open_view()) if self.render_mode == "ansi" else None

    # -- moments -------------------------------------------------------------------------

    def _next_moment(self) -> None:
        """Ask those who have something to decide: in a race all who could lay."""
        if self._game.outcome() is not None:
            self._end(truncated=False)
        elif self._acts >= self._most_acts:
            self._end(truncated=True)
        else:
            self._asked = sorted(self._game.actors())
            self._ask()

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[self._asked[0]]
        self._numbered = self._coding.numbered(self._game, self._asked[0])

    def _decided(self, action: Action | None) -> None:
        seat = self._asked.pop(0)
        if not isinstance(self._game.pace(), Race):
            assert action is not None
            self._apply(seat, action)
            return
        if action is not None:
            self._wanting[seat] = action
        if self._asked:
            self._ask()
        else:
            self._contest()

    def _contest(self) -> None:
        """Who is first is drawn among those who want to; where nobody does, the rules lay."""
        wanting, self._wanting = self._wanting, {}
        if not wanting:
            forced = self._game.fallback(frozenset(self._game.seats))
            assert forced is not None  # those asked could lay
            self._apply(*forced)
            return
        seats = sorted(wanting)
        winner = seats[self._lots.draw(CONTESTED, self._acts, len(seats))]
        self._apply(winner, wanting[winner])

    def _apply(self, seat: Seat, action: Action) -> None:
        self._game = self._game.apply(seat, action).game
        self._acts += 1
        self._next_moment()

    # -- the end -------------------------------------------------------------------------

    def _end(self, *, truncated: bool) -> None:
        self._asked, self._numbered = [], {}
        outcome = self._game.outcome()
        losers = outcome.losers if outcome is not None else ()
        others = len(self.agents) - len(losers)
        for agent, seat in self._seat_of.items():
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            if losers and others:
                self.rewards[agent] = -1 / len(losers) if seat in losers else 1 / others
        self.agent_selection = self.agents[0]


def _wrapped(raw: CardEnv) -> AECEnv[str, Observation, int]:
    ending = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


def perekur(
    seats: int = 3, options: Mapping[str, bool | int | str] | None = None, **named: Any
) -> AECEnv[str, Observation, int]:
    """Perekur for 3 to 6 agents, in PettingZoo's usual wrappers; see CardEnv for `named`."""
    return _wrapped(CardEnv(PerekurCoding(), seats, options, **named))


def durak(
    seats: int = 2, options: Mapping[str, bool | int | str] | None = None, **named: Any
) -> AECEnv[str, Observation, int]:
    """Durak for 2 to 6 agents, in PettingZoo's usual wrappers; see CardEnv for `named`."""
    return _wrapped(CardEnv(DurakCoding(), seats, options, **named))
