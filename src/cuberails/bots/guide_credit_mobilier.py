"""What a good player of Credit Mobilier looks at: which turns are worth a thought, and what each leads to."""

from __future__ import annotations

from collections.abc import Callable
from random import Random as Source

from cuberails.analysis.forecast_credit_mobilier import (
    DILUTION,
    LAST_TURNS,
    PAID,
    PURPLE_DILUTION,
    PURPLE_PAID,
    map_of,
    share_values,
    turns_left,
)
from cuberails.bots.guide import BEST, MEAN, Plan
from cuberails.common.ledger import SEATS
from cuberails.core import OVER
from cuberails.games.credit_mobilier import COMPANIES, State
from cuberails.games.credit_mobilier.board import COLOURS, LINK
from cuberails.games.credit_mobilier.rules import (
    BUILD,
    BUY,
    CHOOSING,
    DICE,
    DIVIDEND,
    LAYING,
    MOVING,
    PASS,
    PURPLE,
    ROLLS,
    STOP,
)  # fmt: skip

HELD = len(COMPANIES)
GRAIN = 0.2
CURIOSITY = 0.25
THRIFT_OF_CASH = 0.01
"""What a dollar in hand earns for each turn to come: it buys shares."""
HAZE, HAZE_PER_TURN = 1.5, 0.03
QUICK_WHIM = 0.2
"""Quick play does not tell actions apart that differ by fewer dollars."""
MOVED, LAID, LAID_OWN = 0.3, 1.0, 0.3
"""What part of its money a die brings quick play on average: a step, a link to the Credit Mobilier, a link to its company."""
BEAM = 3
"""Builds and moves kept while one more step is added."""
OPENING = 0.25
"""What a link is worth, in dollars, for every place it connects that was not."""
SIDESTEP = 0.6
"""What a step north or south is worth if the way west is open there and was not here."""


def worth(state: State) -> list[float]:
    """What each seat will probably hold at the end."""
    if state.seat == OVER:
        return [float(cash) for cash in state.scores()]
    red, green, yellow, blue, purple = share_values(state)
    dollar = 1 + THRIFT_OF_CASH * turns_left(state)
    shares, accounts = state.shares, state.accounts
    return [
        dollar * accounts[SEATS + seat]
        + shares[at] * red + shares[at + 1] * green + shares[at + 2] * yellow + shares[at + 3] * blue + shares[at + 4] * purple
        for seat, at in zip(range(state.seats), range(0, len(shares), HELD), strict=True)
    ]  # fmt: skip


def haze(state: State) -> float:
    """How far off ``worth`` may well be."""
    return HAZE + HAZE_PER_TURN * turns_left(state)


def plans(state: State) -> list[Plan]:
    """The ways to go on that are worth a thought, each with the position it leads to."""
    if state.phase != CHOOSING:
        return _steps(state)
    found: list[Plan] = []
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        if after.phase in (LAYING, MOVING) and after.seat == state.seat:
            found += [Plan((action, *plan.actions), plan.after) for plan in _steps(after)]
        else:
            found.append(Plan((action,), after))
    return found


def _steps(state: State) -> list[Plan]:
    """Some good ways to go on with a build or a move, found step by step."""
    interest = _interest(state)
    found: list[Plan] = []
    if state.done:
        found.append(_stopped(state, ()))
    front: list[tuple[float, tuple[int, ...], State]] = [(0.0, (), state)]
    while front:
        longer = [
            (score + more, (*actions, action), before, action)
            for score, actions, before in front
            for more, action in _sites(before, interest)
        ]
        longer.sort(key=lambda entry: (-entry[0], entry[1]))
        front = []
        seen: set[tuple[int, ...]] = set()
        for score, actions, before, action in longer:
            same = tuple(sorted(actions))
            if same in seen:
                continue
            seen.add(same)
            after = before.copy()
            after.apply(action)
            if after.phase in (LAYING, MOVING) and after.seat == state.seat:
                found.append(_stopped(after, actions))
                front.append((score, actions, after))
            else:
                found.append(Plan(actions, after))
            if len(seen) == BEAM:
                break
    return found


def _stopped(state: State, actions: tuple[int, ...]) -> Plan:
    after = state.copy()
    after.apply(STOP)
    return Plan((*actions, STOP), after)


def _interest(state: State) -> list[float]:
    """For each company the part of its money that the seat on turn gets, less what another gets on average."""
    found = []
    for company, sold in enumerate(state.sold):
        own = state.shares[HELD * state.seat + company] / sold if sold else 0.0
        found.append(own - (1 - own) / (state.seats - 1) if sold else 0.0)
    return found


