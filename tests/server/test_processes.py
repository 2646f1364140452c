"""Several server processes: two that share PostgreSQL, and one that is killed at any moment."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cuberails import record
from cuberails.server import admin
from cuberails.server.database import connect
from tests.server.conftest import DATABASES, NEEDS_POSTGRES, Running, fresh_database, run, settings
from tests.server.player import Player, Refused
from tests.server.test_play import OPENING

KILLS = int(os.environ.get("CUBERAILS_TEST_KILLS", "5"))
"""How often the server is killed; docs/server.md tells what 50 times gave."""


class Process:
    """A server as its own process, on a port of its own."""

    def __init__(self, db: str, port: int = 0) -> None:
        self.db = db
        self.port = port or _free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        environment = os.environ | {"CUBERAILS_RATE_LIMITS": "off", "CUBERAILS_BOT_SECONDS": "0.1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cuberails.server", "--port", str(self.port), "--db", db],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self.process.stdout
        assert b"the table is laid" in self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[str]:
    yield from fresh_database("postgresql", tmp_path)


@NEEDS_POSTGRES
@pytest.mark.long
def test_players_of_one_table_sit_at_two_servers(shared: str) -> None:
    north, south = Process(shared), Process(shared)
    ada, ben = Player.guest(north.base, "Ada"), Player.guest(south.base, "Ben")
    table = ada.table("me", "open")
    ben.do(table, "sit")
    ada.do(table, "start")
    stream, own = ben.listen(f"/api/tables/{table}/stream"), ben.listen("/api/me/stream")
    ada.move(table, "bid 12")
    stream.wait(lambda events: [entry["move"] for entry in stream.entries()] == ["bid 12"])
    own.wait(lambda events: events[-1][0] == "game" and events[-1][1]["your_turn"])
    seen = stream.entries()[-1]["number"]
    ben.move(table, "pass", seen)
    with pytest.raises(Refused) as refused:
        ada.move(table, "pass", seen)
    assert refused.value.code == "stale"
    ada.wait(table, lambda found: found["moves"] == 2)
    play_on_two([ada, ben], table, OPENING[2:])
    assert ada.moves(table) == ben.moves(table) == OPENING
    said = ben.do(table, "chat", text="from the south")["number"]
    ada.wait(table, lambda found: found["number"] == said)
    assert (north.stop(), south.stop()) == (0, 0)


def play_on_two(players: list[Player], table: str, moves: list[str]) -> None:
    """Make moves as soon as the server of the player on turn has heard of the one before."""
    for number, move in enumerate(moves, len(players[0].moves(table))):
        for player in players:
            player.wait(table, lambda found, number=number: found["moves"] == number)  # type: ignore[misc]
        players[players[0].look(table)["turn"]["seat"]].move(table, move)
    for player in players:
        player.wait(table, lambda found: found["moves"] == number + 1)


def two_at_two_servers(shared: str) -> tuple[Running, Running, Player, Player, str]:
    """Two servers, Ada at the first and Ben at the other, and the table at which both have begun to play."""
    north, south = run(settings(shared)), run(settings(shared))
    ada, ben = north.player("Ada"), south.player("Ben")
    table = ada.table("me", "open")
    ben.do(table, "sit")
    ada.do(table, "start")
    ben.wait(table, lambda found: found["status"] == "running")
    return north, south, ada, ben, table


@NEEDS_POSTGRES
@pytest.mark.long
def test_a_limit_set_at_one_server_bids_at_the_other(shared: str) -> None:
    north, south, ada, ben, table = two_at_two_servers(shared)
    ben.put(f"/api/tables/{table}/limit", up_to=9, then="pass")
    ada.move(table, "bid 8")
    ada.wait(table, lambda found: found["moves"] == 2, 3)
    assert ada.moves(table) == ["bid 8", "bid 9"]
    north.stop()
    south.stop()


@NEEDS_POSTGRES
@pytest.mark.long
def test_news_carry_what_was_appended(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server need not ask the database for every move that is made at another one."""
    north, south, ada, ben, table = two_at_two_servers(shared)
    for server in (north, south):
        monkeypatch.setattr(server.app.service.store, "load", None)
    play_on_two([ada, ben], table, OPENING)
    assert ada.log(table) == ben.log(table)
    north.stop()
    south.stop()


