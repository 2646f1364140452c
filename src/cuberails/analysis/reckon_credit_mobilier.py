"""Credit Mobilier: what a round of dividends pays, how far the goods are, and the odds of the next dice."""

from __future__ import annotations

from math import comb
from typing import Any

from cuberails.analysis.forecast_credit_mobilier import forecast
from cuberails.games.credit_mobilier import COMPANIES, State
from cuberails.games.credit_mobilier.board import COLOURS
from cuberails.games.credit_mobilier.rules import DICE, _one_round

HELD = len(COMPANIES)
FACES = 6


def reckon(state: State) -> dict[str, Any]:
    board, seen = state.board, forecast(state)
    return {
        "companies": [
            {"sold": state.sold[company], "treasury": state.treasury(company), "round": rounds, "value": round(seen.shares[company], 1)}
            for company, rounds in enumerate(one_round(state, company) for company in range(HELD))
        ],
        "players": [
            {"dividend": paid, "shares": sum(state.held(seat)), "wealth": round(seen.wealth[seat], 1)}
            for seat, paid in enumerate(dividends(state))
        ],
        "goods": [{"outside": outside, "arrived": state.count(colour, board.pacific)} for colour, outside in enumerate(state.outside)],
        "ends": [{"reason": "goods", "left": sum(sorted(state.outside)[: COLOURS - 2])}],
        "turns_left": round(seen.turns, 1),
        "dice": [round(comb(DICE, shown) * (FACES - 1) ** (DICE - shown) / FACES**DICE, 4) for shown in range(DICE + 1)],
    }  # fmt: skip


def one_round(state: State, company: int) -> list[int]:
    """What one round of dividends of a company would pay each seat, if the seat on turn chose it (CM-17)."""
    first = max(state.turn, 0)
    clockwise = [*range(first, state.seats), *range(first)]
    paid: list[int] = _one_round(state.shares[company::HELD], clockwise, state.treasury(company))
    return paid


def dividends(state: State) -> list[int]:
    """What each player would get if every company paid one round now."""
    rounds = [one_round(state, company) for company in range(HELD)]
    return [sum(paid[seat] for paid in rounds) for seat in range(state.seats)]
