"""Does the value of the learned network help the search? The same search with it and without::

    cuberails arena chicago-express --players 3 --board small.csv --bots search:WithNetwork,search:Without,search:Without --games 60

from this folder, after ``learn.py train``. It does not: ``docs/research.md`` has the figures.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from cuberails.bots.mcts import Mcts
from cuberails.rl.network import NetworkBot

SIMULATIONS = 60


class Without(Mcts):
    """Ends each simulation with some quick play and the guide's opinion."""

    def __init__(self) -> None:
        super().__init__(SIMULATIONS)


class WithNetwork(Without):
    """Ends each simulation with the network's opinion."""

    def __init__(self) -> None:
        super().__init__()
        self.network = NetworkBot(Path(__file__).with_name("checkpoint.npz"))

    def judge(self, state: Any, book: Any, rng: Random) -> list[float]:
        return [float(odds) for odds in self.network.odds(state)]
