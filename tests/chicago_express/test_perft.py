"""Counts of positions, action by action, and whole turn by whole turn against the naive program."""

from __future__ import annotations

import copy

import pytest

from cuberails.core import State
from cuberails.games import chicago_express as game
from cuberails.record import steps
from tests.chicago_express.naive import Game
from tests.chicago_express.positions import COMPANIES, Table
from tests.chicago_express.test_end import GOLDEN

every_option = pytest.mark.parametrize("dividends", ["before-turn", "before-action"])


def perft(state: State, depth: int) -> int:
    """How many sequences of that many actions there are."""
    if depth == 0:
        return 1
    count = 0
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        count += perft(after, depth - 1)
    return count


def divide(state: State, depth: int) -> dict[str, int]:
    """The same by first action."""
    counts = {}
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        counts[game.code(action)] = perft(after, depth - 1)
    return counts


def turns(state: game.State, depth: int) -> int:
    """How many sequences of that many whole moves there are."""
    if depth == 0:
        return 1
    count = 0
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        count += turns(after, depth - after.whole())
    return count


def naive_turns(naive: Game, depth: int) -> int:
    """The same, counted by the naive program."""
    if depth == 0:
        return 1
    moves = naive.moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = copy.deepcopy(naive)
        after.play(move)
        count += naive_turns(after, depth - 1)
    return count


def mid_game(dividends: str, at: int) -> tuple[game.State, Game]:
    """The golden game that ran out of locomotives, after some moves, in both programs."""
    record = next(r for r in GOLDEN if r.result and r.result["reason"] == "locomotives" and r.options["dividends"] == dividends)
    naive = Game(len(record.players), dividends)
    for step in steps(record):
        naive.play(step.move)
        if step.number == at:
            return step.state, naive
    raise AssertionError("the game is shorter")


@every_option
@pytest.mark.parametrize(
    ("players", "counts"),
    [(2, [55, 1595, 33667]), (3, [35, 665, 9661]), (4, [25, 350, 3901]), (5, [19, 209, 1901]), (6, [15, 135, 1041])],
)
def test_perft_from_the_start(players: int, counts: list[int], dividends: str) -> None:
    state = game.new(players, dividends=dividends)
    assert [perft(state, depth) for depth in (1, 2, 3)] == counts
    assert [naive_turns(Game(players, dividends), depth) for depth in (1, 2)] == counts[:2]


@every_option
@pytest.mark.parametrize(("players", "auction"), [(3, 1156), (4, 886), (5, 454), (6, 246)])
def test_perft_divided_after_the_opening(players: int, auction: int, dividends: str) -> None:
    seats = [0, 1, 2, 0] if players == 3 else [0, 1, 2, 3]
    prices = [12, 11, 10, 13] if players == 3 else [9, 8, 7, 10]
    table = Table(players, dividends).opened(**dict(zip(COMPANIES, zip(seats, prices, strict=True), strict=False)))
    build = {3: 68}.get(players, 42)
    assert divide(table.state, 4) == {"auction": auction, "build": build, "develop": 8}
    assert turns(table.state, 1) == (412 if players == 3 else 238)


@pytest.mark.parametrize(
    ("dividends", "at", "counts"),
    [
        ("before-turn", 40, [4792]),
        ("before-turn", 55, [17, 233]),
        ("before-turn", 69, [20, 475]),
        ("before-turn", 76, [17, 160]),
        ("before-action", 51, [21, 5895]),
        ("before-action", 60, [1956]),
        ("before-action", 70, [30, 867]),
    ],
)
def test_perft_of_whole_turns_in_mid_game(dividends: str, at: int, counts: list[int]) -> None:
    state, naive = mid_game(dividends, at)
    assert [turns(state, depth) for depth in range(1, len(counts) + 1)] == counts
    assert [naive_turns(naive, depth) for depth in range(1, len(counts) + 1)] == counts
