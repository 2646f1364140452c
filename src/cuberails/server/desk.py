"""The desk keeps the tables of this process: reads them, appends to their logs, tells who listens, and does what nobody has to
ask for (draws, bots, clocks, private limits)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa

from cuberails import fairness, record
from cuberails.core import CHANCE, OVER, Refusal
from cuberails.server import metrics
from cuberails.server.botpool import Pool
from cuberails.server.hub import Hub
from cuberails.server.limits import Limit, limit_move, limited, lot
from cuberails.server.live import Draft, Live
from cuberails.server.news import News
from cuberails.server.problems import Problem, no_such_table
from cuberails.server.store import Conflict, Gone, Sitting, Store, Summary
from cuberails.server.table import RUNNING, Entry, Table

log = logging.getLogger("cuberails.desk")
TRIES = 20
LIMIT_GRACE = 5.0
"""Seconds until another process looks whether a private limit has been forgotten."""
NEWS_SECONDS = 0.2
"""Seconds that the news of another process may take."""
PAUSES = (1, 2, 4, 8, 16)
"""Seconds between tries when the database is away; after the last one the sweeper takes over."""


class Clock:
    """The time of this process: it runs evenly even if the machine's clock is set."""

    def __init__(self) -> None:
        self.offset = time.time() - time.monotonic()

    def now(self) -> float:
        return self.offset + time.monotonic()


Make = Callable[[Draft], None]