@NEEDS_POSTGRES
@pytest.mark.long
def test_news_that_come_while_a_table_is_read_are_not_lost(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    north, south = run(settings(shared)), run(settings(shared))
    ada, eve = north.player("Ada"), south.player("Eve")
    table = ada.table("me", "me", start=True)
    store, read, go_on = south.app.service.store, threading.Event(), threading.Event()
    seed = store.seed

    async def slow_seed(id_: str) -> str:
        read.set()
        await asyncio.to_thread(go_on.wait, 10)
        return await seed(id_)

    monkeypatch.setattr(store, "seed", slow_seed)
    looking = threading.Thread(target=eve.look, args=(table,))
    looking.start()
    assert read.wait(10)
    ada.move(table, "bid 12")
    time.sleep(0.5)
    go_on.set()
    looking.join()
    eve.wait(table, lambda found: found["moves"] == 1, 3)
    north.stop()
    south.stop()


@NEEDS_POSTGRES
@pytest.mark.long
def test_a_limit_withdrawn_at_one_server_does_not_bid_at_the_other(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    north, south, ada, ben, table = two_at_two_servers(shared)
    ben.put(f"/api/tables/{table}/limit", up_to=9, then="pass")
    desk = north.app.service.desk
    ada.wait(table, lambda _: bool(desk.tables[table].limits), 3)
    monkeypatch.setattr(north.app.service, "heard", lambda _: None)  # its news are slow
    ben.delete(f"/api/tables/{table}/limit")
    ada.move(table, "bid 8")
    time.sleep(1)
    assert ada.moves(table) == ["bid 8"]
    north.stop()
    south.stop()


@NEEDS_POSTGRES
@pytest.mark.long
def test_two_servers_play_each_bot_move_once(shared: str) -> None:
    north, south = run(settings(shared)), run(settings(shared))
    ada = north.player()
    bot = {"kind": "bot", "bot": "random"}
    tables = [ada.table(bot, bot, bot, game="credit-mobilier", start=True) for _ in range(4)]
    for table in tables:
        ada.wait(table, lambda found: found["status"] == "finished", 60)
        played = record.Record.loads(ada.get(f"/api/tables/{table}/record"))
        assert record.verify(played).reason is None
        assert [entry["number"] for entry in ada.log(table)] == list(range(1, ada.look(table)["number"] + 1))
    north.stop()
    south.stop()


@pytest.mark.long
@pytest.mark.parametrize("kind", DATABASES)
def test_a_killed_server_loses_and_doubles_nothing(kind: str, tmp_path: Path) -> None:
    for db in fresh_database(kind, tmp_path):
        rng = random.Random(7)
        server = Process(db)
        port = server.port
        players = [Player.guest(server.base, name) for name in ("Ada", "Ben")]
        table = players[0].table("me", "open", {"kind": "bot", "bot": "random"}, game="credit-mobilier")
        players[1].do(table, "sit")
        players[0].do(table, "start")
        acknowledged: dict[tuple[str, int], str] = {}
        for _ in range(KILLS):
            begun = threading.Event()
            killer = _kill_after(server, begun, rng.uniform(0, 0.5))
            table = _play_until_it_dies(players, table, acknowledged, begun)
            killer.join()
            server = Process(db, port)
        assert acknowledged
        for played in {table for table, _ in acknowledged}:
            log = players[0].log(played)
            assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
            for (where, number), move in acknowledged.items():
                assert where != played or log[number - 1]["move"] == move
        server.stop()
        engine = connect(db)
        assert [finding.why for finding in admin.verify(engine) if finding.why] == []
        engine.dispose()


def _kill_after(server: Process, begun: threading.Event, seconds: float) -> threading.Thread:
    """Kill a server some time after play has begun on it."""

    def kill() -> None:
        begun.wait(20)
        time.sleep(seconds)
        server.kill()

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def _play_until_it_dies(players: list[Player], table: str, acknowledged: dict[tuple[str, int], str], begun: threading.Event) -> str:
    """Play with two persons, as hasty clients would, until the server is gone."""
    try:
        while True:
            found = players[0].look(table)
            if found["status"] == "finished":
                table = players[0].do(table, "rematch")["id"]
                continue
            if found["status"] == "open":
                if not players[1].look(table)["you"]:
                    players[1].do(table, "sit")
                players[0].do(table, "start")
                continue
            seat = found["turn"]["seat"]
            if seat > 1:
                time.sleep(0.005)
                continue
            shown = players[seat].do(table, "preview", partial=[])
            partial = [code for code in shown["legal"] if code.startswith(("buy", "dividend", "pass"))][:1]
            move = players[seat].do(table, "preview", partial=partial or _build(players[seat], table))["move"]
            answer = players[seat].do(table, "moves", seen=found["number"], move=move)
            acknowledged[table, answer["entries"][0]["number"]] = move
            begun.set()
    except (httpx.HTTPError, json.JSONDecodeError):
        return table
    except Refused as refused:
        if refused.code == "stale":
            return _play_until_it_dies(players, table, acknowledged, begun)
        raise


def _build(player: Player, table: str) -> list[str]:
    partial: list[str] = []
    while not (shown := player.do(table, "preview", partial=partial))["complete"]:
        partial.append(shown["legal"][0])
    return partial


@pytest.mark.long
@pytest.mark.parametrize("kind", DATABASES)
def test_a_bot_goes_on_after_a_restart(kind: str, tmp_path: Path) -> None:
    for db in fresh_database(kind, tmp_path):
        server = Process(db)
        ada = Player.guest(server.base, "Ada")
        bot = {"kind": "bot", "bot": "random"}
        table = ada.table(bot, bot, game="credit-mobilier", start=True)
        server.kill()
        again = Process(db, server.port)
        ada.wait(table, lambda found: found["status"] == "finished", 90)
        again.stop()


@pytest.mark.long
def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path: Path) -> None:
    server = Process(str(tmp_path / "a.db"))
    second = subprocess.run(
        [sys.executable, "-m", "cuberails.server", "--port", "0", "--db", str(tmp_path / "a.db")],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert second.returncode == 1
    assert second.stderr.splitlines()[-1].startswith("cuberails: Another server uses")
    assert server.stop() == 0
