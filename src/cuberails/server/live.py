"""A table in memory, and the draft of what comes next at it."""

from __future__ import annotations

import asyncio
from typing import Any

from cuberails.server.limits import Limit
from cuberails.server.news import News
from cuberails.server.table import Entry, Table


class Live:
    """A table in memory. ``table`` is never changed, only replaced, so whoever holds it holds one moment of it."""

    def __init__(self, table: Table, seed: str, limits: list[Limit]) -> None:
        self.table = table
        self.seed = seed
        self.limits = limits
        self.lock = asyncio.Lock()
        self.documents: dict[Any, Any] = {}
        """What has been made for those who look at ``table``."""
        self.early: Table | None = None
        """The table as spectators with a delay saw it last."""

    def replace(self, table: Table, limits: list[Limit]) -> None:
        self.table, self.limits = table, limits
        self.documents.clear()


class Draft:
    """A table with entries that are not committed yet."""

    def __init__(self, table: Table, limits: list[Limit], now: float) -> None:
        self.before = table
        self.table = table.fork()
        self.limits = limits
        self.now = max(now, table.entries[-1].at if table.entries else now)
        self.entries: list[Entry] = []
        self.reseated = False
        self.limit: Limit | None = None
        """The private limit that makes the move."""
        self.asked: int | None = None
        """The seat that was given its decision back: its private limit does not take it again."""

    def add(self, kind: str, **data: Any) -> None:
        entry = Entry(self.table.number + 1, self.now, kind, data)
        self.table.take(entry)
        self.entries.append(entry)
        self.reseated |= kind in ("create", "seats", "resign", "return")
        if kind == "undo":
            self.asked = self.table.turn()

    def people(self) -> list[str]:
        """Whom it concerns."""
        return sorted({seat.user for table in (self.before, self.table) for seat in table.seats if seat.user})

    def news(self) -> News:
        """What other processes are told."""
        return News(self.table.id, self.table.number, self.people(), self.entries, self.asked)
