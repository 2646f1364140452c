"""The action numbers of an environment.

By default they are the game's own, one for every decision on the board, bids included: a bid of $12 is the
action "bid 0" plus 12. That is exact and wide (over 4,000 actions, most of them bids nobody can pay).

``raises=k`` names a bid by its place instead: the lowest legal bid, the second lowest and so on, k of them.
Everything else keeps its number. A network then learns "raise by one" once instead of at every price. What is lost is the
jump over k or more amounts at once; every bid can still be reached step by step while somebody else raises.

>>> from cuberails import registry
>>> game = registry.game("chicago-express")
>>> state, exact, short = game.new(4), Actions(game, game.ACTIONS), Actions(game, game.ACTIONS, raises=3)
>>> exact.count, short.count
(4267, 174)
>>> [game.code(short.meant(state, action)) for action in short.legal(state)]
['pass', 'bid 7', 'bid 8', 'bid 9']
"""

from __future__ import annotations

from bisect import bisect_left
from numbers import Integral
from operator import index
from typing import Any

from cuberails.common.words import N_
from cuberails.core import BadInput, Game, IllegalMove, Reason, State


class Actions:
    """The numbers a learner sees, and the actions they stand for."""

    def __init__(self, game: Game, count: int, board: Any = None, raises: int | None = None) -> None:
        if raises is not None:
            if not isinstance(raises, Integral) or raises < 1:
                raise BadInput(Reason("", N_("raises is a whole number from 1, not {raises}."), {"raises": raises}))
            raises = int(raises)
        self.raises = raises
        self.count = count
        """How many numbers there are, from 0: all action ids of the board, or fewer with ``raises``."""
        self._bid = count
        first = first_bid(game, board)
        if raises is not None and first is not None:
            self._bid, self.count = first, first + raises

    def legal(self, state: State) -> list[int]:
        """The numbers that may be chosen now, ascending."""
        actions = state.legal()
        if self.raises is None or not actions or actions[-1] < self._bid:
            return actions
        others = bisect_left(actions, self._bid)
        return [*actions[:others], *range(self._bid, self._bid + min(len(actions) - others, self.raises))]

    def meant(self, state: State, number: int) -> int:
        """The action of the game that a number stands for now, legal or not."""
        if number < self._bid:
            return number
        actions = state.legal()
        least = bisect_left(actions, self._bid)
        return actions[least] + number - self._bid if least < len(actions) else number

    def number(self, action: Any) -> int:
        """The number that a learner, whatever it is written with, has chosen."""
        try:
            return index(action)
        except TypeError as error:
            raise BadInput(self._no_number(action)) from error

    def _no_number(self, action: object) -> Reason:
        return Reason("", N_("Actions are numbers from 0 to {last}, not {number}."), {"last": self.count - 1, "number": action})

    def refusal(self, state: State, number: int) -> IllegalMove:
        """Why a number that is not in ``legal`` cannot be chosen."""
        if not 0 <= number < self.count:
            return IllegalMove(self._no_number(number))
        reason = state.why(self.meant(state, number))
        assert reason is not None, f"no reason why {number} is illegal"
        return IllegalMove(reason)


def first_bid(game: Game, board: Any = None) -> int | None:
    """The id of the bid of nothing; bids have the highest ids. None in a game without bids."""
    try:
        return game.parse("bid 0", board)
    except BadInput:
        return None
