"""German Railways: what a hex costs and brings, and why."""

from __future__ import annotations

from cuberails.analysis.preview import Place
from cuberails.common.words import N_
from cuberails.core import Reason
from cuberails.games.german_railways import State
from cuberails.games.german_railways.board import HEX
from cuberails.games.german_railways.rules import GBS, KBS, LAYING, MWB, NME


def company(state: State) -> int | None:
    return state.builder if state.phase == LAYING else None


def income(state: State) -> list[int]:
    return state.income


def place(state: State, action: int) -> Place | None:
    if state.phase != LAYING or not HEX <= action < state.board.bid:
        return None
    hex_, builder, board = action - HEX, state.builder, state.board
    cost, gain, crowd = state.cost(builder, hex_), state.gain(builder, hex_), state.crowd(hex_)
    facts: dict[str, object] = {"base": board.cost[hex_], "crowd": crowd, "gain": gain, "value": board.value[hex_]}
    why = [Reason("GR-16", N_("The terrain costs {base}."), facts)]
    if crowd:
        why.append(
            Reason("GR-21", N_("NME pays nothing for the companies there.")) if builder == NME
            else Reason("GR-16", N_("Companies there: +{crowd}."), facts)
        )  # fmt: skip
    if builder == KBS:
        why.append(Reason("GR-23", N_("KBS pays 1 less.")))
    if builder == GBS and board.single >> hex_ & 1:
        why.append(Reason("GR-24", N_("One hex that is no city is free in each build of GBS.")))
    if builder == MWB and gain > board.value[hex_]:
        why.append(Reason("GR-27", N_("Income +{gain}: MWB counts its most valuable city twice."), facts))
    elif gain:
        why.append(Reason("GR-18", N_("Income +{gain}."), facts))
    return Place(cost, gain, why)
