"""Any legal action, each as likely as the other."""

from __future__ import annotations

from random import Random as Source
from typing import Any


class Random:
    """Plays at random."""

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        actions: list[int] = state.legal()
        return actions[rng.randrange(len(actions))]
