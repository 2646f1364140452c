"""Work spread over processes, its results in order and its memory bounded."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason

T = TypeVar("T")
R = TypeVar("R")
WAITING = 4
"""Batches under way or finished for each process."""


def ordered(work: Callable[[T], R], items: Iterable[T], jobs: int, batch: int) -> Iterator[R]:
    """``work(item)`` for every item, in the order of the items, by so many processes; 1: by this one."""
    if jobs == 1:
        yield from map(work, items)
        return
    source = iter(items)
    pool = ProcessPoolExecutor(jobs, initializer=_heed_signals)
    try:
        waiting: deque[Future[list[R]]] = deque()
        while chunk := list(islice(source, batch)):
            waiting.append(pool.submit(_batch, work, chunk))
            if len(waiting) >= jobs * WAITING:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except (BrokenProcessPool, Stopped) as error:
        raise BadInput(Reason("", N_("A worker process died; was it killed, or is memory short?"))) from error
    finally:
        for child in multiprocessing.active_children():
            child.terminate()  # what is still being worked on is wanted no more
        pool.shutdown(cancel_futures=True)


class Stopped(Exception):
    """A worker was told to stop."""


_working = _stopped = False
"""In a worker: whether a batch is being worked on, and whether it was told to stop."""


def _batch(work: Callable[[T], R], chunk: list[T]) -> list[R]:
    global _working
    _working = True
    try:
        if _stopped:
            raise Stopped
        return [work(item) for item in chunk]
    finally:
        _working = False


def _heed_signals() -> None:
    """Ctrl-C is the parent's; a worker told to stop drops its work, but never in the middle of handing it over.

    One that dies while it holds the lock of a queue would leave the others, and the parent, waiting for ever.
    """

    def stop(*_: object) -> None:
        global _stopped
        _stopped = True
        if _working:
            raise Stopped

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, stop)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """A worker whose parent was killed has nobody to work for, and would wait for ever."""
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)
