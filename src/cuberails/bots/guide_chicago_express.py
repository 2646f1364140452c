"""What a good player of Chicago Express looks at: which turns are worth a thought, and what each leads to."""

from __future__ import annotations

from random import Random as Source

from cuberails.analysis.forecast_chicago_express import dividends_left, growth_time, share_values, way_to_chicago
from cuberails.bots.guide import Plan
from cuberails.common.auction import NOBODY
from cuberails.common.hexmap import bits
from cuberails.common.ledger import SEATS
from cuberails.core import OVER
from cuberails.games.chicago_express import COMPANIES, State
from cuberails.games.chicago_express.board import HEX
from cuberails.games.chicago_express.rules import (
    AUCTION,
    BIDDING,
    BUILD,
    CHOOSING,
    COMPANY,
    DECLINE,
    DEVELOP,
    LAYING,
    OFFERING,
    PASS,
    STARTING,
    STOP,
    WABASH,
)  # fmt: skip

HELD = len(COMPANIES)
THRIFT_OF_CASH = 0.45
"""What a dollar in hand earns with each further dividend: it buys shares."""
BEAM = 4
"""Builds kept while one more hex is added."""
PER_DOLLAR, PER_STEP, PROMISE = 0.35, 0.35, 0.25
"""What saves a dollar, comes a dollar nearer to Chicago, or touches an income of 1, beside an income of 1 at once."""


def worth(state: State) -> list[float]:
    """What each seat will probably hold at the end."""
    if state.seat == OVER:
        return [float(cash) for cash in state.scores()]
    shares, accounts = state.shares, state.accounts
    prr, bo, co, nyc, wabash = share_values(state)
    dollar = price_of_cash(state)
    return [
        dollar * accounts[SEATS + seat]
        + shares[at] * prr + shares[at + 1] * bo + shares[at + 2] * co + shares[at + 3] * nyc + shares[at + 4] * wabash
        for seat, at in zip(range(state.seats), range(0, len(shares), HELD), strict=True)
    ]  # fmt: skip


def price_of_cash(state: State) -> float:
    """What a dollar in hand will be at the end."""
    return 1 + THRIFT_OF_CASH * (dividends_left(state) - 1)


def plans(state: State) -> list[Plan]:
    """The ways to go on that are worth a thought, each with the position it probably leads to."""
    return _PLANS[state.phase](state)


# -- Bids ---------------------------------------------------------------------------------------


def _bids(state: State) -> list[Plan]:
    """Drop out, raise by as little as possible, or go up at once."""
    sale = state.auction
    assert sale is not None
    cash = state.accounts[SEATS + sale.seat]
    most = limit(state, sale.lot)
    rivals = [seat for seat in range(state.seats) if sale.bidders >> seat & 1 and seat not in (sale.seat, sale.leader)]
    richest = max([state.accounts[SEATS + seat] for seat in rivals], default=0)
    if sale.leader != NOBODY:
        richest = max(richest, state.accounts[SEATS + sale.leader])
    found = [Plan((PASS,), _without_me(state, most))]
    for amount in sorted({sale.least, *_steps(sale.least, int(most), min(cash, max(sale.least, richest)))}):
        found.append(Plan((state.board.bid + amount,), sold(state, sale.lot, sale.seat, amount)))
    return found


