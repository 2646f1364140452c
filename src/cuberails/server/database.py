"""The connection to SQLite or PostgreSQL, brought to the present schema; and the one thread that writes.

Threads rather than an asynchronous driver: SQLite has none, and one writer that puts all waiting jobs into one transaction
pays the disk once for many moves, on both databases.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import event

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason
from cuberails.server import schema

log = logging.getLogger("cuberails.database")
T = TypeVar("T")
Job = Callable[[sa.Connection], Any]
MOST_TOGETHER = 64
PATIENCE = 5
"""Seconds until a database that is locked or away is given up for this request."""
MIGRATION_LOCK = 0x63756265


class Refused(Exception):
    """Raised by a job that has written nothing: the others of its transaction go on."""


def connect(url: str) -> sa.Engine:
    """The engine for a database; nothing is opened yet."""
    if url.startswith("sqlite"):
        Path(sa.make_url(url).database or "").parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(url, connect_args={"timeout": PATIENCE}, pool_size=8)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", lambda conn: conn.exec_driver_sql(conn.get_execution_options().get("begin", "BEGIN")))
        return engine
    options = f"-c statement_timeout={PATIENCE * 1000} -c lock_timeout={PATIENCE * 1000}"
    return sa.create_engine(url, connect_args={"connect_timeout": PATIENCE, "options": options}, pool_pre_ping=True, pool_size=8)


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions are begun by us
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on"):
        connection.execute(f"pragma {pragma}")


def migrate(engine: sa.Engine) -> None:
    """Bring the schema up to date; several servers may try at once."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_lock(MIGRATION_LOCK)))
            connection.commit()
            try:
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                connection.commit()
            finally:
                if engine.dialect.name == "postgresql":
                    connection.execute(sa.select(sa.func.pg_advisory_unlock(MIGRATION_LOCK)))
    except sa.exc.OperationalError as error:
        where = engine.url.render_as_string(hide_password=True)
        why = str(error.orig).splitlines()[0]
        raise BadInput(Reason("", N_("The database {where} cannot be opened: {why}"), {"where": where, "why": why})) from error


class Writer:
    """The thread through which everything is written.

    Jobs that wait are done in one transaction, in the order of their keys: two servers that write to the same
    tables then never wait for each other in a circle. A job may be run twice if the first transaction fails, so it
    changes nothing but the database.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine.execution_options(begin="BEGIN IMMEDIATE")
        self.connection: sa.Connection | None = None
        """Kept open from one transaction to the next; only the thread touches it."""
        self.waiting: queue.SimpleQueue[tuple[str, Job, asyncio.AbstractEventLoop, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self.committing = False
        """Whether the last transaction may have been committed, though it failed."""
        self.thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.thread.start()

    async def do(self, key: str, job: Callable[[sa.Connection], T]) -> T:
        """Run a job; its result once it is committed. ``key``: the table it writes to, or ""."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.waiting.put((key, job, loop, future))
        return await future

    def close(self) -> None:
        """Finish what waits."""
        self.waiting.put(None)
        self.thread.join()

    def _work(self) -> None:
        going_on = True
        while going_on:
            batch = [self.waiting.get()]
            with contextlib.suppress(queue.Empty):
                while len(batch) < MOST_TOGETHER:
                    batch.append(self.waiting.get_nowait())
            jobs = sorted((item for item in batch if item is not None), key=lambda item: item[0])
            going_on = len(jobs) == len(batch)
            done = self._run([job for _, job, _, _ in jobs])
            for loop, pairs in _by_loop(jobs, done):
                with contextlib.suppress(RuntimeError):  # the loop is gone, and with it whoever waited
                    loop.call_soon_threadsafe(_answer, pairs)
        self._drop()

    def _run(self, jobs: list[Job]) -> list[tuple[Any, BaseException | None]]:
        try:
            return self._transaction(jobs) if jobs else []
        except Exception as error:
            if len(jobs) == 1 or self.committing:
                return [(None, error)] * len(jobs)  # what may have been committed is not done again
            log.warning("a transaction of %d jobs failed: each gets its own", len(jobs))
            return [result for job in jobs for result in self._run([job])]

    def _transaction(self, jobs: list[Job]) -> list[tuple[Any, BaseException | None]]:
        try:
            return self._carry_out(jobs)
        except sa.exc.DBAPIError as error:
            if not error.connection_invalidated or self.committing:
                raise
            return self._carry_out(jobs)  # the connection had been lost since the last time, and nothing was done yet

    def _carry_out(self, jobs: list[Job]) -> list[tuple[Any, BaseException | None]]:
        done: list[tuple[Any, BaseException | None]] = []
        self.committing = False
        try:
            if self.connection is None:
                self.connection = self.engine.connect()
            with self.connection.begin():
                for job in jobs:
                    try:
                        done.append((job(self.connection), None))
                    except Refused as refused:
                        done.append((None, refused))
                self.committing = True
        except Exception:
            self._drop()
            raise
        return done

    def _drop(self) -> None:
        """Take another connection the next time."""
        with contextlib.suppress(Exception):
            if self.connection is not None:
                self.connection.close()
        self.connection = None


def _by_loop(batch: list[Any], done: list[Any]) -> Iterator[tuple[asyncio.AbstractEventLoop, list[Any]]]:
    loops: dict[asyncio.AbstractEventLoop, list[Any]] = {}
    for (_, _, loop, future), result in zip(batch, done, strict=True):
        loops.setdefault(loop, []).append((future, result))
    yield from loops.items()


def _answer(pairs: list[tuple[asyncio.Future[Any], tuple[Any, BaseException | None]]]) -> None:
    for future, (result, error) in pairs:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def metadata_differences(engine: sa.Engine) -> list[Any]:
    """What the migrations did not make as the schema says; nothing, if all is well."""
    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))
