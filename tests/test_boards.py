"""Board files: what is wrong with one is said with file and line; one of your own is played on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cuberails.cli import main
from cuberails.core import OVER, BadInput, play
from cuberails.games import chicago_express as game
from cuberails.record import Record, Scribe, find_board, replay, result
from tests.chicago_express.positions import rows, write_board
from tests.helpers import choose

HEADER = "hex,terrain,cost,income,development,name"


def complaint(path: Path) -> str:
    with pytest.raises(BadInput) as refusal:
        game.load_board(path)
    return str(refusal.value)


def line_of(hex_: str) -> int:
    return 2 + list(rows()).index(hex_)


@pytest.mark.parametrize(
    ("hex_", "row", "why"),
    [
        ("B6", "swamp,1,0,0,", "terrain must be one of plain, forest, mountain, city, industry, start, chicago, not “swamp”"),
        ("B6", "plain,ten,0,0,", "cost must be a whole number from 0 to 9, not “ten”"),
        ("B6", "plain,10,0,0,", "cost must be a whole number from 0 to 9, not “10”"),
        ("B6", "plain,-1,0,0,", "cost must be a whole number from 0 to 9, not “-1”"),
        ("B6", "plain,,0,0,", "cost must be a whole number from 0 to 9, not “”"),
        ("B6", "plain,²,0,0,", "cost must be a whole number from 0 to 9, not “²”"),
        ("B12", "city,1,100,2,Indianapolis", "income must be a whole number from 0 to 99, not “100”"),
        ("B12", "city,1,2,1.5,Indianapolis", "development must be a whole number from 0 to 99, not “1.5”"),
        (
            "B12",
            "city,1,2,1234567890123456789,Indianapolis",
            "development must be a whole number from 0 to 99, not “1234567890123456789”",
        ),
        ("B6", "plain,1,0", "4 columns where 6 belong"),
        ("B6", "plain,1,0,0,,", "7 columns where 6 belong"),
        ("B6", "plain,0,0,0,", "a plain hex costs at least 1"),
        ("A5", "chicago,0,7,0,Chicago", "a chicago hex costs at least 1"),
        ("B6", "plain,1,1,0,", "a plain hex has neither income nor development"),
        ("G17", "forest,2,0,1,", "a forest hex has neither income nor development"),
        ("D8", "city,1,0,2,Fort Wayne", "Fort Wayne has an income of at least 1"),
        ("D8", "mountain,1,1,2,Fort Wayne", "there must be one hex named Fort Wayne, and its terrain is city"),
        ("E1", "city,3,0,0,Detroit", "there must be one hex named Detroit, and its terrain is industry"),
        ("B6", "start,0,0,0,Windsor", "the map needs 4 hexes of terrain start, not 5"),
        ("B6", "industry,2,0,0,Gary", "the map needs 3 hexes of terrain industry, not 4"),
        ("B6", "chicago,3,7,0,Chicago", "the map needs 1 hexes of terrain chicago, not 2"),
    ],
)
def test_a_wrong_row_is_named_with_its_line(tmp_path: Path, hex_: str, row: str, why: str) -> None:
    path = write_board(tmp_path / "mine.csv", rows() | {hex_: row.split(",")})
    line = line_of(hex_)
    if "map needs" in why:  # the last of them is named
        line = max(line_of(h) for h, cells in (rows() | {hex_: row.split(",")}).items() if cells[0] == row.split(",")[0])
    assert complaint(path) == f"mine.csv, line {line}: {why}."


def test_a_quote_that_is_never_closed_is_named(tmp_path: Path) -> None:
    path = write_board(tmp_path / "bad.csv", rows() | {"B6": ["plain", "1", "0", "0", '"']})
    assert "the line cannot be split into columns" in complaint(path)


def test_a_cell_of_a_thousand_digits_is_quoted_in_part(tmp_path: Path) -> None:
    path = write_board(tmp_path / "bad.csv", rows() | {"B6": ["plain", "9" * 1000, "0", "0", ""]})
    assert len(complaint(path)) < 200


def test_a_file_from_a_spreadsheet_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Spreadsheets write a byte order mark and Windows line ends."""
    path = write_board(tmp_path / "mine.csv", rows())
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert main(["board", "check", str(path)]) == 0
    assert capsys.readouterr().out.startswith("mine.csv: a good board for chicago-express.")


def test_two_hexes_of_a_name_that_must_be_one(tmp_path: Path) -> None:
    path = write_board(tmp_path / "mine.csv", rows() | {"B6": ["start", "0", "0", "0", "New York"]})
    assert complaint(path) == f"mine.csv, line {line_of('S7')}: there must be one hex named New York, and its terrain is start."


