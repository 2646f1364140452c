"""Positions as arrays: the parts every encoder shares. ``docs/encodings.md`` lists what they hold.

An encoder sees a position from one seat and gives the places of the board (a row of numbers each), the
links between them where a game builds on links, and everything else as one row. The three forms of
an observation, ``vector``, ``planes`` and ``graph``, are made of these and of nothing else.

>>> from cuberails import registry
>>> state = registry.game("chicago-express").new(4)
>>> ours = encoder("chicago-express", 4)
>>> ours.name, ours.vector(state, seat=0).shape, ours.planes(state, seat=0)["planes"].shape
('chicago-express/1', (1085,), (25, 11, 19))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cuberails import registry
from cuberails.common.words import N_
from cuberails.core import BadInput, Game, Reason, State

Floats = NDArray[np.float32]
Observation = Floats | dict[str, Floats]

FORMS = ("vector", "planes", "graph")
MOST = 1000.0
"""No number of an observation is larger; none is below 0."""

ENCODERS = {
    "chicago-express": "cuberails.rl.encode_chicago_express",
    "german-railways": "cuberails.rl.encode_german_railways",
    "credit-mobilier": "cuberails.rl.encode_credit_mobilier",
}


class Block(NamedTuple):
    """Numbers of one kind that stand together."""

    name: str
    size: int
    unit: float = 1.0
    """What a 1.0 in the observation stands for: with unit 100, $25 is 0.25."""


class Parts(Protocol):
    """What is written for each game; ``Encoder`` makes the rest of it."""

    version: ClassVar[int]
    """Counts up whenever the meaning of any number changes."""
    actions: int
    """How many action ids there are on the board."""
    fixed: list[Block]
    """What is known of a place from the board."""
    changing: list[Block]
    """What changes on a place during a game."""
    linked: list[Block]
    """What changes on a link; empty where places touch without links."""
    rest: list[Block]
    """What belongs to no place, seats in the order of the table from the observer on."""
    names: list[str]
    """The places, in the order of their rows."""
    edges: list[tuple[int, int]]
    """The places that are joined, smaller number first."""
    cells: list[tuple[int, int]]
    """Row and column of each place on the planes."""

    def terrain(self) -> NDArray[Any]:
        """Places by ``fixed`` numbers."""

    def places(self, state: Any) -> NDArray[Any]:
        """Places by ``changing`` numbers."""

    def links(self, state: Any) -> NDArray[Any]:
        """Edges by ``linked`` numbers."""

    def others(self, state: Any, seat: int) -> list[int]:
        """The ``rest``, in whole numbers."""


class Encoder:
    """Positions of one game, board and number of players as arrays."""

    def __init__(self, game: str, parts: Parts) -> None:
        self.name = f"{game}/{parts.version}"
        """The game and the version of its encoding; what is learned on one is of no use on another."""
        self.parts = parts
        self.edges: NDArray[np.int64] = np.array(parts.edges, dtype=np.int64).T
        """The graph: two rows, one column for each pair of places that are joined."""
        rows, columns = np.array(parts.cells).T
        self._cells = (slice(None), rows, columns)
        self._grid = (rows.max() + 1, columns.max() + 1)
        self._fixed = (parts.terrain() / _units(parts.fixed)).astype(np.float32)
        self._changing = _units(parts.changing)
        self._linked = _units(parts.linked)
        self._rest = _units(parts.rest)
        fixed, changing, places = self._fixed.shape[1], len(self._changing), len(self._fixed)
        links = len(parts.edges) if parts.linked else 0
        self._units = np.concatenate((np.tile(self._changing, places), np.tile(self._linked, links), self._rest))
        self._ends = places * changing, places * changing + links * len(self._linked)
        self._blank = np.zeros((1 + fixed + changing, *self._grid), np.float32)
        self._blank[(0, rows, columns)] = 1
        self._blank[1 : 1 + fixed][self._cells] = self._fixed.T

    def vector(self, state: State, seat: int, out: Floats | None = None) -> Floats:
        """One row: what changes place by place, what changes link by link, then the rest; in ``out`` if it is given."""
        row = np.empty(len(self._units), np.float32) if out is None else out
        links, rest = self._ends
        row[:links].reshape(-1, len(self._changing))[...] = self.parts.places(state)
        if links < rest:
            row[links:rest].reshape(-1, len(self._linked))[...] = self.parts.links(state)
        row[rest:] = self.parts.others(state, seat)
        row /= self._units
        return row

    def planes(self, state: State, seat: int) -> dict[str, Floats]:
        """The board as pictures of one feature each (the first shows where the board is), and the rest.

        Hexes that touch stand in neighbouring cells (Berlin stands in its first one). Links, if the game has any, stay
        a table in the order of ``edges``.
        """
        planes = self._blank.copy()
        planes[1 + self._fixed.shape[1] :][self._cells] = self._places(state).T
        return {"planes": planes, "rest": self._others(state, seat)} | self._if_links(state)

    def graph(self, state: State, seat: int) -> dict[str, Floats]:
        """Features of the nodes, of the links if the game has any (in the order of ``edges``), and the rest."""
        nodes = np.concatenate((self._fixed, self._places(state)), axis=1)
        return {"nodes": nodes, "rest": self._others(state, seat)} | self._if_links(state)

    def observe(self, state: State, seat: int, form: str) -> Observation:
        """The position in one of the ``FORMS``."""
        return cast(Observation, getattr(self, form)(state, seat))

    def space(self, form: str) -> spaces.Space[Any]:
        """The Gymnasium space of a form."""
        if form not in FORMS:
            known = ", ".join(FORMS)
            raise BadInput(Reason("", N_("The form of an observation is one of {forms}, not “{form}”."), {"forms": known, "form": form}))
        nodes, fixed = self._fixed.shape
        if form == "vector":
            return _box(len(self._units))
        parts: dict[str, spaces.Space[Any]] = {"rest": _box(len(self._rest))}
        if len(self._linked):
            parts["links"] = _box(self.edges.shape[1], len(self._linked))
        if form == "planes":
            return spaces.Dict(parts | {"planes": _box(*self._blank.shape)})
        return spaces.Dict(parts | {"nodes": _box(nodes, fixed + len(self._changing))})

    def describe(self) -> list[tuple[str, str, int, float]]:
        """Every block: where it stands, its name, how many numbers, and its unit."""
        parts = self.parts
        tables = (("place, fixed", parts.fixed), ("place", parts.changing), ("link", parts.linked), ("rest", parts.rest))
        return [(where, block.name, block.size, block.unit) for where, blocks in tables for block in blocks]

    def _places(self, state: State) -> Floats:
        return (self.parts.places(state) / self._changing).astype(np.float32)

    def _if_links(self, state: State) -> dict[str, Floats]:
        return {"links": (self.parts.links(state) / self._linked).astype(np.float32)} if len(self._linked) else {}

    def _others(self, state: State, seat: int) -> Floats:
        return np.array(self.parts.others(state, seat), np.float32) / self._rest


def encoder(game: str, players: int, board: Any = None) -> Encoder:
    """The encoder of a game; ``board`` is the game's own if left out, else a board or its file."""
    module = registry.game(game)
    board = board_of(module, board)
    module.new(players, board)  # refuses numbers of players the game is not for
    return Encoder(game, import_module(ENCODERS[game]).Parts(board, players))


