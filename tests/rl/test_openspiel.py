"""The games in OpenSpiel: its random simulations, serialisation, observations and its search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cuberails import registry
from cuberails.core import CHANCE, BadInput, IllegalMove
from tests.rl.tables import GAMES, MIDDLE, SMALL

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
def test_an_illegal_action_changes_nothing(game: str, seats: int) -> None:
    state = load(game, seats).new_initial_state()
    before = str(state)
    for action in (10**8, next(action for action in range(999) if action not in state.legal_actions())):
        with pytest.raises(IllegalMove):
            state.apply_action(action)
    assert str(state) == before


def test_who_remembers_everything_is_told_the_moves() -> None:
    state = load("chicago-express", 3).new_initial_state()
    for action in state.legal_actions()[1], 0:
        state.apply_action(action)
    assert state.information_state_string(2) == state.history_str()


def test_a_position_is_written_without_the_board_of_the_game() -> None:
    own, small = (load("chicago-express", 3, **more).new_initial_state() for more in ({}, {"board": str(SMALL)}))
    assert len(own.serialize()) < 2000 < len(small.serialize())


def test_a_board_of_ones_own() -> None:
    loaded = load("chicago-express", 3, board=str(SMALL))
    assert loaded.new_initial_state().legal_actions()[-1] < loaded.num_distinct_actions() < registry.game("chicago-express").ACTIONS
    games_sim_test.GamesSimTest().sim_game(loaded)


def test_parameters_that_cannot_be() -> None:
    with pytest.raises(BadInput, match="The reward is one of win, cash, not “points”"):
        load("chicago-express", 3, reward="points")


def test_parameters_reach_the_game() -> None:
    loaded = pyspiel.load_game("python_cuberails_chicago_express(players=2,dividends=before-action,raises=4,reward=cash)")
    state = loaded.new_initial_state()
    assert "before-action" in str(state)
    assert len(state.legal_actions()) == 5
