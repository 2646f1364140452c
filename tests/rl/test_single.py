"""The Gymnasium environments: one seat against bots."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import env_checker

from cuberails.core import BadInput, IllegalMove
from cuberails.rl import seat_env, single
from tests.rl.tables import GAMES, MIDDLE, TABLES

NAMES = {game: name for name, game in single.REGISTERED.items()}


def play(env: Any, seed: int) -> tuple[list[float], list[int]]:
    """A random game of the learner: the rewards and the actions."""
    rng = random.Random(seed)
    observation, _ = env.reset(seed=seed)
    rewards, actions, over = [], [], False
    while not over:
        actions.append(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        observation, reward, over, _, _ = env.step(actions[-1])
        rewards.append(reward)
    return rewards, actions


def test_every_game_is_registered() -> None:
    assert sorted(NAMES) == sorted(GAMES)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("form", ["vector", "planes", "graph"])
@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_check_env(game: str, seats: int, form: str) -> None:
    env_checker.check_env(gymnasium.make(NAMES[game], players=seats, observation=form).unwrapped)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_check_env_everywhere(game: str, seats: int) -> None:
    for seat in (None, *range(seats)):
        env_checker.check_env(gymnasium.make(NAMES[game], players=seats, seat=seat).unwrapped)


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("game", GAMES)
def test_vectors_of_environments_carry_masks(game: str, mode: str) -> None:
    table = gymnasium.make_vec(NAMES[game], num_envs=2, vectorization_mode=mode, players=3, raises=3)
    rng = random.Random(1)
    finished = 0
    observation, _ = table.reset(seed=5)
    for _ in range(150):
        masks = observation["action_mask"]
        actions = np.array([rng.choice(np.flatnonzero(mask).tolist()) if mask.any() else 0 for mask in masks])
        observation, _, over, _, info = table.step(actions)
        assert "illegal" not in info
        assert observation["action_mask"].shape == masks.shape
        finished += int(over.sum())
    assert finished
    table.close()


def test_both_kinds_of_vectors_play_the_same_games() -> None:
    seen = []
    for mode in ("sync", "async"):
        table = gymnasium.make_vec(NAMES["chicago-express"], num_envs=2, vectorization_mode=mode, players=3)
        observation, _ = table.reset(seed=9)
        for _ in range(20):
            observation, *_ = table.step(np.array([np.flatnonzero(mask)[0] for mask in observation["action_mask"]]))
        seen.append(observation["observation"])
        table.close()
    assert np.array_equal(*seen)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_learner_is_asked_and_paid(game: str, seats: int) -> None:
    for seat in range(seats):
        env = seat_env(game, seats, seat=seat)
        observation, info = env.reset(seed=seat)
        assert info["seat"] == env.table.state.seat == seat
        assert np.flatnonzero(observation["action_mask"]).tolist() == env.table.state.legal()
        rewards, _ = play(env, seat)
        winners = env.table.state.winners()
        assert sum(rewards) == (1 / len(winners) if seat in winners else 0)


def test_dense_rewards_count_what_happens_in_the_turns_of_others() -> None:
    env = seat_env("chicago-express", 3, seat=1, dense=1.0, reward="cash")
    env.reset(seed=2)
    start = env.table.state.scores()[1]
    rewards, _ = play(env, 2)
    cash = env.table.state.scores()
    assert sum(rewards) == pytest.approx(cash[1] - start + cash[1] / sum(cash))


def test_the_same_seed_is_the_same_game() -> None:
    env = seat_env("chicago-express", 4, seat=None)
    first, second, other = play(env, 3), play(env, 3), play(env, 4)
    assert first == second != other


def test_an_illegal_action_costs_its_price_and_says_why() -> None:
    env = seat_env("chicago-express", 3, illegal=-0.5)
    observation, _ = env.reset(seed=1)
    again, reward, over, truncated, info = env.step(2)
    assert (reward, over, truncated) == (-0.5, False, False)
    assert info["illegal"] == "A-2: A share of PRR is being auctioned: bid or pass."
    assert np.array_equal(again["observation"], observation["observation"])
    strict = seat_env("chicago-express", 3, illegal=None)
    strict.reset(seed=1)
    with pytest.raises(IllegalMove):
        strict.step(2)


def test_a_game_that_is_over_stays_over() -> None:
    env = seat_env("credit-mobilier", 2)
    play(env, 1)
    _, reward, over, _, info = env.step(0)
    assert (reward, over) == (-1.0, True)
    assert "over" in info["illegal"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"bots": []}, "Name at least one bot"),
        ({"bots": ["nobody"]}, "There is no bot “nobody”"),
        ({"seat": 3}, "The seat is a number from 0 to 2, not 3"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        seat_env("chicago-express", 3, **settings)
