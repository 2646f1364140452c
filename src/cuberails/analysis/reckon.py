"""What players reckon in their heads, for the cards beside a map: one document for each position, as JSON."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol, cast

Document = dict[str, Any]


class Reckoning(Protocol):
    """What the module ``reckon_GAME`` of a game offers."""

    def reckon(self, state: Any) -> Document:
        """``companies`` and ``players``, a document each, and whatever else the game has to count."""

    def dividends(self, state: Any) -> list[int]:
        """What each player gets from the next dividends, if all companies paid in this position."""


def reckoning(game: str) -> Reckoning:
    """The module of a game."""
    return cast(Reckoning, import_module(f"cuberails.analysis.reckon_{game.replace('-', '_')}"))


def reckon(state: Any) -> Document:
    """The document of a position.

    >>> from cuberails.games import chicago_express
    >>> reckon(chicago_express.new(3))["companies"][0]["price"]
    7
    """
    return reckoning(state.game).reckon(state)
