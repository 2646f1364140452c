"""How fast the bots think, for the benchmark."""

from __future__ import annotations

import time
from collections.abc import Iterable
from random import Random
from typing import Any

from cuberails.bots.greedy import Greedy
from cuberails.bots.guide import guide
from cuberails.bots.mcts import Mcts, Node, simulate


def simulations_per_second(states: Iterable[Any], seconds: float, each: int = 50) -> float:
    """Simulations of ``mcts`` in a second of processor time, so many from each position with a choice, new trees all."""
    judge = Mcts().judge
    done = 0
    begun = time.process_time()
    for state in states:
        if state.seat < 0 or len(state.legal()) < 2:
            continue
        root, book = Node(state.copy()), guide(state.game)
        for _ in range(each):
            simulate(root, book, 1, judge)
        done += each
        if time.process_time() - begun > seconds:
            break
    return done / (time.process_time() - begun)


def greedy_milliseconds(states: Iterable[Any], seconds: float) -> float:
    """What `greedy` takes for a decision, positions without a choice not counted."""
    rng, bot = Random(1), Greedy()
    done = 0
    begun = time.process_time()
    for state in states:
        if state.seat < 0 or len(state.legal()) < 2:
            continue
        bot.choose(state, rng, None)
        done += 1
        if time.process_time() - begun > seconds:
            break
    return 1000 * (time.process_time() - begun) / max(1, done)
