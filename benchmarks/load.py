"""How much a server carries: tables of scripted players over HTTP, every player with an open stream.

    python benchmarks/load.py --tables 500 --rate 300 --seconds 60                        # SQLite, one process
    python benchmarks/load.py --db postgresql://... --processes 1 2                       # PostgreSQL, one process, then two
    python benchmarks/load.py --tables 50 --rate 0 --seconds 10                           # as fast as it goes

It starts the servers itself, on 127.0.0.1, with an empty database that is deleted afterwards, and stops them. With two processes
the players of a table are on both. It ends by itself, with a table that can be pasted into a page.

The moves are those of Chicago Express games that were played before the clock starts; every player keeps the table's stream open
and gets the table document after every move. A finished table makes room for a new one. Times are from the request until its
answer, and from the request until a player has the news.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from cuberails import bots
from cuberails.core import OVER
from cuberails.games import chicago_express
from cuberails.record import Scribe

PLAYERS = 2
PATIENCE = 120
"""Seconds beyond those of the measurement until a run is given up."""
WARM_UP = 10
"""Seconds after the last table was made until something is measured."""
SCRIPTS = 40


def scripts() -> list[list[str]]:
    """Whole games, move by move."""
    found = []
    for seed in range(SCRIPTS):
        rng, state, scribe = random.Random(seed), chicago_express.new(PLAYERS), Scribe(chicago_express)  # type: ignore[arg-type]
        bot = bots.load("lively")
        while state.seat != OVER:
            action = bot.choose(state.copy(), rng, None)
            state.apply(action)
            scribe.note(action, state)
        found.append(scribe.moves)
    return found


class Client:
    """One person with one connection for commands. As little as HTTP/1.1 takes, so that the clients leave the machine to the server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        data = b"" if body is None else json.dumps(body).encode()
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nhost: x\r\nx-cuberails: 1\r\ncontent-type: application/json\r\n"
            f"cookie: {self.cookie}\r\ncontent-length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
        answer = await self.reader.readexactly(int(headers.get("content-length", 0)))
        status = int(head[0].split()[1])
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";")[0]
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer.decode()[:300]}")
        return json.loads(answer) if answer else None

    def close(self) -> None:
        if self.reader:
            self.writer.close()
            self.reader = None


