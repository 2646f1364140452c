"""German Railways: the proof that not every company can be connected to two others any more (GR-41 a).

A company's reach never grows: what others build closes hexes, what it builds itself costs locomotives. So
the proof needs looking for only after something was built, and what is proved once stays proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cuberails.common.auction import NOBODY

if TYPE_CHECKING:
    from cuberails.games.german_railways.rules import State

LINKS_NEEDED = 2


def hopeless(state: State) -> int:
    """A company whose reach shares a city with the reach of fewer than two others, or ``NOBODY``."""
    city_spots = state.board.city_spots
    for company, links in enumerate(state.links):
        if links.bit_count() >= LINKS_NEEDED or _has_ways(state, company):
            continue  # companies that are connected share a city of their networks
        cities = reach(state, company) & city_spots
        far = [other for other, spots in enumerate(state.spots) if not spots & cities]
        met = len(state.links) - 1 - len(far)
        for other in far:
            if met >= LINKS_NEEDED:
                break
            if reach(state, other, cities) & cities:
                met += 1
        if met < LINKS_NEEDED:
            return company
    return NOBODY


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


def _has_ways(state: State, company: int) -> bool:
    """Whether two connections are made or open along the board's ways between starts, for it or for the others.

    That is so in most positions and quicker to find out than by looking everywhere.
    """
    closed = state.closed
    locomotives = state.locomotives
    track = state.track
    links = state.links[company]
    mine, left = track[company], locomotives[company]
    wanted = LINKS_NEEDED - links.bit_count()
    for other, way, back in state.board.ways[company]:
        missing = way & ~mine
        if missing & closed or missing.bit_count() > left:
            missing = back & ~track[other]
            if missing & closed or missing.bit_count() > locomotives[other]:
                continue
        if not links >> other & 1:
            wanted -= 1
            if not wanted:
                return True
    return False
