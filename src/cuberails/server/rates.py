"""How often one address or one person may ask. Counted by each process for itself."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cuberails.server.people import too_many

RATES: dict[str, tuple[int, float]] = {
    "people": (20, 60.0),  # new guests, accounts, tokens, sign-ins
    "create": (40, 60.0),  # tables, uploads
    "chat": (20, 30.0),
    "play": (300, 10.0),  # moves, previews, everything else at a table
}
"""So many requests in so many seconds."""
REMEMBERED = 50_000
STREAMS_EACH = 100
"""Open streams of one address."""


class Rates:
    """A bucket for each kind and asker, filled evenly."""

    def __init__(self, on: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.on = on
        self.clock = clock
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self.streams: Counter[str] = Counter()

    @contextmanager
    def stream(self, who: str) -> Iterator[None]:
        """While a stream is open."""
        self.streams[who] += 1
        try:
            yield
        finally:
            self.streams[who] -= 1
            if not self.streams[who]:
                del self.streams[who]

    def check_streams(self, who: str) -> None:
        """Refuse an address that has too many streams open."""
        if self.on and self.streams[who] >= STREAMS_EACH:
            raise too_many(1)

    def spend(self, kind: str, who: str) -> None:
        """Count a request; the problem ``too-many`` if it is one too many.

        >>> rates = Rates(clock=lambda: 0.0)
        >>> for _ in range(20): rates.spend("people", "here")
        >>> rates.spend("people", "here")
        Traceback (most recent call last):
            ...
        cuberails.server.problems.Problem: too-many: Too many tries: wait 4 s.
        """
        if not self.on:
            return
        most, seconds = RATES[kind]
        now = self.clock()
        level, last = self.buckets.pop((kind, who), (float(most), now))
        level = min(float(most), level + (now - last) * most / seconds)
        self.buckets[kind, who] = (max(0.0, level - 1), now)
        if len(self.buckets) > REMEMBERED:
            self.buckets.popitem(last=False)
        if level < 1:
            raise too_many((1 - level) * seconds / most)
