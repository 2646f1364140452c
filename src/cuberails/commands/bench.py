"""``cuberails bench``: how fast the rules are, beside programs whose speed is known.

Every contestant plays uniformly at random in one process. They take turns in short rounds and the
median counts; seconds are those the processor spent on us. So a busy machine spoils little.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from cuberails import registry
from cuberails.bots import speed
from cuberails.commands import shared, yardsticks
from cuberails.commands.perft import options
from cuberails.common.words import N_, say
from cuberails.core import CHANCE, OVER, Game, draw

SEATS = 4
LAST = Path("benchmarks") / "last.json"
ROUNDS, SECONDS = 7, 1.0
QUICK = 3, 0.25
LIVE = 10_000
"""Positions that are held in memory at once."""
PERFT_DEPTH = 3
WIDE = 160
"""Columns of the table when it is written to a file, so that no name is cut."""


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "bench", description="Measure the rules: random play, copies, perft, memory, and in the same run the yardsticks that are installed."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games: " + ", ".join(registry.GAMES))
    parser.add_argument("--quick", action="store_true", help="a rough figure in a few seconds")
    parser.add_argument("--rounds", type=shared.positive, metavar="R", help=f"how often each is measured (default: {ROUNDS})")
    parser.add_argument("--yardsticks", action=argparse.BooleanOptionalAction, default=True, help="play catanatron and python-chess, too")
    parser.add_argument("--save", action="store_true", help=f"keep the figures in {LAST}, which later runs are compared with")
    parser.set_defaults(run=run)


class Tally(NamedTuple):
    """What was played in one round."""

    games: int
    decisions: int
    real: int
    """Decisions with more than one legal action."""
    chances: int
    seconds: float


def run(args: argparse.Namespace) -> int:
    rounds, seconds = QUICK if args.quick else (ROUNDS, SECONDS)
    games = [registry.game(name) for name in args.games or registry.GAMES]
    contestants: dict[str, Callable[[float], Tally]] = {game.NAME: Playing(game).round for game in games}
    if args.yardsticks:
        found, missing = yardsticks.available()
        contestants |= found
        for name in missing:
            print(say(N_("{name} is not installed, so there is no comparison with it: pip install 'cuberails[bench]'"), name=name))
    figures = measure(contestants, args.rounds or rounds, seconds)
    for game in games:
        figures[game.NAME] |= extras(game, args.quick)
    last = json.loads(LAST.read_text(encoding="utf-8"))["figures"] if LAST.exists() else {}
    show(figures, last)
    if args.save:
        LAST.parent.mkdir(exist_ok=True)
        text = json.dumps({"python": platform.python_version(), "machine": platform.machine(), "figures": figures}, indent=1)
        LAST.write_text(text + "\n", encoding="utf-8")
    return 0


class Playing:
    """Random play of one game, round after round with the same source of chance."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rng = Random(1)

    def round(self, seconds: float) -> Tally:
        """Play whole games until the time is up."""
        new, rng = self.game.new, self.rng
        random = rng.random
        games = decisions = real = chances = 0
        begun = time.process_time()
        end = begun + seconds
        while time.process_time() < end:
            state = new(SEATS)
            seat = state.seat
            while seat != OVER:
                if seat == CHANCE:
                    chances += 1
                    state.apply(draw(state, rng))
                else:
                    legal = state.legal()
                    choices = len(legal)
                    decisions += 1
                    real += choices > 1
                    state.apply(legal[int(random() * choices)])
                seat = state.seat
            games += 1
        return Tally(games, decisions, real, chances, time.process_time() - begun)


def measure(contestants: dict[str, Callable[[float], Tally]], rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """The medians over the rounds, in which all contestants take turns."""
    tallies: dict[str, list[Tally]] = {name: [] for name in contestants}
    for play in contestants.values():
        play(0.05)  # imports and caches
    for _ in range(rounds):
        for name, play in contestants.items():
            gc.collect()
            tallies[name].append(play(seconds))
    return {name: _medians(found) for name, found in tallies.items()}


def _medians(tallies: list[Tally]) -> dict[str, float]:
    def median(count: Callable[[Tally], int]) -> float:
        return statistics.median(count(tally) / tally.seconds for tally in tallies)

    return {
        "games/s": median(lambda tally: tally.games),
        "decisions/s": median(lambda tally: tally.decisions),
        "real decisions/s": median(lambda tally: tally.real),
        "chance/s": median(lambda tally: tally.chances),
        "games played": sum(tally.games for tally in tallies),
    }


def extras(game: Game, quick: bool) -> dict[str, float]:
    """Copying, perft, memory and the speed of the bots, on positions from the middle of random games."""
    states = positions(game, 100 if quick else 400)
    copies = []
    for _ in range(7):
        begun = time.process_time()
        for _ in range(20):
            for state in states:
                state.copy()
        copies.append((time.process_time() - begun) / (20 * len(states)))
    visited = 0
    begun = time.process_time()
    for state in states:
        visited += visit(state, PERFT_DEPTH, 20_000)
        if time.process_time() - begun > (0.3 if quick else 2.0):
            break
    nodes = visited / (time.process_time() - begun)
    most = 0.5 if quick else 5.0
    return {
        "copy µs": statistics.median(copies) * 1e6, "perft nodes/s": nodes, "MB per 10,000 states": memory(states),
        "greedy ms": speed.greedy_milliseconds(states, most), "mcts simulations/s": speed.simulations_per_second(states, most),
    }  # fmt: skip


def positions(game: Game, number: int) -> list[Any]:
    """Positions spread over random games."""
    rng = Random(2)
    found: list[Any] = []
    while len(found) < number:
        state, played = game.new(SEATS), []
        while state.seat != OVER:
            played.append(state.copy())
            state.apply(draw(state, rng) if state.seat == CHANCE else rng.choice(state.legal()))
        found += rng.sample(played, min(10, len(played)))
    return found[:number]


def visit(state: Any, depth: int, most: int) -> int:
    """Make every position up to so many actions ahead, one by one, at most about ``most``; how many they were."""
    if depth == 0 or most <= 0:
        return 0
    made = 0
    for action in options(state):
        if made >= most:
            break
        after = state.copy()
        after.apply(action)
        made += 1 + visit(after, depth - 1, most - made - 1)
    return made


def memory(states: list[Any]) -> float:
    """Megabytes that 10,000 copies of positions hold."""
    gc.collect()
    tracemalloc.start()
    held = [states[number % len(states)].copy() for number in range(LIVE)]
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size / 1e6 if held else 0.0


def show(figures: dict[str, dict[str, float]], last: dict[str, dict[str, float]]) -> None:
    """The figures as a table, with the change since the last kept ones, and the ratios to the yardsticks."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in figures:
        table.add_column(name, justify="right")
    for figure in dict.fromkeys(figure for row in figures.values() for figure in row):
        table.add_row(figure, *[_cell(row.get(figure), last.get(name, {}).get(figure)) for name, row in figures.items()])
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    console.print(table)
    for yardstick in [name for name in figures if name not in registry.GAMES]:
        speed = figures[yardstick]["decisions/s"]
        ratios = [f"{name} {row['decisions/s'] / speed:.1f}" for name, row in figures.items() if name in registry.GAMES]
        console.print(say(N_("Times the decisions/s of {name}: {ratios}"), name=yardstick, ratios=", ".join(ratios)))


def _cell(value: float | None, before: float | None) -> str:
    if value is None:
        return ""
    shown = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"
    return f"{shown} {value / before - 1:+.0%}" if before else shown
