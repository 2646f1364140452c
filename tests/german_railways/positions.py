"""Positions for the tests, all of them reached by moves of the record."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from cuberails.core import Event, IllegalMove
from cuberails.games import german_railways as game
from cuberails.games.german_railways.board import COLUMNS, Board

COMPANIES = ("PO", "NME", "KSS", "KBS", "MWB", "GBS", "CME", "BHE")
BOARD = Path(game.__file__).parent / "board.csv"


class Table:
    """A game that is played by notation."""

    def __init__(self, players: int = 3, board: Board | None = None, **options: str) -> None:
        self.state = game.new(players, board, **options)
        self.log: list[Event] = []
        """What the last call of ``do`` caused."""
        self.moves: list[str] = []
        """All moves so far."""

    def do(self, moves: str) -> Table:
        """Play moves, separated by commas."""
        self.log = []
        for move in [move.strip() for move in moves.split(",")]:
            for action in game.unfold(self.state, move):
                self.state.apply(action, self.log)
            self.moves.append(move)
        return self

    def open(self, **sales: str) -> Table:
        """The eight auctions before the game: ``PO="2 for 12"``; the others go to seat 1 for 1."""
        for company in COMPANIES:
            seat, price = [int(word) for word in sales.get(company, "1 for 1").split(" for ")]
            while self.state.auction is not None and self.state.auction.lot == COMPANIES.index(company) and self.state.turn < 0:
                bids = self.state.seat == seat - 1 and price
                self.do(f"bid {price}" if bids else "pass")
        return self

    def sell(self, company: str, seat: int, price: int) -> Table:
        """The player on turn offers a share, which that seat buys."""
        self.do(f"auction {company}")
        while self.state.auction is not None:
            self.do(f"bid {price}" if self.state.seat == seat - 1 else "pass")
        return self

    def turn(self, move: str) -> Table:
        """Seat 1 of three, first on turn, moves; the others pass, and seat 1 is first on turn again."""
        log = self.do(move).log
        self.do("pass, pass, order 1 2 3")
        self.log = log
        return self

    def why(self, move: str) -> str | None:
        """The reason against a move, as people read it."""
        reason = game.explain(self.state, move)
        return None if reason is None else str(reason)

    def rule(self, move: str) -> str | None:
        """The number of the rule against a move; ``unfold`` must refuse it, too."""
        reason = game.explain(self.state, move)
        if reason is None:
            game.unfold(self.state, move)
            return None
        with pytest.raises(IllegalMove) as refused:
            game.unfold(self.state, move)
        assert refused.value.reason == reason
        return reason.rule

    def allows(self, *moves: str) -> bool:
        return all(self.rule(move) is None for move in moves)

    def legal(self) -> list[str]:
        return [game.code(action, self.state.board) for action in self.state.legal()]

    def treasury(self, company: str) -> int:
        return self.state.treasury(COMPANIES.index(company))

    def income(self, company: str) -> int:
        return self.state.income[COMPANIES.index(company)]

    def shares(self, company: str) -> list[int]:
        return self.state.shares[COMPANIES.index(company) :: len(COMPANIES)]

    def events(self, name: str) -> list[Event]:
        return [event for event in self.log if event[0] == name]

    def json(self) -> dict[str, Any]:
        return self.state.to_json()


def board_with(folder: Path, changes: dict[str, dict[str, Any]], keep: str = "") -> Board:
    """The board with some cells of some hexes changed; ``keep`` names the hexes that stay, if not all do."""
    with BOARD.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if not keep or row["hex"] in keep.split()]
    for row in rows:
        row |= changes.get(row["hex"], {})
    path = folder / "changed.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return game.load_board(path)
