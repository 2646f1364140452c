"""Bots think in processes of their own. One that crashes or is slow is replaced, and the next simpler bot moves."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from cuberails import bots, registry
from cuberails.core import State
from cuberails.record import Scribe
from cuberails.server import boards, metrics

log = logging.getLogger("cuberails.bots")

LADDER = ("random", "lively", "greedy", "easy", "medium", "hard", "expert")
"""What may be asked for, the simplest first. A level that is not there is played by the next simpler one."""
GRACE = 5.0
"""Seconds beyond what all decisions of a move may take until a worker counts as stuck."""
DECISIONS = 6
"""A move is made of so many decisions, at most."""


def ladder(level: str) -> list[str]:
    """The bots that are tried for a level, one after the other.

    >>> ladder("lively")
    ['lively', 'random']
    """
    known = bots.names()
    return [name for name in reversed(LADDER[: LADDER.index(level) + 1]) if name in known]


def think(level: str, state: State, seconds: float, seed: int) -> str:
    """The whole move of a bot in a position."""
    bot, rng = bots.load(level), random.Random(seed)
    trial = state.copy()
    scribe = Scribe(registry.game(state.game))
    while not scribe.moves:
        action = bot.choose(trial.copy(), rng, seconds)
        if action not in trial.legal():
            raise ValueError(f"{level} chose {action}, which is illegal")
        trial.apply(action)
        scribe.note(action, trial)
    return scribe.moves[0]


def work(pipe: Connection) -> None:
    """The life of a worker process."""
    while True:
        try:
            level, position, seconds, seed = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            game = registry.game(position["game"])
            state = game.from_json(position, boards.load(position["game"], position["board"]))
            pipe.send((think(level, state, seconds, seed), None))
        except Exception as failure:
            pipe.send((None, f"{type(failure).__name__}: {failure}"))


class Stuck(Exception):
    """A worker crashed or did not answer."""


class Worker:
    """One process that thinks about one move at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, far = context.Pipe()
        self.process = context.Process(target=work, args=(far,), daemon=True, name="bot")
        self.process.start()
        far.close()

    def ask(self, level: str, position: dict[str, Any], seconds: float, timeout: float) -> str:
        try:
            self.pipe.send((level, position, seconds, secrets.randbits(64)))
            if not self.pipe.poll(timeout):
                raise Stuck(f"no answer in {timeout:.0f} s")
            move, failure = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise Stuck("the process is gone") from error
        if failure:
            raise ValueError(failure)
        return move  # type: ignore[no-any-return]

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Pool:
    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self.threads = ThreadPoolExecutor(workers, thread_name_prefix="bot")
        self.all: list[Worker | None] = [None] * workers
        """Each is started when it is first needed."""
        self.free: asyncio.Queue[int] = asyncio.Queue()
        for at in range(workers):
            self.free.put_nowait(at)

    @property
    def patience(self) -> float:
        """How long a move may take until a server looks whether it has been forgotten."""
        return self._timeout() + 5

    def _timeout(self) -> float:
        return DECISIONS * self.seconds + GRACE

    async def move(self, level: str, state: State) -> str:
        """The move of a bot of this level, or of the next simpler one."""
        position = state.to_json()
        for name in ladder(level):
            try:
                with metrics.BOT_SECONDS.labels(name).time():
                    return await self._ask(name, position)
            except (Stuck, ValueError) as error:
                metrics.BOT_FAILURES.labels(name).inc()
                log.error("the bot %s failed, a simpler one moves: %s", name, error)
        return think("random", state, self.seconds, secrets.randbits(64))

    async def _ask(self, level: str, position: dict[str, Any]) -> str:
        at = await self.free.get()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.threads, self._work, at, level, position)
        finally:
            self.free.put_nowait(at)

    def _work(self, at: int, level: str, position: dict[str, Any]) -> str:
        worker = self.all[at] = self.all[at] or Worker()
        try:
            return worker.ask(level, position, self.seconds, self._timeout())
        except Stuck:
            self.all[at] = None
            worker.stop()
            raise

    def close(self) -> None:
        for worker in self.all:
            if worker:
                worker.stop()
        self.threads.shutdown(wait=False, cancel_futures=True)
