"""Everything one server process holds, and its life from start to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

import psycopg
import sqlalchemy as sa

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason
from cuberails.server import database, news
from cuberails.server.botpool import Pool
from cuberails.server.desk import Desk
from cuberails.server.hub import Hub
from cuberails.server.people import People
from cuberails.server.rates import Rates
from cuberails.server.settings import Settings
from cuberails.server.store import Store

log = logging.getLogger("cuberails.service")
SWEEP_SECONDS = 1.0
READERS = 16
SWITCH_SECONDS = 0.0005
"""The event loop gets the interpreter back from the writer's thread after this long; the usual 5 ms would be felt in every answer."""


COLLECT = (20_000, 20, 20)
"""Tables are many small objects that live long: the collector looks at them less often than it would."""


class Service:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lock = _only_one(settings.db) if settings.sqlite else None
        self.engine = database.connect(settings.db)
        database.migrate(self.engine)
        self.hub = Hub()
        self.rates = Rates(settings.rate_limits)
        self.background: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.freeze()
        gc.set_threshold(*COLLECT)
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(READERS, thread_name_prefix="reader"))
        self.writer = database.Writer(self.engine)
        self.store = Store(self.engine, self.writer, secrets.token_hex(4))
        self.bots = Pool(self.settings.bot_workers, self.settings.bot_seconds)
        self.desk = Desk(self.store, self.hub, self.bots, self.settings.cached_tables)
        self.people = People(self.store)
        if self.store.shared:
            self.ear = Ear(self.settings.db, loop, self)
        else:
            await self.desk.resume()
        self.background.append(asyncio.create_task(self._sweep()))

    async def stop(self) -> None:
        for task in (*self.background, *self.desk.tasks):
            task.cancel()
        await asyncio.gather(*self.background, *self.desk.tasks, return_exceptions=True)
        if self.store.shared:
            self.ear.stop()
        self.bots.close()
        await asyncio.to_thread(self.writer.close)
        self.engine.dispose()
        if self.lock:
            self.lock.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.desk.sweep()
            except sa.exc.DBAPIError as error:
                log.warning("the sweep failed: %s", str(error.orig).splitlines()[0])
            except Exception:
                log.exception("the sweep failed")

    async def ready(self) -> bool:
        """Whether the database takes writes."""
        try:
            async with asyncio.timeout(database.PATIENCE + 1):
                await self.writer.do("", lambda connection: connection.execute(sa.text("select 1")) and None)
        except (TimeoutError, sa.exc.DBAPIError):
            return False
        return True

    def heard(self, text: str) -> None:
        """News from another process."""
        self.desk.start(self.desk.hear(news.read(text)))

    def deaf(self) -> None:
        """The news were interrupted: look at everything again."""
        self.hub.remind()
        self.desk.start(self.desk.sync_all())


class Ear(threading.Thread):
    """Listens to what other processes say through PostgreSQL."""

    def __init__(self, url: str, loop: asyncio.AbstractEventLoop, service: Service) -> None:
        super().__init__(name="ear", daemon=True)
        self.url = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self.loop = loop
        self.service = service
        self.over = threading.Event()
        self.start()

    def run(self) -> None:
        first = True
        while not self.over.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True, connect_timeout=database.PATIENCE) as connection:
                    connection.execute(f"listen {news.CHANNEL}")
                    if not first:
                        self._call(self.service.deaf)
                    first = False
                    while not self.over.is_set():
                        for notice in connection.notifies(timeout=1.0):
                            if not news.is_from(self.service.store.origin, notice.payload):
                                self._call(self.service.heard, notice.payload)
            except psycopg.Error as error:
                log.warning("news from other servers are interrupted: %s", str(error).splitlines()[0])
                self.over.wait(1)

    def _call(self, what: Callable[..., None], *told: str) -> None:
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self.loop.call_soon_threadsafe(what, *told)

    def stop(self) -> None:
        self.over.set()


def _only_one(url: str) -> IO[str]:
    """Hold the lock of an SQLite file: one server uses it at a time."""
    path = Path(sa.make_url(url).database or "")
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.with_name(path.name + ".lock").open("w")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise BadInput(Reason("", N_("Another server uses {file} already; several servers need PostgreSQL."), {"file": path})) from error
    return file
