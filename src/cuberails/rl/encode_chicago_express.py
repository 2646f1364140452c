"""Chicago Express as arrays: see ``encoding``, and ``docs/encodings.md`` for the tables."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cuberails.common.auction import NOBODY
from cuberails.games.chicago_express.board import INDUSTRIES, TERRAINS, Board
from cuberails.games.chicago_express.rules import (
    COMPANIES,
    GAUGES,
    HOUSES,
    INDUSTRIAL_TRACK,
    LAYING,
    LOCOMOTIVES,
    MOST_CASH,
    RED,
    SHARES,
    TRACK_PER_BUILD,
    State,
)
from cuberails.rl.encoding import Block, bit_columns, flags, from_seat, one_hot, relative, touching

PHASES = 6
DOLLARS = 100
INCOME = 50


class Parts:
    """What ``encoding.Encoder`` needs to know of Chicago Express."""

    version: ClassVar[int] = 1

    def __init__(self, board: Board, seats: int) -> None:
        companies = len(COMPANIES)
        self.board = board
        self.seats = seats
        self.actions = board.bid + MOST_CASH + 1
        self.fixed = [
            Block("terrain", len(TERRAINS)), Block("cost", 1, 5), Block("income", 1, 5), Block("development", 1, 5),
            Block("start", companies), Block("industry", len(INDUSTRIAL_TRACK)),
        ]  # fmt: skip
        self.changing = [Block("track", companies), Block("house", 1)]
        self.linked: list[Block] = []
        self.rest = [
            Block("phase", PHASES), Block("to decide", seats), Block("turn", seats),
            Block("cash", seats, DOLLARS), Block("shares", seats * companies, max(SHARES)),
            Block("treasury", companies, DOLLARS), Block("income", companies, INCOME), Block("unsold", companies, max(SHARES)),
            Block("locomotives", companies, max(LOCOMOTIVES)), Block("price", companies, INCOME), Block("dividend", companies, INCOME),
            *[Block(f"gauge {name}", red + 1) for name, red in zip(GAUGES, RED, strict=True)],
            *[Block(f"step {name}", len(track)) for name, track in zip(INDUSTRIES, INDUSTRIAL_TRACK, strict=True)],
            Block("houses left", 1, HOUSES),
            Block("lot", companies), Block("least bid", 1, DOLLARS), Block("highest bid", 1, DOLLARS),
            Block("leader", seats), Block("first bidder", seats), Block("still bidding", seats),
            Block("builder", companies), Block("laid", 1, TRACK_PER_BUILD), Block("dividends before-action", 1),
        ]  # fmt: skip
        self.names = board.hexes
        self.edges = touching(board.near)
        self.cells = [(int(name[1:]) // 2, ord(name[0]) - ord("A")) for name in board.hexes]

    def terrain(self) -> NDArray[np.int64]:
        board = self.board
        rows = []
        for hex_, terrain in enumerate(board.terrain):
            kind = one_hot(TERRAINS.index(terrain), len(TERRAINS))
            worth = [board.cost[hex_], board.income[hex_], board.development[hex_]]
            special = [int(hex_ == there) for there in (*board.starts, *board.industries)]
            rows.append([*kind, *worth, *special])
        return np.array(rows)

    def places(self, state: State) -> NDArray[np.uint8]:
        return bit_columns([*state.track, state.houses], len(self.board.hexes))

    def links(self, state: State) -> NDArray[np.uint8]:
        raise NotImplementedError("hexes touch without links")

    def others(self, state: State, seat: int) -> list[int]:
        seats, companies = self.seats, len(COMPANIES)
        first = companies * seat
        row = [
            *one_hot(state.phase, PHASES),
            *relative(state.seat, seat, seats),
            *relative(state.turn, seat, seats),
            *from_seat(state.scores(), seat),
            *state.shares[first:],
            *state.shares[:first],
        ]
        row += [*state.accounts[-companies:], *state.income, *state.unsold, *state.locomotives]
        row += [state.price(company) for company in range(companies)]
        row += [state.dividend(company) for company in range(companies)]
        for steps, red in zip(state.gauges, RED, strict=True):
            row += one_hot(steps, red + 1)
        for step, track in zip(state.industry, INDUSTRIAL_TRACK, strict=True):
            row += one_hot(step, len(track))
        row.append(state.reserve)
        sale = state.auction
        if sale:
            row += [*one_hot(sale.lot, companies), sale.least, sale.high]
            row += [*relative(sale.leader, seat, seats), *relative(sale.first, seat, seats), *flags(sale.bidders, seat, seats)]
        else:
            row += [0] * (companies + 2 + 3 * seats)
        laying = state.phase == LAYING
        row += one_hot(state.builder if laying else NOBODY, companies)
        row += [state.laid if laying else 0, int(state.before_action)]
        return row
