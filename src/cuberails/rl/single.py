"""The games as Gymnasium environments: one seat learns, bots play the others.

>>> import gymnasium
>>> import cuberails.rl
>>> env = gymnasium.make("cuberails/ChicagoExpress-v1", players=3, bots=["random"])
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(observation["action_mask"]))
>>> info["seat"], terminated
(0, False)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cuberails import bots as bots_
from cuberails.common.words import N_
from cuberails.core import BadInput, IllegalMove, Reason
from cuberails.rl import render
from cuberails.rl.table import Table, number

Maker = Callable[[], bots_.Bot]

REGISTERED = {
    "cuberails/ChicagoExpress-v1": "chicago-express",
    "cuberails/GermanRailways-v1": "german-railways",
    "cuberails/CreditMobilier-v1": "credit-mobilier",
}
"""The environments by the names that ``cuberails.rl`` tells Gymnasium; the number counts up when the encoding changes."""


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One seat of a table against bots.

    ``bots``: for each other seat, clockwise from the learner and repeated if there are fewer, a name or place as
    ``cuberails.bots.load`` takes it, or something that makes a bot when it is called (a class, a lambda). ``seat`` is the
    learner's, from 0, or None: another one each game. What else there is to set (``observation``, ``raises``, ``reward``,
    ``dense``, ``board``, options) is said in ``aec``. An action the rules forbid changes nothing: it costs the reward
    ``illegal``, and ``info["illegal"]`` says why; with ``illegal=None`` it raises ``core.IllegalMove``.
    """

    metadata: dict[str, Any] = {"render_modes": list(render.MODES), "render_fps": 2}

    def __init__(
        self, game: str, players: int = 4, *, seat: int | None = 0, bots: str | Sequence[str | Maker] = "random",
        illegal: float | None = -1.0, render_mode: str | None = None, **settings: Any,
    ) -> None:  # fmt: skip
        self.table = Table(game, players, **settings)
        if seat is not None and seat not in range(players):
            raise BadInput(Reason("", N_("The seat is a number from 0 to {last}, not {seat}."), {"last": players - 1, "seat": seat}))
        self.own_seat = seat
        self.illegal = illegal if illegal is None else number("illegal", illegal)
        self.bots = _around(bots, players - 1)
        self.render_mode = render.check(render_mode)
        self.observation_space = self.table.observation_space
        self.action_space = spaces.Discrete(self.table.actions.count)
        self.seat = 0
        self._others: dict[int, tuple[bots_.Bot, random.Random]] = {}
        self._gained = 0.0
        """What the learner was paid since its last decision, before its first one included."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game, played up to the learner's first decision."""
        super().reset(seed=seed)
        players = self.table.players
        while True:
            self.seat = int(self.np_random.integers(players)) if self.own_seat is None else self.own_seat
            self.table.start(int(self.np_random.integers(2**62)))
            self._gained = 0.0
            self._others = {
                (self.seat + 1 + i) % players: (make(), random.Random(int(self.np_random.integers(2**62))))
                for i, make in enumerate(self.bots)
            }
            self._let_others_play()
            if not self.table.over:  # else the others finished a game that never asked the learner
                self._show()
                return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The learner's decision and those of the others up to the learner's next one."""
        try:
            self._gained += self.table.step(action)[self.seat]
        except IllegalMove as refused:
            if self.illegal is None:
                raise
            return self._observe(), self.illegal, self.table.over, False, self._info() | {"illegal": str(refused)}
        self._let_others_play()
        gained, self._gained = self._gained, 0.0
        self._show()
        return self._observe(), gained, self.table.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen now; ``MaskablePPO`` of sb3-contrib asks for it by this name."""
        return self.table.mask(self.seat).view(np.bool_)

    def render(self) -> Any:
        """The board as text, picture or SVG, as ``render_mode`` says."""
        return render.render(self.table.state, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _let_others_play(self) -> None:
        table = self.table
        while not table.over and table.state.seat != self.seat:
            bot, rng = self._others[table.state.seat]
            self._gained += table.act(bot.choose(table.state.copy(), rng, None))[self.seat]

    def _observe(self) -> dict[str, Any]:
        return self.table.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "cash": np.array(self.table.state.scores())}


def _around(bots: str | Sequence[str | Maker], others: int) -> list[Maker]:
    """What makes the bot of each other seat."""
    named = bots.split(",") if isinstance(bots, str) else list(bots or ())
    if not named:
        raise BadInput(Reason("", N_("Name at least one bot to play against.")))
    if len(named) > others:
        raise BadInput(Reason("", N_("There are {found} bots for {seats} seats."), {"found": len(named), "seats": others}))
    makers = [bot if callable(bot) else partial(bots_.load, str(bot)) for bot in named]
    for make in makers:
        make()
    return [makers[i % len(makers)] for i in range(others)]


def seat_env(game: str, players: int = 4, **settings: Any) -> SeatEnv:
    """One seat of a game as a Gymnasium environment; ``gymnasium.make`` does the same with its usual wrappers."""
    return SeatEnv(game, players, **settings)
