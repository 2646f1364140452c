"""Servers for the tests: real ones, reached over HTTP, on SQLite and on PostgreSQL.

PostgreSQL is tested where ``CUBERAILS_TEST_POSTGRES`` names a server in which databases may be made
(``eval "$(tools/test_postgres.sh start)"``); elsewhere those tests are skipped.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from argon2 import PasswordHasher

from cuberails.server import people
from cuberails.server.app import App
from cuberails.server.run import Server, bind, make
from cuberails.server.settings import Settings, database
from tests.server.player import Player

POSTGRES = os.environ.get("CUBERAILS_TEST_POSTGRES", "")
NEEDS_POSTGRES = pytest.mark.skipif(not POSTGRES, reason="CUBERAILS_TEST_POSTGRES is not set")
DATABASES = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.long, NEEDS_POSTGRES])]


@dataclass
class Running:
    """A server in a thread of the test."""

    app: App
    server: Server
    thread: threading.Thread
    base: str
    settings: Settings

    def player(self, name: str = "Ada") -> Player:
        """A guest."""
        return Player.guest(self.base, name)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(20)


def run(settings: Settings) -> Running:
    """Start a server and wait until it answers."""
    listening = bind("127.0.0.1", 0)
    app, ready = App(settings), threading.Event()
    server = make(app, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert ready.wait(20)
    return Running(app, server, thread, f"http://127.0.0.1:{listening.getsockname()[1]}", settings)


def fresh_database(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database, which is deleted afterwards."""
    if kind == "sqlite":
        yield database(str(folder / f"{secrets.token_hex(4)}.db"))
        return
    name = f"cuberails_test_{secrets.token_hex(6)}"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"create database {name}")
        yield database(POSTGRES.rsplit("/", 1)[0] + "/" + name)
        connection.execute(f"drop database {name} with (force)")


@pytest.fixture(scope="session", autouse=True)
def _quick_hashes() -> Iterator[None]:
    """Passwords of tests are hashed as argon2id, but quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(people, "hasher", PasswordHasher(time_cost=1, memory_cost=64))
        yield


@pytest.fixture(params=DATABASES)
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield from fresh_database(request.param, tmp_path)


@pytest.fixture(scope="session", params=DATABASES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that leave it as it was, on each database."""
    for address in fresh_database(request.param, tmp_path_factory.mktemp("db")):
        running = run(Settings(address, bot_seconds=0.2, rate_limits=False))
        yield running
        running.stop()


def settings(address: str, rate: bool = False) -> Settings:
    return Settings(database(address), bot_seconds=0.2, rate_limits=rate)
