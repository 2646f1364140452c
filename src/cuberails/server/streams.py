"""Server-sent events: the news of a table, and what concerns a person.

A stream has a cursor into the log, not a queue: a client that does not read costs nothing but its connection, and
is dropped when it has not read for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Header, Query, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from cuberails import __version__
from cuberails.server import metrics
from cuberails.server.api_tables import my_tables
from cuberails.server.documents import Viewer, as_seen, document_text, number_at, summary_of, takes_part
from cuberails.server.hub import Listener
from cuberails.server.jsontext import dumps
from cuberails.server.problems import Problem
from cuberails.server.service import Service
from cuberails.server.web import Anybody, Server, Somebody, address, who
from cuberails.server.words import entry_text

router = APIRouter(prefix="/api", tags=["streams"])
KEEP_ALIVE = 15.0
UNREAD = 30.0
"""Seconds after which a client that does not read is dropped."""
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"description": "Events, until one side goes", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
}
AT_ONCE = 200
"""Entries sent in one piece."""


def event(name: str, data: str, id_: int | None = None) -> str:
    """One event as it is sent.

    >>> event("entry", "{}", 7)
    'id: 7\\nevent: entry\\ndata: {}\\n\\n'
    """
    number = f"id: {id_}\n" if id_ is not None else ""
    return f"{number}event: {name}\ndata: {data}\n\n"


class Stream(Response):
    """Sends pieces as they come, until the client or the server goes."""

    media_type = "text/event-stream"

    def __init__(self, server: Service, request: Request, pieces: AsyncIterator[str], kind: str) -> None:
        self.rates, self.address = server.rates, address(request)
        self.rates.check_streams(self.address)
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.pieces = pieces
        self.kind = kind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.create_task(self._send(send))
        leaving = asyncio.create_task(_gone(receive))
        with metrics.STREAMS.labels(self.kind).track_inprogress(), self.rates.stream(self.address):
            try:
                await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (sending, leaving):
                    task.cancel()
                await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with contextlib.suppress(sa.exc.DBAPIError):  # the database is away: the client comes back and is told all
            async for piece in self.pieces:
                async with asyncio.timeout(UNREAD):
                    await send({"type": "http.response.body", "body": piece.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@router.get("/tables/{table_id}/stream", response_class=Response, responses=EVENTS)
async def table_stream(
    server: Server, request: Request, viewer: Anybody, table_id: str, after: Annotated[int | None, Query(ge=0, le=10**6)] = None,
    table: Annotated[int, Query(ge=0, le=1)] = 1, last_event_id: Annotated[str | None, Header()] = None,
) -> Stream:  # fmt: skip
    """The news of a table, from the entry after the last one seen."""
    if last_event_id and last_event_id.isdecimal():
        after = int(last_event_id[:9])
    await server.desk.catch_up(table_id, after or 0)
    seen = as_seen(await server.desk.get(table_id), viewer, server.desk.clock.now())
    cursor = seen.number if after is None else min(after, seen.number)
    return Stream(server, request, _table_news(server, viewer, table_id, cursor, bool(table)), "table")


async def _table_news(service: Service, viewer: Viewer, table_id: str, cursor: int, documents: bool) -> AsyncIterator[str]:
    desk, hub = service.desk, service.hub
    with hub.at_table(table_id) as listener:
        yield "retry: 1000\n\n" + event("hello", dumps({"version": __version__, "number": cursor}))
        sent = None
        while not hub.stopping:
            try:
                live = await desk.get(table_id)
                table = as_seen(live, viewer, desk.clock.now())
            except Problem:
                yield event("gone", "{}")
                return
            new = table.entries[cursor : cursor + AT_ONCE]
            piece = "".join(event("entry", entry_text(live, table, entry, viewer.language), entry.number) for entry in new)
            cursor += len(new)
            document = document_text(live, table, viewer) if documents and cursor >= table.number else None
            if document and document != sent:
                piece += event("table", document)
                sent = document
            if piece:
                yield piece
            elif not await listener.wait(_patience(service, viewer, table_id)) and not hub.stopping:
                yield ": \n\n"
        yield event("bye", "{}")


def _patience(service: Service, viewer: Viewer, table_id: str) -> float:
    """How long to wait for news: with a delay, no longer than until the next entry may be shown."""
    live = service.desk.tables.get(table_id)
    if not live or not live.table.veiled or takes_part(live.table, viewer):
        return KEEP_ALIVE
    now, delay = service.desk.clock.now(), live.table.about["delay"]
    number = number_at(live.table, now - delay)
    if number == live.table.number:
        return KEEP_ALIVE
    return min(KEEP_ALIVE, max(0.05, float(live.table.entries[number].at + delay - now)))


@router.get("/me/stream", response_class=Response, responses=EVENTS)
async def my_stream(server: Server, viewer: Somebody, request: Request) -> Stream:
    """What concerns me, at all my tables."""
    return Stream(server, request, _my_news(server, viewer), "person")


async def _my_news(service: Service, viewer: Viewer) -> AsyncIterator[str]:
    with service.hub.of_person(who(viewer).id) as listener:
        yield "retry: 1000\n\n" + event("hello", dumps({"version": __version__}))
        known: dict[str, Any] = {}
        listener.reminded = True
        while not service.hub.stopping:
            if listener.reminded:
                listener.reminded = False
                mine = await my_tables(service, viewer)
                known |= {shown["id"]: _concerns(shown) for shown in mine}
                yield event("games", dumps({"tables": mine}))
            piece = await _changes(service, viewer, listener, known)
            if piece:
                yield piece
            elif not await listener.wait(KEEP_ALIVE) and not service.hub.stopping:
                yield ": \n\n"
        yield event("bye", "{}")


async def _changes(service: Service, viewer: Viewer, listener: Listener, known: dict[str, Any]) -> str:
    """The summaries of the tables where something has changed that concerns a person."""
    piece = ""
    marked, listener.marked = listener.marked, set()
    for table_id in marked:
        try:
            table = (await service.desk.get(table_id)).table
        except Problem:
            known.pop(table_id, None)
            piece += event("game", dumps({"id": table_id, "status": "gone"}))
            continue
        shown = summary_of(table, who(viewer))
        if known.get(table_id) != _concerns(shown):
            known[table_id] = _concerns(shown)
            piece += event("game", dumps(shown))
    return piece


def _concerns(shown: dict[str, Any]) -> dict[str, Any]:
    """What is worth telling: not every move of the others."""
    return {name: value for name, value in shown.items() if name not in ("updated", "moves", "turn", "deadline")}
