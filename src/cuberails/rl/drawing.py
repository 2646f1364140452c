"""The shapes a position is drawn with: the board on the left, money and shares on the right."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin, sqrt
from typing import Any, NamedTuple

from cuberails import registry
from cuberails.core import OVER, State

PAPER = "#fbf7ec"
INK = "#3b3530"
SIDE = 13
"""The length of a hex's side, in pixels."""
MARGIN = 24
PANEL = 330

LAND = {
    "plain": "#e9e3c9", "forest": "#a9c29a", "mountain": "#b9ada0", "hill": "#d3c6a3", "city": "#f6d9b0", "industry": "#d9c5d6",
    "start": "#f2b9a0", "chicago": "#f0a36b",
}  # fmt: skip
COLOURS = {
    "PRR": "#b3372e", "BO": "#2f5fa8", "CO": "#d9b324", "NYC": "#3f8a4c", "WAB": "#2b2b2b",
    "PO": "#2b2b2b", "NME": "#7a5230", "KSS": "#d97b24", "KBS": "#2f5fa8", "MWB": "#d9b324",
    "GBS": "#b3372e", "CME": "#75468c", "BHE": "#3f8a4c",
    "red": "#b3372e", "green": "#3f8a4c", "yellow": "#d9b324", "blue": "#2f5fa8", "purple": "#75468c",
}  # fmt: skip


class Polygon(NamedTuple):
    points: list[tuple[float, float]]
    fill: str


class Line(NamedTuple):
    x: float
    y: float
    x2: float
    y2: float
    colour: str
    width: int


class Circle(NamedTuple):
    x: float
    y: float
    radius: int
    fill: str


class Text(NamedTuple):
    """``y`` is the base line."""

    x: float
    y: float
    size: int
    words: str


Shape = Polygon | Line | Circle | Text


class Drawing(NamedTuple):
    width: int
    height: int
    shapes: list[Shape]


def draw(state: State) -> Drawing:
    """The position as shapes."""
    board, width, height = DRAWERS[state.game](state)
    panel = _panel(state, width + MARGIN)
    height = max(height, round(max(shape.y for shape in panel if isinstance(shape, Text))) + MARGIN)
    return Drawing(width + MARGIN + PANEL, height, [*board, *panel])


def _panel(state: State, left: float) -> list[Shape]:
    """Cash and shares by seat, income and treasury by company."""
    companies = registry.game(state.game).COMPANIES
    holdings = state.to_json()["shares"]
    shapes: list[Shape] = []
    step = (PANEL - 110) / len(companies)
    for c, company in enumerate(companies):
        shapes.append(Circle(left + 105 + c * step, MARGIN, 6, COLOURS[company]))
    rows: list[list[object]] = [
        [f"{'> ' if seat == state.seat else ''}seat {seat + 1}: {cash}", *holdings[seat]] for seat, cash in enumerate(state.scores())
    ]
    rows.append(["treasury", *state.to_json()["accounts"][-len(companies) :]])
    if hasattr(state, "income"):
        rows.append(["income", *state.income])
    for line, row in enumerate(rows, 1):
        y = MARGIN + 6 + 22 * line
        shapes.append(Text(left, y, 13, str(row[0])))
        shapes += [Text(left + 99 + c * step, y, 13, str(cell)) for c, cell in enumerate(row[1:])]
    if state.seat == OVER:
        winners = " and ".join(f"seat {seat + 1}" for seat in state.winners())
        shapes.append(Text(left, MARGIN + 6 + 22 * (len(rows) + 2), 14, f"Over: {winners} won."))
    return shapes


