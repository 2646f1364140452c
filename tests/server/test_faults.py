"""What goes wrong around a server: no database, no disk, wrong clocks, crashing bots, hasty clients."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import sqlite3
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cuberails import bots
from cuberails.games import chicago_express
from cuberails.server import botpool, commands
from cuberails.server.admin import verify
from cuberails.server.database import Writer, connect
from cuberails.server.table import Entry, Table
from tests.server import conftest
from tests.server.conftest import Running, run
from tests.server.player import Player, Refused
from tests.server.test_play import two

T = TypeVar("T")


@pytest.mark.long
def test_a_database_that_is_away_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    running = run(conftest.settings(str(tmp_path / "a.db")))
    ada, ben, table = two(running)
    ada.move(table, "bid 12")
    seen = ben.look(table)["number"]
    with sqlite3.connect(tmp_path / "a.db", isolation_level=None) as blocker:
        blocker.execute("begin immediate")
        began = time.monotonic()
        for who, what, body in ((ben, "moves", {"seen": seen, "move": "pass"}), (ada, "chat", {"text": "hm"})):
            with pytest.raises(Refused) as refused:
                who.do(table, what, **body)
            assert (refused.value.status, refused.value.code) == (503, "unavailable")
        with pytest.raises(Refused):
            Player.guest(running.base, "Eve")
        assert ben.http.get("/health/ready").status_code == 503
        assert ben.http.get("/health/live").status_code == 200
        assert 10 < time.monotonic() - began < 40
        blocker.execute("rollback")
    ben.move(table, "pass", seen)
    assert ada.moves(table) == ["bid 12", "pass"]
    assert ben.http.get("/health/ready").status_code == 200
    running.stop()


@pytest.mark.long
def test_a_bot_goes_on_when_the_database_is_back(tmp_path: Path) -> None:
    running = run(conftest.settings(str(tmp_path / "a.db")))
    ada = running.player()
    table = ada.table("me", {"kind": "bot", "bot": "random"}, start=True)
    with sqlite3.connect(tmp_path / "a.db", isolation_level=None) as blocker:
        ada.move(table, "bid 7")
        blocker.execute("begin immediate")
        time.sleep(6)
        blocker.execute("rollback")
    ada.wait(table, lambda found: found["turn"]["seat"] == 0)
    running.stop()


def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    running = run(conftest.settings(str(tmp_path / "a.db")))
    ada, ben, table = two(running)
    ada.move(table, "bid 12")
    seen = ben.look(table)["number"]
    _disk(running, "page_count")
    answers = [ben.http.post(f"/api/tables/{table}/chat", json={"text": "x" * 1000}) for _ in range(40)]
    assert {answer.status_code for answer in answers} == {200, 503}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 503} == {"unavailable"}
    _disk(running, "1073741823")
    ben.move(table, "pass", seen)
    assert ada.moves(table) == ["bid 12", "pass"]
    running.stop()
    engine = connect(running.settings.db)
    assert [finding.why for finding in verify(engine)] == [None]
    engine.dispose()


def _disk(running: Running, pages: str) -> None:
    """Let the database grow to so many pages, in the connection of the writer."""

    def job(connection: Any) -> None:
        most = connection.exec_driver_sql("pragma page_count").scalar() if pages == "page_count" else pages
        connection.exec_driver_sql(f"pragma max_page_count={most}")

    _in_server(running, running.app.service.writer.do("", job))


def test_what_may_have_been_committed_is_not_done_again(tmp_path: Path) -> None:
    engine, done = connect(f"sqlite:///{tmp_path / 'a.db'}"), []

    def fail(_: sa.Connection) -> None:
        raise sa.exc.OperationalError("commit", {}, Exception("the connection is gone"))

    async def three_jobs() -> list[Any]:
        writer = Writer(engine)
        works = [lambda _: time.sleep(0.2), lambda _: done.append("a"), lambda _: done.append("b")]
        jobs = [asyncio.create_task(writer.do("", work)) for work in works]  # the others wait for the first, together
        await asyncio.sleep(0.1)
        sa.event.listen(engine, "commit", fail)
        try:
            return await asyncio.gather(*jobs, return_exceptions=True)
        finally:
            writer.close()

    answers = asyncio.run(three_jobs())
    assert [type(answer) for answer in answers[1:]] == [sa.exc.OperationalError] * 2
    assert done == ["a", "b"]
    engine.dispose()


@pytest.mark.long
def test_a_clock_that_jumps_costs_nobody_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = run(conftest.settings(str(tmp_path / "a.db")))
    ada, _, table = two(running, clock={"kind": "move", "seconds": 60, "bot": "random"})
    real = time.time
    for jump in (7200, -7200):
        monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
        time.sleep(1.2)
        assert ada.look(table)["moves"] == 0
        assert 50 < ada.look(table)["turn"]["deadline"] - real() <= 60
    monkeypatch.undo()
    ada.move(table, "bid 12")
    running.stop()


def test_a_table_of_two_thousand_moves_is_read_in_bounded_time() -> None:
    table, entries = Table("x"), [_create()]
    entries.append(Entry(2, 1.0, "start", {}))
    for number in range(3, 2003):
        kind, data = ("move", {"seat": 0, "by": "person", "user": "u", "move": "bid 7"}) if number % 2 else ("undo", {"seat": 0, "to": 0})
        entries.append(Entry(number, float(number), kind, data))
    began = time.process_time()
    for entry in entries:
        table.take(entry)
    assert time.process_time() - began < 1
    began = time.process_time()
    table.fork()
    assert time.process_time() - began < 0.01


def _create() -> Entry:
    seats = [{"name": name, "user": "u", "bot": None, "invited": False} for name in ("Ada", "Ben")]
    clock = {"kind": "none", "seconds": 0, "increment": 0, "bot": "easy"}
    about = {"game": "chicago-express", "board": "chicago-express", "options": {}, "clock": clock, "seats": seats, "base": [], "host": "u"}
    return Entry(1, 0.0, "create", about | {"commitment": "", "scheme": "", "title": "", "rules": 1})


# -- Bots ---------------------------------------------------------------------------------------------


class Crashing:
    def choose(self, state: Any, rng: random.Random, clock: float | None) -> int:
        import os

        os._exit(3)


class Sleeping:
    def choose(self, state: Any, rng: random.Random, clock: float | None) -> int:
        time.sleep(60)
        raise AssertionError


class Cheating:
    def choose(self, state: Any, rng: random.Random, clock: float | None) -> int:
        return 10**6


@pytest.mark.long
@pytest.mark.parametrize("bad", ["Crashing", "Sleeping", "Cheating"])
def test_a_bot_that_fails_is_replaced_by_a_simpler_one(bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(botpool, "GRACE", 0.2)
    monkeypatch.setattr(botpool, "LADDER", ("random", f"tests.server.test_faults:{bad}"))
    monkeypatch.setattr(bots, "names", lambda: list(botpool.LADDER))

    async def play_two() -> list[str]:
        pool = botpool.Pool(1, 0.2)
        try:
            return [await pool.move(botpool.LADDER[1], chicago_express.new(2)) for _ in range(2)]
        finally:
            pool.close()

    for move in asyncio.run(play_two()):
        assert chicago_express.explain(chicago_express.new(2), move) is None


# -- Hasty clients ------------------------------------------------------------------------------------


def test_a_repeated_request_moves_once(site: Running) -> None:
    ada, _, table = two(site)
    seen = ada.look(table)["number"]

    def send(_: int) -> int:
        return ada.http.post(f"/api/tables/{table}/moves", json={"seen": seen, "move": "bid 12"}).status_code

    with ThreadPoolExecutor(8) as threads:
        codes = sorted(threads.map(send, range(16)))
    assert codes == [200] + [409] * 15
    assert ada.moves(table) == ["bid 12"]


def test_a_limit_withdrawn_in_time_does_not_bid(site: Running) -> None:
    ada, ben, table = two(site)
    ben.put(f"/api/tables/{table}/limit", up_to=9, then="pass")
    desk = site.app.service.desk

    async def bid_while_it_is_withdrawn() -> None:
        seen = (await desk.get(table)).table
        ada_herself = commands.User(seen.seats[0].user or "", "Ada", False)
        bid, withdrawal = desk.append(table, commands.move(ada_herself, seen.number, "bid 8")), desk.set_limit(table, 1, None)
        await asyncio.gather(bid, withdrawal)
        await asyncio.gather(*desk.tasks)

    _in_server(site, bid_while_it_is_withdrawn())
    assert ada.moves(table) == ["bid 8"]


def _in_server(running: Running, work: Coroutine[Any, Any, T]) -> T:
    """Do something in the server's own thread."""
    loop = next(iter(running.app.service.background)).get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(10)


