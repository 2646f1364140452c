"""German Railways: how many dividends are still to come and what a share will pay.

Estimates, not rules: the constants were fitted to games of the `greedy` bot against itself.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
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
MANY = 50_000
"""Positions of track of which something is kept."""
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


class Ahead(NamedTuple):
    """What lies before a company."""

    goals: tuple[tuple[int, int], ...]
    """For every other company it has no link to: that one's cities, and how far they are."""
    nearest: int
    """The distance of the nearest of these cities."""
    doubles: tuple[float, ...]
    """Dividends that it may cause itself with money for 0, 1, 2, ... hexes."""
    cities: float
    """The value of the cities it may go to, the nearest counting most."""


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
    return times_ahead(state, around(state.board).aheads(state))


def times_ahead(state: State, aheads: list[Ahead]) -> float:
    """``dividends_left``, if what lies before each company is known."""
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
    treasuries = state.accounts[SEATS + state.seats :]
    for treasury, locomotives, ahead in zip(treasuries, state.locomotives, aheads, strict=True):
        budget = min(treasury, HEX_COST * locomotives)
        if budget >= 2 and ahead.goals:
            ways = budget / (HEX_COST * ahead.nearest)
            paid += CAUSED * (min(ways, 2.5) if ways > 1 else ways * ways)  # less than one connection is hope
    if state.built and around(state.board).hopeless(state):
        paid = min(paid, LATE * (state.seats - state.at))  # this round is the last (GR-41 a)
    return min(LAST + FOR_A_LINK * lacking, paid)


def share_values(state: State) -> list[float]:
    """What one share of each company will pay from now on."""
    aheads = around(state.board).aheads(state)
    times = times_ahead(state, aheads)
    return [share_value(state, company, state.treasury(company), times, ahead) for company, ahead in enumerate(aheads)]


def share_value(state: State, company: int, treasury: int, times: float, ahead: Ahead | None = None) -> float:
    """What a share pays if the treasury holds so much. Shares pay in full, however many are sold."""
    if not times:
        return 0.0
    ahead = ahead or around(state.board).ahead(state, company)
    budget = min(treasury, HEX_COST * state.locomotives[company])
    growth = THRIFT * budget * min(1.0, ahead.cities / PLENTY)
    income = state.income[company]
    doubles = ahead.doubles[min(int(budget / HEX_COST), FAR)]
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
        self._aheads: dict[tuple[int, ...], dict[tuple[int, int, int], Ahead]] = {}
        self._proofs: dict[tuple[int, ...], bool] = {}

    def rings(self, track: int) -> tuple[int, ...]:
        """The hexes no more than 1, 2, ... steps away from a network."""
        if track not in self._rings:
            if len(self._rings) > MANY:
                self._rings.clear()
            rings = [0] * FAR
            for hex_ in bits(track):
                for steps, disc in enumerate(self.discs[hex_]):
                    rings[steps] |= disc
            self._rings[track] = tuple(rings)
        return self._rings[track]

    def aheads(self, state: State) -> list[Ahead]:
        """What lies before each company."""
        there, known = self._known(state)
        return [known.get(key) or self._ahead(key, there, known) for key in zip(range(HELD), state.track, state.links, strict=True)]

    def ahead(self, state: State, company: int) -> Ahead:
        """What lies before one of them."""
        there, known = self._known(state)
        key = company, state.track[company], state.links[company]
        return known.get(key) or self._ahead(key, there, known)

    def _known(self, state: State) -> tuple[list[int], dict[tuple[int, int, int], Ahead]]:
        """Everybody's cities, and what is known while they stay as they are, by company, track and links."""
        cities = self.board.cities
        there = [track & cities for track in state.track]
        key = tuple(there)
        if key not in self._aheads:
            if len(self._aheads) > MANY:
                self._aheads.clear()
            self._aheads[key] = {}
        return there, self._aheads[key]

    def _ahead(self, key: tuple[int, int, int], there: list[int], known: dict[tuple[int, int, int], Ahead]) -> Ahead:
        company, track, links = key
        rings = self.rings(track)
        nearest, goals, gained = 0, [], [0.0] * (FAR + 1)
        for other, cities in enumerate(there):
            if other != company and not links >> other & 1:
                steps = _away(rings, cities)
                goals.append((cities, steps))
                nearest = min(nearest or steps, steps)
                if steps <= FAR:
                    gained[steps] += DOUBLE / steps
        known[key] = Ahead(tuple(goals), nearest, tuple(accumulate(gained)), self._cities_near(track))
        return known[key]

    def _cities_near(self, track: int) -> float:
        total = 0.0
        rest = self.board.cities & ~track
        for weight, ring in zip(NEAR, self.rings(track), strict=False):
            for value, cities in self.board.values:
                total += weight * value * (ring & rest & cities).bit_count()
            rest &= ~ring
        return total

    def hopeless(self, state: State) -> bool:
        """Whether the end by connection has become impossible."""
        key = (*state.track, *state.links)
        if key not in self._proofs:
            if len(self._proofs) > MANY:
                self._proofs.clear()
            self._proofs[key] = hopeless(state) != NOBODY
        return self._proofs[key]


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
