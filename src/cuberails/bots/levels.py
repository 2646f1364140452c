"""The levels people choose: named budgets of the other bots."""

from __future__ import annotations

from random import Random as Source
from typing import Any

from cuberails.bots.greedy import Greedy
from cuberails.bots.guide import guide
from cuberails.bots.mcts import Mcts


class Easy:
    """A friendly beginner: looks at its own purse only, bids step by step and soon has enough, and does not see everything."""

    whim = 5.0
    """It does not tell plans apart that differ by less than so many dollars."""
    blind = 0.3
    """How many of its plans it does not see."""

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        actions: list[int] = state.legal()
        if len(actions) == 1:
            return actions[0]
        book = guide(state.game)
        seat = state.seat
        plans = book.plans(state)
        if getattr(state, "auction", None):
            plans = plans[:2]  # out, or the lowest bid
        else:
            plans = [plan for plan in plans if rng.random() > self.blind] or plans
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