KINDS = ("bid", "pass", "undo", "takeback", "agree", "refuse", "chat", "limit", "old")
REQUESTS = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from(KINDS), st.integers(0, 3)),
    min_size=4, max_size=25,
)  # fmt: skip


@pytest.mark.long
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=REQUESTS, second=REQUESTS)
def test_any_interleaving_of_two_clients_leaves_a_legal_log(site: Running, first: Any, second: Any) -> None:
    ada, ben, table = two(site)
    players = [ada, ben]
    threads = [
        threading.Thread(target=lambda requests=requests: [_send(players[who], table, what, n) for who, what, n in requests])
        for requests in (first, second)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = ada.log(table)
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    again = Table(table)
    for entry in site.app.service.desk.tables[table].table.entries:
        again.take(entry)
    assert again.state.to_json() == site.app.service.desk.tables[table].table.state.to_json()
    assert ada.moves(table) == [move.move for move in again.moves]


def _send(player: Player, table: str, what: str, n: int) -> None:
    """A request that may come at a bad moment; it must be answered and never with a 5xx."""
    found = player.look(table)
    seen = max(0, found["number"] - (n if what == "old" else 0))
    path = f"/api/tables/{table}"
    if what in ("bid", "old", "pass"):
        least = next((code for code in found["position"]["legal"] if code.startswith("bid")), "auction -")
        response = player.http.post(path + "/moves", json={"seen": seen, "move": "pass" if what == "pass" else least})
    elif what == "undo":
        response = player.http.post(path + "/undo", json={"seen": seen})
    elif what == "takeback":
        response = player.http.post(path + "/takeback", json={"seen": seen, "to": max(0, found["moves"] - 1 - n)})
    elif what in ("agree", "refuse"):
        response = player.http.post(path + "/takeback/answer", json={"agree": what == "agree"})
    elif what == "chat":
        response = player.http.post(path + "/chat", json={"text": "hm"})
    else:
        response = player.http.put(path + "/limit", json={"up_to": 8 + n, "then": "ask" if n % 2 else "pass"})
    assert response.status_code < 500


# -- PostgreSQL out of reach --------------------------------------------------------------------------


class Cable:
    """What lies between a server and PostgreSQL, and can be pulled."""

    def __init__(self, far: tuple[str, int]) -> None:
        self.far = far
        self.pulled = threading.Event()
        self.pairs: list[socket.socket] = []
        self.near = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.near.getsockname()[1])

    def _accept(self) -> None:
        while True:
            try:
                one = self.near.accept()[0]
            except OSError:
                return
            if self.pulled.is_set():
                one.close()
                continue
            other = socket.create_connection(self.far)
            self.pairs += [one, other]
            for source, target in ((one, other), (other, one)):
                threading.Thread(target=_carry, args=(source, target), daemon=True).start()

    def pull(self) -> None:
        self.pulled.set()
        for end in self.pairs:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.pairs.clear()

    def plug(self) -> None:
        self.pulled.clear()


