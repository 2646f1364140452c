"""The boards of this server: each game's own, and the files of the folder ``CUBERAILS_BOARDS/GAME/ID.csv``."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from cuberails import registry
from cuberails.common.words import N_
from cuberails.core import BadInput, Reason


def names(game: str) -> list[str]:
    """The ids of the boards a game can be played on, its own first."""
    folder = os.environ.get("CUBERAILS_BOARDS")
    own = registry.game(game).load_board().id
    files = sorted(path.stem for path in (Path(folder) / game).glob("*.csv")) if folder else []
    return [own, *[name for name in files if name != own and re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name)]]


@cache
def load(game: str, board: str) -> Any:
    """The board of an id."""
    if board not in names(game):
        raise BadInput(Reason("BOARD", N_("The board “{board}” is not known here."), {"board": board[:80]}))
    own = registry.game(game).load_board()
    if board == own.id:
        return own
    return registry.game(game).load_board(Path(os.environ["CUBERAILS_BOARDS"]) / game / f"{board}.csv")
