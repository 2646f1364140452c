"""German Railways (Preußische Ostbahn), for 3 to 5 players."""

from cuberails.games.german_railways.as_json import from_json
from cuberails.games.german_railways.board import load_board
from cuberails.games.german_railways.rules import (
    COMPANIES,
    MOST_CASH,
    NAME,
    OPTIONS,
    RULES_VERSION,
    State,
    new,
)
from cuberails.games.german_railways.rules import SEATS_ALLOWED as SEATS
from cuberails.games.german_railways.text import code, describe, explain, fold, parse, unfold, view

ACTIONS = load_board().bid + MOST_CASH + 1

__all__ = [
    "ACTIONS", "COMPANIES", "MOST_CASH", "NAME", "OPTIONS", "RULES_VERSION", "SEATS", "State",
    "code", "describe", "explain", "fold", "from_json", "load_board", "new", "parse", "unfold", "view",
]  # fmt: skip
