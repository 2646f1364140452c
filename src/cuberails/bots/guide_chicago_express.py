"""What a good player of Chicago Express looks at: which turns are worth a thought, and what each leads to."""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from random import Random as Source

from cuberails.analysis.forecast_chicago_express import dividends_left, growth_time, share_value, values_for, way_to_chicago
from cuberails.bots.guide import Plan
from cuberails.common.auction import NOBODY
from cuberails.common.hexmap import bits, mask_of
from cuberails.common.ledger import SEATS
from cuberails.core import OVER
from cuberails.games.chicago_express import COMPANIES, State
from cuberails.games.chicago_express.board import HEX, Board
from cuberails.games.chicago_express.rules import (
    BUILD,
    COMPANY,
    DECLINE,
    LAYING,
    PASS,
    STOP,
)  # fmt: skip

HELD = len(COMPANIES)
GRAIN = 1.0
CURIOSITY = 0.6
THRIFT_OF_CASH = 0.45
"""What a dollar in hand earns with each further dividend: it buys shares."""
HAZE, HAZE_PER_DIVIDEND = 3.0, 3.0
HASTE = 0.85
"""Up to this part of the right price the others are expected to bid."""
BEAM = 4
"""Builds kept while one more hex is added."""
PER_DOLLAR, PER_STEP, PROMISE = 0.35, 0.35, 0.25
"""What saves a dollar, comes a dollar nearer to Chicago, or touches an income of 1, beside an income of 1 at once."""


def worth(state: State) -> list[float]:
    """What each seat will probably hold at the end."""
    if state.seat == OVER:
        return [float(cash) for cash in state.scores()]
    shares, accounts = state.shares, state.accounts
    times = dividends_left(state)
    prr, bo, co, nyc, wabash = values_for(state, times)
    dollar = price_of_cash(times)
    return [
        dollar * accounts[SEATS + seat]
        + shares[at] * prr + shares[at + 1] * bo + shares[at + 2] * co + shares[at + 3] * nyc + shares[at + 4] * wabash
        for seat, at in zip(range(state.seats), range(0, len(shares), HELD), strict=True)
    ]  # fmt: skip


def price_of_cash(times: float) -> float:
    """What a dollar in hand will be at the end."""
    return 1 + THRIFT_OF_CASH * (times - 1)


def haze(state: State) -> float:
    """How far off ``worth`` may well be."""
    return HAZE + HAZE_PER_DIVIDEND * dividends_left(state)


def plans(state: State) -> list[Plan]:
    """The ways to go on that are worth a thought, each with the position it probably leads to."""
    return _PLANS[state.phase](state)


# -- Bids ---------------------------------------------------------------------------------------


def _bids(state: State) -> list[Plan]:
    """Drop out, or bid one of a few amounts; a low bid will hardly be the last word."""
    sale = state.auction
    assert sale is not None
    cash = state.accounts[SEATS + sale.seat]
    most = limit(state, sale.lot)
    found = [Plan((PASS,), _without_me(state, most))]
    rivals = [state.accounts[SEATS + seat] for seat in bits(sale.bidders & ~(1 << sale.seat))]
    richest = max(rivals, default=0)
    going = min(richest, int(HASTE * most))
    for amount in sorted({sale.least, *_steps(sale.least, int(most), min(cash, max(sale.least, richest)))}):
        price = max(amount, min(cash, going))
        found.append(Plan((state.board.bid + amount,), sold(state, sale.lot, sale.seat, price)))
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
    dollar = price_of_cash(times)
    bare, rich = (_one_more(state, company, price, times, built) for price in (0, 16))
    slope = (rich - bare) / 16
    return max(0.0, bare / max(0.3, dollar - slope))


def _one_more(state: State, company: int, price: int, times: float, built: float) -> float:
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
            for more, action in _sites(before):
                longer.append((score + more, (*actions, action), before, action))
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


