"""Chicago Express (Wabash Cannonball), for 2 to 6 players."""

from cuberails.games.chicago_express.board import load_board
from cuberails.games.chicago_express.rules import (
    COMPANIES,
    MOST_CASH,
    NAME,
    OPTIONS,
    RULES_VERSION,
    State,
    from_json,
    new,
)
from cuberails.games.chicago_express.rules import SEATS_ALLOWED as SEATS
from cuberails.games.chicago_express.text import code, describe, explain, fold, parse, unfold, view

ACTIONS = load_board().bid + MOST_CASH + 1

__all__ = [
    "ACTIONS", "COMPANIES", "MOST_CASH", "NAME", "OPTIONS", "RULES_VERSION", "SEATS", "State",
    "code", "describe", "explain", "fold", "from_json", "load_board", "new", "parse", "unfold", "view",
]  # fmt: skip
