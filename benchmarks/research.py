"""How big the games are, and how many steps a second each research interface makes; prints the tables of docs/research.md.

    python benchmarks/research.py --seconds 3
    python benchmarks/research.py --seconds 3 --catanatron PYTHON    # an interpreter that has catanatron_gym

Every figure is random play by one process, per second of processor time, a new game after each: the mask is read, a
legal action drawn, the step made, the next observation built. For catanatron's Gym environment and ours that is one step of
the learner with the others' moves in it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import gymnasium
import numpy as np
import open_spiel.python.games  # noqa: F401 - registers OpenSpiel's own Python games
import pyspiel
from open_spiel.python.observation import make_observation

import cuberails.rl.openspiel as ours
from cuberails import bots, registry
from cuberails.core import CHANCE, OVER, draw
from cuberails.rl import aec_env, encoder, single
from cuberails.rl.table import Table

PLAYERS = 3
ALIKE = ("chess", "backgammon", "gin_rummy", "python_block_dominoes")
"""Games of OpenSpiel with hundreds of decisions or with chance; the last one is written in Python like ours."""

CATANATRON = """
import json, random, sys, time
import gymnasium, catanatron_gym
env = gymnasium.make("catanatron_gym:catanatron-v1")
env.reset(seed=1); rng = random.Random(1)
def play(seconds):
    steps, start, over = 0, time.process_time(), False
    while time.process_time() - start < seconds:
        observation, reward, over, cut, info = env.step(rng.choice(env.unwrapped.get_valid_actions()))
        steps += 1
        if over or cut: env.reset()
    return steps / (time.process_time() - start)
