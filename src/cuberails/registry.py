"""The games by name; a game is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from cuberails.common.words import N_
from cuberails.core import BadInput, Game, Reason

GAMES = {
    "chicago-express": "cuberails.games.chicago_express",
    "german-railways": "cuberails.games.german_railways",
    "credit-mobilier": "cuberails.games.credit_mobilier",
}


def game(name: str) -> Game:
    """The module of a game.

    >>> game("chicago-express").SEATS
    range(2, 7)
    """
    if name not in GAMES:
        raise BadInput(Reason("", N_("There is no game “{name}”; the games are {names}."), {"name": name, "names": ", ".join(GAMES)}))
    return cast(Game, import_module(GAMES[name]))