def _sites(state: State) -> list[tuple[float, int]]:
    """How good each hex looks that may come next."""
    board, company = state.board, state.builder
    cost, near = board.cost, board.near
    prr, bo, co, nyc, wabash = state.track
    track, reach = state.track[company], state.reach[company]
    fresh = ~(track | state.closed | reach)
    promising = [(PROMISE * income, hexes & fresh) for income, hexes in _incomes(board)]
    way = way_to_chicago(board)
    left = 0 if track >> board.chicago & 1 else way.from_reach(reach)[0]
    found = []
    for action in state._legal_laying():
        if action == STOP:
            continue
        hex_ = action - HEX
        crowd = (prr >> hex_ & 1) + (bo >> hex_ & 1) + (co >> hex_ & 1) + (nyc >> hex_ & 1) + (wabash >> hex_ & 1)
        score = state.gain(hex_) - PER_DOLLAR * cost[hex_] * (crowd + 1)
        if left > way.beyond[hex_]:
            score += PER_STEP * (left - way.beyond[hex_])
        for promise, hexes in promising:
            if hexes & near[hex_]:
                score += promise
                break
        found.append((score, action))
    return found


@cache
def _incomes(board: Board) -> list[tuple[int, int]]:
    """The incomes of hexes, the best first, and which hexes have them."""
    values = sorted(set(board.income), reverse=True)
    return [(value, mask_of([hex_ for hex_, income in enumerate(board.income) if income == value])) for value in values if value > 0]


def _developments(state: State) -> list[Plan]:
    return [_carried_out(state, (action,)) for action in state.legal()]


def _carried_out(state: State, actions: tuple[int, ...], before: tuple[int, ...] = ()) -> Plan:
    after = state.copy()
    for action in actions:
        after.apply(action)
    return Plan(before + actions, after)


_PLANS = (_bids, _turns, _offers, _builds, _tracks, _developments)


# -- Quick play ---------------------------------------------------------------------------------


def quick(state: State, rng: Source) -> int:
    """An action that is not silly, found in no time."""
    actions = state.legal()
    if len(actions) == 1:
        return actions[0]
    return _QUICK[state.phase](state, actions, rng)


def _quick_bid(state: State, actions: list[int], rng: Source) -> int:
    """Up to about the right price at once."""
    sale = state.auction
    assert sale is not None
    most = int(limit(state, sale.lot) * (0.8 + 0.3 * rng.random()))
    return min(actions[-1], state.board.bid + most) if most >= sale.least else PASS


def _quick_gauge(state: State, actions: list[int], rng: Source) -> int:
    if BUILD in actions and rng.random() < 0.55 and max(_stakes(state)) > 1:
        return BUILD
    return actions[rng.randrange(len(actions))]


def _stakes(state: State) -> list[float]:
    """The part of each treasury that works for the seat on turn."""
    at = HELD * state.seat
    treasuries = state.accounts[SEATS + state.seats :]
    return [state.shares[at + c] * treasuries[c] / state.sold(c) if state.shares[at + c] else 0.0 for c in range(HELD)]


def _quick_offer(state: State, actions: list[int], rng: Source) -> int:
    action = actions[rng.randrange(len(actions))]
    if action != DECLINE and limit(state, action - COMPANY) < state.price(action - COMPANY):
        return DECLINE
    return action


def _quick_start(state: State, actions: list[int], rng: Source) -> int:
    stakes = _stakes(state)
    return max(actions[1:], key=lambda action: stakes[action - COMPANY])


def _quick_hex(state: State, actions: list[int], rng: Source) -> int:
    return max(_sites(state), key=itemgetter(0))[1]


def _quick_house(state: State, actions: list[int], rng: Source) -> int:
    """Where it helps the seat on turn most, among some hexes."""
    at = HELD * state.seat
    best, most = DECLINE, 0.0
    for action in rng.sample(actions[1:], min(6, len(actions) - 1)):
        hex_ = action - HEX
        gain = 0.0
        for company, track in enumerate(state.track):
            if track >> hex_ & 1:
                held, out = state.shares[at + company], state.sold(company)
                gain += (held / out if out else 0.0) - 0.2
        if gain * (state.board.development[hex_] or 1) > most:
            best, most = action, gain
    return best


_QUICK = (_quick_bid, _quick_gauge, _quick_offer, _quick_start, _quick_hex, _quick_house)
