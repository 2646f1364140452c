"""What a board of Credit Mobilier is like to play on.

    python benchmarks/credit_mobilier_board.py --games 2000
    python benchmarks/credit_mobilier_board.py --board my-board.csv --players 4 --bots greedy

For every number of players: turns per game, victories by the order of turns, and how often and how much each
company pays. Game k of a seed is always the same game.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from cuberails import record
from cuberails.bots.match import play
from cuberails.core import BadInput
from cuberails.games import credit_mobilier as game


class Played(NamedTuple):
    """What the study keeps of a game."""

    turns: int
    passes: int
    victories: list[float]
    """By the order of turns, the first player's first; a shared victory counts in parts."""
    best: int
    """The winner's cash."""
    payments: Counter[str]
    """Dividend actions by company."""
    dollars: Counter[str]


def study_game(players: int, bots: list[str], seed: str, board: Any) -> Played:
    start = record.Record(game.NAME, [f"seat {seat}" for seat in range(1, players + 1)], board=board.id)
    played = play(start, [bots[seat % len(bots)] for seat in range(players)], seed, board)
    payments, dollars = Counter[str](), Counter[str]()
    first = int(played.moves[1].split()[1]) - 1
    for step in record.steps(played, {board.id: board}):
        if step.move.startswith("dividend"):
            payments[step.move.split()[1]] += 1
            dollars[step.move.split()[1]] += sum(event[3] for event in step.log if event[0] == "dividend")
    assert played.result is not None
    winners = played.result["winners"]
    victories = [((first + turn) % players + 1 in winners) / len(winners) for turn in range(players)]
    turns = sum(move.startswith("roll") for move in played.moves)
    return Played(turns, played.moves.count("pass"), victories, max(played.result["cash"]), payments, dollars)


def report(players: int, games: list[Played], seconds: float) -> None:
    turns = sorted(found.turns for found in games)
    tenth = statistics.quantiles(turns, n=10)
    print(f"{players} players, {len(games)} games in {seconds:.0f} s")
    print(f"  turns: mean {statistics.mean(turns):.1f}, median {statistics.median(turns):.0f},", end=" ")
    print(f"eight of ten games from {tenth[0]:.0f} to {tenth[-1]:.0f}, all from {turns[0]} to {turns[-1]};", end=" ")
    print(f"passed {statistics.mean(found.passes for found in games):.2f} of them")
    print(f"  winner's cash: mean ${statistics.mean(found.best for found in games):.1f}")
    width = 100 * 1.96 * (1 / players * (1 - 1 / players) / len(games)) ** 0.5
    shares = [100 * statistics.mean(found.victories[turn] for found in games) for turn in range(players)]
    print(f"  victories by order of turns: {', '.join(f'{share:.1f}%' for share in shares)} (even: {100 / players:.1f} ± {width:.1f})")
    for company in game.COMPANIES:
        often = statistics.mean(found.payments[company] for found in games)
        paid = statistics.mean(found.dollars[company] for found in games)
        never = 100 * statistics.mean(not found.payments[company] for found in games)
        print(f"  {company:6} pays {often:4.1f} times, ${paid:5.1f} a game; never in {never:.1f}% of the games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", type=Path, help="a board file; the game's own otherwise")
    parser.add_argument("--players", type=int, choices=list(game.SEATS), nargs="*", default=list(game.SEATS))
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--bots", default="greedy", help="names separated by commas, dealt out to the seats in turn")
    parser.add_argument("--seed", default="board")
    chosen = parser.parse_args()
    try:
        board = game.load_board(chosen.board)
        for players in chosen.players:
            began = time.perf_counter()
            games = [study_game(players, chosen.bots.split(","), f"{chosen.seed}/{players}/{k}", board) for k in range(chosen.games)]
            report(players, games, time.perf_counter() - began)
    except BadInput as bad:
        parser.error(str(bad))


if __name__ == "__main__":
    main()
