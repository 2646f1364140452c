"""``cuberails perft``: how many ways the first actions of a game can go; two programs that agree know the same rules."""

from __future__ import annotations

import argparse
from typing import Any

from cuberails import registry
from cuberails.commands import shared
from cuberails.core import CHANCE, State


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "perft", description="Count the sequences of exactly D actions from the start of a game, outcomes of chance included."
    )
    shared.add_game(parser)
    parser.add_argument("--depth", type=shared.positive, required=True, metavar="D", help="how many actions")
    parser.add_argument("--divide", action="store_true", help="count for each first action, too")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    game = registry.game(args.game)
    record, board = shared.start(game, [""] * args.players, args)
    state = record.start({board.id: board})
    if args.divide:
        for action, number in divide(state, args.depth):
            print(f"{game.code(action, board)}: {number}")
    print(count(state, args.depth))
    return 0


def count(state: State, depth: int) -> int:
    """How many sequences of exactly so many actions there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(options(state))
    return sum(number for _, number in divide(state, depth))


def divide(state: State, depth: int) -> list[tuple[int, int]]:
    """``count`` by first action."""
    found = []
    for action in options(state):
        after = state.copy()
        after.apply(action)
        found.append((action, count(after, depth - 1)))
    return found


def options(state: State) -> list[int]:
    """What can come next: decisions, or outcomes of chance."""
    return [action for action, _ in state.chance()] if state.seat == CHANCE else state.legal()