def _steps(least: int, most: int, cap: int) -> list[int]:
    """Some bids above the least one, up to what seems right."""
    return [min(cap, least + (most - least) * part // 4) for part in (2, 3, 4)] if most > least else []


def _without_me(state: State, most: float) -> State:
    """The position if the seat that is asked drops out."""
    sale = state.auction
    assert sale is not None
    if sale.leader != NOBODY:
        return sold(state, sale.lot, sale.leader, sale.high)
    after = state.copy()
    after.apply(PASS)
    if after.auction is None or after.auction.lot != sale.lot:
        return after
    return _sale(state, sale.lot, sale.bidders & ~(1 << sale.seat), sale.least, most)


def limit(state: State, company: int) -> float:
    """The price at which one more share of a company pays back no more than the money would bring."""
    times = dividends_left(state)
    built = growth_time(state, times)
    dollar = 1 + THRIFT_OF_CASH * (times - 1)
    bare, rich = (_one_more(state, company, price, times, built) for price in (0, 16))
    slope = (rich - bare) / 16
    return max(0.0, bare / max(0.3, dollar - slope))


def _one_more(state: State, company: int, price: int, times: float, built: float) -> float:
    from cuberails.analysis.forecast_chicago_express import share_value

    return share_value(state, company, state.sold(company) + 1, state.treasury(company) + price, times, built)


def sold(state: State, company: int, buyer: int, price: int) -> State:
    """The position with one more share sold."""
    after = state.copy()
    after.accounts[SEATS + buyer] -= price
    after.accounts[SEATS + state.seats + company] += price
    after.shares[HELD * buyer + company] += 1
    after.unsold[company] -= 1
    return after


def _sale(state: State, company: int, bidders: int, opening: int, most: float) -> State:
    """The position after an auction among players who all reckon with the same limit."""
    reach = sorted(((min(int(most), state.accounts[SEATS + seat]), -seat) for seat in bits(bidders)), reverse=True)
    if not reach or reach[0][0] < opening:
        return state
    price = max(opening, min(reach[0][0], reach[1][0] + 1)) if len(reach) > 1 else opening
    return sold(state, company, -reach[0][1], price)


# -- Turns --------------------------------------------------------------------------------------


def _turns(state: State) -> list[Plan]:
    found: list[Plan] = []
    for gauge in state.legal():
        after = state.copy()
        after.apply(gauge)
        if after.seat == OVER:
            found.append(Plan((gauge,), after))
        else:
            found += [Plan((gauge, *plan.actions), plan.after) for plan in plans(after)]
    return found


def _offers(state: State) -> list[Plan]:
    found = [_carried_out(state, (DECLINE,))]
    idle = found[0].after
    for action in state.legal()[1:]:
        company = action - COMPANY
        if idle.seat == OVER:
            found.append(Plan((action,), idle))
            continue
        most = limit(state, company)
        everybody = (1 << state.seats) - 1
        found.append(Plan((action,), _sale(idle, company, everybody, state.price(company), most)))
    return found


def _builds(state: State) -> list[Plan]:
    found = [_carried_out(state, (DECLINE,))]
    for action in state.legal()[1:]:
        after = state.copy()
        after.apply(action)
        found += [Plan((action, *plan.actions), plan.after) for plan in _tracks(after)]
    return found


def _tracks(state: State) -> list[Plan]:
    """Some good ways to lay the rest of a build, found hex by hex."""
    company = state.builder
    turn = state.turn
    found: list[Plan] = []
    if state.laid:
        found.append(_carried_out(state, (STOP,)))
    front: list[tuple[float, tuple[int, ...], State]] = [(0.0, (), state)]
    seen: set[int] = set()
    while front:
        longer: list[tuple[float, tuple[int, ...], State, int]] = []
        for score, actions, before in front:
            for action in before._legal_laying():
                if action != STOP:
                    longer.append((score + _site_score(before, company, action - HEX), (*actions, action), before, action))
        longer.sort(key=lambda entry: (-entry[0], entry[1]))
        front = []
        for score, actions, before, action in longer:
            track = before.track[company] | 1 << action - HEX
            if track in seen:
                continue
            seen.add(track)
            after = before.copy()
            after.apply(action)
            if after.phase == LAYING and after.seat == turn and after.builder == company and after.laid:
                found.append(_carried_out(after, (STOP,), actions))
                front.append((score, actions, after))
            else:
                found.append(Plan(actions, after))
            if len(front) == BEAM or len(seen) > 24:
                break
    return found


def _site_score(state: State, company: int, hex_: int) -> float:
    """How good one more hex looks."""
    board = state.board
    score = state.gain(hex_) - PER_DOLLAR * state.cost(hex_)
    track = state.track[company]
    if not track >> board.chicago & 1:
        way = way_to_chicago(board)
        reach = state.reach[company]
        score += PER_STEP * max(0, way.from_reach(reach)[0] - way.from_reach(board.near[hex_])[0])
    best = 0
    for near in bits(board.near[hex_] & ~track & ~state.closed & ~state.reach[company]):
        if board.income[near] > best:
            best = board.income[near]
    return score + PROMISE * best


def _developments(state: State) -> list[Plan]:
    return [_carried_out(state, (action,)) for action in state.legal()]


def _carried_out(state: State, actions: tuple[int, ...], before: tuple[int, ...] = ()) -> Plan:
    after = state.copy()
    for action in actions:
        after.apply(action)
    return Plan(before + actions, after)


_PLANS = (_bids, _turns, _offers, _builds, _tracks, _developments)
