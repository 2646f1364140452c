"""Credit Mobilier: what a link or a step brings, and why. Nothing costs a company anything."""

from __future__ import annotations

from cuberails.analysis.preview import Place
from cuberails.common.words import N_
from cuberails.core import Reason
from cuberails.games.credit_mobilier import COMPANIES, State
from cuberails.games.credit_mobilier.rules import LAYING, LINK_MONEY, MOVING, STEP_MONEY, STOP


def company(state: State) -> int | None:
    return state.company if state.phase in (LAYING, MOVING) else None


def income(state: State) -> list[int]:
    return [0] * len(COMPANIES)


def place(state: State, action: int) -> Place | None:
    if action == STOP:
        return None
    if state.phase == LAYING:
        return Place(0, 0, [Reason("CM-11", N_("The Credit Mobilier gets ${amount}."), {"amount": LINK_MONEY})])
    if state.phase != MOVING:
        return None
    board = state.board
    _, _, link, west = board.steps[action - board.step_id]
    if not west:
        return Place(0, 0, [Reason("CM-14", N_("North and south pay nothing."))])
    cube, owner = COMPANIES[state.company], COMPANIES[state.owner[link]]
    if cube == owner:
        return Place(0, 2 * STEP_MONEY, [Reason("CM-14", N_("{company} gets ${amount}."), {"company": cube, "amount": 2 * STEP_MONEY})])
    return Place(0, STEP_MONEY, [Reason("CM-14", N_("{company} and {other} get ${amount} each."),
                                        {"company": cube, "other": owner, "amount": STEP_MONEY})])  # fmt: skip
