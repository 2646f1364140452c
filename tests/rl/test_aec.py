"""The PettingZoo environments: their own conformance suites, and what those do not ask."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from cuberails.common.auction import PASS
from cuberails.core import BadInput, IllegalMove
from cuberails.rl import aec_env
from cuberails.rl.aec import REGISTERED
from tests.rl.tables import GAMES, MIDDLE, SMALL, TABLES


def play(env: Any, seed: int, watch: Any = None) -> dict[str, float]:
    """A random game to its end; what every agent got in all."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, truncated, _ = env.last()
        assert not truncated
        got[agent] += reward
        if watch and not over:
            watch(env, observation)
        env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return got


@pytest.mark.parametrize("name", REGISTERED)
def test_registered_names_are_those_of_the_environments(name: str) -> None:
    assert str(REGISTERED[name](players=3)) == name


def test_every_game_is_registered() -> None:
    assert len(REGISTERED) == len(GAMES)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_mask_is_what_is_legal(game: str, seats: int) -> None:
    def watch(env: Any, observation: Any) -> None:
        assert np.flatnonzero(observation["action_mask"]).tolist() == env.unwrapped.table.state.legal()

    got = play(aec_env(game, seats), 1, watch)
    assert sum(got.values()) == pytest.approx(1)


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_a_win_is_shared_by_the_winners_and_cash_by_all(game: str, seats: int) -> None:
    for reward in ("win", "cash"):
        env = aec_env(game, seats, reward=reward)
        got = list(play(env, 4).values())
        state = env.unwrapped.table.state
        winners, cash = state.winners(), state.scores()
        if reward == "win":
            assert got == [1 / len(winners) if seat in winners else 0 for seat in range(seats)]
        else:
            assert got == pytest.approx([amount / sum(cash) if any(cash) else 1 / seats for amount in cash])


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_dense_rewards_add_up_to_the_change_of_cash(game: str, seats: int) -> None:
    env = aec_env(game, seats, dense=1.0)
    env.reset(seed=3)
    start = env.unwrapped.table.state.scores()
    got = play(env, 3)
    state = env.unwrapped.table.state
    winners = state.winners()
    for seat, reward in enumerate(got.values()):
        won = 1 / len(winners) if seat in winners else 0
        assert reward == pytest.approx(state.scores()[seat] - start[seat] + won)


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_an_illegal_action_says_why_and_changes_nothing(game: str, seats: int) -> None:
    env = aec_env(game, seats)
    env.reset(seed=1)
    before = env.unwrapped.table.state.to_json()
    mask = env.last()[0]["action_mask"]
    with pytest.raises(IllegalMove):
        env.step(int(np.flatnonzero(mask == 0)[-1]))
    with pytest.raises(IllegalMove, match="Actions are numbers from 0 to"):
        env.step(len(mask))
    assert env.unwrapped.table.state.to_json() == before


@pytest.mark.parametrize("action", ["bid 12", 2.7, None, np.array([1, 2])])
def test_an_action_that_is_no_number(action: Any) -> None:
    env = aec_env("chicago-express", 3)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="Actions are numbers from 0 to 4266, not "):
        env.step(action)


def test_no_step_before_the_game_begins() -> None:
    with pytest.raises(BadInput, match="No game has begun: call reset first"):
        aec_env("chicago-express", 3).unwrapped.table.step(0)


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_a_copy_goes_on_alike_and_by_itself(game: str, seats: int) -> None:
    env = aec_env(game, seats)
    env.reset(seed=1)
    before = env.unwrapped.table.state.to_json()
    ends = []
    for made in (deepcopy(env), pickle.loads(pickle.dumps(env))):
        rng = random.Random(2)
        while not made.unwrapped.table.over:
            made.step(rng.choice(made.unwrapped.table.legal))
        ends.append(made.unwrapped.table.state.to_json())
    assert ends[0] == ends[1] != before
    assert env.unwrapped.table.state.to_json() == before