class Desk:
    def __init__(self, store: Store, hub: Hub, bots: Pool, cached: int) -> None:
        self.store = store
        self.hub = hub
        self.bots = bots
        self.cached = cached
        self.clock = Clock()
        self.tables: OrderedDict[str, Live] = OrderedDict()
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.thinking: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    # -- Reading --------------------------------------------------------------------------------

    async def get(self, id_: str) -> Live:
        """The table of an id; the problem ``not-found`` if there is none."""
        live = self.tables.get(id_)
        if live:
            self.tables.move_to_end(id_)
            return live
        task = self.loading.get(id_)
        if not task:
            task = self.loading[id_] = asyncio.create_task(self._load(id_))
            task.add_done_callback(lambda _: self.loading.pop(id_, None))
        return await asyncio.shield(task)

    async def _load(self, id_: str) -> Live:
        loaded = await self.store.load(id_)
        if not loaded:
            raise no_such_table()
        table = await asyncio.to_thread(_fold, Table(id_), loaded.entries)
        return self._keep(Live(table, await self._seed(id_), loaded.limits))

    async def _seed(self, id_: str) -> str:
        try:
            return await self.store.seed(id_)
        except Gone as gone:
            raise no_such_table() from gone

    def _keep(self, live: Live) -> Live:
        self.tables[live.table.id] = live
        if len(self.tables) > self.cached:
            for id_, other in list(self.tables.items())[: len(self.tables) - self.cached]:
                if other is not live and not other.lock.locked() and not self.hub.watched(id_):
                    del self.tables[id_]
        metrics.TABLES.set(len(self.tables))
        return live

    def forget(self, id_: str) -> None:
        """Drop what is in memory: it may be wrong."""
        self.tables.pop(id_, None)
        self.hub.wake(id_)

    async def sync(self, live: Live) -> None:
        """Read what other processes have appended."""
        loaded = await self.store.load(live.table.id, live.table.number)
        if loaded is None:
            self.forget(live.table.id)
            raise no_such_table()
        fresh = [entry for entry in loaded.entries if entry.number > live.table.number]
        self._advance(live, fresh, loaded.limits)

    def _advance(self, live: Live, entries: Sequence[Entry], limits: list[Limit]) -> None:
        """Take over what another process has appended."""
        draft = Draft(live.table, limits, 0)
        live.replace(_fold(draft.table, entries) if entries else live.table, limits)
        self._tell(live.table.id, draft.people())

    async def hear(self, news: News) -> None:
        """Another process has changed a table."""
        loading = self.loading.get(news.table)
        live = await asyncio.shield(loading) if loading else self.tables.get(news.table)
        if live:
            async with live.lock:
                if news.entries and news.entries[0].number == live.table.number + 1:
                    limits = [limit for limit in live.limits if limit.seat != news.asked]
                    self._advance(live, news.entries, limits)
                elif news.number == 0 or news.number > live.table.number:
                    await self.sync(live)
        elif self.hub.people:
            for user in await self.store.users_at(news.table) if news.people is None else news.people:
                self.hub.mark(user, news.table)

    async def sync_all(self) -> None:
        """News may have been missed."""
        for id_ in list(self.tables):
            with contextlib.suppress(Problem):
                await self.hear(News(id_))

    async def catch_up(self, id_: str, number: int) -> None:
        """Somebody has seen an entry of a table, perhaps at another process whose news are on their way."""
        live = await self.get(id_)
        if not self.store.shared or live.table.number >= number:
            return
        with self.hub.at_table(id_) as listener:
            while live.table.number < number and await listener.wait(NEWS_SECONDS):
                pass
        if live.table.number < number:
            await self.hear(News(id_, number))

    # -- Appending ------------------------------------------------------------------------------

    async def create(self, id_: str, make: Callable[[Draft, str], None]) -> Live:
        """Lay a new table; ``make`` writes its first entries and gets the commitment to its chance."""
        seed = fairness.new_seed()
        draft = Draft(Table(id_), [], self.clock.now())
        make(draft, fairness.commitment(seed))
        self._consequences(draft, seed.hex())
        await self.store.create(draft.news(), seed.hex(), self._summary(draft), _sittings(draft.table))
        live = self._keep(Live(draft.table, seed.hex(), []))
        self._appended(live, draft)
        return live

    async def append(self, id_: str, make: Make) -> list[Entry]:
        """Append what ``make`` adds to the draft of a table; it is called again if another process was quicker."""
        current = not self.store.shared
        for _ in range(TRIES):
            live = await self.get(id_)
            async with live.lock:
                if self.tables.get(id_) is not live:
                    continue
                draft = Draft(live.table, live.limits, self.clock.now())
                try:
                    make(draft)
                except (Problem, Refusal):
                    if current:
                        raise
                    current = True
                    await self.sync(live)  # nobody is refused for what another process knows better
                    continue
                if not draft.entries:
                    return []
                self._consequences(draft, live.seed)
                if await self._commit(live, draft):
                    self._appended(live, draft)
                    return draft.entries
        raise RuntimeError(f"the table {id_} was never quiet in {TRIES} tries")

    async def _commit(self, live: Live, draft: Draft) -> bool:
        id_ = live.table.id
        try:
            with metrics.COMMITS.time():
                limits = await self.store.append(
                    draft.news(), self._summary(draft), (lot(live.table), lot(draft.table)),
                    _sittings(draft.table) if draft.reseated else None, draft.limit,
                )  # fmt: skip
        except Conflict:
            await self.sync(live)
            return False
        except Gone as gone:
            self.forget(id_)
            raise no_such_table() from gone
        except sa.exc.DBAPIError:
            self.forget(id_)  # nobody knows whether it was committed; the log will tell
            raise
        live.replace(draft.table, limits)
        return True

    async def set_limit(self, id_: str, seat: int, wish: Callable[[Table], Limit] | None) -> Live:
        """Replace the private limit of a seat by what ``wish`` makes of the table, or by none."""
        for _ in range(TRIES):
            live = await self.get(id_)
            async with live.lock:
                try:
                    limits = await self.store.set_limit(id_, wish(live.table) if wish else None, seat, live.table.number)
                except Conflict:
                    await self.sync(live)
                    continue
                except Gone as gone:
                    self.forget(id_)
                    raise no_such_table() from gone
                live.replace(live.table, limits)
                self.hub.wake(id_)
                return live
        raise RuntimeError(f"the table {id_} was never quiet in {TRIES} tries")

    def _consequences(self, draft: Draft, seed: str) -> None:
        """What follows from the position without anybody's decision."""
        table = draft.table
        while table.status == RUNNING and table.state.seat == CHANCE:
            source = fairness.Draws(bytes.fromhex(seed), table.contributions).source(table.drawn + 1)
            draft.add("move", seat=CHANCE, by="chance", move=fairness.draw_move(table.state, source))
        if table.status == RUNNING and table.state.seat == OVER:
            draft.add("end", result=record.result(table.state), seed=seed)

    def _appended(self, live: Live, draft: Draft) -> None:
        for entry in draft.entries:
            if entry.kind == "move":
                metrics.MOVES.labels(entry.data["by"]).inc()
        self._tell(live.table.id, draft.people())
        if live.table.decides() or limited(live.table, live.limits):
            self.start(self.attend(live.table.id))

    def _tell(self, id_: str, people: list[str]) -> None:
        self.hub.wake(id_)
        if self.hub.people:
            for user in people:
                self.hub.mark(user, id_)

    def _summary(self, draft: Draft) -> Summary:
        table = draft.table
        if table.decides():
            due: float | None = draft.now + self.bots.patience
        else:
            due = table.deadline()
            if limited(table, draft.limits):
                due = min(due or draft.now + LIMIT_GRACE, draft.now + LIMIT_GRACE)
        # The lists are ordered by the time of the last change: that of a veiled table must not tell when somebody moves.
        updated = table.entries[table.began - 1].at if table.veiled else draft.now
        return Summary(table.status, table.turn(), due, updated, shown(table))

    # -- What nobody has to ask for -------------------------------------------------------------

    def start(self, work: Any) -> None:
        """Do something beside the present request."""
        task = asyncio.create_task(self._safely(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _safely(self, work: Any) -> None:
        try:
            await work
        except (Problem, Refusal) as refused:
            log.info("not done: %s", refused)
        except sa.exc.DBAPIError as error:
            log.error("the database failed: %s", str(error.orig).splitlines()[0])
        except Exception:
            log.exception("something beside a request failed")

    async def attend(self, id_: str) -> None:
        """Move for a seat that needs no person now: a bot's, one whose time is up, one with a limit."""
        if id_ in self.thinking:
            return
        self.thinking.add(id_)
        try:
            for pause in PAUSES:
                try:
                    while await self._attend_once(id_):
                        pass
                except sa.exc.DBAPIError:
                    await asyncio.sleep(pause)
                else:
                    return
        finally:
            self.thinking.discard(id_)

    async def _attend_once(self, id_: str) -> bool:
        live = await self.get(id_)
        table = live.table
        turn, deadline, level = table.turn(), table.deadline(), table.decides()
        if turn is None:
            return False
        limit = user = None
        if level:
            by, move = "bot", await self.bots.move(level, table.state)
        elif deadline is not None and deadline <= self.clock.now():
            by, move = "clock", await self.bots.move(table.about["clock"]["bot"], table.state)
        elif limit := limited(table, live.limits):
            answer = limit_move(table, limit)
            if answer is None:
                await self.set_limit(id_, limit.seat, None)
                return True  # somebody may have moved meanwhile
            by, move, user = "person", answer, table.seats[turn].user
        else:
            return False

        def make(draft: Draft) -> None:
            if draft.table.changed == table.changed and draft.table.status == RUNNING and limit in (None, *draft.limits):
                draft.limit = limit
                draft.add("move", seat=turn, by=by, move=move, **({"user": user} if user else {}))

        await self.append(id_, make)
        return True

    async def sweep(self) -> None:
        """Look after every table that is overdue and that no other process takes."""
        now = self.clock.now()
        for id_ in await self.store.overdue(now):
            if await self.store.claim(id_, now, now + self.bots.patience):
                self.start(self.attend(id_))

    async def resume(self) -> None:
        """After a start, when this process is the only one: go on with every table where a bot was to move."""
        for id_ in await self.store.overdue(self.clock.now() + self.bots.patience, 1_000_000):
            self.start(self.attend(id_))


def _fold(table: Table, entries: Sequence[Entry]) -> Table:
    for entry in entries:
        table.take(entry)
    return table


def _sittings(table: Table) -> list[Sitting]:
    return [Sitting(at, seat.user, seat.active, seat.invited) for at, seat in enumerate(table.seats) if seat.user]


def shown(table: Table) -> dict[str, Any]:
    """What lists show of a table."""
    return {
        "title": table.about["title"],
        "players": [seat.name or None for seat in table.seats],
        "moves": len(table.moves),
        "deadline": table.deadline(),
        "waiting": table.takeback.waiting if table.takeback else [],
        "result": table.result,
        "veiled": table.veiled,
    }
