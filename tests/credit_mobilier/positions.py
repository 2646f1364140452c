"""Positions for the tests, all of them reached by moves of the record."""

from __future__ import annotations

from pathlib import Path

from cuberails.core import Event
from cuberails.games import credit_mobilier as game
from cuberails.games.credit_mobilier.board import Board

COLOURS = ("red", "green", "yellow", "blue")
SMALL = """town,column,row,name,links
A1,A,1,,PC B1 A2
A2,A,2,,B2
B1,B,1,,B2
B2,B,2,,
PC,-,-,Pacific Coast,
cubes,-,-,,1
"""
"""Four towns, one cube of each colour."""


def small_board(folder: Path) -> Board:
    path = folder / "small.csv"
    path.write_text(SMALL, encoding="utf-8")
    return game.load_board(path)


class Table:
    """A game that is played by notation."""

    def __init__(self, players: int = 3, cubes: str = "", first: int = 1, board: Board | None = None) -> None:
        """``cubes`` such as ``D3=red D4=blue`` are where the text says; the other towns get what is left, in turn."""
        self.state = game.new(players, board)
        self.log: list[Event] = []
        """What the last call of ``do`` caused."""
        self.do(setup(self.state.board, cubes)).do(f"first {first}")

    def do(self, move: str) -> Table:
        self.log = []
        for action in game.unfold(self.state, move):
            self.state.apply(action, self.log)
        return self

    def roll(self, dice: str) -> Table:
        """``2 red 3 orange``: roll it."""
        words = dice.split()
        return self.do(" ".join(["roll", *sorted(c for n, c in zip(words[::2], words[1::2], strict=True) for _ in range(int(n)))]))

    def turn(self, dice: str, move: str) -> Table:
        return self.roll(dice).do(move)

    def why(self, move: str) -> str | None:
        """The reason against a move, as people read it."""
        reason = game.explain(self.state, move)
        return None if reason is None else str(reason)

    def allows(self, *moves: str) -> bool:
        return all(self.why(move) is None for move in moves)

    def cash(self) -> list[int]:
        return self.state.scores()

    def treasury(self, company: str) -> int:
        return self.state.treasury(game.COMPANIES.index(company))

    def treasuries(self) -> dict[str, int]:
        """Those that are not empty."""
        return {company: money for company in game.COMPANIES if (money := self.treasury(company))}

    def shares(self, company: str) -> list[int]:
        return [self.state.held(seat)[game.COMPANIES.index(company)] for seat in range(self.state.seats)]

    def cubes(self, colour: str) -> dict[str, int]:
        """Where cubes of a colour are, and how many."""
        return self.state.to_json()["cubes"][COLOURS.index(colour)]

    def links(self, colour: str) -> list[str]:
        return self.state.to_json()["links"][COLOURS.index(colour)]

    def legal(self) -> list[str]:
        return [game.code(action, self.state.board) for action in self.state.legal()]


def setup(board: Board, cubes: str = "") -> str:
    said = dict(word.split("=") for word in cubes.split())
    left = {colour: board.cubes - list(said.values()).count(colour) for colour in COLOURS}
    for town in board.towns:
        if town not in said:
            said[town] = max(left, key=lambda colour: left[colour])
            left[said[town]] -= 1
    return " ".join(["setup", *[f"{town}={said[town]}" for town in board.towns]])
