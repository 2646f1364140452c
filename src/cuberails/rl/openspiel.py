"""The games in OpenSpiel, as Python games with explicit chance. Importing this module registers them.

>>> import pyspiel
>>> game = pyspiel.load_game("python_cuberails_chicago_express(players=3,dividends=before-action)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("bid 12"))
>>> state.current_player(), len(state.observation_tensor(0))
(1, 1074)

Parameters: ``players``; ``raises`` (0: every bid has a number of its own, else see ``actions``); ``reward`` (``win`` or
``cash``); ``board`` (the path of a board file); the game's options.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("cuberails.rl.openspiel needs OpenSpiel, which has no wheels for Windows: pip install 'cuberails[rl]'",
                              name="pyspiel") from error  # fmt: skip
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from cuberails import registry
from cuberails.core import CHANCE, OVER
from cuberails.games.credit_mobilier.board import LINK as FIRST_LINK
from cuberails.games.german_railways.board import HEX as FIRST_HEX
from cuberails.rl.actions import Actions
from cuberails.rl.encoding import board_of, encoder
from cuberails.rl.table import check_reward, payoff


class Spec:
    """What OpenSpiel wants to know of a game before it is loaded."""

    def __init__(self, name: str, title: str, chance: int, longest: int) -> None:
        """``chance``: more than the id of any outcome of a draw, 0 without draws; ``longest``: no game has more decisions and draws."""
        self.module = registry.game(name)
        self.chance = chance
        self.longest = longest
        self.defaults: dict[str, Any] = {"players": 4, "raises": 0, "reward": "win", "board": ""}
        self.defaults |= {option.replace("-", "_"): values[0] for option, values in self.module.OPTIONS.items()}
        modes = pyspiel.GameType.ChanceMode
        seats = self.module.SEATS
        self.type = pyspiel.GameType(
            short_name=short_name(name), long_name=title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=modes.EXPLICIT_STOCHASTIC if chance else modes.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.CONSTANT_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=seats[-1], min_num_players=seats[0],
            provides_information_state_string=True, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=True, parameter_specification=self.defaults,
        )  # fmt: skip


def short_name(game: str) -> str:
    """The name OpenSpiel loads a game by.

    >>> short_name("chicago-express")
    'python_cuberails_chicago_express'
    """
    return f"python_cuberails_{game.replace('-', '_')}"


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    spec: ClassVar[Spec]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        spec, module = self.spec, self.spec.module
        given = spec.defaults | (params or {})
        self.players = int(given["players"])
        self.reward = check_reward(given["reward"])
        self.board = board_of(module, given["board"] or None)
        self.options = {option: str(given[option.replace("-", "_")]) for option in module.OPTIONS}
        module.new(self.players, self.board, **self.options)
        self.encoder = encoder(module.NAME, self.players, self.board)
        self.actions = Actions(module, self.encoder.parts.actions, self.board, int(given["raises"]) or None)
        self.odds: tuple[list[tuple[int, int]], list[tuple[int, float]]] = ([], [])
        """Outcomes of a draw with their weights, and with their probabilities: those last asked for."""
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.count, max_chance_outcomes=spec.chance, num_players=self.players,
            min_utility=0.0, max_utility=1.0, utility_sum=1.0, max_game_length=spec.longest,
        )  # fmt: skip
        super().__init__(spec.type, info, params or {})

    def new_initial_state(self) -> Position:
        return Position(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The position, or, for who is to remember everything, the moves that led to it."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class ChicagoExpress(_Game):
    """Eight general dividends at most (Detroit), 11 turns between two of them, up to 6 decisions each; 29 auctions of
    up to 4,095 bids and 6 passes."""

    spec = Spec("chicago-express", "Chicago Express", 0, 8 * 11 * 6 + 29 * (4095 + 6))


class _Held:
    """A position that OpenSpiel copies with ``copy`` and serialises as JSON; the game's own board goes with neither."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def __deepcopy__(self, memo: Any) -> _Held:
        return _Held(self.state.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.state
        own = state.board is registry.game(state.game).load_board()
        return _held, (state.game, state.to_json(), None if own else state.board)


def _held(game: str, data: dict[str, Any], board: Any) -> _Held:
    return _Held(registry.game(game).from_json(data, board))


class Position(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel asks for it."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._held = _Held(game.spec.module.new(game.players, game.board, **game.options))

    def current_player(self) -> int:
        seat = self._held.state.seat
        if seat == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else int(seat)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.get_game().actions.legal(self._held.state)
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self._held.state.chance()
        game = self.get_game()
        known: list[tuple[int, int]]
        odds: list[tuple[int, float]]
        known, odds = game.odds
        if outcomes is not known:  # the 252 rolls of five dice are a list that all positions share
            total = sum(weight for _, weight in outcomes)
            odds = [(action, weight / total) for action, weight in outcomes]
            game.odds = outcomes, odds
        return odds[:]

    def _apply_action(self, action: int) -> None:
        state, actions = self._held.state, self.get_game().actions
        if action not in actions.legal(state):
            raise actions.refusal(state, action)
        state.apply(actions.meant(state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        meant = game.actions.meant(self._held.state, action)
        return str(game.spec.module.code(meant, game.board)) if meant < game.encoder.parts.actions else str(action)

    def is_terminal(self) -> bool:
        return bool(self._held.state.seat == OVER)

    def returns(self) -> list[float]:
        game = self.get_game()
        return payoff(self._held.state, game.reward) if self.is_terminal() else [0.0] * game.players

    def __str__(self) -> str:
        return str(self._held.state.to_json())


class Observer:
    """The observation of a seat: the form ``vector`` of ``encoding``."""

    def __init__(self, game: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters; got {params}")
        self._encoder = game.encoder
        self.tensor = np.zeros(game.encoder.space("vector").shape, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: Position, player: int) -> None:
        self._encoder.vector(state._held.state, player, self.tensor)

    def string_from(self, state: Position, player: int) -> str:
        return f"seat {player + 1} of {state}"


class GermanRailways(_Game):
    """126 shares and hexes to sell and build, at most two idle rounds before each and three at the end, 5 turns a round of
    up to 20 draws and decisions; 24 auctions of up to 21,120 bids and 5 passes."""

    spec = Spec("german-railways", "German Railways", FIRST_HEX, 3 * 127 * 5 * 20 + 24 * (21_120 + 5))


class CreditMobilier(_Game):
    """The rules set no bound (cubes may go north and south for ever). This is a hundred times what random play takes."""

    spec = Spec("credit-mobilier", "Credit Mobilier", FIRST_LINK, 100_000)


GAMES = (ChicagoExpress, GermanRailways, CreditMobilier)

for _game in GAMES:
    pyspiel.register_game(_game.spec.type, _game)
