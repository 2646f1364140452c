"""A small policy and value network that plays without the library it was trained with, and its checkpoint file.

A checkpoint is a NumPy archive (``.npz``): ``about``, a line of JSON that says what the network was made for, and the
weights. Layers ``w0 b0``, ``w1 b1``, ... are rectified; ``wp bp`` gives the policy (a number for each action, the
highest is the best legal one), ``wv bv`` the value (before the logistic function): what part of a win the observer can
expect. The input is the observation ``vector`` of ``encoding``.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random as Source
from typing import Any

import numpy as np

from cuberails import registry
from cuberails.common.words import N_
from cuberails.core import BadInput, Reason, State
from cuberails.rl.actions import Actions
from cuberails.rl.encoding import Encoder, Floats, encoder

FORMAT = "cuberails-network/1"


@dataclass(frozen=True)
class About:
    """What a network was made for; it is of no use elsewhere."""

    encoding: str
    """``Encoder.name``: the game and the version of the encoding."""
    board: str
    players: int
    raises: int | None
    format: str = FORMAT


class Network:
    """The weights by name, and what they are for."""

    def __init__(self, about: About, weights: dict[str, Floats]) -> None:
        self.about = about
        self.weights = weights
        self._hidden = [(weights[f"w{i}"], weights[f"b{i}"]) for i in range(sum(name[1:].isdigit() for name in weights) // 2)]

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """The policy (a row of numbers each) and the value of some observations."""
        for weight, bias in self._hidden:
            rows = np.maximum(rows @ weight + bias, 0)
        values = 1 / (1 + np.exp(-(rows @ self.weights["wv"] + self.weights["bv"])))
        return rows @ self.weights["wp"] + self.weights["bp"], values[:, 0]

    def save(self, path: Path) -> None:
        with path.open("wb") as file:
            np.savez_compressed(file, about=np.array(json.dumps(asdict(self.about))), **self.weights)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Network:
        """The network of a checkpoint; ``BadInput`` says why a file is none."""
        try:
            with np.load(path, allow_pickle=False) as file:
                about = json.loads(str(file["about"]))
                weights = {name: file[name] for name in file.files if name != "about"}
        except OSError as error:
            raise _bad(path, N_("the file cannot be read ({why})"), why=error.strerror or error) from error
        except Exception as error:  # a damaged file makes NumPy, zipfile and zlib stumble in a dozen ways
            raise _bad(path, N_("it is no NumPy archive with an entry “about”")) from error
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            found = about.get("format") if isinstance(about, dict) else about
            raise _bad(path, N_("its format is {found}, this program reads {known}"), found=found, known=FORMAT)
        try:
            purpose = About(**about)
        except TypeError as error:
            raise _bad(path, N_("it does not say what it is for")) from error
        if missing := [name for name in ("w0", "b0", "wp", "bp", "wv", "bv") if name not in weights]:
            raise _bad(path, N_("the weights {names} are missing"), names=", ".join(missing))
        network = cls(purpose, weights)
        try:
            network(np.zeros((1, len(weights["w0"])), np.float32))
        except (ValueError, TypeError, IndexError) as error:
            raise _bad(path, N_("its weights do not fit together")) from error
        return network


def _bad(path: Path, sentence: str, **facts: object) -> BadInput:
    return BadInput(Reason("", N_("{file} is no checkpoint: {problem}."), {"file": path.name, "problem": Reason("", sentence, facts)}))


class NetworkBot:
    """Plays what a network likes best. A class of one's own that names the file makes it a bot for every command::

    class Learned(NetworkBot):
        def __init__(self) -> None:
            super().__init__("checkpoint.npz")
    """

    def __init__(self, network: Network | Path | str) -> None:
        self.network = network if isinstance(network, Network) else Network.load(Path(network))
        self._tools: tuple[Encoder, Actions] | None = None

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        """The legal action with the highest number; nothing is drawn."""
        encode, actions = self._prepare(state)
        legal = actions.legal(state)
        policy, _ = self.network(encode.vector(state, state.seat)[None])
        return actions.meant(state, legal[int(np.argmax(policy[0, legal]))])

    def odds(self, state: State) -> Floats:
        """What part of a win each seat can expect; they add up to 1."""
        encode, _ = self._prepare(state)
        _, values = self.network(np.stack([encode.vector(state, seat) for seat in range(state.seats)]))
        odds: Floats = values / values.sum()
        return odds

    def _prepare(self, state: State) -> tuple[Encoder, Actions]:
        """The encoder and the action numbers of this table, made once; refuses a table the network is not for."""
        if self._tools is None:
            about, game = self.network.about, registry.game(state.game)
            encode = encoder(state.game, state.seats, state.board)
            here = About(encode.name, state.board.id, state.seats, about.raises)
            if here != about:
                raise BadInput(
                    Reason("", N_("The network plays {known}, not {found}."), {"known": _table(about), "found": _table(here)})
                )  # fmt: skip
            self._tools = encode, Actions(game, encode.parts.actions, state.board, about.raises)
        return self._tools


def _table(about: About) -> Reason:
    return Reason("", N_("{encoding} on the board {board} with {players} players"),
                  {"encoding": about.encoding, "board": about.board, "players": about.players})  # fmt: skip
