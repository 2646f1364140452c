"""German Railways: incomes, what a share will pay, the bag of the next round with exact odds, connections made and missing."""

from __future__ import annotations

from math import comb
from typing import Any

from cuberails.analysis.forecast_german_railways import forecast
from cuberails.common.hexmap import bits
from cuberails.core import CHANCE
from cuberails.games.german_railways import COMPANIES, State

HELD = len(COMPANIES)


def reckon(state: State) -> dict[str, Any]:
    seen = forecast(state)
    pays = [dividend(state, company) for company in range(HELD)]
    return {
        "companies": [
            {
                "left": state.unsold[company], "dividend": pays[company], "treasury": state.treasury(company),
                "links": list(bits(state.links[company])), "missing": seen.lacking[company], "value": round(seen.shares[company], 1),
            }
            for company in range(HELD)
        ],
        "players": [
            {"income": state.player_income(seat), "dividend": dividend, "wealth": round(seen.wealth[seat], 1)}
            for seat, dividend in enumerate(dividends(state))
        ],
        "sale": sale(state),
        "bag": bag(state),
        "ends": [{"reason": end.reason, "left": end.left} for end in seen.triggers],
        "dividends_left": round(seen.dividends, 1),
    }  # fmt: skip


def dividend(state: State, company: int) -> int:
    """What each share of a company pays now (GR-26, GR-31)."""
    return 0 if state.withholds(company) else state.income[company]


def dividends(state: State) -> list[int]:
    """What each player gets when all eight companies pay once (GR-31)."""
    pays = [dividend(state, company) for company in range(HELD)]
    return [sum(state.shares[HELD * seat + company] * pays[company] for company in range(HELD)) for seat in range(state.seats)]


def sale(state: State) -> dict[str, Any] | None:
    """What the share that is being auctioned does to everybody's dividends: nothing but to who buys it."""
    if not state.auction:
        return None
    company = state.auction.lot
    return {"company": company, "others": [0] * state.seats, "buyer": [dividend(state, company)] * state.seats}


def bag(state: State) -> dict[str, Any] | None:
    """The tokens of the next drawing as things stand, and its exact odds; None if there is none any more.

    ``first``: the chance to be drawn first. ``turns``: for each seat the chances of no turn, one turn, two...
    """
    if state.seat == CHANCE:
        tokens = state.bag
    else:
        after = state.copy()
        after._begin_round(None)
        tokens = after.bag
    if not tokens:
        return None
    total, drawn = sum(tokens), state.seats
    return {
        "tokens": list(tokens),
        "first": [round(own / total, 4) for own in tokens],
        "turns": [
            [round(comb(own, turns) * comb(total - own, drawn - turns) / comb(total, drawn), 4) for turns in range(min(own, drawn) + 1)]
            for own in tokens
        ],
    }  # fmt: skip
