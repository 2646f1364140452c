"""The conformance suites of PettingZoo, Gymnasium and OpenSpiel over all games and numbers of players.

    python -m cuberails.rl.conformance                          every suite: some minutes
    python -m cuberails.rl.conformance pettingzoo-api ...       those named

They are the libraries' own, at work on the games as they are installed here, and nothing is needed but the extra ``rl``.
A line for each suite and table; the exit code is 1 if one fails.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import env_checker
from pettingzoo import test as pettingzoo_test

from cuberails import registry
from cuberails.rl.aec import aec_env
from cuberails.rl.encoding import FORMS
from cuberails.rl.single import REGISTERED

TABLES = [(game, seats) for game in registry.GAMES for seats in registry.game(game).SEATS]
SETTINGS: tuple[dict[str, Any], ...] = (
    {}, {"observation": "planes"}, {"observation": "graph"}, {"raises": 5, "reward": "cash", "dense": 0.01},
)  # fmt: skip
"""What an environment is tried with, besides every value of the game's options."""
STEPS_BEYOND, MOST_STEPS = 20, 3000
"""So far the vectors are played beyond the end of the first game, and so far at most."""


def variants(game: str) -> Iterator[dict[str, Any]]:
    """All settings to try: ours, and each option at each value that is not its default."""
    yield from SETTINGS
    for option, values in registry.game(game).OPTIONS.items():
        yield from ({option.replace("-", "_"): value} for value in values[1:])


def pettingzoo_api(game: str, seats: int, cycles: int = 1000) -> None:
    for settings in variants(game):
        pettingzoo_test.api_test(aec_env(game, seats, **settings), num_cycles=cycles)


def pettingzoo_seed(game: str, seats: int) -> None:
    pettingzoo_test.seed_test(lambda: aec_env(game, seats), num_cycles=50)


def pettingzoo_performance(game: str, seats: int) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        pettingzoo_test.performance_benchmark(aec_env(game, seats))
    (turns,) = re.findall(r"([\d.]+) turns per second", said.getvalue())
    return f"{float(turns):,.0f} turns a second"


def pettingzoo_render(game: str, seats: int) -> None:
    pettingzoo_test.render_test(
        lambda render_mode: aec_env(game, seats, render_mode=render_mode),
        {"svg": lambda text: text.startswith("<svg") and text.endswith("</svg>")},
    )


def gymnasium_check(game: str, seats: int) -> None:
    """Every form of observation, then every seat."""
    for settings in (*({"observation": form} for form in FORMS), *({"seat": seat} for seat in (None, *range(1, seats)))):
        env_checker.check_env(gymnasium.make(gymnasium_name(game), players=seats, **settings).unwrapped)


def gymnasium_vectors(game: str, seats: int) -> None:
    """Both kinds of vectors offer masks, take what the masks allow, and play the same games."""
    played = [_vector(game, seats, mode) for mode in ("sync", "async")]
    assert played[0] == played[1], "the two kinds of vectors play different games"


def _vector(game: str, seats: int, mode: str) -> list[Any]:
    """Steps of two environments until a game has ended and the next has begun: actions, rewards and ends."""
    table = gymnasium.make_vec(gymnasium_name(game), num_envs=2, vectorization_mode=mode, players=seats, raises=3)
    rng, beyond = random.Random(1), 0
    played: list[Any] = []
    observation, _ = table.reset(seed=5)
    while beyond < STEPS_BEYOND:
        assert len(played) < MOST_STEPS, "no game comes to its end"
        actions = [rng.choice(np.flatnonzero(mask).tolist()) if mask.any() else 0 for mask in observation["action_mask"]]
        observation, rewards, over, _, info = table.step(np.array(actions))
        assert "illegal" not in info, info
        played.append((actions, rewards.tolist(), over.tolist()))
        beyond += bool(beyond) or any(over)
    table.close()
    return played


def gymnasium_name(game: str) -> str:
    return next(name for name, known in REGISTERED.items() if known == game)


def openspiel_simulation(game: str, seats: int, games: int = 3) -> None:
    """Legality, chance, clones, strings, tensors and returns in random games."""
    import pyspiel

    for raises in (0, 3):
        pyspiel.random_sim_test(openspiel_game(game, seats, raises=raises), num_sims=games, serialize=games > 1, verbose=False)


def openspiel_serialisation(game: str, seats: int) -> None:
    """Games and positions through ``pyspiel`` and pickle and back, clones, returns."""
    from open_spiel.python.tests import games_sim_test

    games_sim_test.GamesSimTest().sim_game(openspiel_game(game, seats))


def openspiel_observation(game: str, seats: int) -> None:
    """Their observer fills its tensor as the position does, for every seat."""
    from open_spiel.python.observation import make_observation

    loaded, rng = openspiel_game(game, seats), random.Random(1)
    observer, state = make_observation(loaded), loaded.new_initial_state()
    while not state.is_terminal():
        for seat in range(seats):
            observer.set_from(state, seat)
            assert observer.tensor.tolist() == state.observation_tensor(seat)
            assert observer.string_from(state, seat) == state.observation_string(seat)
        state.apply_action(rng.choice(state.legal_actions()))


def openspiel_search(game: str, seats: int) -> None:
    """Their ``mcts`` finds legal actions."""
    from open_spiel.python.algorithms import mcts

    loaded, rng = openspiel_game(game, seats, raises=3), np.random.RandomState(1)
    bot = mcts.MCTSBot(loaded, 1.4, 10, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = loaded.new_initial_state()
    searched = 0
    while searched < 2:
        searched += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()) if state.is_chance_node() else bot.step(state))  # an illegal one raises


def openspiel_game(game: str, seats: int, **parameters: Any) -> Any:
    import pyspiel

    from cuberails.rl.openspiel import short_name

    return pyspiel.load_game(short_name(game), {"players": seats, **parameters})


SUITES: dict[str, Callable[[str, int], str | None]] = {
    "pettingzoo-api": pettingzoo_api,
    "pettingzoo-seed": pettingzoo_seed,
    "pettingzoo-performance": pettingzoo_performance,
    "pettingzoo-render": pettingzoo_render,
    "gymnasium-check": gymnasium_check,
    "gymnasium-vectors": gymnasium_vectors,
    "openspiel-simulation": openspiel_simulation,
    "openspiel-serialisation": openspiel_serialisation,
    "openspiel-observation": openspiel_observation,
    "openspiel-search": openspiel_search,
}


def run(suite: str, game: str, seats: int) -> str:
    """What a suite says of a table, or nothing; what it prints is passed over."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # advice such as PettingZoo's to observe a Box, which has no place for a mask
        return SUITES[suite](game, seats) or ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m cuberails.rl.conformance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="all of them, or: " + ", ".join(SUITES))
    parser.add_argument("--game", choices=registry.GAMES, help="of this game only")
    parser.add_argument("--players", type=int, help="for so many players only")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.suites if name not in SUITES]:
        parser.error(f"there is no suite {', '.join(unknown)}; the suites are {', '.join(SUITES)}")
    tables = [table for table in TABLES if args.game in (None, table[0]) and args.players in (None, table[1])]
    if not tables:
        parser.error(f"no such game is for {args.players} players")
    failed = 0
    for suite in args.suites or SUITES:
        for game, seats in tables:
            start = time.monotonic()
            try:
                said = run(suite, game, seats) or "ok"
            except Exception as error:
                failed += 1
                said = f"FAILS: {type(error).__name__}: {error}"
            print(f"{suite:24} {game:16} {seats} players  {time.monotonic() - start:5.1f} s  {said}", flush=True)
    print(f"{failed} failed." if failed else "All passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
