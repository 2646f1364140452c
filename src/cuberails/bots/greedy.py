"""The best turn by the guide's reckoning, without looking at the answers."""

from __future__ import annotations

from random import Random as Source
from typing import Any

from cuberails.bots.guide import guide, standing


class Greedy:
    """Takes what is worth most at once; what differs by less than the grain of the game is the same to it."""

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        actions: list[int] = state.legal()
        if len(actions) == 1:
            return actions[0]
        book = guide(state.game)
        seat = state.seat
        return max(book.plans(state), key=lambda plan: standing(book, plan.after, seat) + book.GRAIN * rng.random()).actions[0]
