"""Both games as PettingZoo environments: the interface, the rules behind it, secrets, seeds."""

from __future__ import annotations

import random
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="perekur[learn] is not installed")

import numpy as np
from pettingzoo.test import api_test, seed_test

from cardlearn import CardEnv, durak, perekur
from cardlearn.coding import CARDS, NUMBER_OF
from cardlearn.durak import DurakCoding
from cardlearn.perekur import WAIT, PerekurCoding
from cardprotocol.games.durak import Beat, DurakView
from cardrules.game import IllegalAction
from cardrules.registry import game_kinds
from cardrules.shuffle import SeededLots

TRANSFER: dict[str, bool | int | str] = {
    "mode": "transfer",
    "show_trump_transfer": True,
    "deck": "52",
}
ENVIRONMENTS: dict[str, Any] = {
    "perekur of three": perekur,
    "perekur of six with a pile": lambda: perekur(6, {"collect": "pile", "max_redeals": 5}),
    "durak of two": durak,
    "durak of six, transferring": lambda: durak(6, {**TRANSFER, "throw_order": "free"}),
}


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    """PettingZoo's tests advise against dictionaries, which its own card games use too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_it_passes_the_test_of_pettingzoo(name: str) -> None:
    api_test(ENVIRONMENTS[name](), num_cycles=300)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_same_seed_plays_the_same_match(name: str) -> None:
    seed_test(ENVIRONMENTS[name], num_cycles=100)


def raw(game: str, seats: int, **options: Any) -> CardEnv:
    coding = PerekurCoding() if game == "perekur" else DurakCoding()
    return CardEnv(coding, seats, options)


def play(env: CardEnv, seed: int) -> dict[str, float]:
    """Random legal actions to the end; what each agent got in all."""
    rng = random.Random(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _info = env.last()
        got[agent] += reward
        assert env.observation_space(agent).contains(seen)
        ended = terminated or truncated
        env.step(None if ended else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return got


@pytest.mark.parametrize(("game", "seats"), [("perekur", 3), ("perekur", 6), ("durak", 4)])
def test_a_match_ends_with_rewards_that_sum_to_nothing(game: str, seats: int) -> None:
    for seed in range(5):
        got = play(raw(game, seats), seed)
        assert sum(got.values()) == pytest.approx(0)
        assert min(got.values()) in (-1.0, 0.0)


def test_a_match_that_takes_too_long_is_cut_off_without_a_loser() -> None:
    env = CardEnv(PerekurCoding(), 3, most_acts=10)
    assert set(play(env, 1).values()) == {0.0}


def test_who_lays_first_is_drawn_among_those_who_want_to() -> None:
    winners = set()
    for seed in range(40):
        env = raw("perekur", 3)
        env.reset(seed=seed)
        able = []
        while int(env.observe(env.agent_selection)["observation"][2 * CARDS]):  # two is wanted
            agent = env.agent_selection
            able.append(agent)
            env.step(int(np.flatnonzero(env.observe(agent)["action_mask"])[0]))
        view = env._game.view(None)
        assert f"seat_{view.last}" in able  # type: ignore[attr-defined]
        if len(able) == 3:
            winners.add(view.last)  # type: ignore[attr-defined]
    assert winners == {0, 1, 2}


def test_where_nobody_wants_to_the_rules_lay() -> None:
    env = raw("perekur", 3)
    env.reset(seed=3)
    for _ in range(3):
        if env._acts == 0:
            env.step(WAIT)
    assert env._acts == 1


def test_an_observation_holds_nothing_but_the_own_view() -> None:
    env = raw("perekur", 4)
    env.reset(seed=5)
    seen = env.observe("seat_0")["observation"]
    own = env._game.view(0).cards  # type: ignore[attr-defined]
    assert {i for i in range(CARDS) if seen[i]} == {NUMBER_OF[card] for card in own}
    assert seen[CARDS : 2 * CARDS].sum() == 0  # nothing lies yet


def test_only_the_one_who_is_asked_has_a_mask() -> None:
    env = raw("durak", 3)
    env.reset(seed=5)
    asked = env.agent_selection
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert {agent for agent, count in masks.items() if count} == {asked}


def test_an_action_the_mask_forbids_is_refused_and_ends_it_in_the_usual_wrappers() -> None:
    env = raw("durak", 2)
    env.reset(seed=1)
    forbidden = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="may not do action"):
        env.step(forbidden)
    wrapped = durak()
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(forbidden)
    assert wrapped.rewards[agent] == -1
    assert all(wrapped.terminations.values())


@pytest.mark.parametrize("options", [{}, TRANSFER, {**TRANSFER, "throw_order": "free"}])
def test_every_legal_action_of_durak_has_a_number_of_its_own(options: dict[str, Any]) -> None:
    coding, rng = DurakCoding(), random.Random(7)
    kind = game_kinds()["durak"]
    for seed in range(8):
        lots = SeededLots.of(bytes([seed]) * 32, ())
        game = kind.begin((0, 1, 2, 3, 4), kind.options(**options), lots, None).game
        while game.outcome() is None:
            for seat in game.actors():
                numbered = coding.numbered(game, seat)
                assert set(numbered.values()) == set(game.legal(seat))
                assert all(0 <= number < coding.actions for number in numbered)
            seat = min(game.actors())
            game = game.apply(seat, rng.choice(game.legal(seat))).game


def test_what_can_not_be_beaten_keeps_its_place_among_the_targets() -> None:
    coding, rng, met = DurakCoding(), random.Random(3), False
    env = raw("durak", 4, **TRANSFER)
    for seed in range(60):
        env.reset(seed=seed)
        while env._game.outcome() is None:
            view = env._game.view(None)
            assert isinstance(view, DurakView)
            unbeaten = [pair.attack for pair in view.table if pair.by is None]
            for number, action in env._numbered.items():
                if isinstance(action, Beat):
                    place = (number - 3 * CARDS) // CARDS
                    assert unbeaten[place] is action.target
                    met |= place > 0
            env.step(rng.choice(list(env._numbered)))
    assert met
    assert coding.actions == 366


def test_what_can_not_be_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="3 to 6"):
        perekur(2)
    with pytest.raises(IllegalAction):
        durak(2, {"mode": "sideways"})


def test_the_example_of_the_document_runs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.S)
    exec(example, {})


def test_the_document_has_the_sizes_of_the_code() -> None:
    text = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    for coding in (PerekurCoding(), DurakCoding()):
        title = coding.game.capitalize()
        assert f"| {title}, {coding.actions} |" in text
        assert f"| {title}, {coding.size} numbers |" in text
