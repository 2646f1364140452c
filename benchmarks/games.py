"""The games in figures: length, decisions, branching and ends, for a bot at every seat.

``python benchmarks/games.py --bots random --games 2000`` prints one table in Markdown; docs/games.md holds
what it printed. A seat count has its own line, and so has every option.
"""

from __future__ import annotations

import argparse
import platform
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from statistics import fmean
from typing import Any, NamedTuple

from cuberails import bots, registry
from cuberails.bots.match import ask
from cuberails.core import CHANCE, OVER, draw


class Game(NamedTuple):
    """What one game was like."""

    moves: int
    bids: list[int]
    """How many legal actions there were, decision by decision in the auctions: one for every amount, and the pass."""
    others: list[int]
    """The same of all other decisions."""
    winner_cash: int
    first_wins: float
    """The share of the victory of seat 1."""
    reason: str


def play(name: str, seats: int, options: dict[str, str], bot: str, seed: str) -> Game:
    """One game between equal bots; a decision is a position with more than one legal action."""
    state: Any = registry.game(name).new(seats, **options)
    dice = random.Random(seed)
    players = [(bots.load(bot), random.Random(f"{seed}/{seat}")) for seat in range(seats)]
    moves = 0
    bids: list[int] = []
    others: list[int] = []
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.apply(draw(state, dice))
        else:
            legal = len(state.legal())
            if legal > 1:
                (bids if getattr(state, "auction", None) else others).append(legal)
            state.apply(ask(players[state.seat][0], bot, state, players[state.seat][1], None))
        moves += state.whole()
    winners = state.winners()
    return Game(moves, bids, others, max(state.scores()), (0 in winners) / len(winners), state.reason)


def percent(part: float) -> str:
    """A share that is not nothing does not look like nothing."""
    return f"{100 * part:.0f}%" if part >= 0.01 else "<1%"


def row(name: str, seats: int, options: dict[str, str], games: list[Game]) -> str:
    """A line of the table."""
    count = len(games)
    lengths = sorted(game.moves for game in games)
    bids = [choices for game in games for choices in game.bids]
    others = [choices for game in games for choices in game.others]
    reasons = Counter(game.reason for game in games)
    ends = ", ".join(f"{reason} {percent(often / count)}" for reason, often in reasons.most_common())
    chosen = " ".join(value for option, value in options.items() if value != registry.game(name).OPTIONS[option][0]) or "-"
    first = 100 * sum(game.first_wins for game in games) / count
    cells = [
        name, str(seats), chosen, f"{sum(lengths) / count:.0f}", f"{lengths[count // 20]}-{lengths[count - 1 - count // 20]}",
        f"{(len(bids) + len(others)) / count:.0f}",
        f"{fmean(bids + others):.1f}", f"{fmean(bids):.1f}" if bids else "-", f"{fmean(others):.1f}",
        f"{sum(game.winner_cash for game in games) / count:.0f}", f"{first:.0f}% of {100 / seats:.0f}%", ends,
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="random", help="the bot on every seat")
    parser.add_argument("--games", type=int, default=200, help="games for each line")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("names", nargs="*", default=list(registry.GAMES), help="the games; all if none is named")
    asked = parser.parse_args()
    print(f"`{asked.bots}` on every seat, {asked.games} games a line, seed {asked.seed}, Python {platform.python_version()}\n")
    heads = [
        "game", "players", "option", "moves", "90% of games", "decisions", "choices", "of a bid", "of others", "winner's cash",
        "seat 1 wins, fair", "ends",
    ]  # fmt: skip
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name in asked.names:
            game = registry.game(name)
            for values, seats in product(product(*game.OPTIONS.values()), game.SEATS):
                options = dict(zip(game.OPTIONS, values, strict=True))
                seeds = [f"{asked.seed}/{number}" for number in range(asked.games)]
                count = len(seeds)
                played = pool.map(play, [name] * count, [seats] * count, [options] * count, [asked.bots] * count, seeds, chunksize=10)
                print(row(name, seats, options, list(played)), flush=True)


if __name__ == "__main__":
    main()
