"""A game in play: what the PettingZoo and the Gymnasium environment share.

The chance of the game is drawn from a generator of its own; what a learner or a bot draws changes nothing in it.
"""

from __future__ import annotations

import random
from copy import copy, deepcopy
from numbers import Integral, Real
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cuberails import registry
from cuberails.common.words import N_
from cuberails.core import CHANCE, OVER, BadInput, Game, IllegalMove, Reason, State, draw
from cuberails.rl.actions import Actions
from cuberails.rl.encoding import board_of, encoder

REWARDS = ("win", "cash")


def payoff(state: State, reward: str) -> list[float]:
    """What the end of a game is worth to each seat; it adds up to 1.

    ``win``: a win is 1, a shared win its part of it. ``cash``: each seat's part of all cash; equal parts if nobody has any.
    """
    if reward == "win":
        winners = state.winners()
        return [(seat in winners) / len(winners) for seat in range(state.seats)]
    cash = state.scores()
    total = sum(cash)
    return [amount / total if total else 1 / len(cash) for amount in cash]


def check_reward(name: str) -> str:
    """The name of a reward, if there is such a one."""
    if name not in REWARDS:
        known = ", ".join(REWARDS)
        raise BadInput(Reason("", N_("The reward is one of {rewards}, not “{reward}”."), {"rewards": known, "reward": name}))
    return name


def number(name: str, value: float) -> float:
    """The value of a setting, if it is a number."""
    if not isinstance(value, Real):
        raise BadInput(Reason("", N_("{name} is a number, not {value}."), {"name": name, "value": value}))
    return float(value)


class Table:
    """One game after the other, on the same settings."""

    def __init__(
        self, game: str, players: int, *, board: Any = None, observation: str = "vector", raises: int | None = None,
        reward: str = "win", dense: float = 0.0, **options: str,
    ) -> None:  # fmt: skip
        self.name = game
        self.players = players = int(players) if isinstance(players, Integral) else players  # NumPy's numbers, too
        self.board = board_of(self.game, board)
        self.options = {name.replace("_", "-"): value for name, value in options.items()}
        self.reward = check_reward(reward)
        self.dense = number("dense", dense)
        self.state: State = self.game.new(players, self.board, **self.options)
        self.encoder = encoder(game, players, self.board)
        self.actions = Actions(self.game, self.encoder.parts.actions, self.board, raises)
        self.form = observation
        self.observation_space = spaces.Dict(
            {"observation": self.encoder.space(observation), "action_mask": spaces.MultiBinary(self.actions.count)}
        )
        self.dice = random.Random()
        self.legal: list[int] = []
        """The numbers that may be chosen now; empty before ``start`` and when the game is over."""

    @property
    def game(self) -> Game:
        return registry.game(self.name)

    def __deepcopy__(self, memo: Any) -> Table:
        """A table that goes on by itself; what never changes is shared."""
        new = copy(self)
        new.state = self.state.copy()
        new.dice = deepcopy(self.dice)
        return new

    def start(self, seed: int) -> None:
        """A new game; the same seed gives the same chance."""
        self.dice = random.Random(seed)
        self.state = self.game.new(self.players, self.board, **self.options)
        self._draw()

    def step(self, number: Any) -> list[float]:
        """Carry out what an action number stands for, and the chance that follows; the rewards by seat."""
        number = self.actions.number(number)
        if number not in self.legal:
            if self.over and self.state.seat != OVER:
                raise BadInput(Reason("", N_("No game has begun: call reset first.")))
            raise self.actions.refusal(self.state, number)
        return self._apply(self.actions.meant(self.state, number))

    def act(self, action: int) -> list[float]:
        """The same with an action of the game, whether it has a number or not."""
        if action not in self.state.legal():
            raise IllegalMove(self.state.why(action) or Reason("", N_("This is no action of the game.")))
        return self._apply(action)

    def _apply(self, action: int) -> list[float]:
        before = self.state.scores()
        self.state.apply(action)
        self._draw()
        rewards = payoff(self.state, self.reward) if self.over else [0.0] * self.players
        if self.dense:
            now = self.state.scores()
            rewards = [r + self.dense * (new - old) for r, new, old in zip(rewards, now, before, strict=True)]
        return rewards

    @property
    def over(self) -> bool:
        return not self.legal

    def observe(self, seat: int) -> dict[str, Any]:
        """The position from a seat; only who decides has actions in the mask."""
        return {"observation": self.encoder.observe(self.state, seat, self.form), "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> NDArray[np.int8]:
        """A 1 for every number the seat may choose now."""
        mask = np.zeros(self.actions.count, np.int8)
        if seat == self.state.seat:
            mask[self.legal] = 1
        return mask

    def _draw(self) -> None:
        while self.state.seat == CHANCE:
            self.state.apply(draw(self.state, self.dice))
        self.legal = self.actions.legal(self.state)
