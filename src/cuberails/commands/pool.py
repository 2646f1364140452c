"""Work spread over processes, its results in order and its memory bounded."""

from __future__ import annotations

import multiprocessing
import signal
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
    pool = ProcessPoolExecutor(jobs, initializer=_leave_signals_to_the_parent)
    try:
        waiting: deque[Future[list[R]]] = deque()
        while chunk := list(islice(source, batch)):
            waiting.append(pool.submit(_batch, work, chunk))
            if len(waiting) >= jobs * WAITING:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool as error:
        raise BadInput(Reason("", N_("A worker process died; was it killed, or is memory short?"))) from error
    finally:
        for child in multiprocessing.active_children():
            child.terminate()  # what is still being worked on is wanted no more
        pool.shutdown(cancel_futures=True)


def _batch(work: Callable[[T], R], chunk: list[T]) -> list[R]:
    return [work(item) for item in chunk]


def _leave_signals_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
