"""What the tests of several games share: the configurations to try, and random play through the front door."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from cuberails import registry
from cuberails.core import CHANCE, OVER, Log, draw, play

NAMES = list(registry.GAMES)
CONFIGURATIONS = [
    (name, seats, dict(zip(game.OPTIONS, values, strict=True)))
    for name in NAMES
    for game in [registry.game(name)]
    for seats in game.SEATS
    for values in product(*game.OPTIONS.values())
]
"""Every game with every number of players and every choice of options."""


def choose(state: Any, source: Random) -> int:
    """A random action; bids are kept low, because a game without money shows little."""
    if state.seat == CHANCE:
        return draw(state, source)
    legal: list[int] = state.legal()
    bids = getattr(state.board, "bid", None)
    if bids is not None and legal[-1] >= bids:
        legal = [action for action in legal if action < bids] + [action for action in legal if action >= bids][:4]
    return legal[source.randrange(len(legal))]


def random_game(name: str, seats: int, options: dict[str, str], seed: int) -> Iterator[tuple[Any, int, Log]]:
    """The position after each action of a random game, the action, and the events it caused; the start comes with -1."""
    source = Random(f"{name} {seats} {options} {seed}")
    state = registry.game(name).new(seats, **options)
    yield state, -1, []
    while state.seat != OVER:
        action, log = choose(state, source), list[Any]()
        play(state, action, log)
        yield state, action, log
