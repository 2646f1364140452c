"""The games in OpenSpiel: its random simulations, serialisation, observations and its search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cuberails import registry
from cuberails.core import CHANCE
from tests.rl.tables import GAMES, MIDDLE, SMALL, TABLES

pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel, which has no wheels for Windows")
openspiel = pytest.importorskip("cuberails.rl.openspiel")
games_sim_test = pytest.importorskip("open_spiel.python.tests.games_sim_test")
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")


def load(game: str, seats: int, **params: object) -> object:
    return pyspiel.load_game(openspiel.short_name(game), {"players": seats, **params})


def test_every_game_is_registered() -> None:
    assert {openspiel.short_name(game) for game in GAMES} <= set(pyspiel.registered_names())
    assert str(pyspiel.load_game("python_cuberails_chicago_express(players=4)").num_players()) == "4"


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_random_sim(game: str, seats: int) -> None:
    pyspiel.random_sim_test(load(game, seats), num_sims=1, serialize=False, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("raises", [0, 3])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_random_sim_everywhere(game: str, seats: int, raises: int) -> None:
    pyspiel.random_sim_test(load(game, seats, raises=raises), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_serialisation_clones_and_returns(game: str, seats: int) -> None:
    games_sim_test.GamesSimTest().sim_game(load(game, seats))


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_serialisation_clones_and_returns_everywhere(game: str, seats: int) -> None:
    games_sim_test.GamesSimTest().sim_game(load(game, seats))


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_observations_actions_and_chance_are_those_of_the_game(game: str, seats: int) -> None:
    loaded = load(game, seats)
    state = loaded.new_initial_state()
    module = registry.game(game)
    ours = module.new(seats)
    rng = random.Random(1)
    while not state.is_terminal():
        assert state.legal_actions() == ours.legal()
        assert state.current_player() == ours.seat
        if ours.seat == CHANCE:
            total = sum(weight for _, weight in ours.chance())
            assert state.chance_outcomes() == [(action, weight / total) for action, weight in ours.chance()]
        else:
            tensor = np.array(state.observation_tensor(ours.seat), np.float32)
            assert np.array_equal(tensor, loaded.encoder.vector(ours, ours.seat))
        action = rng.choice(ours.legal())
        assert state.action_to_string(state.current_player(), action) == module.code(action)
        state.apply_action(action)
        ours.apply(action)
    assert str(state) == str(ours.to_json())
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_their_search_runs_on_our_games(game: str, seats: int) -> None:
    loaded = load(game, seats, raises=3)
    state = loaded.new_initial_state()
    rng = np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(loaded, 1.4, 20, evaluator, random_state=rng)
    assert bot.step(state) in state.legal_actions()


def test_a_board_of_ones_own() -> None:
    loaded = load("chicago-express", 3, board=str(SMALL))
    assert loaded.new_initial_state().legal_actions()[-1] < loaded.num_distinct_actions() < registry.game("chicago-express").ACTIONS
    games_sim_test.GamesSimTest().sim_game(loaded)


def test_parameters_reach_the_game() -> None:
    loaded = pyspiel.load_game("python_cuberails_chicago_express(players=2,dividends=before-action,raises=4,reward=cash)")
    state = loaded.new_initial_state()
    assert "before-action" in str(state)
    assert len(state.legal_actions()) == 5
