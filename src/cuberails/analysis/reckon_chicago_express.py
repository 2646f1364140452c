"""Chicago Express: what a share pays now and later, and how near the end is."""

from __future__ import annotations

from typing import Any

from cuberails.analysis.forecast_chicago_express import forecast
from cuberails.games.chicago_express import COMPANIES, State
from cuberails.games.chicago_express.rules import GAUGES, RED

HELD = len(COMPANIES)


def reckon(state: State) -> dict[str, Any]:
    seen = forecast(state)
    after = sold_one_more(state)
    return {
        "companies": [
            {
                "sold": state.sold(company), "left": state.unsold[company], "price": state.price(company),
                "dividend": state.dividend(company), "dividend_after_sale": after[company], "value": round(seen.shares[company], 1),
            }
            for company in range(HELD)
        ],
        "players": [
            {"dividend": dividend, "wealth": round(wealth, 1)} for dividend, wealth in zip(dividends(state), seen.wealth, strict=True)
        ],
        "sale": sale(state, after),
        "ends": [{"reason": end.reason, "left": end.left} for end in seen.triggers],
        "dividends_left": round(seen.dividends, 1),
        "turns_to_dividends": list(seen.turns),
        "gauges": [{"name": name, "step": step, "red": red} for name, step, red in zip(GAUGES, state.gauges, RED, strict=True)],
        "industry": {state.board.hexes[hex_]: state.industry_value(i) for i, hex_ in enumerate(state.board.industries)},
    }  # fmt: skip


def dividends(state: State) -> list[int]:
    """What each player gets from the next general dividends, if nothing changed until then (CE-34)."""
    each = [state.dividend(company) for company in range(HELD)]
    return [sum(state.shares[HELD * seat + company] * each[company] for company in range(HELD)) for seat in range(state.seats)]


def sold_one_more(state: State) -> list[int | None]:
    """What each share of a company would pay after one more is sold; None if none is left."""
    after: list[int | None] = []
    for company in range(HELD):
        trial = state.copy()
        trial.unsold[company] -= 1
        after.append(trial.dividend(company) if state.unsold[company] else None)
    return after


def sale(state: State, after: list[int | None]) -> dict[str, Any] | None:
    """What the share that is being auctioned does to everybody's next dividends: to who buys it, and to each of the others."""
    if not state.auction:
        return None
    company = state.auction.lot
    now, then = state.dividend(company), after[company] or 0
    others = [state.shares[HELD * seat + company] * (then - now) for seat in range(state.seats)]
    return {"company": company, "others": others, "buyer": [change + then for change in others]}
