"""The best turn by the guide's reckoning, without looking at the answers."""

from __future__ import annotations

from random import Random as Source
from typing import Any

from cuberails.bots.guide import guide, standing

WHIM = 1.0
"""It does not tell plans apart that differ by less than a dollar or so.

Being surer, two players of Credit Mobilier waited for each other for ever."""


class Greedy:
    """Takes what is worth most at once."""

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        actions: list[int] = state.legal()
        if len(actions) == 1:
            return actions[0]
        book = guide(state.game)
        seat = state.seat
        return max(book.plans(state), key=lambda plan: standing(book, plan.after, seat) + WHIM * rng.random()).actions[0]
