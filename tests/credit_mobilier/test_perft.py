"""How many ways there are, depth by depth: divided at the root, and against the naive program."""

from __future__ import annotations

from pathlib import Path

from cuberails.games import credit_mobilier as game
from tests.credit_mobilier.naive import Game
from tests.credit_mobilier.positions import Table, setup, small_board
from tests.credit_mobilier.test_naive import whole_moves


def perft(state: game.State, depth: int) -> int:
    """The number of ways to go on for so many actions, chance included."""
    if depth == 1:
        return len(state.legal())
    count = 0
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        count += perft(after, depth - 1)
    return count


def divide(state: game.State, depth: int) -> dict[str, int]:
    """``perft`` by the first action."""
    found = {}
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        found[game.code(action, state.board)] = perft(after, depth - 1)
    return found


def test_perft_of_the_small_board_from_the_first_cube(tmp_path: Path) -> None:
    state = game.new(2, small_board(tmp_path))
    assert [perft(state, depth) for depth in range(1, 7)] == [4, 12, 24, 24, 48, 48 * 252]


def test_perft_of_a_roll_divided_at_the_root() -> None:
    """Thirteen links can be laid, and laying one opens 21 more in all: 13 x 13 + 21 = 190 with ``stop``. Two cubes are in C3."""
    table = Table(2, "D3=red C3=red").turn("5 red", "build red D3-C3 C3-B3").turn("1 red 4 green", "move red D3-C3")
    table.roll("1 red 1 blue 2 purple 1 orange")
    assert divide(table.state, 3) == {
        "build red": 190,
        "build blue": 190,
        "move red": 2,
        **{f"buy red {shares}": 2266 for shares in (1, 2, 3)},
        **{f"buy blue {shares}": 2137 for shares in (1, 2, 3)},
        **{f"buy purple {shares}": 2137 for shares in (1, 2)},
        "dividend purple 1": 2227,
        "dividend purple 2": 2017,
    }


def test_both_programs_find_the_same_turns_after_every_roll_of_the_small_board(tmp_path: Path) -> None:
    cubes = "A1=red B1=green A2=yellow B2=blue"
    table = Table(2, cubes, board=small_board(tmp_path))
    naive = Game(2, tmp_path / "small.csv")
    for move in [setup(table.state.board, cubes), "first 1"]:
        naive.play(move)
    for move in ["roll red red red red red", "build red B1-A1", "roll blue green green green green", "buy green 1"]:
        table.do(move)
        naive.play(move)
    count = 0
    for action in table.state.legal():
        after = table.state.copy()
        after.apply(action)
        naive.play(game.code(action))
        found = whole_moves(after, 5)
        assert found == naive.moves(5)
        count += len(found)
    assert count == 14929
