"""German Railways: known ways to cities where companies can meet, so that the proof of GR-41 a seldom has to search.

From its start every company has a shortest way to a few cities. Such a way is open while nobody else takes a hex of it
and the company keeps locomotives enough for the rest of it: a hex laid on the way costs none of those to spare, a hex
laid elsewhere costs one. So a way is a counter of locomotives to spare. The counters of all ways are packed into one
int, from which every hex laid takes its toll in one subtraction.
"""

from __future__ import annotations

from collections.abc import Sequence

from cuberails.common.hexmap import bits

LINKS_NEEDED = 2
"""Companies that each has to be connected to (GR-40)."""
CITIES = 3
"""So many cities are looked at for each company; some of them serve several."""
BITS = 16
"""The width of a counter."""
OPEN = 1 << BITS - 1
"""A counter holds this plus the locomotives to spare: below it the way is not open."""
CLOSED = 1 << 9
"""The toll of a hex that somebody else takes; that of all hexes and locomotives together never empties a counter."""


class Ways:
    """The ways on one board. There is a counter for every company at each of the cities."""

    __slots__ = ("all_open", "everybody", "row", "start", "toll")

    def __init__(self, near: Sequence[int], cities: int, starts: Sequence[int], locomotives: Sequence[int]) -> None:
        companies = range(len(starts))
        self.row = BITS * len(starts)
        """The width of the counters at one city."""
        self.everybody = sum(OPEN << BITS * company for company in companies)
        self.start = 0
        """The counters before anything is built."""
        self.toll = [[0] * len(near) for _ in companies]
        """``toll[company][hex]``: what to subtract when the company takes the hex."""
        to = [shortest(near, start) for start in starts]
        chosen = meeting_places(to, cities)
        self.all_open = sum(self.everybody << self.row * number for number in range(len(chosen)))
        for number, city in enumerate(chosen):
            for owner in companies:
                at = self.row * number + BITS * owner
                way, most = to[owner].get(city, -1), locomotives[owner]
                if way < 0 or way.bit_count() > most:
                    continue  # the counter stays 0
                self.start += OPEN + most - way.bit_count() << at
                for hex_ in range(len(near)):
                    if not way >> hex_ & 1:
                        self.toll[owner][hex_] += 1 << at
                for hex_ in bits(way & ~cities):
                    for other in companies:
                        if other != owner:
                            self.toll[other][hex_] += CLOSED << at

    def lead_together(self, counters: int) -> int:
        """The companies, as the bit ``OPEN`` of a row of counters, that can get to one of the cities where two others can get to."""
        found = 0
        open_ = counters & self.all_open
        while open_:
            here = open_ & self.everybody
            if here.bit_count() > LINKS_NEEDED:
                found |= here
                if found == self.everybody:
                    break
            open_ >>= self.row
        return found


def shortest(near: Sequence[int], start: int) -> dict[int, int]:
    """By hex a way to it as a bitmask, the hex itself included, the start not."""
    ways = {start: 0}
    edge = [start]
    while edge:
        following = []
        for hex_ in edge:
            for next_ in bits(near[hex_]):
                if next_ not in ways:
                    ways[next_] = ways[hex_] | 1 << next_
                    following.append(next_)
        edge = following
    return ways


def meeting_places(to: Sequence[dict[int, int]], cities: int) -> list[int]:
    """The cities where each company can meet two others soonest, the best of every company first."""
    best: list[list[int]] = []
    for ways in to:
        steps = {city: sorted(other[city].bit_count() for other in to if city in other) for city in bits(cities) if city in ways}
        met = [city for city, lengths in steps.items() if len(lengths) > LINKS_NEEDED]
        met.sort(key=lambda city: max(ways[city].bit_count(), steps[city][LINKS_NEEDED]))
        best.append(met[:CITIES])
    return list(dict.fromkeys(places[rank] for rank in range(CITIES) for places in best if rank < len(places)))