def test_a_hex_that_must_be_there(tmp_path: Path) -> None:
    path = write_board(tmp_path / "mine.csv", rows() | {"I13": ["plain", "1", "0", "0", ""]})
    assert complaint(path) == "mine.csv: there must be one hex named Wheeling, and its terrain is industry."


def test_a_map_without_chicago(tmp_path: Path) -> None:
    path = write_board(tmp_path / "mine.csv", rows() | {"A5": ["plain", "1", "0", "0", ""]})
    assert complaint(path) == "mine.csv: the map needs 1 hexes of terrain chicago, not 0."


@pytest.mark.parametrize("name", ["a5", "A", "A0", "A05", "A100", "AA5", "5A", "Ä5", "", "A5 "])
def test_a_hex_name_is_a_letter_and_a_number(tmp_path: Path, name: str) -> None:
    path = write_board(tmp_path / "mine.csv", {"B6": ["plain", "1", "0", "0", ""], name: ["plain", "1", "0", "0", ""]})
    assert complaint(path) == f"mine.csv, line 3: a hex is a letter and a number from 1 to 99, not “{name}”."


def test_a_hex_stands_on_one_line_only(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"{HEADER}\nB6,plain,1,0,0,\nB8,plain,1,0,0,\nB6,plain,1,0,0,\n")
    assert complaint(path) == "mine.csv, line 4: B6 stands on line 2 already."


@pytest.mark.parametrize("stray", ["B7", "U12", "Z99"])
def test_the_map_is_in_one_piece(tmp_path: Path, stray: str) -> None:
    path = write_board(tmp_path / "mine.csv", rows() | {stray: ["plain", "1", "0", "0", ""]})
    assert complaint(path) == f"mine.csv, line {2 + len(rows())}: no way leads from A5 to {stray}."


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", f"mine.csv, line 1: the first line must be {HEADER}."),
        (b"A5,chicago,3,7,0,Chicago\n", f"mine.csv, line 1: the first line must be {HEADER}."),
        (b"\xff\xfe\x00", "mine.csv: the file is not UTF-8 text."),
        (f"{HEADER}\n".encode(), "mine.csv: there must be one hex named Philadelphia, and its terrain is start."),
        (f'{HEADER}\nB6,plain,1,0,0,"{"x" * 200_000}"\n'.encode(), "mine.csv, line 2: the line cannot be split into columns"),
    ],
)
def test_a_file_that_is_no_board(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "mine.csv"
    path.write_bytes(content)
    assert complaint(path).startswith(why)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert complaint(tmp_path / "none.csv") == "none.csv: the file cannot be read (No such file or directory)."
    assert complaint(tmp_path) == f"{tmp_path.name}: the file cannot be read (Is a directory)."


def spread(hexes: dict[str, list[str]]) -> dict[str, list[str]]:
    """Dearer and richer hexes, and one more in the corner."""
    changed = {name: [kind, str(min(9, 2 * int(cost))), *rest] for name, (kind, cost, *rest) in hexes.items()}
    return changed | {"T10": ["city", "9", "9", "9", "Atlantis"], "B12": ["city", "1", "99", "99", "Indianapolis"]}


def without_the_south(hexes: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: cells for name, cells in hexes.items() if int(name[1:]) < 20}


@pytest.mark.parametrize("change", [spread, without_the_south])
@pytest.mark.parametrize("seats", [2, 6])
def test_whole_games_are_played_on_a_board_of_ones_own(
    tmp_path: Path, change: Callable[[dict[str, list[str]]], dict[str, list[str]]], seats: int
) -> None:
    board = game.load_board(write_board(tmp_path / "mine.csv", change(rows())))
    assert board.id == "mine"
    for seed in range(4):
        state, source, scribe = game.new(seats, board), Random(seed), Scribe(game)
        while state.seat != OVER:
            again = game.from_json(state.to_json(), board)
            assert again.legal() == state.legal()
            action = choose(state, source)
            assert game.parse(game.code(action, board), board) == action
            play(state, action)
            scribe.note(action, state)
        assert sum(state.accounts) == 0
        record = Record("chicago-express", ["x"] * seats, scribe.moves, board="mine", result=result(state))
        assert replay(Record.loads(record.dumps()), {"mine": board}).to_json() == state.to_json()
        with pytest.raises(BadInput, match="The board “mine” is not known here"):
            replay(record)
    assert find_board(game, "mine", {"mine": board}) is board
