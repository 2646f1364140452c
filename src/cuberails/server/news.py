"""What one server process tells the others when it has committed; PostgreSQL's NOTIFY carries it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from cuberails.server.jsontext import dumps
from cuberails.server.table import Entry

CHANNEL = "cuberails"
MOST_BYTES = 7_999
"""PostgreSQL carries no longer text."""


class News(NamedTuple):
    """Something has changed at a table."""

    table: str
    number: int = 0
    """Of the last entry of the log; 0: it is not the log that has changed."""
    people: Sequence[str] | None = None
    """Whom it concerns; None: look who sits there."""
    entries: Sequence[Entry] = ()
    """What was appended; empty: read it."""
    asked: int | None = None
    """The seat that was given its decision back: its private limit is forgotten."""


def write(origin: str, news: News) -> str:
    """The news of a process as they are sent; without the entries if those are too long."""
    text = dumps([origin, *news])
    return text if len(text.encode()) <= MOST_BYTES else dumps([origin, *news[:2]])


def is_from(origin: str, text: str) -> bool:
    """Whether a process has sent a text itself."""
    return text.startswith(f'["{origin}",')


def read(text: str) -> News:
    """What another process says.

    >>> read(write("north", News("k3v9", 2, ["ada"], [Entry(2, 0.5, "chat", {"seat": 0})])))
    News(table='k3v9', number=2, people=['ada'], entries=[Entry(number=2, at=0.5, kind='chat', data={'seat': 0})], asked=None)
    >>> read(write("north", News("k3v9", 2, ["ada"], [Entry(2, 0.5, "chat", {"text": "é" * 4000})])))
    News(table='k3v9', number=2, people=None, entries=(), asked=None)
    """
    _, *told = json.loads(text)
    news = News(*told)
    return news._replace(entries=[Entry(*entry) for entry in news.entries]) if news.entries else news
