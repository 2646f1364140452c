"""The map of a board as clients draw it: everything that never changes, sent once."""

from __future__ import annotations

import hashlib
import math
from functools import cache
from typing import Any

from cuberails import registry
from cuberails.server import boards
from cuberails.server.jsontext import dumps

HALF = math.sqrt(3) / 2


@cache
def board_text(game: str, board: str) -> tuple[str, str]:
    """The map as JSON, and its tag."""
    text = dumps(board_json(game, boards.load(game, board)))
    return text, hashlib.sha256(text.encode()).hexdigest()[:20]


def board_json(game: str, board: Any) -> dict[str, Any]:
    """The map as a document; places stand in the order of the board."""
    registry.game(game)
    return {"game": game, "board": board.id} | LAYOUTS[game](board)


def _chicago_express(board: Any) -> dict[str, Any]:
    places = [
        _flat(name) | {
            "name": board.names[i], "terrain": board.terrain[i], "cost": board.cost[i], "income": board.income[i],
            "development": board.development[i],
        }
        for i, name in enumerate(board.hexes)
    ]  # fmt: skip
    return {"layout": "flat", "places": places, "links": []}


def _german_railways(board: Any) -> dict[str, Any]:
    places = [
        _pointy(name) | {
            "name": board.names[i], "terrain": board.terrain[i], "kind": board.kind[i], "cost": board.cost[i], "value": board.value[i],
        }
        for i, name in enumerate(board.hexes)
    ]  # fmt: skip
    berlin = places[board.berlin]
    parts = [
        {**berlin, **_pointy(name), "part_of": berlin["id"]} for name in board.berlin_covers if name != berlin["id"]
    ]  # fmt: skip
    return {"layout": "pointy", "places": [*places, *parts], "links": []}


def _credit_mobilier(board: Any) -> dict[str, Any]:
    at = [(column - ord("A"), row - 1) for column, row in board.at]
    coast = (min(x for x, _ in at) - 1, (min(y for _, y in at) + max(y for _, y in at)) / 2)
    places = [
        {"id": name, "x": x, "y": y, "name": board.names[i]}
        for i, (name, (x, y)) in enumerate(zip(board.places, [*at, coast], strict=True))
    ]
    links = [
        {"id": name, "from": board.places[start], "to": board.places[end]}
        for name, (start, end) in zip(board.link_names, board.links, strict=True)
    ]
    return {"layout": "towns", "places": places, "links": links}


LAYOUTS = {"chicago-express": _chicago_express, "german-railways": _german_railways, "credit-mobilier": _credit_mobilier}


def _flat(name: str) -> dict[str, Any]:
    """Flat-top hexes of side 1: the letter is the column, the number grows southwards in doubled steps.

    >>> _flat("B6")
    {'id': 'B6', 'x': 1.5, 'y': 5.196, 'q': 1, 'r': 2}
    """
    column, row = ord(name[0]) - ord("A"), int(name[1:])
    return {"id": name, "x": 1.5 * column, "y": round(HALF * row, 3), "q": column, "r": (row - column) // 2}


def _pointy(name: str) -> dict[str, Any]:
    """Pointy-top hexes of side 1: the letter is the row, the number grows eastwards in doubled steps.

    >>> _pointy("B9")
    {'id': 'B9', 'x': 7.794, 'y': 1.5, 'q': 4, 'r': 1}
    """
    row, column = ord(name[0]) - ord("A"), int(name[1:])
    return {"id": name, "x": round(HALF * column, 3), "y": 1.5 * row, "q": (column - row) // 2, "r": row}
