"""What a good player of German Railways looks at: which turns are worth a thought, and what each leads to."""

from __future__ import annotations

from random import Random as Source

from cuberails.analysis.forecast_german_railways import FAR, around, dividends_left, share_value, times_ahead
from cuberails.bots.guide import Plan
from cuberails.common.auction import NOBODY
from cuberails.common.hexmap import bits
from cuberails.common.ledger import SEATS
from cuberails.core import OVER
from cuberails.games.german_railways import COMPANIES, State
from cuberails.games.german_railways.board import HEX
from cuberails.games.german_railways.rules import (
    AGREE,
    AUCTION,
    BIDDING,
    BUILD,
    CHOOSING,
    COMPANY,
    LAYING,
    OFFERING,
    PASS,
    PROPOSE,
    REFUSE,
    STARTING,
    STOP,
    VOTING,
)  # fmt: skip

HELD = len(COMPANIES)
GRAIN = 1.0
CURIOSITY = 0.6
THRIFT_OF_CASH = 0.12
"""What a dollar in hand earns with each further dividend: it buys shares."""
HAZE, HAZE_PER_DIVIDEND = 4.0, 2.0
RESERVE = 2
"""Dollars that are not bid: they win where all have given their money to companies that never pay."""
HASTE = 0.85
"""Up to this part of the right price the others are expected to bid."""
BEAM = 4
"""Builds kept while one more hex is added."""
PER_DOLLAR, PROMISE, MEETING = 0.2, 0.5, 0.8
"""What saves a dollar, comes near to a city of value 1, or nearer to another company, beside an income of 1 at once."""


def worth(state: State) -> list[float]:
    """What each seat will probably hold at the end."""
    if state.seat == OVER:
        return [float(cash) for cash in state.scores()]
    aheads = around(state.board).aheads(state)
    times = times_ahead(state, aheads)
    values = [share_value(state, company, state.treasury(company), times, ahead) for company, ahead in enumerate(aheads)]
    dollar = price_of_cash(times)
    shares = state.shares
    found = []
    for seat in range(state.seats):
        at = HELD * seat
        total = dollar * state.accounts[SEATS + seat]
        for company, value in enumerate(values):
            held = shares[at + company]
            if held:
                total += held * value
        found.append(total)
    return found


def price_of_cash(times: float) -> float:
    """What a dollar in hand will be at the end."""
    return 1 + THRIFT_OF_CASH * max(0.0, times - 1)


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
    cash = state.accounts[SEATS + sale.seat] - RESERVE
    most = limit(state, sale.lot)
    found = [Plan((PASS,), _without_me(state, most))]
    if cash < sale.least:
        return found
    rivals = [state.accounts[SEATS + seat] for seat in bits(sale.bidders & ~(1 << sale.seat))]
    richest = max(rivals, default=0)
    going = min(richest, int(HASTE * most))
    cap = cash if state.shares[HELD * sale.seat + sale.lot] else min(cash, max(sale.least, richest))  # the company of one's own may need it
    steps = [min(cap, sale.least + int(most - sale.least) * part // 4) for part in (2, 3, 4)] if most > sale.least else []
    for amount in sorted({sale.least, *steps}):
        found.append(Plan((state.board.bid + amount,), sold(state, sale.lot, sale.seat, max(amount, min(cash, going)))))
    return found


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
    aheads = around(state.board).aheads(state)
    times = times_ahead(state, aheads)
    treasury = state.treasury(company)
    bare, rich = (share_value(state, company, treasury + price, times, aheads[company]) for price in (0, 12))
    slope = (rich - bare) / 12
    return bare / max(0.3, price_of_cash(times) - slope)


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
    for kind in state.legal():
        if kind == PASS:
            found.append(_carried_out(state, (PASS,)))
        elif kind == PROPOSE:
            if state.seat in state.winners() and state.idle:
                found.append(Plan((PROPOSE,), state))  # probably somebody refuses
        else:
            after = state.copy()
            after.apply(kind)
            found += [Plan((kind, *plan.actions), plan.after) for plan in plans(after)]
    return found


def _votes(state: State) -> list[Plan]:
    """Who would win agrees, as if all did."""
    action = AGREE if state.seat in state.winners() else REFUSE
    return [_carried_out(state, (action,))]


def _offers(state: State) -> list[Plan]:
    everybody = (1 << state.seats) - 1
    return [
        Plan((action,), _sale(state, action - COMPANY, everybody, 1, limit(state, action - COMPANY)))
        for action in state.legal()
    ]  # fmt: skip


def _builds(state: State) -> list[Plan]:
    found: list[Plan] = []
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        found += [Plan((action, *plan.actions), plan.after) for plan in _tracks(after)]
    return found


def _tracks(state: State) -> list[Plan]:
    """Some good ways to lay the rest of a build, found hex by hex."""
    company = state.builder
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
            if after.phase == LAYING and after.builder == company:
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
    track, reach = state.track[company], state.reach[company]
    surroundings = around(board)
    fresh = board.cities & ~track & ~reach
    goals = surroundings.ahead(state, company).goals
    found = []
    for action in state._legal_laying():
        if action == STOP:
            continue
        hex_ = action - HEX
        bit = 1 << hex_
        discs = surroundings.discs[hex_]
        next_to, near = discs[0] & fresh, discs[1] & fresh
        score = state.gain(company, hex_) - PER_DOLLAR * state.cost(company, hex_) + PROMISE * (next_to.bit_count() + near.bit_count()) / 2
        for cities, before in goals:
            if cities & bit:
                score += MEETING
            elif 1 < before <= FAR and discs[before - 2] & cities:  # one hex nearer than before
                score += MEETING / (before * (before - 1))
        found.append((score, action))
    return found


def _carried_out(state: State, actions: tuple[int, ...], before: tuple[int, ...] = ()) -> Plan:
    after = state.copy()
    for action in actions:
        after.apply(action)
    return Plan(before + actions, after)


_PLANS = {BIDDING: _bids, CHOOSING: _turns, VOTING: _votes, OFFERING: _offers, STARTING: _builds, LAYING: _tracks}


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


def _quick_turn(state: State, actions: list[int], rng: Source) -> int:
    if BUILD in actions and rng.random() < 0.7:
        return BUILD
    if AUCTION in actions and max(state.scores()) > 2:
        return AUCTION
    return PASS


def _quick_vote(state: State, actions: list[int], rng: Source) -> int:
    return AGREE if state.seat in state.winners() else REFUSE


def _quick_offer(state: State, actions: list[int], rng: Source) -> int:
    return actions[rng.randrange(len(actions))]


def _quick_start(state: State, actions: list[int], rng: Source) -> int:
    """Mostly where the seat has most at stake."""
    at = HELD * state.seat
    return max(actions, key=lambda action: state.shares[at + action - COMPANY] * state.treasury(action - COMPANY) * rng.random())


def _quick_hex(state: State, actions: list[int], rng: Source) -> int:
    return max((score + rng.random() / 2, action) for score, action in _sites(state))[1]


_QUICK = {
    BIDDING: _quick_bid, CHOOSING: _quick_turn, VOTING: _quick_vote,
    OFFERING: _quick_offer, STARTING: _quick_start, LAYING: _quick_hex,
}  # fmt: skip
