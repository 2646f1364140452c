"""German Railways: the proof that not every company can be connected to two others any more (GR-41 a).

A company's reach never grows: what others build closes hexes, what it builds itself costs locomotives. So
the proof needs looking for only after something was built, and what is proved once stays proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cuberails.common.auction import NOBODY
from cuberails.games.german_railways.ways import BITS, LINKS_NEEDED, OPEN

if TYPE_CHECKING:
    from cuberails.games.german_railways.rules import State


def hopeless(state: State) -> int:
    """A company whose reach shares a city with the reach of fewer than two others, or ``NOBODY``."""
    board = state.board
    fine = board.ways.lead_together(state.ways)
    if fine == board.ways.everybody:
        return NOBODY
    for company, links in enumerate(state.links):
        if links.bit_count() >= LINKS_NEEDED or fine & OPEN << BITS * company:
            continue  # companies that are connected share a city of their networks
        if not _meets_enough(state, company):
            return company
    return NOBODY


def _meets_enough(state: State, company: int) -> bool:
    cities = reach(state, company) & state.board.city_spots
    far = [other for other, spots in enumerate(state.spots) if not spots & cities]
    met = len(state.links) - 1 - len(far)
    for other in far:
        if met >= LINKS_NEEDED:
            break
        met += bool(reach(state, other, cities) & cities)
    return met >= LINKS_NEEDED


def reach(state: State, company: int, wanted: int = 0) -> int:
    """The hexes of a company's network and those it can still get to, in the board's picture of the map.

    The search ends early when it meets one of those ``wanted``.
    """
    board = state.board
    width, berlin = board.width, board.spot[board.berlin]
    seen = state.spots[company]
    free = seen | board.picture & ~state.taken
    if seen & board.outskirts_spots:
        free &= ~board.outskirts_spots | seen
    for _ in range(state.locomotives[company]):
        left, right = seen >> 1, seen << 1
        grown = (seen | left | right | (seen | left) << width | (seen | right) >> width) & free
        if grown & berlin:
            grown |= berlin
        if grown & wanted or grown == seen:
            return grown
        seen = grown
    return seen