def test_people_see_every_position_as_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec_env("chicago-express", 3, render_mode="human")
    env.reset(seed=1)
    assert "to decide: seat 1" in capsys.readouterr().out
    env.step(PASS)
    assert "to decide: seat 2" in capsys.readouterr().out


def test_the_state_is_the_position_as_the_first_seat_sees_it() -> None:
    env = aec_env("german-railways", 3, observation="graph")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[1]))
    assert env.state_space.contains(env.state())
    assert np.array_equal(env.state(), env.unwrapped.table.encoder.vector(env.unwrapped.table.state, 0))


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_raises_are_the_lowest_legal_bids(game: str, seats: int) -> None:
    def watch(env: Any, observation: Any) -> None:
        table = env.unwrapped.table
        meant = [table.actions.meant(table.state, int(number)) for number in np.flatnonzero(observation["action_mask"])]
        legal = table.state.legal()
        codes = [table.game.code(action) for action in legal]
        bids = sum(code.startswith("bid ") for code in codes)
        assert meant == legal[: len(legal) - max(0, bids - 2)]

    play(aec_env(game, seats, raises=2), 2, watch)


def test_a_bid_that_is_not_offered_is_refused_with_the_rule() -> None:
    """Who has 3 of 40 thalers left is offered 1, 2 and 3; the fourth lowest bid would be 4."""
    env = aec_env("german-railways", 3, raises=40)
    env.reset(seed=1)
    lowest = int(np.flatnonzero(env.last()[0]["action_mask"])[1])
    for action in (lowest + 36, PASS, PASS):
        env.step(action)
    assert np.flatnonzero(env.last()[0]["action_mask"]).tolist() == [PASS, lowest, lowest + 1, lowest + 2]
    with pytest.raises(IllegalMove, match="A-3: A bid of 4 is more than your cash of 3"):
        env.step(lowest + 3)


def test_the_same_seed_is_the_same_chance_and_without_one_it_goes_on() -> None:
    def start(env: Any, seed: int | None) -> dict[str, Any]:
        env.reset(seed=seed)
        return dict(env.unwrapped.table.state.to_json())

    env, again = aec_env("credit-mobilier", 3), aec_env("credit-mobilier", 3)
    first = start(env, 8)
    assert start(again, 8) == first
    second = start(env, None)
    assert second == start(again, None) != first


def test_settings_may_be_numbers_of_numpy() -> None:
    env = aec_env("german-railways", np.int64(3), raises=np.int64(4), dense=np.float32(0.5))
    assert (env.unwrapped.table.players, env.unwrapped.table.actions.raises, env.unwrapped.table.dense) == (3, 4, 0.5)


def test_options_reach_the_game() -> None:
    env = aec_env("german-railways", 3, order="one-each", end_vote="on")
    assert env.unwrapped.table.state.options == {"order": "one-each", "end-vote": "on"}


def test_a_board_of_ones_own() -> None:
    env = aec_env("chicago-express", 3, board=SMALL, observation="planes")
    board = env.unwrapped.table.board
    assert env.action_space("player_0").n == board.bid + 4096
    assert sum(play(env, 1).values()) == pytest.approx(1)
    assert env.render() is None


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": 7}, "2 to 6 players, not 7"),
        ({"players": 3, "reward": "points"}, "The reward is one of win, cash, not “points”"),
        ({"players": 3, "render_mode": "film"}, "The render mode is one of human, ansi, rgb_array, svg, not “film”"),
        ({"players": 3, "raises": 0}, "raises is a whole number from 1, not 0"),
        ({"players": 3, "raises": "many"}, "raises is a whole number from 1, not many"),
        ({"players": 3, "dense": "yes"}, "dense is a number, not yes"),
        ({"players": 3, "dividends": "never"}, "dividends is one of before-turn, before-action, not “never”"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        aec_env("chicago-express", **settings)
