"""One game between bots, as a record.

Where its chance comes from: game k of a seed draws from ``random.Random("SEED/k")``, and the bot of seat s
(from 1) from ``random.Random("SEED/k/s")``. So a game can be played again without those before it, and
what a bot draws changes nothing in what the others see.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cuberails import bots, registry
from cuberails.common.words import N_
from cuberails.core import CHANCE, OVER, BadInput, Reason, State, draw
from cuberails.record import Record, Scribe, result


def players(specs: Sequence[str]) -> list[str]:
    """A name for each seat, no name twice.

    >>> players(["greedy", "random", "random"])
    ['greedy', 'random 1', 'random 2']
    """
    often, seen = Counter(specs), Counter[str]()
    found = []
    for spec in specs:
        seen[spec] += 1
        found.append(spec if often[spec] == 1 else f"{spec} {seen[spec]}")
    return found


class Stopwatch:
    """What each seat thinks in one game, in seconds."""

    def __init__(self, seats: int) -> None:
        self.seconds = [0.0] * seats
        self.longest = [0.0] * seats
        self.decisions = [0] * seats

    def note(self, seat: int, seconds: float) -> None:
        self.seconds[seat] += seconds
        self.longest[seat] = max(self.longest[seat], seconds)
        self.decisions[seat] += 1


def play(start: Record, specs: Sequence[str], seed: str, board: Any = None, watch: Stopwatch | None = None) -> Record:
    """Play a game to its end, a bot on each seat; ``start`` says which game, with no moves yet."""
    game = registry.game(start.game)
    state = start.start({start.board: board} if board else None)
    dice = random.Random(seed)
    seats = [(bots.load(spec), random.Random(f"{seed}/{seat}")) for seat, spec in enumerate(specs, 1)]
    scribe = Scribe(game)
    while state.seat != OVER:
        if state.seat == CHANCE:
            action = draw(state, dice)
        else:
            bot, rng = seats[state.seat]
            began = time.process_time()
            action = ask(bot, specs[state.seat], state, rng, None)
            if watch:
                watch.note(state.seat, time.process_time() - began)
        state.apply(action)
        scribe.note(action, state)
    return Record(start.game, start.players, scribe.moves, state.options, start.board, result(state), game.RULES_VERSION, {"seed": seed})


def ask(bot: bots.Bot, name: str, state: State, rng: random.Random, clock: float | None) -> int:
    """The legal action a bot chooses; it gets a copy, so it can spoil nothing."""
    try:
        action = bot.choose(state.copy(), rng, clock)
    except Exception as error:  # whatever somebody else's bot does
        raise BadInput(Reason("", N_("The bot “{name}” failed: {why}."), {"name": name, "why": bots.what(error)})) from error
    if action not in state.legal():
        raise BadInput(Reason("", N_("The bot “{name}” chose {action}, which is not legal there."), {"name": name, "action": action}))
    return action
