"""Bots by name.

A bot decides from a position, its own source of randomness and the time it may take; it never
changes the position it is given. Every seat of every game gets a bot of its own, so a bot may
remember what it thought at its last decision.

>>> import random
>>> from cuberails import registry
>>> game = registry.game("chicago-express")
>>> state = game.new(3)
>>> load("random").choose(state, random.Random(1), None) in state.legal()
True
"""

from __future__ import annotations

import random
import sys
import traceback
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason


class Bot(Protocol):
    """What makes the decisions of one seat in one game."""

    def choose(self, state: Any, rng: random.Random, clock: float | None) -> int:
        """One of ``state.legal()``, in about ``clock`` seconds; None: as long as its own budget says."""


BOTS = {
    "random": "cuberails.bots.random:Random",
    "lively": "cuberails.bots.lively:Lively",
    "greedy": "cuberails.bots.greedy:Greedy",
    "mcts": "cuberails.bots.mcts:Mcts",
    "easy": "cuberails.bots.levels:Easy",
    "medium": "cuberails.bots.levels:Medium",
    "hard": "cuberails.bots.levels:Hard",
    "expert": "cuberails.bots.levels:Expert",
}
"""The bots of this package: where the class of each stands."""


def names() -> list[str]:
    """Every name ``load`` knows: ours, then those that other packages bring (entry points ``cuberails.bots``)."""
    return list(BOTS | _brought())


def load(spec: str) -> Bot:
    """A new bot: one of ``names()``, or ``module:Class`` from the working directory or an installed package."""
    place = (BOTS | _brought()).get(spec, spec)
    module, colon, name = place.partition(":")
    if not (colon and module and name):
        known = ", ".join(names())
        raise BadInput(Reason("", N_("There is no bot “{name}”; the bots are {names}, or module:Class."), {"name": spec, "names": known}))
    try:
        made = getattr(_import(module), name)()
    except Exception as error:  # whatever somebody else's module does
        raise BadInput(Reason("", N_("The bot “{name}” cannot be loaded: {why}."), {"name": spec, "why": what(error)})) from error
    if not callable(getattr(made, "choose", None)):
        raise BadInput(Reason("", N_("“{name}” is no bot: it has no method “choose”."), {"name": spec}))
    return made  # type: ignore[no-any-return]


def what(error: Exception) -> str:
    """What somebody else's code did wrong and where, in one line."""
    if isinstance(error, ImportError | AttributeError | TypeError | SyntaxError):
        return str(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"


@cache
def _brought() -> dict[str, str]:
    return {entry.name: entry.value for entry in entry_points(group="cuberails.bots")}


def _import(module: str) -> Any:
    """A module, also from the working directory, which an installed command does not search by itself."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    return import_module(module)