def _carry(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@conftest.NEEDS_POSTGRES
@pytest.mark.long
def test_postgresql_away_for_ten_seconds_loses_nothing(tmp_path: Path) -> None:
    for db in conftest.fresh_database("postgresql", tmp_path):
        url = sa.make_url(db)
        cable = Cable((url.host or "", url.port or 5432))
        near = run(conftest.settings(url.set(host="127.0.0.1", port=cable.port).render_as_string(hide_password=False)))
        far = run(conftest.settings(db))
        ada, ben, table = two(near)
        ada.move(table, "bid 12")
        seen = ben.look(table)["number"]
        own = ada.listen("/api/me/stream")
        own.wait(lambda events: len(events) == 2)
        cable.pull()
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with pytest.raises(Refused) as refused:
                ben.do(table, "moves", seen=seen, move="pass")
            assert refused.value.code == "unavailable"
            time.sleep(0.5)
        assert ben.http.get("/health/ready").status_code == 503
        elsewhere = Player(far.base)
        elsewhere.http.cookies = ben.http.cookies
        elsewhere.move(table, "pass")
        cable.plug()
        own.wait(lambda events: [name for name, _, _ in events].count("games") == 2)  # what was missed is told
        ben.wait(table, lambda found: found["moves"] == 2)
        ada.move(table, "bid 10")
        elsewhere.wait(table, lambda found: found["moves"] == 3)
        assert elsewhere.moves(table) == ["bid 12", "pass", "bid 10"]
        near.stop()
        far.stop()
