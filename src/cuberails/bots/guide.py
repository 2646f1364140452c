"""What the bots that think know about a game: its guide, one module for each game.

A guide names the ways to go on that are worth a thought, and says what a position is worth to
each seat. It looks no further than one turn; `greedy` follows it, `mcts` searches along it.
"""

from __future__ import annotations

import math
from importlib import import_module
from random import Random as Source
from typing import Any, NamedTuple, Protocol, cast

from cuberails.core import OVER

GUIDES = {
    "chicago-express": "cuberails.bots.guide_chicago_express",
    "german-railways": "cuberails.bots.guide_german_railways",
    "credit-mobilier": "cuberails.bots.guide_credit_mobilier",
}


class Plan(NamedTuple):
    actions: tuple[int, ...]
    """What the seat on turn would do, action by action."""
    after: Any
    """The position this leads to, or probably leads to."""


class Guide(Protocol):
    GRAIN: float
    """Plans that differ by fewer dollars are as good as each other: much less in a game of dollars than in one of tens."""
    CURIOSITY: float
    """How much a search prefers plans little tried: less where the dice say more than the plans."""

    def plans(self, state: Any) -> list[Plan]:
        """The ways to go on that are worth a thought; at least one, each legal."""

    def worth(self, state: Any) -> list[float]:
        """What each seat will probably hold at the end."""

    def haze(self, state: Any) -> float:
        """By how many dollars ``worth`` may well be wrong."""

    def quick(self, state: Any, rng: Source) -> int:
        """An action that is not silly, found in no time."""


def guide(game: str) -> Guide:
    """The guide of a game."""
    return cast(Guide, import_module(GUIDES[game]))


MEAN, BEST = 0.45, 0.45
"""How much the others' average and the best of them count against one's own worth."""
VICTORY = 30.0
"""What it is worth to have won, in dollars."""


def standing(guide: Guide, state: Any, seat: int) -> float:
    """How well a seat stands: what it will hold, less what the others will."""
    return lead(guide.worth(state), seat, state.seat == OVER)


def lead(worth: list[float], seat: int, over: bool) -> float:
    """``standing`` from what each seat will hold."""
    own = worth[seat]
    others = worth[:seat] + worth[seat + 1 :]
    best = max(others)
    total = own - MEAN * sum(others) / len(others) - BEST * best
    if over:
        total += VICTORY if own >= best else -VICTORY
    return total


def reward(guide: Guide, state: Any) -> list[float]:
    """For every seat about the odds of winning from here; they add up to 1."""
    return odds(state, guide.worth(state), guide.haze(state))


def odds(state: Any, worth: list[float], haze: float) -> list[float]:
    """``reward`` from what each seat will hold, and by how much that may be wrong."""
    best = max(worth)
    if state.seat == OVER:
        winners = state.winners()
        near = _shares(worth, best, MARGIN)
        return [SURE / len(winners) * (seat in winners) + (1 - SURE) * odd for seat, odd in enumerate(near)]
    return _shares(worth, best, haze)


SURE, MARGIN = 0.85, 10.0
"""What part of a finished game's reward is the victory; in the rest, so many dollars are a factor of e."""


def _shares(worth: list[float], best: float, haze: float) -> list[float]:
    weights = [math.exp((amount - best) / haze) for amount in worth]
    total = sum(weights)
    return [weight / total for weight in weights]
