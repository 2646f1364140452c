"""German Railways: why an action is illegal, with the number of the rule.

``why`` is None for the actions of ``State.legal`` and for no other; a test holds the two together.
"""

from __future__ import annotations

from cuberails.common.hexmap import bits
from cuberails.common.ledger import SEATS
from cuberails.common.words import N_
from cuberails.core import OVER, Reason
from cuberails.games.german_railways.board import HEX, Board
from cuberails.games.german_railways.rules import (
    AGREE,
    AUCTION,
    BUILD,
    CME,
    CME_BUDGET,
    COMPANIES,
    COMPANY,
    KSS,
    PASS,
    PO,
    PROPOSE,
    REFUSE,
    SEAT,
    SHARES,
    STOP,
    TRACK_PER_BUILD,
    State,
)  # fmt: skip


def label(board: Board, hex_: int) -> str:
    """A hex for people: its name if it has one, and its coordinate."""
    name, hex_name = board.names[hex_], board.hexes[hex_]
    return f"{name} ({hex_name})" if name else hex_name


def why(state: State, action: int) -> Reason | None:
    """Why an action is illegal in this position; None if it is legal."""
    if state.seat == OVER:
        return Reason("GR-40" if state.reason == "connected" else "GR-41", N_("The game is over: no move is made any more."))
    return _WHY[state.phase](state, action)


def _company(action: int) -> int | None:
    return action - COMPANY if COMPANY <= action < COMPANY + len(COMPANIES) else None


def _hex(state: State, action: int) -> int | None:
    return action - HEX if HEX <= action < state.board.bid else None


def _bidding(state: State, action: int) -> Reason | None:
    sale = state.auction
    assert sale is not None
    if action == PASS:
        return None
    amount = action - state.board.bid
    if amount < 0:
        return Reason("A-2", N_("A share of {company} is being auctioned: bid or pass."), {"company": COMPANIES[sale.lot]})
    return why_bid(amount, sale.least, sale.high, state.accounts[SEATS + sale.seat])


def why_bid(amount: int, least: int, high: int, cash: int) -> Reason | None:
    """Why a bid is not allowed (A-2, A-3)."""
    if amount < least and not high:
        return Reason("A-2", N_("{amount} is too little: the opening price is {least}."), {"amount": amount, "least": least})
    if amount < least:
        return Reason("A-2", N_("{amount} is too little: the highest bid is {high}."), {"amount": amount, "high": high})
    if amount > cash:
        return Reason("A-3", N_("A bid of {amount} is more than your cash of {cash}."), {"cash": cash, "amount": amount})
    return None


def _drawing(state: State, action: int) -> Reason | None:
    seat = action - SEAT
    if not 0 <= seat < HEX - SEAT:
        return Reason("GR-6", N_("The order of the round is being drawn: nobody moves before that."))
    if seat >= state.seats:
        return Reason("GR-6", N_("There is no seat {seat}: {seats} players play."), {"seat": seat + 1, "seats": state.seats})
    if state.bag[seat]:
        return None
    drawn = state.order.count(seat)
    return Reason("GR-6", N_("Seat {seat} has no token left in the bag ({tokens} drawn)."), {"seat": seat + 1, "tokens": drawn})


def _choosing(state: State, action: int) -> Reason | None:
    if action in state._legal_choosing():
        return None
    if action == AUCTION:
        return Reason("GR-9", N_("All shares are sold."))
    if action == BUILD:
        return Reason("GR-12", N_("None of the companies you hold a share of can build now."))
    if action == PROPOSE:
        return why_no_vote(state)
    if action in (AGREE, REFUSE):
        return Reason("GR-41", N_("Nobody has proposed to end the game."))
    if SEAT <= action < HEX:
        return Reason("GR-8", N_("The order is drawn at the start of a round only: a turn is one of pass, auction, build."))
    if action >= state.board.bid:
        return Reason("GR-8", N_("No share is being auctioned: a turn is one of pass, auction, build."))
    return Reason("GR-8", N_("A turn is one of: pass, auction, build."))


def why_no_vote(state: State) -> Reason:
    """Why the player on turn may not propose the end of the game (GR-41 b)."""
    if state.end_vote:
        return Reason("GR-41", N_("The end has been proposed in this round already."))
    return Reason("GR-41", N_("This game is played without proposals to end it (option end-vote)."))


def _voting(state: State, action: int) -> Reason | None:
    if action in (AGREE, REFUSE):
        return None
    return Reason("GR-41", N_("The end of the game is proposed: agree or refuse."))


def _offering(state: State, action: int) -> Reason | None:
    company = _company(action)
    if company is None:
        return Reason("GR-9", N_("“auction” was chosen: name the company whose share is offered."))
    if action in state._legal_offering():
        return None
    name = COMPANIES[company]
    if not state.unsold[company]:
        return Reason("GR-9", N_("{company} has no share left."), {"company": name})
    other = state.unsold.index(max(state.unsold))
    return Reason("GR-9", N_("Third shares are sold once two of each company are: {other} has sold {count}."),
                  {"other": COMPANIES[other], "count": SHARES - state.unsold[other]})  # fmt: skip


