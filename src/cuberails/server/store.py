"""Where tables lie: their logs, who sits at them, limits and notes. SQL and nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from cuberails.server import schema
from cuberails.server.database import Refused, Writer
from cuberails.server.jsontext import dumps
from cuberails.server.limits import Limit
from cuberails.server.news import CHANNEL, News, write
from cuberails.server.table import Entry

T = TypeVar("T")

# The statements of every move, put together once: that takes longer than carrying them out.
_id: sa.BindParameter[str] = sa.bindparam("id_")
_t, _limit = schema.tables.c, schema.limits.c
APPEND = (
    sa.update(schema.tables)
    .where(_t.id == _id, _t.number == sa.bindparam("before"))
    .values({name: sa.bindparam(name) for name in ("number", "status", "turn", "due", "updated", "summary")})
)
TELL = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("news")))
APPEND_AND_TELL = APPEND.returning(sa.func.pg_notify(CHANNEL, sa.bindparam("news")))
INSERT_ENTRIES = sa.insert(schema.entries)
LOCK = sa.select(_t.number).where(_t.id == _id).with_for_update()
LIMITS = sa.select(_limit.seat, _limit.lot, _limit.up_to, _limit.then).where(_limit.table_id == _id)
FORGET_LIMIT = sa.delete(schema.limits).where(_limit.table_id == _id, _limit.seat == sa.bindparam("seat"))


class Conflict(Refused):
    """Somebody else has appended since."""


class Gone(Refused):
    """The table was deleted."""


class Summary(NamedTuple):
    """What lists show of a table, and what the sweeper looks for; kept beside the log in the same transaction."""

    status: str
    turn: int | None
    due: float | None
    updated: float
    shown: dict[str, Any]


class Sitting(NamedTuple):
    seat: int
    user: str
    active: bool
    invited: bool


class Loaded(NamedTuple):
    """A part of a table's log, and the limits that are in force."""

    entries: list[Entry]
    limits: list[Limit]