class Run:
    """What is measured."""

    def __init__(self, ports: list[int], rate: float) -> None:
        self.ports = ports
        self.rate = rate
        self.scripts = scripts()
        self.answers: list[float] = []
        self.news: list[float] = []
        self.sent: dict[tuple[str, int], float] = {}
        self.moves = 0
        self.over = asyncio.Event()
        self.measuring = False
        self.next_move = 0.0

    async def turn(self) -> None:
        """Wait until the next move of all is due."""
        if not self.rate:
            return
        now = time.perf_counter()
        self.next_move = max(self.next_move + 1 / self.rate, now - 0.5)
        if self.next_move > now:
            await asyncio.sleep(self.next_move - now)

    async def table(self, number: int, ready: asyncio.Semaphore) -> None:
        """One table after another, until the time is over."""
        rng = random.Random(number)
        while not self.over.is_set():
            clients = [Client(self.ports[at % len(self.ports)]) for at in range(PLAYERS)]
            for at, client in enumerate(clients):
                await client.ask("POST", "/api/guest", {"name": f"player {number} {at}"})
            seats = [{"kind": "me"}, *[{"kind": "open"}] * (PLAYERS - 1)]
            made = await clients[0].ask("POST", "/api/tables", {"game": "chicago-express", "seats": seats})
            path = f"/api/tables/{made['id']}"
            for client in clients[1:]:
                await client.ask("POST", path + "/sit", {})
            begun = await clients[0].ask("POST", path + "/start", {})
            streams = [asyncio.create_task(self.listen(client, path, begun["number"])) for client in clients]
            ready.release()
            try:
                await self.play(clients, path, begun["number"], rng.choice(self.scripts))
            finally:
                for stream in streams:
                    stream.cancel()
                await asyncio.gather(*streams, return_exceptions=True)
                for client in clients:
                    client.close()

    async def play(self, clients: list[Client], path: str, seen: int, script: list[str]) -> None:
        state = chicago_express.new(PLAYERS)
        for move in script:
            await self.turn()
            if self.over.is_set():
                return
            began = time.perf_counter()
            self.sent[path, seen + 1] = began
            answer = await clients[state.seat].ask("POST", path + "/moves", {"seen": seen, "move": move})
            if self.measuring:
                self.answers.append(time.perf_counter() - began)
                self.moves += 1
            seen = answer["number"]
            for action in chicago_express.unfold(state, move):
                state.apply(action)

    async def listen(self, client: Client, path: str, after: int) -> None:
        """Keep the stream open and note when the news come."""
        reader, writer = await asyncio.open_connection("127.0.0.1", client.port, limit=1 << 20)
        try:
            writer.write(f"GET {path}/stream?after={after} HTTP/1.1\r\nhost: x\r\ncookie: {client.cookie}\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    began = self.sent.get((path, int(line[4:])))
                    if began and self.measuring:
                        self.news.append(time.perf_counter() - began)
        finally:
            writer.close()


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def processor(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Servers:
    """Server processes on free ports."""

    def __init__(self, count: int, db: str, cached: int) -> None:
        self.ports = [free_port() for _ in range(count)]
        environment = os.environ | {"CUBERAILS_RATE_LIMITS": "off", "CUBERAILS_DB": db, "CUBERAILS_CACHED_TABLES": str(cached)}
        self.all = [
            subprocess.Popen(
                [sys.executable, "-m", "cuberails.server", "--port", str(port)],
                env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            for port in self.ports
        ]  # fmt: skip

    async def ready(self) -> None:
        for server, port in zip(self.all, self.ports, strict=True):
            while True:
                if server.poll() is not None:
                    raise SystemExit(f"a server ended with {server.returncode} instead of starting")
                try:
                    await Client(port).ask("GET", "/api/me")
                    break
                except OSError:
                    await asyncio.sleep(0.1)

    def memory(self) -> float:
        return sum(memory(server.pid) for server in self.all)

    def processor(self) -> float:
        return sum(processor(server.pid) for server in self.all)

    def stop(self) -> None:
        for server in self.all:
            server.send_signal(signal.SIGINT)
        for server in self.all:
            server.wait(30)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def empty_database(url: str) -> Iterator[str]:
    """A new database on the PostgreSQL of an address, or without one an SQLite file."""
    if not url:
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "load.db")
        return
    name = f"cuberails_load_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"create database {name}")
        try:
            yield f"{url.rsplit('/', 1)[0]}/{name}"
        finally:
            connection.execute(f"drop database {name} with (force)")


def part(times: list[float], share: float) -> str:
    return f"{sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000:.1f}" if times else "-"


COLUMNS = (
    "database", "processes", "tables", "moves/s", "answer p50", "p95", "p99", "worst (ms)", "news p50", "p99 (ms)", "moves",
    "processor a move", "memory a table",
)  # fmt: skip


async def open_tables(run: Run, count: int) -> list[asyncio.Task[None]]:
    """All tables, each with its players at their streams; the first one that fails ends the run."""
    ready = asyncio.Semaphore(0)
    tasks = []
    for number in range(count):
        tasks.append(asyncio.create_task(run.table(number, ready)))
        if number % 20 == 19:
            await asyncio.sleep(0.05)
    for _ in range(count):
        waiting = asyncio.create_task(ready.acquire())
        await asyncio.wait((waiting, *tasks), return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done():
            raise next(task.exception() for task in tasks if task.done()) or RuntimeError("a table ended before it began")
    return tasks


async def measure(args: argparse.Namespace, servers: Servers) -> str:
    """One run; its row of the table."""
    await servers.ready()
    run, empty = Run(servers.ports, args.rate), servers.memory()
    tasks = await open_tables(run, args.tables)
    await asyncio.sleep(WARM_UP)
    each = (servers.memory() - empty) * 1024 / args.tables
    run.measuring, began, steps = True, time.perf_counter(), 0
    used, own = servers.processor(), time.process_time()
    while time.perf_counter() - began < args.seconds and (not args.moves or run.moves < args.moves):
        await asyncio.sleep(1)
        if args.moves and run.moves * 10 // args.moves > steps:
            steps = run.moves * 10 // args.moves
            print(f"  {run.moves} moves: {servers.memory():.0f} MB", flush=True)
    took = time.perf_counter() - began
    run.measuring = False
    used, own = servers.processor() - used, time.process_time() - own
    print(f"{run.moves} moves in {took:.0f} s; servers {used / took * 100:.0f}%, clients {own / took * 100:.0f}% of a core", flush=True)
    await finish(run, tasks)
    answers, news = run.answers, run.news
    cells = [
        "PostgreSQL" if args.db else "SQLite", len(servers.all), args.tables, f"{run.moves / took:.0f}",
        part(answers, 0.5), part(answers, 0.95), part(answers, 0.99), part(answers, 1), part(news, 0.5), part(news, 0.99),
        run.moves, f"{used / run.moves * 1000:.2f} ms", f"{each:.0f} kB",
    ]  # fmt: skip
    return row(cells)


def row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


async def finish(run: Run, tasks: list[asyncio.Task[None]]) -> None:
    """End all tables; a table that failed is a failure of the run."""
    run.over.set()
    _, pending = await asyncio.wait(tasks, timeout=20)
    for task in pending:
        task.cancel()
    failed = [task.exception() for task in tasks if task.done() and not task.cancelled() and task.exception()]
    if failed:
        raise SystemExit(f"{len(failed)} tables failed, the first with: {failed[0]}")


async def bounded(args: argparse.Namespace, servers: Servers) -> str:
    async with asyncio.timeout(args.seconds + PATIENCE):
        return await measure(args, servers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=300, help="moves a second over all tables; 0: as fast as answers come")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--moves", type=int, default=0, help="stop after so many moves, and tell the memory ten times on the way")
    parser.add_argument("--processes", type=int, nargs="+", default=[1], help="a run with each number of server processes")
    parser.add_argument("--cached", type=int, default=2000, help="CUBERAILS_CACHED_TABLES of the servers")
    parser.add_argument("--db", default="", help="postgresql://... where databases may be made; default: an SQLite file")
    args = parser.parse_args()
    if not args.db and max(args.processes) > 1:
        parser.error("several processes need PostgreSQL: --db postgresql://...")
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}", flush=True)
    rows = []
    for count in args.processes:
        with empty_database(args.db) as db:
            servers = Servers(count, db, args.cached)
            try:
                rows.append(asyncio.run(bounded(args, servers)))
            finally:
                servers.stop()
    print(row(COLUMNS), row("---" for _ in COLUMNS), *rows, sep="\n")


if __name__ == "__main__":
    main()
