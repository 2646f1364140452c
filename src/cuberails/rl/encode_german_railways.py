"""German Railways as arrays: see ``encoding``, and ``docs/encodings.md`` for the tables."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cuberails.common.auction import NOBODY
from cuberails.games.german_railways.board import KINDS, LOCOMOTIVES, TERRAIN_COST, Board
from cuberails.games.german_railways.rules import (
    BHE,
    COMPANIES,
    IDLE_ROUNDS,
    MOST_CASH,
    SHARES,
    TRACK_PER_BUILD,
    State,
)
from cuberails.rl.encoding import Block, bit_columns, flags, from_seat, one_hot, relative, touching

PHASES = 7
TERRAINS = tuple(TERRAIN_COST)
THALERS = 100
INCOME = 20
COST = 10


class Parts:
    """What ``encoding.Encoder`` needs to know of German Railways."""

    version: ClassVar[int] = 1

    def __init__(self, board: Board, seats: int) -> None:
        companies = len(COMPANIES)
        self.board = board
        self.seats = seats
        self.actions = board.bid + MOST_CASH + 1
        self.fixed = [
            Block("terrain", len(TERRAINS)), Block("kind", len(KINDS)), Block("cost", 1, COST), Block("value", 1, 3),
            Block("start", companies), Block("Hamburg", 1),
        ]  # fmt: skip
        self.changing = [Block("track", companies)]
        self.linked: list[Block] = []
        self.rest = [
            Block("phase", PHASES), Block("to decide", seats), Block("turn", seats),
            Block("cash", seats, THALERS), Block("player income", seats, INCOME), Block("shares", seats * companies, SHARES),
            Block("treasury", companies, THALERS), Block("income", companies, INCOME), Block("unsold", companies, SHARES),
            Block("locomotives", companies, max(LOCOMOTIVES)), Block("connected", companies * (companies - 1) // 2),
            Block("BHE withholds", 1),
            Block("bag", seats, seats), Block("order", seats * seats), Block("place in order", seats),
            Block("share sold", 1), Block("hex built", 1), Block("end proposed", 1), Block("idle rounds", 1, IDLE_ROUNDS),
            Block("lot", companies), Block("least bid", 1, THALERS), Block("highest bid", 1, THALERS),
            Block("leader", seats), Block("first bidder", seats), Block("still bidding", seats),
            Block("builder", companies), Block("laid", 1, max(TRACK_PER_BUILD)), Block("spent", 1, COST), Block("dearest", 1, COST),
            Block("order by-income", 1), Block("end-vote on", 1),
        ]  # fmt: skip
        self.names = board.hexes
        self.edges = touching(board.near)
        self.cells = [(ord(name[0]) - ord("A"), int(name[1:]) // 2) for name in board.hexes]

    def terrain(self) -> NDArray[np.int64]:
        board = self.board
        rows = []
        for hex_ in range(len(board.hexes)):
            kind = [*one_hot(TERRAINS.index(board.terrain[hex_]), len(TERRAINS)), *one_hot(KINDS.index(board.kind[hex_]), len(KINDS))]
            special = [int(hex_ == there) for there in (*board.starts, board.hamburg)]
            rows.append([*kind, board.cost[hex_], board.value[hex_], *special])
        return np.array(rows)

    def places(self, state: State) -> NDArray[np.uint8]:
        return bit_columns(state.track, len(self.board.hexes))

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
            *from_seat([state.player_income(other) for other in range(seats)], seat),
            *state.shares[first:],
            *state.shares[:first],
        ]
        row += [*state.accounts[-companies:], *state.income, *state.unsold, *state.locomotives]
        for company, links in enumerate(state.links):
            row += flags(links, 0, companies)[company + 1 :]
        row.append(int(state.withholds(BHE)))
        row += from_seat(state.bag or (0,) * seats, seat)
        for place in range(seats):
            row += relative(state.order[place] if place < len(state.order) else NOBODY, seat, seats)
        row += one_hot(state.at if state.turn != NOBODY else NOBODY, seats)
        row += [int(state.sold), int(state.built), int(state.proposed), state.idle]
        sale = state.auction
        if sale:
            row += [*one_hot(sale.lot, companies), sale.least, sale.high]
            row += [*relative(sale.leader, seat, seats), *relative(sale.first, seat, seats), *flags(sale.bidders, seat, seats)]
        else:
            row += [0] * (companies + 2 + 3 * seats)
        row += [*one_hot(state.builder, companies), state.laid, state.spent, state.dearest]
        row += [int(state.by_income), int(state.end_vote)]
        return row