def _starting(state: State, action: int) -> Reason | None:
    company = _company(action)
    if company is None:
        return Reason("GR-12", N_("“build” was chosen: name a company and its hexes."))
    if reason := why_company(state, company):
        return reason
    if state._sites(company):
        return None
    name = COMPANIES[company]
    open_ = state.reach[company] & ~state.track[company] & ~state.closed
    if state.track[company] & state.board.outskirts:
        open_ &= ~state.board.outskirts
    if not open_:
        return Reason("GR-13", N_("{company} is shut in: it touches no hex it may build on."), {"company": name})
    cost = min(state.cost(company, hex_) for hex_ in bits(open_))
    if cost > state.treasury(company):
        return Reason("GR-17", N_("{company} has {has}, and every hex it may build on costs {cost} or more."),
                      {"company": name, "has": state.treasury(company), "cost": cost})  # fmt: skip
    return Reason("GR-25", N_("{company} spends at most {most} in a build, and every hex it may build on costs {cost} or more."),
                  {"company": name, "most": CME_BUDGET, "cost": cost})  # fmt: skip


def why_company(state: State, company: int) -> Reason | None:
    """Why the player on turn builds nothing at all for a company (GR-12, GR-17)."""
    name = COMPANIES[company]
    if not state.shares[len(COMPANIES) * state.seat + company]:
        return Reason("GR-12", N_("You hold no share of {company}."), {"company": name})
    if not state.locomotives[company]:
        return Reason("GR-17", N_("{company} has no locomotive left."), {"company": name})
    return None


def _laying(state: State, action: int) -> Reason | None:
    company = COMPANIES[state.builder]
    if action == STOP:
        if state.laid:
            return None
        return Reason("GR-12", N_("A build lays at least one hex: name one for {company}."), {"company": company})
    hex_ = _hex(state, action)
    if hex_ is None:
        return Reason("GR-12", N_("{company} is being built: name the next hex, or stop."), {"company": company})
    return _why_hex(state, hex_)


def _why_hex(state: State, hex_: int) -> Reason | None:
    company, board = state.builder, state.board
    name, bit = COMPANIES[company], 1 << hex_
    facts: dict[str, object] = {"company": name, "hex": label(board, hex_)}
    if state.track[company] & bit:
        return Reason("GR-13", N_("{company} has a locomotive on {hex} already."), facts)
    if not state.reach[company] & bit:
        return Reason("GR-12", N_("{hex} touches no hex of {company}."), facts)
    if state.closed & bit:
        other = next(COMPANIES[c] for c, track in enumerate(state.track) if track & bit)
        return Reason("GR-13", N_("{hex} holds one locomotive only, and {other} is there."), facts | {"other": other})
    if board.outskirts & bit and state.track[company] & board.outskirts:
        (there,) = bits(state.track[company] & board.outskirts)
        return Reason("GR-14", N_("{hex} lies in the outskirts of Berlin, where {company} has built before: on {there}."),
                      facts | {"there": label(board, there)})  # fmt: skip
    if not state.locomotives[company]:
        return Reason("GR-17", N_("{company} has no locomotive left."), facts)
    cost, has = state.cost(company, hex_), state.treasury(company)
    if cost > has:
        return Reason("GR-17", N_("{company} has {has}, {hex} costs {cost}."), facts | {"has": has, "cost": cost})
    if company == CME and state.spent + cost > CME_BUDGET:
        return Reason("GR-25", N_("{company} spends at most {most} in a build: with {hex} it would be {cost}."),
                      facts | {"most": CME_BUDGET, "cost": state.spent + cost})  # fmt: skip
    return None


def why_so_many(company: int, hexes: int) -> Reason | None:
    """Why so many hexes are not laid in one build (GR-12, GR-20, GR-22)."""
    most = TRACK_PER_BUILD[company]
    if hexes <= most:
        return None
    rule = {PO: "GR-20", KSS: "GR-22"}.get(company, "GR-12")
    return Reason(rule, N_("A build of {company} lays at most {most} hexes, not {found}."),
                  {"company": COMPANIES[company], "most": most, "found": hexes})  # fmt: skip


def why_so_dear(state: State, company: int, hexes: list[int], rule: str) -> Reason:
    """Why a build of several hexes, from this position on, is too dear (GR-17, GR-25), all of them counted."""
    trial, cost = state.copy(), 0
    for hex_ in dict.fromkeys(hexes):
        cost += trial.cost(company, hex_)
        if trial.board.single >> hex_ & 1:
            trial.dearest = max(trial.dearest, trial.board.cost[hex_])  # GR-24
    facts: dict[str, object] = {"company": COMPANIES[company], "has": state.treasury(company), "most": CME_BUDGET, "cost": cost}
    if rule == "GR-25":
        return Reason(rule, N_("{company} spends at most {most} in a build, this one costs {cost}."), facts)
    return Reason(rule, N_("{company} has {has}, this build costs {cost}."), facts)


_WHY = (_bidding, _drawing, _choosing, _voting, _offering, _starting, _laying)
