"""Chicago Express: what a hex costs and brings, and why."""

from __future__ import annotations

from cuberails.analysis.preview import Place
from cuberails.common.words import N_
from cuberails.core import Reason
from cuberails.games.chicago_express import State
from cuberails.games.chicago_express.board import HEX
from cuberails.games.chicago_express.rules import DEVELOPING, FOREST_SUBSIDY, INDUSTRIAL_TRACK, LAYING
from cuberails.games.chicago_express.why import label


def company(state: State) -> int | None:
    return state.builder if state.phase == LAYING else None


def income(state: State) -> list[int]:
    return state.income


def place(state: State, action: int) -> Place | None:
    if not HEX <= action < state.board.bid:
        return None
    if state.phase == LAYING:
        return _track(state, action - HEX)
    return _development(state, action - HEX) if state.phase == DEVELOPING else None


def _track(state: State, hex_: int) -> Place:
    board = state.board
    cost, gain, crowd = state.cost(hex_), state.gain(hex_), state.crowd(hex_) + 1
    facts: dict[str, object] = {
        "hex": label(board, hex_), "each": board.cost[hex_], "count": crowd, "cost": cost, "gain": gain,
        "income": board.income[hex_], "house": board.development[hex_],
    }  # fmt: skip
    why = [Reason("CE-23", N_("{hex}: ${each} × {count} locomotives = ${cost}."), facts)]
    if hex_ == board.chicago:
        why.append(Reason("CE-44", N_("Chicago: income +{gain}, and the shareholders get a dividend."), facts))
    elif hex_ in board.industries:
        why.append(Reason("CE-26", N_("Industrial city: income +{gain}, its place on the industrial track."), facts))
    elif not gain:
        why.append(Reason("CE-26", N_("No income here."), facts))
    elif state.houses >> hex_ & 1:
        why.append(Reason("CE-26", N_("Income +{income}, and +{house} for the house."), facts))
    else:
        why.append(Reason("CE-26", N_("Income +{gain}."), facts))
    return Place(cost, gain, why)


def _development(state: State, hex_: int) -> Place:
    board, crowd = state.board, state.crowd(hex_)
    if hex_ in board.industries:
        industry = board.industries.index(hex_)
        old = state.industry_value(industry)
        gain = INDUSTRIAL_TRACK[industry][state.industry[industry] + 1] - old
        return Place(0, gain, [Reason("CE-32", N_("From {old} to {new}: each of the {crowd} companies there gains {gain}."),
                                      {"old": old, "new": old + gain, "crowd": crowd, "gain": gain})])  # fmt: skip
    if board.forests >> hex_ & 1:
        return Place(0, 0, [Reason("CE-31", N_("The company gets ${amount} from the bank."), {"amount": FOREST_SUBSIDY})])
    gain = board.development[hex_]
    return Place(0, gain, [Reason("CE-30", N_("Each of the {crowd} companies there gains {gain}."), {"crowd": crowd, "gain": gain})])
