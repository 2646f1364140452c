"""The Gymnasium environments: one seat against bots."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from cuberails.core import BadInput, IllegalMove
from cuberails.rl import seat_env, single
from tests.rl.tables import GAMES, TABLES

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


def test_dense_rewards_count_what_happens_before_the_first_decision() -> None:
    """The Credit Mobilier pays everybody as soon as somebody has built and the next player wants dividends."""
    early = 0
    for seed in range(60):
        env = seat_env("credit-mobilier", 4, seat=None, dense=1.0)
        _, info = env.reset(seed=seed)
        seat = info["seat"]
        early += info["cash"][seat] != 3
        rewards, _ = play(env, seed)
        state = env.table.state
        won = 1 / len(state.winners()) if seat in state.winners() else 0
        assert sum(rewards) == pytest.approx(state.scores()[seat] - 3 + won)
    assert early


def test_people_see_every_position_of_the_learner_as_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    env = seat_env("chicago-express", 3, seat=2, render_mode="human")
    observation, _ = env.reset(seed=1)
    assert "to decide: seat 3" in capsys.readouterr().out
    env.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert "to decide: seat 3" in capsys.readouterr().out


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


def test_bots_are_names_or_made_by_what_is_given() -> None:
    class First:
        def choose(self, state: Any, rng: Any, clock: Any) -> int:
            return int(state.legal()[0])

    named, given = (seat_env("chicago-express", 3, bots=bots) for bots in ("lively,random", [First, lambda: First()]))
    named.reset(seed=1)
    given.reset(seed=1)
    given.step(given.table.legal[-1])
    assert given.table.state.shares[:: len(given.table.game.COMPANIES)] == [1, 0, 0], "the others pass"


def test_masks_have_the_name_that_maskable_ppo_asks_for() -> None:
    env = seat_env("chicago-express", 3)
    observation, _ = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == observation["action_mask"].astype(bool).tolist()


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
        ({"bots": "random,greedy,lively"}, "There are 3 bots for 2 seats"),
        ({"illegal": "dear"}, "illegal is a number, not dear"),
        ({"seat": 3}, "The seat is a number from 0 to 2, not 3"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        seat_env("chicago-express", 3, **settings)
