"""Random play with some life in it: it raises modestly, seldom passes and likes what brings money in.

It knows no rules and looks one action ahead, so it plays every game; tests and the fuzzer use it
to come to positions that purely random play does not see.
"""

from __future__ import annotations

from random import Random as Source
from typing import Any

from cuberails import registry
from cuberails.common.ledger import SEATS

IDLE = ("pass", "-", "stop")
BIDS = 4
"""It bids one of so many lowest bids."""


class Lively:
    """Plays at random, with a will to get on."""

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        actions: list[int] = state.legal()
        if len(actions) == 1:
            return actions[0]
        game = registry.game(state.game)
        codes = [game.code(action, state.board) for action in actions]
        bids = [action for action, code in zip(actions, codes, strict=True) if code.startswith("bid ")]
        if bids:
            return bids[rng.randrange(min(len(bids), BIDS))] if rng.randrange(3) else actions[0]
        active = [action for action, code in zip(actions, codes, strict=True) if code not in IDLE]
        if not active or (len(active) < len(actions) and not rng.randrange(5)):
            return actions[rng.randrange(len(actions))]
        if rng.randrange(2):
            return active[rng.randrange(len(active))]
        return max(active, key=lambda action: (self._prosperity_after(state, action), rng.random()))

    def _prosperity_after(self, state: Any, action: int) -> int:
        """What the companies earn and own after an action."""
        after = state.copy()
        after.apply(action)
        return int(sum(getattr(after, "income", ())) + sum(after.accounts[SEATS + after.seats :]))
