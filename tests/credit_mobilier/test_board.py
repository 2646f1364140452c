"""Board files: what the game's own is, and what is refused about others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cuberails.core import CHANCE, OVER, BadInput, draw
from cuberails.games import credit_mobilier as game
from tests.credit_mobilier.positions import SMALL, small_board


def refusal(folder: Path, text: str) -> str:
    path = folder / "mine.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as bad:
        game.load_board(path)
    return str(bad.value)


def changed(old: str, new: str) -> str:
    assert SMALL.count(old) == 1
    return SMALL.replace(old, new)


def test_our_board_has_twenty_towns_and_34_links() -> None:
    board = game.load_board()
    assert (len(board.towns), len(board.links), board.cubes) == (20, 34, 6)
    assert sorted(name for name in board.link_names if "PC" in name) == ["A1-PC", "A3-PC", "A5-PC"]
    assert len(board.steps) == 18 + 2 * 16


def test_a_link_is_named_from_its_eastern_else_northern_end() -> None:
    names = game.load_board().link_names
    assert {"D3-C3", "A1-A2", "D4-D5", "A5-PC"} <= set(names)
    assert not {"C3-D3", "A2-A1", "D5-D4", "PC-A5"} & set(names)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("town,column", "city,column", "line 1: the first line must be town,column,row,name,links."),
        ("A2,A,2,,B2", "A2,A,2,B2", "line 3: 4 columns where 5 belong."),
        ("A2,A,2,,B2", "a2,A,2,,B2", "line 3: a town is a letter and a number from 1 to 99 (or PC), not “a2”."),
        ("A2,A,2,,B2", "A2,B,2,,B2", "line 3: A2 stands in column A, row 2, not B, 2."),
        ("A2,A,2,,B2", "A1,A,1,,B2", "line 3: A1 stands on line 2 already."),
        ("PC B1 A2", "PC B1 A2 C9", "line 2: the link leads to “C9”, which is no town of this file."),
        (
            "PC B1 A2",
            "PC B1 A2 B2",
            "line 2: A1 and B2 are no neighbours: a link goes one row or one column further, or from column A to PC.",
        ),
        (
            "PC B1 A2",
            "PC B1 A2 A1",
            "line 2: A1 and A1 are no neighbours: a link goes one row or one column further, or from column A to PC.",
        ),
        (
            "B2,B,2,,",
            "B2,B,2,,PC",
            "line 5: B2 and PC are no neighbours: a link goes one row or one column further, or from column A to PC.",
        ),
        ("A2,A,2,,B2", "A2,A,2,,B2 A1", "line 3: the link of A2 and A1 stands on line 2 already."),
        ("PC,-,-,Pacific Coast,", "PC,A,0,Pacific Coast,", "line 6: PC stands in column -, row -, not A, 0."),
        ("cubes,-,-,,1", "cubes,-,-,,many", "line 7: links must be a whole number from 0 to 99, not “many”."),
        ("cubes,-,-,,1", "cubes,-,-,,0", "line 7: 4 towns need a cube each, and there are 0 of each of four colours."),
        ("cubes,-,-,,1", "cubes,-,-,,1\ncubes,-,-,,1", "line 8: cubes stands on line 7 already."),
        (
            "cubes,-,-,,1",
            "cubes,-,-,,2",
            "line 7: 4 towns are too few for 2 cubes of each colour: all might be of two colours, and the game over at once.",
        ),
        ("PC B1 A2", "B1 A2", "line 2: a cube in A1 can never get to PC: no way leads there without a step east."),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert refusal(tmp_path, changed(old, new)) == f"mine.csv, {problem}"


def test_every_town_can_be_built_to(tmp_path: Path) -> None:
    text = changed("PC B1 A2", "PC A2").replace("A2,A,2,,B2", "A2,A,2,,")
    assert refusal(tmp_path, text) == "mine.csv, line 2: no links lead from the east side to A1."


def test_every_cube_can_get_to_the_pacific_coast(tmp_path: Path) -> None:
    """A3 is reached from the east, but there is no way on from it."""
    text = SMALL.replace("B2,B,2,,", "B2,B,2,,B3\nB3,B,3,,A3\nA3,A,3,,").replace("cubes,-,-,,1", "cubes,-,-,,2")
    assert refusal(tmp_path, text) == "mine.csv, line 7: a cube in A3 can never get to PC: no way leads there without a step east."


def test_the_pacific_coast_must_be_there(tmp_path: Path) -> None:
    assert refusal(tmp_path, changed("PC,-,-,Pacific Coast,\n", "")) == "mine.csv: the row of the Pacific Coast (PC) is missing."


def test_a_file_of_nothing(tmp_path: Path) -> None:
    assert refusal(tmp_path, "") == "mine.csv, line 1: the first line must be town,column,row,name,links."
    header = "town,column,row,name,links\n"
    assert refusal(tmp_path, header) == "mine.csv: the row of the Pacific Coast (PC) is missing."
    assert refusal(tmp_path, header + "PC,-,-,,\n").startswith("mine.csv: 0 towns are too few for 6 cubes of each colour")


def test_a_board_of_its_own_is_played_to_the_end(tmp_path: Path) -> None:
    """Five columns of six rows, the coast at two towns, links missing here and there; a link may stand at either end."""
    rows = ["town,column,row,name,links"]
    for column in "ABCDE":
        for row in range(1, 7):
            links = [f"{chr(ord(column) + 1)}{row}"] if column != "E" else []
            links += [f"{column}{row + 1}"] if row != 6 and (column, row) != ("C", 3) else []
            rows.append(f"{column}{row},{column},{row},,{' '.join(links)}")
    path = tmp_path / "wide.csv"
    path.write_text("\n".join([*rows, "PC,-,-,,A2 A6", "cubes,-,-,,8"]), encoding="utf-8")
    board = game.load_board(path)
    assert (board.id, len(board.towns), board.cubes) == ("wide", 30, 8)
    state, source = game.new(3, board), random.Random(1)
    moves: list[int] = []
    while state.seat != OVER:
        action = draw(state, source) if state.seat == CHANCE else source.choice(state.legal())
        assert game.parse(game.code(action, board), board) == action
        moves.append(action)
        state.apply(action)
        if state.whole():
            game.fold(moves, board)
            moves = []
    assert state.reason == "goods"
    assert game.from_json(state.to_json(), board).to_json() == state.to_json()


def test_the_board_shown_in_the_docs_is_a_board(tmp_path: Path) -> None:
    docs = Path(__file__).parents[2] / "docs" / "boards.md"
    lines = docs.read_text(encoding="utf-8").splitlines()
    start = lines.index("    town,column,row,name,links")
    path = tmp_path / "docs.csv"
    path.write_text("\n".join(line.strip() for line in lines[start : lines.index("", start)]), encoding="utf-8")
    assert game.load_board(path).towns == ["A1", "A2", "B1", "B2"]


def test_the_shorter_board_of_the_examples_is_a_board() -> None:
    board = game.load_board(Path(__file__).parents[2] / "examples" / "boards" / "short-line.csv")
    assert (len(board.towns), len(board.links), board.cubes) == (15, 25, 4)


def test_the_small_board_of_the_tests(tmp_path: Path) -> None:
    board = small_board(tmp_path)
    assert board.link_names == ["A1-PC", "B1-A1", "A1-A2", "B2-A2", "B1-B2"]
    assert board.step_names == ["A1-PC", "B1-A1", "A1-A2", "A2-A1", "B2-A2", "B1-B2", "B2-B1"]
