"""Credit Mobilier as arrays: see ``encoding``, and ``docs/encodings.md`` for the tables."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cuberails.games.credit_mobilier.board import COLOURS, Board
from cuberails.games.credit_mobilier.rules import CHOOSING, COMPANIES, DICE, FACES, LAYING, ROLLS, State
from cuberails.rl.encoding import Block, from_seat, one_hot, relative

PHASES = 6
DOLLARS = 20
SHARES = 10


class Parts:
    """What ``encoding.Encoder`` needs to know of Credit Mobilier."""

    version: ClassVar[int] = 1

    def __init__(self, board: Board, seats: int) -> None:
        companies = len(COMPANIES)
        self.board = board
        self.seats = seats
        self.actions = board.step_id + len(board.steps)
        self.fixed = [Block("Pacific Coast", 1), Block("east side", 1)]
        self.changing = [Block("cubes", COLOURS, board.cubes)]
        self.linked = [Block("marker", COLOURS)]
        self.rest = [
            Block("phase", PHASES), Block("to decide", seats), Block("turn", seats),
            Block("cash", seats, DOLLARS), Block("shares", seats * companies, SHARES), Block("treasury", companies, DOLLARS),
            Block("cubes left", COLOURS, board.cubes), Block("rolled", len(FACES), DICE),
            Block("colour in hand", COLOURS), Block("dice left", 1, DICE), Block("done", 1, DICE),
        ]  # fmt: skip
        self.names = board.places
        self.edges = board.links
        columns = [column for column, _ in board.at]
        rows = [row for _, row in board.at]
        self.east = max(columns)
        self.cells = [(row - 1, column - min(columns) + 1) for column, row in board.at] + [((max(rows) - 1) // 2, 0)]

    def terrain(self) -> NDArray[np.int64]:
        towns = [[0, int(column == self.east)] for column, _ in self.board.at]
        return np.array([*towns, [1, 0]])

    def places(self, state: State) -> NDArray[np.int64]:
        return np.array(state.cubes).reshape(COLOURS, len(self.board.places)).T

    def links(self, state: State) -> NDArray[np.bool_]:
        return np.equal.outer(state.owner, np.arange(COLOURS))

    def others(self, state: State, seat: int) -> list[int]:
        seats, first = self.seats, len(COMPANIES) * seat
        row = [
            *one_hot(state.phase, PHASES),
            *relative(state.seat, seat, seats),
            *relative(state.turn, seat, seats),
            *from_seat(state.scores(), seat),
            *state.shares[first:],
            *state.shares[:first],
            *state.accounts[-len(COMPANIES) :],
            *state.outside,
        ]
        row += ROLLS[state.roll].dice if state.phase >= CHOOSING else [0] * len(FACES)
        row += [*one_hot(state.company, COLOURS), state.dice, state.done] if state.phase >= LAYING else [0] * (COLOURS + 2)
        return row
