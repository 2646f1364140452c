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
TURNS_A_STEP, TURNS_OF_OTHERS, HEAD_START = 3.43, 0.96, 5.3
"""Turns for every step west that the two colours nearest to the coast lack, and for every one of the other two; so many fewer in all."""
PAID, PAID_LATER = 1.34, 0.82
"""How much of what a treasury holds, and of what steps over the links that are there may still bring, its shares earn by the end."""
DILUTION, SALES = 1.35, 0.063
"""Shares of a company that are sold before it pays next, and in every turn to come."""
LAST_TURNS = 15.6
"""With so many turns left a company pays half of that: its colour and orange must be rolled by somebody who wants it paid."""
PURPLE_PAID, PURPLE_PAID_LATER, PURPLE_DILUTION, PURPLE_SALES, PURPLE_LAST_TURNS = 1.1, 0.9, 0.5, 0.03, 2.0
"""The same of the Credit Mobilier, which needs nothing but an orange die."""


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
    return max(1.0, TURNS_A_STEP * (one + two) + TURNS_OF_OTHERS * (three + four) - HEAD_START)


def share_values(state: State) -> list[float]:
    """What one share of each company will pay from now on."""
    if state.seat == OVER:
        return [0.0] * HELD
    lacking = steps_lacking(state)
    turns = _turns(lacking)
    treasuries = state.accounts[SEATS + state.seats :]
    part = turns / (turns + LAST_TURNS)
    more = SALES * turns
    values = []
    for company, coming in enumerate(_freight(state, lacking)):
        shares = state.sold[company] + DILUTION
        values.append(part * (PAID * treasuries[company] / shares + PAID_LATER * coming / (shares + more)))
    unbuilt = len(state.owner) - state.built.bit_count()
    shares = state.sold[PURPLE] + PURPLE_DILUTION
    values.append(
        turns / (turns + PURPLE_LAST_TURNS)
        * (PURPLE_PAID * treasuries[PURPLE] / shares + PURPLE_PAID_LATER * LINK_MONEY * unbuilt / (shares + PURPLE_SALES * turns))
    )  # fmt: skip
    return values


def _freight(state: State, lacking: list[int]) -> list[float]:
    """The money that steps would bring to each company if every cube went to the coast over the links that are there."""
    board = map_of(state.board)
    coming = [0.0 + STEP_MONEY * steps for steps in lacking]
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