play(0.5)
print(json.dumps(play(float(sys.argv[1]))))
"""

Steps = Iterator[None]
"""Makes a step whenever it is asked for the next item."""


def core(game: str) -> Steps:
    """The rules alone: no array is made."""
    rng, module = random.Random(1), registry.game(game)
    while True:
        state = module.new(PLAYERS)
        while state.seat != OVER:
            legal = state.legal()
            state.apply(draw(state, rng) if state.seat == CHANCE else legal[rng.randrange(len(legal))])
            yield


def pettingzoo(game: str, **settings: Any) -> Steps:
    rng, env = random.Random(1), aec_env(game, PLAYERS, **settings)
    env.reset(seed=1)
    while True:
        observation, _, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        env.step(rng.choice(np.flatnonzero(observation["action_mask"].view(bool)).tolist()))
        yield


def table(game: str) -> Steps:
    """Observation and mask of every decision, from what both environments are made of, without their bookkeeping."""
    rng, at = random.Random(1), Table(game, PLAYERS)
    while True:
        at.start(rng.randrange(2**32))
        while not at.over:
            seen = at.observe(at.state.seat)
            at.step(rng.choice(np.flatnonzero(seen["action_mask"].view(bool)).tolist()))
            yield


def gym(game: str) -> Steps:
    rng = random.Random(1)
    name = next(name for name, known in single.REGISTERED.items() if known == game)
    env = gymnasium.make(name, players=2 if game != "german-railways" else 3)
    observation, _ = env.reset(seed=1)
    while True:
        observation, _, over, _, _ = env.step(rng.choice(np.flatnonzero(observation["action_mask"].view(bool)).tolist()))
        if over:
            observation, _ = env.reset()
        yield


def openspiel(name: str, tensor: str = "") -> Steps:
    """``tensor``: nothing, ``list`` (``observation_tensor``) or ``array`` (the observer)."""
    rng, game = random.Random(1), pyspiel.load_game(name)
    observer = make_observation(game) if tensor == "array" else None
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                if tensor == "list":
                    state.observation_tensor(state.current_player())
                elif observer:
                    observer.set_from(state, state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
            yield


def rate(make: Callable[[], Steps], seconds: float) -> float:
    """Steps a second, after a warm-up."""
    steps = make()
    for _ in range(200):
        next(steps)
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(20):
            next(steps)
        count += 20
    return count / (time.process_time() - start)


def catanatron(python: str, seconds: float) -> str:
    done = subprocess.run([python, "-c", CATANATRON, str(seconds)], capture_output=True, text=True, check=False)
    if done.returncode:
        return f"not measured: {(done.stderr.strip().splitlines() or ['it failed'])[-1]}"
    return f"{json.loads(done.stdout):,.0f}"


def sizes(game: str, players: int, bot: str, games: int) -> str:
    """Decisions of a game, legal actions of a decision, draws of a game."""
    module, lengths, widths, draws = registry.game(game), [], [], []
    for seed in range(games):
        rng, state = random.Random(seed), module.new(players)
        seats = [bots.load(bot) for _ in range(players)]
        decisions = drawn = 0
        while state.seat != OVER:
            if state.seat == CHANCE:
                drawn += 1
                state.apply(draw(state, rng))
                continue
            widths.append(len(state.legal()))
            decisions += 1
            state.apply(seats[state.seat].choose(state.copy(), rng, None))
        lengths.append(decisions)
        draws.append(drawn)
    return (
        f"| {game} | {players} | {bot} | {games} | {statistics.mean(lengths):.0f} | {max(lengths)} | {statistics.mean(widths):.1f} "
        f"| {max(widths)} | {statistics.mean(draws):.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3, help="for each figure (default: %(default)s)")
    parser.add_argument("--games", type=int, default=200, help="for the sizes (default: %(default)s)")
    parser.add_argument("--catanatron", default=sys.executable, metavar="PYTHON", help="the interpreter that has catanatron_gym")
    args = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, one process; {args.seconds:g} s a figure\n")
    print("| game | players | action ids | with `raises=10` | vector | planes | nodes |\n| --- | --- | --- | --- | --- | --- | --- |")
    for game in registry.GAMES:
        seats, made = registry.game(game).SEATS, encoder(game, PLAYERS)
        short = aec_env(game, PLAYERS, raises=10).unwrapped.table.actions.count
        forms = [made.space("vector").shape, made.space("planes")["planes"].shape, made.space("graph")["nodes"].shape]
        shapes = " | ".join("×".join(map(str, shape)) for shape in forms)
        print(f"| {game} | {seats[0]} to {seats[-1]} | {made.parts.actions:,} | {short:,} | {shapes} |")
    print("\n| game | players | bots | games | decisions | at most | legal actions | at most | draws |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for game in registry.GAMES:
        for players in (PLAYERS, PLAYERS + 1):
            for bot in ("random", "lively", "greedy"):
                print(sizes(game, players, bot, args.games), flush=True)
    print("\n| steps a second | " + " | ".join(registry.GAMES) + " |\n| --- | --- | --- | --- |")
    rows: dict[str, Callable[[str], Steps]] = {
        "rules alone (`legal`, `apply`)": core,
        "`rl.table.Table`, vector": table,
        "PettingZoo, vector": pettingzoo,
        "PettingZoo, vector, `raises=10`": lambda game: pettingzoo(game, raises=10),
        "PettingZoo, planes": lambda game: pettingzoo(game, observation="planes"),
        "Gymnasium, a step of the learner against random": gym,
        "OpenSpiel, no observation": lambda game: openspiel(f"{ours.short_name(game)}(players={PLAYERS})"),
        "OpenSpiel, `observation_tensor`": lambda game: openspiel(f"{ours.short_name(game)}(players={PLAYERS})", "list"),
        "OpenSpiel, observer": lambda game: openspiel(f"{ours.short_name(game)}(players={PLAYERS})", "array"),
    }
    for name, make in rows.items():
        figures = [f"{rate(lambda make=make, game=game: make(game), args.seconds):,.0f}" for game in registry.GAMES]  # type: ignore[misc]
        print(f"| {name} | {' | '.join(figures)} |", flush=True)
    print("\n| beside them | steps a second |\n| --- | --- |")
    for name in ALIKE:
        for says, tensor in (("no observation", ""), ("`observation_tensor`", "list"), ("observer", "array")):
            figure = rate(lambda name=name, tensor=tensor: openspiel(name, tensor), args.seconds)  # type: ignore[misc]
            print(f"| OpenSpiel's {name}, {says} | {figure:,.0f} |", flush=True)
    print(
        f"| catanatron's Gym environment, a step of the learner against random, 2 players | {catanatron(args.catanatron, args.seconds)} |"
    )


if __name__ == "__main__":
    main()
