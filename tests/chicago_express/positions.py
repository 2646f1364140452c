"""Positions for the tests, all of them reached by moves of the record."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from cuberails.core import Event, IllegalMove
from cuberails.games import chicago_express as game
from cuberails.games.chicago_express.board import COLUMNS, Board

COMPANIES = ("PRR", "BO", "CO", "NYC", "WAB")
BOARD = Path(game.__file__).parent / "board.csv"


class Table:
    """A game that is played by notation."""

    def __init__(self, players: int, dividends: str = "before-turn", board: Board | None = None) -> None:
        self.state = game.new(players, board, dividends=dividends)
        self.log: list[Event] = []
        """What the last call of ``do`` caused."""

    def do(self, moves: str) -> Table:
        """Play moves, separated by commas."""
        self.log = []
        for move in moves.split(", "):
            for action in game.unfold(self.state, move):
                self.state.apply(action, self.log)
        return self

    def sell(self, buyer: int, price: int) -> Table:
        """Go on with the auction that runs: one seat bids, the others pass."""
        lot = self.state.auction.lot
        while (sale := self.state.auction) is not None and sale.lot == lot:
            self.do(f"bid {price}" if self.state.seat == buyer and sale.leader != buyer else "pass")
        return self

    def opened(self, **sales: tuple[int, int]) -> Table:
        """Play the four auctions: company, buyer and price."""
        for buyer, price in sales.values():
            self.sell(buyer, price)
        return self

    def build(self, *ways: str) -> Table:
        """Builds such as ``NYC R6 Q7``, whoever holds the company; everybody else declines until then."""
        for way in ways:
            while self.why(f"build {way}") is not None:
                self.do(next(f"{gauge} -" for gauge in ("develop", "auction", "build") if not self.why(f"{gauge} -")))
            self.do(f"build {way}")
        return self

    def why(self, move: str) -> str | None:
        """The reason against a move, as people read it."""
        reason = game.explain(self.state, move)
        return None if reason is None else str(reason)

    def refused(self, move: str) -> str:
        """The same, and the move really is refused."""
        before = self.state.to_json()
        with pytest.raises(IllegalMove) as refusal:
            game.unfold(self.state, move)
        assert self.state.to_json() == before
        assert str(refusal.value) == self.why(move)
        return str(refusal.value)

    def events(self, kind: str) -> list[tuple[Any, ...]]:
        """What events of a kind the last moves caused."""
        return [event[1:] for event in self.log if event[0] == kind]

    @property
    def cash(self) -> list[int]:
        return self.state.scores()

    @property
    def gauges(self) -> list[int]:
        return self.state.gauges

    def income(self, company: str) -> int:
        return self.state.income[COMPANIES.index(company)]

    def treasury(self, company: str) -> int:
        return self.state.treasury(COMPANIES.index(company))

    def left(self, company: str) -> int:
        return self.state.locomotives[COMPANIES.index(company)]

    def held(self, company: str) -> list[int]:
        """Shares by seat."""
        return self.state.shares[COMPANIES.index(company) :: len(COMPANIES)]

    def on(self, hex_: str) -> list[str]:
        """The companies with a locomotive there."""
        bit = 1 << self.state.board.number[hex_]
        return [name for name, track in zip(COMPANIES, self.state.track, strict=True) if track & bit]


def rows() -> dict[str, list[str]]:
    """The game's own board file: hex by hex what follows."""
    with BOARD.open(encoding="utf-8", newline="") as file:
        return {row[0]: row[1:] for row in list(csv.reader(file))[1:]}


def write_board(path: Path, hexes: dict[str, list[str]]) -> Path:
    path.write_text("\n".join([",".join(COLUMNS), *(",".join([name, *cells]) for name, cells in hexes.items())]) + "\n", encoding="utf-8")
    return path


def altered(folder: Path, **changes: str) -> Board:
    """The game's board with some rows changed: ``S7="plain,1,0,0,"``."""
    hexes = rows() | {name: row.split(",") for name, row in changes.items()}
    return Board(write_board(folder / "altered.csv", hexes), "altered")


def near_chicago(folder: Path) -> Board:
    """A board on which the NYC starts beside Chicago and Fort Wayne."""
    return altered(folder, S7="plain,1,0,0,", B6="start,0,0,0,New York", B8="city,1,1,2,Fort Wayne", D8="plain,1,0,0,")
