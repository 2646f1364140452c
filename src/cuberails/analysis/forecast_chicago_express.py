"""Chicago Express: how long the game will last and what a share will still pay.

Estimates, not rules: the constants were fitted to games of the `greedy` bot against itself
(``benchmarks/forecast.py`` shows how good they are).
"""

from __future__ import annotations

import heapq
import math
from functools import cache
from typing import NamedTuple

from cuberails.common.hexmap import bits
from cuberails.common.ledger import SEATS
from cuberails.core import OVER
from cuberails.games.chicago_express import COMPANIES, State
from cuberails.games.chicago_express.board import Board
from cuberails.games.chicago_express.rules import DETROIT, INDUSTRIAL_TRACK, RED, SHARES, TRACK_PER_BUILD, WABASH

ROUND = 8.0
"""Turns between two general dividends, when the gauges start from green."""
SOLD, LAID, BUILT_UPON = 2.2, 9.0, 3.0
"""Shares sold, locomotives laid and houses placed in such a round."""
SALES = 0.6
"""Shares that each company sells from one dividend to the next."""
THRIFT = 0.55
"""Income that a dollar in a treasury buys in the long run."""
SOON, LATER = 0.55, 0.55
"""How much of a treasury's worth is built by the next dividends, and by each that follow of what is left."""
CHICAGO = 7


class Trigger(NamedTuple):
    reason: str
    left: int
    """How many more of them end the game: locomotives, shares, houses or general dividends."""


class Forecast(NamedTuple):
    dividends: float
    """General dividends still to be paid, in all likelihood."""
    turns: tuple[int, int]
    """Turns until the next ones, at least and at most; the turn that is being played counts."""
    triggers: tuple[Trigger, ...]
    shares: list[float]
    """What a share of each company pays until the end."""
    wealth: list[float]
    """What each player will probably hold at the end."""


def forecast(state: State) -> Forecast:
    """Everything above, for one position."""
    shares = share_values(state)
    held = len(COMPANIES)
    wealth = [
        state.accounts[SEATS + seat] + sum(state.shares[held * seat + company] * shares[company] for company in range(held))
        for seat in range(state.seats)
    ]
    return Forecast(dividends_left(state), turns_left(state), triggers(state), shares, wealth)


def triggers(state: State) -> tuple[Trigger, ...]:
    """How far each of the four ways to end the game is (CE-50); 0 when it waits for the next dividends."""
    detroit = INDUSTRIAL_TRACK[DETROIT][-1] - state.industry_value(DETROIT)
    return (
        Trigger("locomotives", sum(sorted(state.locomotives)[:3])),
        Trigger("shares", sum(sorted(state.unsold)[:3])),
        Trigger("houses", max(0, state.reserve - 3)),
        Trigger("detroit", detroit),
    )


def turns_left(state: State) -> tuple[int, int]:
    """The fewest and the most turns that begin before the next general dividends."""
    one, two, three = sorted(red - step for red, step in zip(RED, state.gauges, strict=True))
    return one + two, one + two + three - 1 if two else 0


def dividends_left(state: State) -> float:
    """General dividends still to come, the last ones of the game included."""
    if state.seat == OVER:
        return 0.0
    auctions, builds, developments = state.gauges
    one, two, three = sorted((RED[0] - auctions, RED[1] - builds, RED[2] - developments))
    rest = (one + two + three / 3) / ROUND  # the part of this round that is still to be played
    a, b, c, _, _ = sorted(state.locomotives)
    rounds = (a + b + c) / LAID
    a, b, c, _, _ = sorted(state.unsold)
    rounds = min(rounds, (a + b + c) / SOLD, (state.reserve - 3) / BUILT_UPON)
    return 1 + min(max(rounds - rest, 0.0), INDUSTRIAL_TRACK[DETROIT][-1] - state.industry_value(DETROIT))


def share_values(state: State) -> list[float]:
    """What one share of each company will pay from now on; for a company without shares sold, what the first would."""
    if state.seat == OVER:
        return [0.0] * len(COMPANIES)
    return values_for(state, dividends_left(state))


def values_for(state: State, times: float) -> list[float]:
    """``share_values``, if so many dividends are still to come."""
    built = growth_time(state, times)
    return [
        share_value(state, company, max(1, state.sold(company)), state.treasury(company), times, built) for company in range(len(COMPANIES))
    ]


def growth_time(state: State, times: float) -> float:
    """For how many of the coming dividends, all in all, income bought with today's treasuries will pay."""
    left = RED[1] - state.gauges[1]
    unbuilt = 1 - SOON * left / RED[1]
    decay = 1 - LATER
    return times - unbuilt * (1 - math.pow(decay, times)) / (1 - decay)


def share_value(state: State, company: int, sold: int, treasury: int, times: float, built: float) -> float:
    """What a share pays if so many are sold and the treasury holds so much."""
    if company == WABASH and not state.track[WABASH]:
        return times * 0.5 * 4 / sold
    income = state.income[company]
    locomotives = state.locomotives[company]
    more = min(SHARES[company] - sold, SALES * max(0.0, times - 0.5))
    budget = min(treasury + more * income / (sold + 1) / 2, 3 * locomotives)
    bonus = 0.0
    growth = THRIFT * budget
    if not state.track[company] >> state.board.chicago & 1:
        cost, hexes = way_to_chicago(state.board).from_reach(state.reach[company])
        if hexes <= locomotives:
            odds = min(1.0, budget / cost) ** 2 * min(1.0, times * TRACK_PER_BUILD / hexes)
            bonus = odds * (income + CHICAGO)
            growth += odds * (CHICAGO - 0.4 * THRIFT * min(cost, budget))
    total = income * times + growth * built + bonus
    between = sold + more / 2
    return total / between + times * (between - 1) / (2 * between)


class Way:
    """How far Chicago is from every hex: dollars and hexes of track, the hex itself included, on an empty board."""

    def __init__(self, board: Board) -> None:
        self.cost, self.hexes = _distances(board)
        self.beyond = [min(self.cost[hex_] for hex_ in bits(near)) for near in board.near]
        """The dollars from the nearest neighbour of each hex."""
        self._known: dict[int, tuple[int, int]] = {}

    def from_reach(self, reach: int) -> tuple[int, int]:
        """The cheapest way for a company that touches these hexes."""
        if reach not in self._known:
            if len(self._known) > 100_000:
                self._known.clear()
            self._known[reach] = min((self.cost[hex_], self.hexes[hex_]) for hex_ in bits(reach))
        return self._known[reach]


@cache
def way_to_chicago(board: Board) -> Way:
    return Way(board)


def _distances(board: Board) -> tuple[list[int], list[int]]:
    far = 1000
    cost, hexes = [far] * len(board.hexes), [far] * len(board.hexes)
    queue = [(board.cost[board.chicago], 1, board.chicago)]
    while queue:
        price, steps, at = heapq.heappop(queue)
        if cost[at] < far:
            continue
        cost[at], hexes[at] = price, steps
        for near in bits(board.near[at]):
            if board.terrain[near] != "start" and cost[near] == far:
                heapq.heappush(queue, (price + board.cost[near], steps + 1, near))
    return cost, hexes