def board_of(game: Game, board: Any = None) -> Any:
    """The board that is meant: the game's own, the one in a file, or one that is loaded."""
    own = game.load_board()
    if board is None:
        return own
    if isinstance(board, str | Path):
        return game.load_board(Path(board))
    if not isinstance(board, type(own)):
        raise BadInput(Reason("", N_("{board} is no board of {game}."), {"board": getattr(board, "id", board), "game": game.NAME}))
    return board


def _units(blocks: Sequence[Block]) -> Floats:
    return np.array([block.unit for block in blocks for _ in range(block.size)], np.float32)


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(0.0, MOST, shape, np.float32)


@cache
def one_hot(number: int, size: int) -> tuple[int, ...]:
    """A 1 at a place, zeros elsewhere; all zeros for a number that is none of them.

    >>> one_hot(1, 3), one_hot(-1, 3)
    ((0, 1, 0), (0, 0, 0))
    """
    return tuple([int(place == number) for place in range(size)])


@cache
def relative(who: int, seat: int, seats: int) -> tuple[int, ...]:
    """One of the seats, seen from another; all zeros for nobody.

    >>> relative(0, 2, 4), relative(-1, 2, 4)
    ((0, 0, 1, 0), (0, 0, 0, 0))
    """
    return one_hot((who - seat) % seats if who >= 0 else who, seats)


@cache
def flags(mask: int, first: int, size: int) -> tuple[int, ...]:
    """The bits of a mask as zeros and ones, from one of them on and around.

    >>> flags(0b0011, 1, 4)
    (1, 0, 0, 1)
    """
    return tuple([mask >> (first + place) % size & 1 for place in range(size)])


def from_seat(row: Sequence[int], seat: int) -> list[int]:
    """A list by seat, seen from one of them.

    >>> from_seat([10, 20, 30], 1)
    [20, 30, 10]
    """
    return [*row[seat:], *row[:seat]]


def bit_columns(masks: Sequence[int], size: int) -> NDArray[np.uint8]:
    """Bitmasks as columns of zeros and ones.

    >>> bit_columns([0b01, 0b11], 2).tolist()
    [[1, 1], [0, 1]]
    """
    width = (size + 7) // 8
    raw = b"".join([mask.to_bytes(width, "little") for mask in masks])
    bytes_ = np.frombuffer(raw, np.uint8).reshape(len(masks), width)
    return np.unpackbits(bytes_, axis=1, count=size, bitorder="little").T


def touching(near: Sequence[int]) -> list[tuple[int, int]]:
    """Every pair of neighbours once, from the bitmask of each one's neighbours."""
    return [(a, b) for a, mask in enumerate(near) for b in range(a + 1, len(near)) if mask >> b & 1]
