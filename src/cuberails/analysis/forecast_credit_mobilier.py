"""Credit Mobilier: how long the game will last, what will flow into the treasuries and what a share will pay.

Estimates, not rules: the constants were fitted to games of the `greedy` bot against itself.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from cuberails.common.ledger import SEATS
from cuberails.core import OVER
from cuberails.games.credit_mobilier import COMPANIES, State
from cuberails.games.credit_mobilier.board import COLOURS, Board
from cuberails.games.credit_mobilier.rules import LINK_MONEY, PURPLE, STEP_MONEY

HELD = len(COMPANIES)
STEPS_A_TURN = 0.9
"""Steps that cubes go west in a turn, on average."""
WASTE = 0.7
"""Of the steps that the two colours nearest to the coast lack, so many others are made for each."""
PAID = 0.75
"""What part of a company's money reaches players before the end."""
TRAFFIC = 0.6
"""What part of the money that steps may still bring will really come."""
SALES = 0.12
"""Shares of each company sold in a turn, on average."""
LINKS_A_TURN = 0.5


class Trigger(NamedTuple):
    reason: str
    left: int
    """How many steps west end the game at the earliest."""


class Forecast(NamedTuple):
    turns: float
    """Turns still to be played, in all likelihood."""
    triggers: tuple[Trigger, ...]
    steps: list[int]
    """Steps west that the cubes of each colour lack."""
    shares: list[float]
    """What a share of each company pays until the end."""
    wealth: list[float]
    """What each player will probably hold at the end."""


def forecast(state: State) -> Forecast:
    """Everything above, for one position."""
    shares = share_values(state)
    wealth = [
        state.accounts[SEATS + seat] + sum(held * value for held, value in zip(state.held(seat), shares, strict=True))
        for seat in range(state.seats)
    ]
    steps = steps_lacking(state)
    return Forecast(turns_left(state), (Trigger("goods", sum(sorted(steps)[:2])),), steps, shares, wealth)


class Map:
    """How far the coast is."""

    def __init__(self, board: Board) -> None:
        west = min(column for column, _ in board.at)
        self.steps = [column - west + 1 for column, _ in board.at] + [0]
        """For every place the steps west to the coast."""
        self.crossing = [self.steps[start] if goes_west else 0 for start, _, _, goes_west in _by_link(board)]
        """For every link the column it leaves when crossed to the west, counted from the coast; 0 if it goes north and south."""
        self.columns = max(self.steps)


def _by_link(board: Board) -> list[tuple[int, int, int, bool]]:
    found = {step[2]: step for step in reversed(board.steps)}
    return [found[link] for link in range(len(board.links))]


@cache
def map_of(board: Board) -> Map:
    return Map(board)


def steps_lacking(state: State) -> list[int]:
    """Steps west that the cubes of each colour lack to the coast."""
    steps = map_of(state.board).steps
    size = len(steps)
    cubes = state.cubes
    return [sum([cubes[colour * size + place] * away for place, away in enumerate(steps)]) for colour in range(COLOURS)]


def turns_left(state: State) -> float:
    """Turns still to be played."""
    return 0.0 if state.seat == OVER else _turns(steps_lacking(state))


def _turns(lacking: list[int]) -> float:
    one, two, three, four = sorted(lacking)
    return ((one + two) + WASTE * min(one + two, three + four)) / STEPS_A_TURN


def share_values(state: State) -> list[float]:
    """What one share of each company will pay from now on."""
    if state.seat == OVER:
        return [0.0] * HELD
    lacking = steps_lacking(state)
    turns = _turns(lacking)
    coming = _freight(state, lacking)
    unbuilt = len(state.owner) - state.built.bit_count()
    coming[PURPLE] = LINK_MONEY * min(unbuilt, LINKS_A_TURN * turns)
    treasuries = SEATS + state.seats
    return [
        PAID * (state.accounts[treasuries + company] + TRAFFIC * coming[company]) / (max(1, state.sold[company]) + SALES * turns)
        for company in range(HELD)
    ]


def _freight(state: State, lacking: list[int]) -> list[float]:
    """The money that steps would bring to each company if every cube went to the coast over the links that are there."""
    board = map_of(state.board)
    coming = [0.0 + STEP_MONEY * steps for steps in lacking] + [0.0]
    size = len(board.steps)
    links = [[0] * COLOURS for _ in range(board.columns + 1)]
    for link, owner in enumerate(state.owner):
        if owner >= 0:
            links[board.crossing[link]][owner] += 1
    waiting = [0] * (board.columns + 1)
    for at, cubes in enumerate(state.cubes):
        if cubes:
            waiting[board.steps[at % size]] += cubes
    crossing = 0
    for column in range(board.columns, 0, -1):
        crossing += waiting[column]
        built = links[column]
        total = sum(built)
        if total:
            for company, own in enumerate(built):
                coming[company] += STEP_MONEY * crossing * own / total
    return coming
