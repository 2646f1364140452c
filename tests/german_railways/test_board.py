"""Board files of German Railways: every complaint names the file, the line and what belongs there."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cuberails.common.hexmap import bits, neighbours
from cuberails.core import CHANCE, OVER, BadInput, draw
from cuberails.games import german_railways as game
from tests.german_railways.positions import BOARD, Table, board_with


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"A12": {"terrain": "swamp"}}, "line 3: terrain must be one of plain, hill, mountain, not “swamp”."),
        ({"A12": {"kind": "sea"}}, "line 3: kind must be one of open, city, berlin, outskirts, not “sea”."),
        ({"A12": {"value": "2"}}, "line 3: a hex of kind open has the value 0."),
        ({"A10": {"value": "0"}}, "line 2: a hex of kind city has a value of at least 1."),
        ({"A10": {"value": "-1"}}, "line 2: value must be a whole number from 0 to 99, not “-1”."),
        ({"G22": {"value": "2"}}, "G22 and G20 are one city: everything but the column hex must be the same."),
        ({"A12": {"kind": "berlin", "value": "3", "name": "Berlin"}}, "G20 does not touch the other hexes of Berlin."),
        ({"D11": {"name": "Hambourg"}}, "there must be one hex named Hamburg, and its kind is city."),
        ({"J3": {"kind": "open", "value": "0"}}, "there must be one hex named Essen, and its kind is city."),
        ({at: {"kind": "city"} for at in ("G20", "G22", "H21")}, "the map needs a hex of kind berlin."),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as refused:
        board_with(tmp_path, changes)
    assert str(refused.value).startswith("changed.csv")
    assert str(refused.value).endswith(words)


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("hex,terrain,cost,income,development,name\n", encoding="utf-8")
    with pytest.raises(BadInput, match="the first line must be hex,terrain,kind,value,name"):
        game.load_board(path)


def test_the_neighbours_and_the_picture_of_the_map_agree() -> None:
    board = game.load_board()
    width = board.width
    for hex_, spot in enumerate(board.spot):
        around = spot << 1 | spot >> 1 | spot << width | spot >> width | spot << (width - 1) | spot >> (width - 1)
        found = {other for other, there in enumerate(board.spot) if there & around and other != hex_}
        assert found == set(bits(board.near[hex_]))
    assert board.near[board.number["A10"]] == sum(1 << board.number[at] for at in ("A12", "B9", "B11"))
    assert len(neighbours(["A10"])) == 1


def test_a_board_of_ones_own_is_played_to_the_end(tmp_path: Path) -> None:
    """Berlin elsewhere and of one hex, Hamburg in the south, the rows of the file upside down."""
    changes: dict[str, Any] = {at: {"kind": "outskirts", "value": "0", "name": ""} for at in ("G20", "G22", "H21")}
    changes |= {"N7": {"kind": "berlin", "name": "Frankfurt"}, "D11": {"name": "Altona"}, "R9": {"name": "Hamburg"}}
    board_with(tmp_path, changes)
    lines = (tmp_path / "changed.csv").read_text(encoding="utf-8").splitlines()
    path = tmp_path / "mine.csv"
    path.write_text("\n".join([lines[0], *reversed(lines[1:])]), encoding="utf-8")
    board = game.load_board(path)
    assert (board.id, board.hexes[board.berlin], board.names[board.hamburg]) == ("mine", "N7", "Hamburg")
    state, source = game.new(4, board), Random(1)
    while state.seat != OVER:
        state.apply(draw(state, source) if state.seat == CHANCE else source.choice(state.legal()[:6]))
    assert game.from_json(state.to_json(), board).to_json() == state.to_json()


def test_incomes_at_the_start_are_the_values_of_the_start_cities(tmp_path: Path) -> None:
    table = Table(board=board_with(tmp_path, {"K10": {"value": "4"}, "J3": {"value": "2"}}))
    assert table.state.income == [3, 2, 1, 3, 8, 1, 2, 1]


def test_the_board_of_the_game_is_the_default() -> None:
    assert game.load_board().id == game.NAME
    assert BOARD.exists()
    assert len(game.load_board().hexes) == 251 - 2


def test_nobody_can_hold_more_than_the_highest_bid() -> None:
    """At most 28 dividends, one for each pair; incomes of the best cities there are; all shares but one; the dearest company twice."""
    board = game.load_board()
    worth = sorted(board.value, reverse=True)
    income = [sum(worth[:count]) for count in (20, 17, 11, 16, 14, 15, 12, 13)]
    income[4] += worth[0]
    once = 3 * sum(income) - min(income) + 3 * max(income)
    assert 120 + 28 * once <= game.MOST_CASH
    assert board.bid + game.MOST_CASH + 1 == game.ACTIONS
