"""German Railways: how many dividends are still to come and what a share will pay.

Estimates, not rules: the constants were fitted to games of the `greedy` bot against itself.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from cuberails.common.auction import NOBODY
from cuberails.common.hexmap import bits
from cuberails.common.ledger import SEATS
from cuberails.core import OVER
from cuberails.games.german_railways import COMPANIES, State
from cuberails.games.german_railways.board import Board
from cuberails.games.german_railways.proof import hopeless
from cuberails.games.german_railways.rules import BHE
from cuberails.games.german_railways.ways import LINKS_NEEDED

HELD = len(COMPANIES)
LAST, FOR_A_LINK = 0.6, 0.55
"""Dividends to come: so many in any case, and so many for each link that a company lacks to its two."""
CAUSED, FOR_CASH = 0.5, 0.06
"""But no more than the money pays for: so many for each company that can pay its way to the next it lacks, and so
many for a dollar in a hand."""
THRIFT = 0.2
"""Income that a dollar in a treasury buys, with cities at hand."""
NEAR = (1.0, 0.5, 0.25, 0.12)
"""How much a city counts that is 1, 2, 3, 4 hexes away."""
FAR = 8
"""Distances are looked at up to so many hexes."""
PLENTY = 3.0
"""Cities at hand, so weighted, that keep a builder busy."""
DOUBLE = 0.25
"""Dividends a company will cause itself, for every company within its reach; each pays it once more."""
LATE = 0.15
"""Dividends for each turn of a round that is known to be the last."""
HEX_COST = 3.2
WITHHELD = 0.5
"""What is left of the shares of BHE while it lacks Berlin or Hamburg and has no money; each dollar mends a little."""


class Trigger(NamedTuple):
    reason: str
    left: int
    """How many more of them end the game: links that companies lack, or idle rounds."""


class Forecast(NamedTuple):
    dividends: float
    """Dividends still to be paid, in all likelihood."""
    triggers: tuple[Trigger, ...]
    lacking: tuple[int, ...]
    """The links each company lacks to the two that it needs."""
    shares: list[float]
    """What a share of each company pays until the end."""
    wealth: list[float]
    """What each player will probably hold at the end."""


def forecast(state: State) -> Forecast:
    """Everything above, for one position."""
    shares = share_values(state)
    wealth = [
        state.accounts[SEATS + seat] + sum(state.shares[HELD * seat + company] * shares[company] for company in range(HELD))
        for seat in range(state.seats)
    ]
    missing = tuple(max(0, LINKS_NEEDED - links.bit_count()) for links in state.links)
    triggers = (Trigger("connected", sum(missing)), Trigger("stalled", 3 - state.idle))
    return Forecast(dividends_left(state), triggers, missing, shares, wealth)


def dividends_left(state: State) -> float:
    """Dividends still to come."""
    if state.seat == OVER:
        return 0.0
    lacking = 0
    for links in state.links:
        count = links.bit_count()
        if count < LINKS_NEEDED:
            lacking += LINKS_NEEDED - count
    if not lacking:
        return 0.0
    paid = FOR_CASH * sum(state.accounts[SEATS : SEATS + state.seats])
    for company in range(HELD):
        paid += CAUSED * connections_paid(state, company, state.treasury(company))
    if state.built and hopeless(state) != NOBODY:
        paid = min(paid, LATE * (state.seats - state.at))  # this round is the last (GR-41 a)
    return min(LAST + FOR_A_LINK * lacking, paid)


def connections_paid(state: State, company: int, treasury: int) -> float:
    """How many new connections a company can pay for, roughly; less than one is hope."""
    budget = min(treasury, HEX_COST * state.locomotives[company])
    if budget < 2:
        return 0.0
    links = state.links[company] | 1 << company
    goals = 0
    for other, there in enumerate(state.track):
        if not links >> other & 1:
            goals |= there
    goals &= state.board.cities
    if not goals:
        return 0.0
    count = budget / (HEX_COST * around(state.board).distance(state.track[company], goals))
    return min(count, 2.5) if count > 1 else count * count


def share_values(state: State) -> list[float]:
    """What one share of each company will pay from now on."""
    times = dividends_left(state)
    return [share_value(state, company, state.treasury(company), times) for company in range(HELD)]


def share_value(state: State, company: int, treasury: int, times: float) -> float:
    """What a share pays if the treasury holds so much. Shares pay in full, however many are sold."""
    if not times:
        return 0.0
    track = state.track[company]
    surroundings = around(state.board)
    budget = min(treasury, HEX_COST * state.locomotives[company])
    growth = THRIFT * budget * min(1.0, surroundings.cities_near(track) / PLENTY)
    income = state.income[company]
    doubles = 0.0
    steps = min(int(budget / HEX_COST), FAR)
    if steps:
        rings = surroundings.rings(track)
        cities = state.board.cities & rings[steps - 1]
        links = state.links[company] | 1 << company
        for other, there in enumerate(state.track):
            meeting = there & cities
            if meeting and not links >> other & 1:
                doubles += DOUBLE / _away(rings, meeting)
    value = (income + 0.5 * growth) * times + (income + growth) * min(doubles, 2.0)
    if company == BHE and state.withholds(BHE):
        value *= min(1.0, WITHHELD + budget / 60)
    return value


class Around:
    """Which hexes lie how near to a network, whatever stands there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.discs = [_discs(board, hex_) for hex_ in range(len(board.hexes))]
        """For every hex the hexes no more than 1, 2, ... steps away."""
        self._rings: dict[int, tuple[int, ...]] = {}
        self._cities: dict[int, float] = {}

    def rings(self, track: int) -> tuple[int, ...]:
        """The hexes no more than 1, 2, ... steps away from a network."""
        if track not in self._rings:
            if len(self._rings) > 100_000:
                self._rings.clear()
                self._cities.clear()
            rings = [0] * FAR
            for hex_ in bits(track):
                for steps, disc in enumerate(self.discs[hex_]):
                    rings[steps] |= disc
            self._rings[track] = tuple(rings)
        return self._rings[track]

    def cities_near(self, track: int) -> float:
        """The value of the cities a network may go to, the nearest counting most."""
        if track not in self._cities:
            total = 0.0
            rest = self.board.cities & ~track
            for weight, ring in zip(NEAR, self.rings(track), strict=False):
                for value, cities in self.board.values:
                    total += weight * value * (ring & rest & cities).bit_count()
                rest &= ~ring
            self._cities[track] = total
        return self._cities[track]

    def distance(self, track: int, cities: int) -> int:
        """Hexes to build from a network to the nearest of some cities; what is too far is rather more."""
        return _away(self.rings(track), cities)


def _away(rings: tuple[int, ...], cities: int) -> int:
    """The first of the rings that holds one of the cities, counted from 1."""
    for steps, ring in enumerate(rings, 1):
        if ring & cities:
            return steps
    return FAR + 3


@cache
def around(board: Board) -> Around:
    return Around(board)


def _discs(board: Board, hex_: int) -> list[int]:
    found, disc = [], 1 << hex_
    for _ in range(FAR):
        for at in list(bits(disc)):
            disc |= board.near[at]
        found.append(disc)
    return found