def _sites(state: State, interest: list[float]) -> list[tuple[float, int]]:
    """How good each next step looks."""
    actions = state._legal_laying() if state.phase == LAYING else state._legal_moving()
    if actions[0] == STOP:
        del actions[0]
    score = _link_score if state.phase == LAYING else _step_score
    return [(score(state, action, interest), action) for action in actions]


def _link_score(state: State, action: int, interest: list[float]) -> float:
    """The traffic a link may get, and what it opens."""
    board = state.board
    link = action - LINK
    start, end = board.links[link]
    crossing = map_of(board).crossing[link]
    behind = board.touching[end] & ~state.frontier
    score = OPENING * (behind != 0) + 2 * interest[PURPLE]
    if crossing:
        size = len(board.places)
        score += 0.4 * interest[state.company] * (1 + sum(state.cubes[size * colour + start] for colour in range(COLOURS)))
    return score


def _step_score(state: State, action: int, interest: list[float]) -> float:
    """The money a step brings, or the way it opens."""
    board = state.board
    start, end, link, west = board.steps[action - board.step_id]
    if west:
        return 2 * (interest[state.company] + interest[state.owner[link]]) + 0.01
    open_there = _goes_west(state, end)
    return SIDESTEP * (interest[state.company] + 0.1) * (open_there - _goes_west(state, start)) - 0.05


def _goes_west(state: State, place: int) -> bool:
    """Whether a built link leads west from a place."""
    board = state.board
    crossing = map_of(board).crossing
    links = board.touching[place] & state.built
    while links:
        low = links & -links
        link = low.bit_length() - 1
        if crossing[link] and board.links[link][0] == place:
            return True
        links ^= low
    return False


# -- Quick play ---------------------------------------------------------------------------------


def quick(state: State, rng: Source) -> int:
    """About what `greedy` would do, reckoned from one valuation of the shares instead of one for every plan."""
    actions = state.legal()
    if len(actions) == 1:
        return actions[0]
    if state.phase != CHOOSING:
        sites = _sites(state, _interest(state))
        score, action = max((score + 0.3 * rng.random(), action) for score, action in sites)
        return STOP if score < 0 and state.done else action
    liking = _liking(state)
    return max(actions, key=lambda action: liking(action) + QUICK_WHIM * rng.random())


def _liking(state: State) -> Callable[[int], float]:
    """About what each kind of action adds to the standing of the seat on turn."""
    turns = turns_left(state)
    dollar = 1 + THRIFT_OF_CASH * turns
    values = share_values(state)
    stakes = _stakes(state, values, dollar)
    dice = ROLLS[state.roll].dice
    now = [PAID * turns / (turns + LAST_TURNS) / (sold + DILUTION) for sold in state.sold]
    now[PURPLE] = PURPLE_PAID / (state.sold[PURPLE] + PURPLE_DILUTION)
    fresh = [stake * value for stake, value in zip(stakes, now, strict=True)]

    def liking(action: int) -> float:
        if action >= DIVIDEND:
            company, rounds = divmod(action - DIVIDEND, DICE)
            sold = state.sold[company]
            paid = min(rounds + 1, state.treasury(company) / sold)
            return stakes[company] * paid * (dollar - sold * now[company])
        if action >= BUY:
            company, count = divmod(action - BUY, DICE)
            count += 1
            after = values[company] * (state.sold[company] + DILUTION) / (state.sold[company] + DILUTION + count)
            return count * (after - dollar) - stakes[company] * (values[company] - after)
        if action == PASS:
            return 0.0
        if action >= BUILD + COLOURS:
            colour = action - BUILD - COLOURS
            return MOVED * (dice[colour] + dice[PURPLE]) * (2 * fresh[colour] + 0.3)
        colour = action - BUILD
        return (dice[colour] + dice[PURPLE]) * (LAID * fresh[PURPLE] + LAID_OWN * fresh[colour])

    return liking


def _stakes(state: State, values: list[float], dollar: float) -> list[float]:
    """For each company what the seat on turn gets of a dollar for each share, less a part of what the others get."""
    shares, seat = state.shares, state.seat
    others = [other for other in range(state.seats) if other != seat]
    wealth = [
        dollar * state.accounts[SEATS + other] + sum(shares[HELD * other + company] * values[company] for company in range(HELD))
        for other in others
    ]
    best = HELD * others[wealth.index(max(wealth))]
    return [
        shares[HELD * seat + company] - BEST * shares[best + company]
        - MEAN * (state.sold[company] - shares[HELD * seat + company]) / len(others)
        for company in range(HELD)
    ]  # fmt: skip
