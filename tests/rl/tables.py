"""The games and seat counts the tests of the interfaces run over, and random play through them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cuberails import registry
from cuberails.core import CHANCE, OVER, draw
from cuberails.rl.encoding import ENCODERS

SMALL = Path(__file__).parents[2] / "examples" / "learning" / "small.csv"
"""A board of Chicago Express that is not the game's own."""
GAMES = list(ENCODERS)
TABLES = [(game, seats) for game in GAMES for seats in registry.game(game).SEATS]
MIDDLE = [(game, 3) for game in GAMES]
"""One table of each game, for the quick tests."""


def positions(game: str, seats: int, seed: int, **options: str) -> Iterator[Any]:
    """Every position of a random game, from the first to the last; the next changes it."""
    rng = random.Random(seed)
    state = registry.game(game).new(seats, **options)
    yield state
    while state.seat != OVER:
        legal = state.legal()
        bids = [action for action in legal if registry.game(game).code(action).startswith("bid")]
        others = legal[: len(legal) - len(bids)] + bids[:3]
        state.apply(draw(state, rng) if state.seat == CHANCE else rng.choice(others))
        yield state