def _hexes(state: Any, flat: bool, kinds: list[str], marks: Callable[[int], str]) -> tuple[list[Shape], int, int]:
    """A board of hexes with the locomotives on it; ``marks`` is a word for each hex."""
    companies = registry.game(state.game).COMPANIES
    shapes: list[Shape] = []
    spots = [_centre(name, flat) for name in state.board.hexes]
    left, top = (min(axis) - SIDE - MARGIN for axis in zip(*spots, strict=True))
    for hex_, (x, y) in enumerate(spots):
        x, y = x - left, y - top
        shapes.append(_hexagon(x, y, flat, kinds[hex_]))
        shapes.append(Text(x - 8, y - 3, 8, marks(hex_)))
        there = [c for c, track in enumerate(state.track) if track >> hex_ & 1]
        shapes += [Circle(x + 6 * (i - (len(there) - 1) / 2), y + 4, 4, COLOURS[companies[c]]) for i, c in enumerate(there)]
    right, bottom = (max(axis) + SIDE + MARGIN for axis in zip(*spots, strict=True))
    return shapes, round(right - left), round(bottom - top)


def _hexagon(x: float, y: float, flat: bool, kind: str) -> Polygon:
    turn = 0 if flat else pi / 6
    return Polygon([(x + SIDE * cos(turn + k * pi / 3), y + SIDE * sin(turn + k * pi / 3)) for k in range(6)], LAND[kind])


def _centre(name: str, flat: bool) -> tuple[float, float]:
    letter, number = ord(name[0]) - ord("A"), int(name[1:])
    across, along = 1.5 * SIDE * letter, sqrt(3) / 2 * SIDE * number
    return (across, along) if flat else (along, across)


def _chicago_express(state: Any) -> tuple[list[Shape], int, int]:
    def mark(hex_: int) -> str:
        name: str = state.board.names[hex_]
        return name[:3] + ("*" if state.houses >> hex_ & 1 else "")

    return _hexes(state, True, state.board.terrain, mark)


def _german_railways(state: Any) -> tuple[list[Shape], int, int]:
    board = state.board
    kinds = [terrain if kind in ("open", "outskirts") else "city" for terrain, kind in zip(board.terrain, board.kind, strict=True)]

    def mark(hex_: int) -> str:
        return str(board.names[hex_])[:3]

    shapes, width, height = _hexes(state, False, kinds, mark)
    left, top = (min(axis) - SIDE - MARGIN for axis in zip(*[_centre(name, False) for name in board.hexes], strict=True))
    covered = [_centre(name, False) for name in board.berlin_covers[1:]]
    return [*[_hexagon(x - left, y - top, False, "city") for x, y in covered], *shapes], width, height


def _credit_mobilier(state: Any) -> tuple[list[Shape], int, int]:
    """Towns on their grid, links in the colour of their marker, cubes with their number."""
    board = state.board
    companies = registry.game(state.game).COMPANIES
    step, west = 6 * SIDE, min(column for column, _ in board.at)
    spots = [(MARGIN + step * (column - west + 1.4), step * (row - 0.5)) for column, row in board.at]
    height = max(y for _, y in spots) + step / 2
    spots.append((MARGIN + step * 0.2, height / 2))
    shapes: list[Shape] = []
    for (a, b), owner in zip(board.links, state.owner, strict=True):
        colour, width = (COLOURS[companies[owner]], 5) if owner >= 0 else (LAND["mountain"], 2)
        shapes.append(Line(spots[a][0], spots[a][1], spots[b][0], spots[b][1], colour, width))
    for place, (x, y) in enumerate(spots):
        shapes.append(Circle(x, y, 16, LAND["city"]))
        shapes.append(Text(x - 16, y - 18, 9, board.names[place]))
        there = [(colour, number) for colour in range(len(companies) - 1) if (number := state.count(colour, place))]
        for i, (cube, number) in enumerate(there):
            shapes.append(Circle(x - 7 + 14 * (i % 2), y - 6 + 13 * (i // 2), 6, COLOURS[companies[cube]]))
            shapes.append(Text(x - 10 + 14 * (i % 2), y - 2 + 13 * (i // 2), 9, str(number)))
    return shapes, round(max(x for x, _ in spots) + step / 2), round(height)


DRAWERS: dict[str, Callable[[Any], tuple[list[Shape], int, int]]] = {
    "chicago-express": _chicago_express,
    "german-railways": _german_railways,
    "credit-mobilier": _credit_mobilier,
}
