"""The levels people choose: named budgets of the other bots."""

from __future__ import annotations

from random import Random as Source
from typing import Any

from cuberails.bots.greedy import Greedy
from cuberails.bots.guide import guide
from cuberails.bots.mcts import Mcts


class Easy:
    """A friendly beginner: looks at its own purse only, bids low and soon has enough, overlooks a few dollars here and there."""

    whim = 8.0
    shy = 0.2

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        actions: list[int] = state.legal()
        if len(actions) == 1:
            return actions[0]
        book = guide(state.game)
        seat = state.seat
        plans = book.plans(state)
        if rng.random() < self.shy:
            plans = plans[:1]
        return max(plans, key=lambda plan: book.worth(plan.after)[seat] + self.whim * rng.random()).actions[0]


class Medium(Greedy):
    """Reckons well, but does not look ahead."""


class Hard(Mcts):
    """Looks a little ahead: a few tenths of a second for a decision."""

    def __init__(self) -> None:
        super().__init__(simulations=150)


class Expert(Mcts):
    """Looks ahead for some seconds."""

    def __init__(self) -> None:
        super().__init__(simulations=1000)
