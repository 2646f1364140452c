"""Who is listening in this process. A listener is woken, then looks for itself: nothing is queued for who does not read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Listener:
    """One open stream."""

    def __init__(self) -> None:
        self.event = asyncio.Event()
        self.marked: set[str] = set()
        """The tables where something happened, for the stream of a person."""
        self.reminded = False
        """Something may have happened unheard: everything is to be told again."""

    def wake(self) -> None:
        self.event.set()

    async def wait(self, seconds: float) -> bool:
        """Until something happens; False if nothing did for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self.event.wait()
        except TimeoutError:
            return False
        self.event.clear()
        return True


class Hub:
    def __init__(self) -> None:
        self.tables: dict[str, set[Listener]] = {}
        self.people: dict[str, set[Listener]] = {}
        self.stopping = False

    @contextmanager
    def at_table(self, id_: str) -> Iterator[Listener]:
        yield from _listen(self.tables, id_)

    @contextmanager
    def of_person(self, user: str) -> Iterator[Listener]:
        yield from _listen(self.people, user)

    def watched(self, id_: str) -> bool:
        return id_ in self.tables

    def wake(self, id_: str) -> None:
        """Something happened at a table."""
        for listener in self.tables.get(id_, ()):
            listener.wake()

    def mark(self, user: str, id_: str) -> None:
        """Something happened that may concern a person."""
        for listener in self.people.get(user, ()):
            listener.marked.add(id_)
            listener.wake()

    def remind(self) -> None:
        """News of other processes were missed, nobody knows for whom."""
        for listeners in self.people.values():
            for listener in listeners:
                listener.reminded = True
                listener.wake()

    def wake_all(self) -> None:
        for group in (*self.tables.values(), *self.people.values()):
            for listener in group:
                listener.wake()

    def stop(self) -> None:
        """Every stream says goodbye and ends."""
        self.stopping = True
        self.wake_all()


def _listen(groups: dict[str, set[Listener]], key: str) -> Iterator[Listener]:
    listener = Listener()
    groups.setdefault(key, set()).add(listener)
    try:
        yield listener
    finally:
        groups[key].discard(listener)
        if not groups[key]:
            del groups[key]
