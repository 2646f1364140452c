"""Credit Mobilier, for 2 to 5 players."""

from cuberails.games.credit_mobilier.board import load_board
from cuberails.games.credit_mobilier.rules import COMPANIES, FACES, NAME, OPTIONS, ROLLS, RULES_VERSION, State, from_json, new
from cuberails.games.credit_mobilier.rules import SEATS_ALLOWED as SEATS
from cuberails.games.credit_mobilier.text import code, describe, explain, fold, parse, unfold, view

ACTIONS = load_board().step_id + len(load_board().steps)

__all__ = [
    "ACTIONS", "COMPANIES", "FACES", "NAME", "OPTIONS", "ROLLS", "RULES_VERSION", "SEATS", "State",
    "code", "describe", "explain", "fold", "from_json", "load_board", "new", "parse", "unfold", "view",
]  # fmt: skip
