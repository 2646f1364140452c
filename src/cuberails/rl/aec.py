"""The games as PettingZoo environments (AEC): one agent is asked at a time.

>>> env = aec_env("chicago-express", players=3)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('player_0', (1074,), 35)
>>> env.step(env.action_space("player_0").sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cuberails.rl import render
from cuberails.rl.encoding import Floats
from cuberails.rl.table import Table


class RawEnv(AECEnv):  # type: ignore[misc]
    """One of the games; ``aec_env`` wraps it the way PettingZoo does.

    An action the rules forbid raises ``core.IllegalMove`` and changes nothing.
    """

    metadata: dict[str, Any] = {"render_modes": list(render.MODES), "is_parallelizable": False}

    def __init__(self, game: str, players: int, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__()
        self.table = Table(game, players, **settings)
        self.metadata = RawEnv.metadata | {"name": f"{game.replace('-', '_')}_v{self.table.encoder.parts.version}"}
        self.render_mode = render.check(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.table.actions.count) for agent in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.table.observation_space)
        self.state_space = self.table.encoder.space("vector")
        self.np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed the chance goes on from the last one."""
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        self.table.start(int(self.np_random.integers(2**62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.state.seat]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        return self.table.observe(self.possible_agents.index(agent))

    def state(self) -> Floats:
        """The position for a critic that sees it whole: the ``vector`` of the first seat."""
        return self.table.encoder.vector(self.table.state, 0)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        rewards = self.table.step(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[self.table.state.seat]
        self._accumulate_rewards()
        self._show()

    def render(self) -> Any:
        """The board as text, picture or SVG, as ``render_mode`` says."""
        return render.render(self.table.state, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def aec_env(game: str, players: int, render_mode: str | None = None, **settings: Any) -> AECEnv:
    """A PettingZoo environment of a game.

    ``settings``: ``observation`` (``vector``, ``planes`` or ``graph``), ``raises`` (see ``actions``), ``reward``
    (``win`` or ``cash``), ``dense`` (a reward for each dollar gained or lost, besides), ``board`` (one, or its file) and the
    game's options (``dividends="before-action"``, ``end_vote="on"``).
    """
    return wrappers.OrderEnforcingWrapper(RawEnv(game, players, render_mode, **settings))


def chicago_express_v1(players: int = 4, **settings: Any) -> AECEnv:
    """Chicago Express, for 2 to 6 players."""
    return aec_env("chicago-express", players, **settings)


def german_railways_v1(players: int = 4, **settings: Any) -> AECEnv:
    """German Railways, for 3 to 5 players."""
    return aec_env("german-railways", players, **settings)


def credit_mobilier_v1(players: int = 4, **settings: Any) -> AECEnv:
    """Credit Mobilier, for 2 to 5 players."""
    return aec_env("credit-mobilier", players, **settings)


REGISTERED = {factory.__name__: factory for factory in (chicago_express_v1, german_railways_v1, credit_mobilier_v1)}
"""The environments by name; the number counts up when the encoding changes, as ``encoding`` says."""
