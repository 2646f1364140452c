"""Chicago Express: why an action is illegal, with the number of the rule.

``why`` is None for the actions of ``State.legal`` and for no other; a test holds the two together.
"""

from __future__ import annotations

from cuberails.common.ledger import SEATS
from cuberails.common.words import N_
from cuberails.core import OVER, Reason
from cuberails.games.chicago_express.board import HEX, Board
from cuberails.games.chicago_express.rules import (
    AUCTION,
    COMPANIES,
    COMPANY,
    DECLINE,
    DETROIT,
    DEVELOP,
    INDUSTRIAL_TRACK,
    PASS,
    RED,
    STOP,
    TRACK_PER_BUILD,
    WABASH,
    State,
)  # fmt: skip

GAUGE_NAMES = (N_("auction"), N_("build"), N_("develop"))


def label(board: Board, hex_: int) -> str:
    """A hex for people: its name if it has one, and its coordinate."""
    name, hex_name = board.names[hex_], board.hexes[hex_]
    return f"{name} ({hex_name})" if name else hex_name


def why(state: State, action: int) -> Reason | None:
    """Why an action is illegal in this position; None if it is legal."""
    if state.seat == OVER:
        return Reason("CE-50", N_("The game is over: no move is made any more."))
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
        return Reason("A-2", N_("${amount} is too little: the opening price is ${least}."), {"amount": amount, "least": least})
    if amount < least:
        return Reason("A-2", N_("${amount} is too little: the highest bid is ${high}."), {"amount": amount, "high": high})
    if amount > cash:
        return Reason("A-3", N_("You have ${cash} and cannot bid ${amount}."), {"cash": cash, "amount": amount})
    return None


def _choosing(state: State, action: int) -> Reason | None:
    if not AUCTION <= action <= DEVELOP:
        return Reason("CE-11", N_("A turn is one of: auction, build, develop; who does not want to act declines one, as in “build -”."))
    gauge = action - AUCTION
    if state.gauges[gauge] >= RED[gauge]:
        return Reason("CE-12", N_("The gauge “{gauge}” is on red: it has been chosen {steps} times."),
                      {"gauge": Reason("", GAUGE_NAMES[gauge]), "steps": RED[gauge]})  # fmt: skip
    return None


def _offering(state: State, action: int) -> Reason | None:
    if action == DECLINE:
        return None
    company = _company(action)
    if company is None:
        return Reason("CE-11", N_("“auction” was chosen: name the company whose share is offered, or decline with “-”."))
    if company == WABASH and not state.track[WABASH]:
        return Reason("CE-13", N_("The Wabash is not open: no company has reached Chicago yet."))
    if not state.unsold[company]:
        return Reason("CE-13", N_("{company} has no share left."), {"company": COMPANIES[company]})
    return None


def _starting(state: State, action: int) -> Reason | None:
    if action == DECLINE:
        return None
    company = _company(action)
    if company is None:
        return Reason("CE-11", N_("“build” was chosen: name a company and its hexes, or decline with “-”."))
    if reason := why_company(state, company):
        return reason
    if state._sites(company):
        return None
    return Reason("CE-24", N_("{company} has ${has}, and no hex it may build on costs so little."),
                  {"company": COMPANIES[company], "has": state.treasury(company)})  # fmt: skip


def why_company(state: State, company: int) -> Reason | None:
    """Why the player on turn builds nothing at all for a company (CE-18, CE-25)."""
    name = COMPANIES[company]
    if company == WABASH and not state.track[WABASH]:
        return Reason("CE-18", N_("Nobody holds a share of the Wabash: it is not open before a company reaches Chicago."))
    if not state.shares[len(COMPANIES) * state.seat + company]:
        return Reason("CE-18", N_("You hold no share of {company}."), {"company": name})
    if not state.locomotives[company]:
        return Reason("CE-25", N_("{company} has no locomotive left."), {"company": name})
    return None


def _laying(state: State, action: int) -> Reason | None:
    company = COMPANIES[state.builder]
    if action == STOP:
        if state.laid:
            return None
        return Reason("CE-11", N_("A build lays at least one hex: name one for {company}."), {"company": company})
    hex_ = _hex(state, action)
    if hex_ is None:
        return Reason("CE-18", N_("{company} is being built: name the next hex, or stop."), {"company": company})
    return _why_hex(state, hex_)


def _why_hex(state: State, hex_: int) -> Reason | None:
    company, board = state.builder, state.board
    name, bit = COMPANIES[company], 1 << hex_
    facts: dict[str, object] = {"company": name, "hex": label(board, hex_)}
    if board.terrain[hex_] == "start":
        return Reason("CE-20", N_("{hex} is a start hex: nobody builds there."), facts)
    if state.track[company] & bit:
        return Reason("CE-21", N_("{company} has a locomotive on {hex} already."), facts)
    if not state.reach[company] & bit:
        return Reason("CE-19", N_("{hex} touches no hex of {company}."), facts)
    if state.closed & bit:
        other = next(COMPANIES[c] for c, track in enumerate(state.track) if track & bit)
        return Reason("CE-22", N_("{hex} holds one locomotive only, and {other} is there."), facts | {"other": other})
    if not state.locomotives[company]:
        return Reason("CE-25", N_("{company} has no locomotive left."), facts)
    cost, has = state.cost(hex_), state.treasury(company)
    if cost > has:
        return Reason("CE-24", N_("{company} has ${has}, {hex} costs ${cost}."), facts | {"has": has, "cost": cost})
    return None


def why_so_many(hexes: int) -> Reason | None:
    """Why so many hexes are not laid in one build (CE-18)."""
    if hexes <= TRACK_PER_BUILD:
        return None
    return Reason("CE-18", N_("A build lays at most {most} hexes, not {found}."), {"most": TRACK_PER_BUILD, "found": hexes})


def why_so_dear(state: State, company: int, hexes: list[int]) -> Reason:
    """Why a build of several hexes, from this position on, is too dear (CE-24), all of them counted."""
    cost = sum(map(state.cost, dict.fromkeys(hexes)))
    return Reason("CE-24", N_("{company} has ${has}, this build costs ${cost}."),
                  {"company": COMPANIES[company], "has": state.treasury(company), "cost": cost})  # fmt: skip


def _developing(state: State, action: int) -> Reason | None:
    if action == DECLINE:
        return None
    hex_ = _hex(state, action)
    if hex_ is None:
        return Reason("CE-11", N_("“develop” was chosen: name a hex, or decline with “-”."))
    board, bit = state.board, 1 << hex_
    facts: dict[str, object] = {"hex": label(board, hex_)}
    if hex_ == board.industries[DETROIT]:
        return Reason("CE-33", N_("{hex} is never developed by players."), facts)
    if not board.houses & bit and hex_ not in board.industries:
        return Reason("CE-33", N_("{hex} cannot be developed: it is neither a city nor a mountain nor a forest."), facts)
    if not state.crowd(hex_):
        return Reason("CE-28", N_("No locomotive stands on {hex}."), facts)
    if hex_ in board.industries:
        industry = board.industries.index(hex_)
        if state.industry[industry] + 1 < len(INDUSTRIAL_TRACK[industry]):
            return None
        return Reason("CE-32", N_("{hex} has reached {value}, the end of its industrial track."),
                      facts | {"value": state.industry_value(industry)})  # fmt: skip
    if state.houses & bit:
        return Reason("CE-29", N_("{hex} is developed already."), facts)
    if not state.reserve:
        return Reason("CE-29", N_("No house is left in the reserve."))
    return None


_WHY = (_bidding, _choosing, _offering, _starting, _laying, _developing)