class Store:
    def __init__(self, engine: sa.Engine, writer: Writer, origin: str) -> None:
        self.engine = engine
        self.writer = writer
        self.origin = origin
        """The name of this process in the news it sends to others."""
        self.shared = engine.dialect.name == "postgresql"
        """Other processes may use the same database."""

    async def read(self, job: Callable[[sa.Connection], T]) -> T:
        """Run a job that only reads, in a thread."""

        def run() -> T:
            with self.engine.connect() as connection:
                return job(connection)

        return await asyncio.to_thread(run)

    # -- Tables ---------------------------------------------------------------------------------

    async def create(self, news: News, seed: str, summary: Summary, sittings: list[Sitting]) -> None:
        """A new table, whose log begins with the entries of ``news``."""
        id_, entries = news.table, news.entries
        about = entries[0].data

        def job(connection: sa.Connection) -> None:
            connection.execute(
                sa.insert(schema.tables).values(
                    id=id_, game=about["game"], visibility=about["visibility"], host=about["host"], created=entries[0].at, seed=seed,
                    number=entries[-1].number, **_columns(summary),
                )
            )  # fmt: skip
            _insert_entries(connection, id_, entries)
            _seat(connection, id_, sittings)
            self._tell(connection, news)

        await self.writer.do(id_, job)

    async def append(
        self, news: News, summary: Summary, lots: tuple[int | None, int | None], sittings: list[Sitting] | None, limit: Limit | None
    ) -> list[Limit]:
        """Append the entries of ``news`` to a log that ends right before them; ``Conflict`` if it does not.

        ``lots``: what was being auctioned before and is now. ``limit``: the private limit that makes the move; ``Conflict`` if it was
        withdrawn. Gives the limits that are in force; those of an auction that is over, and that of the seat that is asked again, are
        forgotten.
        """
        id_, entries = news.table, news.entries

        def job(connection: sa.Connection) -> list[Limit]:
            changed = {"id_": id_, "before": entries[0].number - 1, "number": entries[-1].number} | _columns(summary)
            if limit and not _still(connection, id_, limit):
                raise Conflict
            told = {"news": write(self.origin, news)} if self.shared else {}
            moved = connection.execute(APPEND_AND_TELL, changed | told) if self.shared else connection.execute(APPEND, changed)
            if moved.rowcount != 1:
                raise Conflict if _exists(connection, id_) else Gone
            _insert_entries(connection, id_, entries)
            if sittings is not None:
                connection.execute(sa.delete(schema.seats).where(schema.seats.c.table_id == id_))
                _seat(connection, id_, sittings)
            return [] if lots == (None, None) else _limits_of(connection, id_, lots[1], news.asked)

        return await self.writer.do(id_, job)

    async def load(self, id_: str, after: int = 0) -> Loaded | None:
        """The log of a table from some entry on; None if there is no such table."""

        def job(connection: sa.Connection) -> Loaded | None:
            if not _exists(connection, id_):
                return None
            e = schema.entries.c
            rows = connection.execute(
                sa.select(e.number, e.at, e.kind, e.data).where(e.table_id == id_, e.number > after).order_by(e.number)
            )  # fmt: skip
            return Loaded([Entry(n, at, kind, json.loads(data)) for n, at, kind, data in rows], _limits(connection, id_))

        return await self.read(job)

    async def seed(self, id_: str) -> str:
        """The secret of a table."""
        found = await self.read(lambda c: c.execute(sa.select(schema.tables.c.seed).where(schema.tables.c.id == id_)).scalar())
        if found is None:
            raise Gone
        return found  # type: ignore[no-any-return]

    # -- Lists ----------------------------------------------------------------------------------

    async def rows(self, where: Iterable[sa.ColumnElement[bool]], order: sa.ColumnElement[Any], limit: int) -> list[dict[str, Any]]:
        """The rows of ``tables`` that lists show."""
        t = schema.tables.c
        columns = (t.id, t.game, t.status, t.visibility, t.host, t.turn, t.created, t.updated, t.summary)
        query = sa.select(*columns).where(*where).order_by(order).limit(limit)
        found = await self.read(lambda c: c.execute(query).mappings().all())
        return [dict(row) | {"summary": json.loads(row["summary"])} for row in found]

    async def sittings(self, user: str, ids: list[str]) -> dict[str, list[Sitting]]:
        """Where a user sits, at some tables."""
        s = schema.seats.c
        query = sa.select(s.table_id, s.seat, s.user_id, s.active, s.invited).where(s.user_id == user, s.table_id.in_(ids))
        found: dict[str, list[Sitting]] = {}
        for id_, *sitting in await self.read(lambda c: c.execute(query).all()):
            found.setdefault(id_, []).append(Sitting(*sitting))
        return found

    async def users_at(self, id_: str) -> list[str]:
        """Everybody who sits at a table."""
        s = schema.seats.c
        return await self.read(lambda c: list(c.execute(sa.select(s.user_id).where(s.table_id == id_)).scalars()))

    async def overdue(self, now: float, limit: int = 100) -> list[str]:
        """Tables that a server must look after."""
        t = schema.tables.c
        query = sa.select(t.id).where(t.due < now).order_by(t.due).limit(limit)
        return await self.read(lambda c: list(c.execute(query).scalars()))

    async def claim(self, id_: str, now: float, until: float) -> bool:
        """Take it upon this process to look after an overdue table; False if another one was quicker."""
        t = schema.tables

        def job(connection: sa.Connection) -> bool:
            return connection.execute(sa.update(t).where(t.c.id == id_, t.c.due < now).values(due=until)).rowcount == 1

        return await self.writer.do(id_, job)

    # -- Private things -------------------------------------------------------------------------

    async def set_limit(self, id_: str, limit: Limit | None, seat: int, number: int) -> list[Limit]:
        """Replace the limit of a seat at a table whose log has ``number`` entries; ``Conflict`` if it has others. The limits in force."""

        def job(connection: sa.Connection) -> list[Limit]:
            t, lim = schema.tables, schema.limits
            # The row of the table is locked first: a move that is being appended meanwhile sees the limit, or we see the move.
            if connection.execute(sa.update(t).where(t.c.id == id_, t.c.number == number).values(number=number)).rowcount != 1:
                raise Conflict if _exists(connection, id_) else Gone
            connection.execute(sa.delete(lim).where(lim.c.table_id == id_, lim.c.seat == seat))
            if limit:
                connection.execute(sa.insert(lim).values(table_id=id_, **limit._asdict()))
            self._tell(connection, News(id_))
            return _limits(connection, id_)

        return await self.writer.do(id_, job)

    async def note(self, id_: str, user: str) -> str:
        n = schema.notes.c
        query = sa.select(n.text).where(n.table_id == id_, n.user_id == user)
        return await self.read(lambda c: c.execute(query).scalar() or "")

    async def set_note(self, id_: str, user: str, text: str) -> None:
        def job(connection: sa.Connection) -> None:
            n = schema.notes
            if not _exists(connection, id_):
                raise Gone
            connection.execute(sa.delete(n).where(n.c.table_id == id_, n.c.user_id == user))
            if text:
                connection.execute(sa.insert(n).values(table_id=id_, user_id=user, text=text))

        await self.writer.do(id_, job)

    def _tell(self, connection: sa.Connection, news: News) -> None:
        """Tell the other processes when this transaction is committed."""
        if self.shared:
            connection.execute(TELL, {"news": write(self.origin, news)})


def _columns(summary: Summary) -> dict[str, Any]:
    return {
        "status": summary.status, "turn": summary.turn, "due": summary.due, "updated": summary.updated, "summary": dumps(summary.shown),
    }  # fmt: skip


def _exists(connection: sa.Connection, id_: str) -> bool:
    return connection.execute(sa.select(schema.tables.c.id).where(schema.tables.c.id == id_)).scalar() is not None


def _insert_entries(connection: sa.Connection, id_: str, entries: Sequence[Entry]) -> None:
    rows = [{"table_id": id_, "number": e.number, "at": e.at, "kind": e.kind, "data": dumps(e.data)} for e in entries]
    connection.execute(INSERT_ENTRIES, rows)


def _seat(connection: sa.Connection, id_: str, sittings: list[Sitting]) -> None:
    if sittings:
        connection.execute(
            sa.insert(schema.seats),
            [{"table_id": id_, "seat": s.seat, "user_id": s.user, "active": s.active, "invited": s.invited} for s in sittings],
        )


def _limits(connection: sa.Connection, id_: str) -> list[Limit]:
    return [Limit(*row) for row in connection.execute(LIMITS, {"id_": id_})]


def _still(connection: sa.Connection, id_: str, limit: Limit) -> bool:
    """Whether a limit is in force, and stays so until the transaction ends: who sets limits waits for the row of the table."""
    connection.execute(LOCK, {"id_": id_})
    return limit in _limits(connection, id_)


def _limits_of(connection: sa.Connection, id_: str, lot: int | None, asked: int | None) -> list[Limit]:
    """The limits for the auction of a lot but that of the seat ``asked``; all others deleted."""
    kept = []
    for limit in _limits(connection, id_):
        if limit.lot == lot and limit.seat != asked:
            kept.append(limit)
        else:
            connection.execute(FORGET_LIMIT, {"id_": id_, "seat": limit.seat})
    return kept
