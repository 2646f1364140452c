"""Work spread over a Ray cluster, its results in order (extra ``cluster``).

What a killed worker was doing is done again elsewhere, so the results are those of one machine.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar, cast

import ray

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason

if not hasattr(ray, "init"):
    raise ModuleNotFoundError("a folder called ray is not Ray", name="ray")

T = TypeVar("T")
R = TypeVar("R")
WAITING = 4
"""Items under way or finished for each processor."""


def ordered(work: Callable[[T], R], items: Iterable[T], address: str, jobs: int) -> Iterator[R]:
    """``work(item)`` for every item, in the order of the items, by the cluster at an address.

    Without an address by a cluster of so many processes on this machine.
    """
    _connect(address, jobs)
    task: Any = ray.remote(max_retries=-1)(_call)
    shared = ray.put(work)
    resources: dict[str, float] = cast(Any, ray).cluster_resources()
    try:
        most = WAITING * max(1, int(resources.get("CPU", 1)))
        source = iter(items)
        waiting: deque[Any] = deque(task.remote(shared, item) for item in islice(source, most))
        while waiting:
            yield ray.get(waiting.popleft())
            waiting.extend(task.remote(shared, item) for item in islice(source, 1))
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    finally:
        ray.shutdown()


def _connect(address: str, jobs: int) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address:
            _knock(address)
            ray.init(address, **quiet)
        else:
            ray.init(num_cpus=jobs, include_dashboard=False, **quiet)
    except (ConnectionError, OSError, ValueError, RuntimeError) as error:
        why = str(error).strip().splitlines()[0]
        raise BadInput(Reason("", N_("The Ray cluster “{address}” cannot be used: {why}."), {"address": address, "why": why})) from error


def _knock(address: str) -> None:
    """Fail at once when nobody listens there; Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), timeout=5).close()


def _call(work: Callable[[T], R], item: T) -> R:
    return work(item)
