"""Credit Mobilier: why an action is illegal, with the number of the rule.

``why`` is None for the actions of ``State.legal`` and for no other; a test holds the two together.
"""

from __future__ import annotations

from cuberails.common.ledger import SEATS
from cuberails.common.words import N_
from cuberails.core import OVER, Reason
from cuberails.games.credit_mobilier.board import COLOURS, LINK, Board
from cuberails.games.credit_mobilier.rules import (
    BUILD,
    BUY,
    CUBE,
    DICE,
    DIVIDEND,
    FIRST,
    MOVE,
    ORANGE,
    PASS,
    PURPLE,
    ROLL,
    ROLLS,
    SHARE_PRICE,
    STOP,
    State,
)  # fmt: skip

COLOUR_WORDS = tuple(
    Reason("", word) for word in (N_("red"), N_("green"), N_("yellow"), N_("blue"), N_("purple"), N_("orange"))
)  # fmt: skip
"""The six faces of a die."""
COMPANY_WORDS = tuple(
    Reason("", word)
    for word in (
        N_("the red company"),
        N_("the green company"),
        N_("the yellow company"),
        N_("the blue company"),
        N_("the Credit Mobilier"),
    )
)


def label(board: Board, place: int) -> str:
    """A place for people: its name if it has one, and its coordinate."""
    name, coordinate = board.names[place], board.places[place]
    return f"{name} ({coordinate})" if name else coordinate


def why(state: State, action: int) -> Reason | None:
    """Why an action is illegal in this position; None if it is legal."""
    if state.seat == OVER:
        return Reason("CM-20", N_("The game is over: no move is made any more."))
    return _WHY[state.phase](state, action)


# -- Chance -------------------------------------------------------------------------------------


def _setting(state: State, action: int) -> Reason | None:
    board = state.board
    if not CUBE <= action < FIRST:
        return Reason("CM-2", N_("The towns get their cubes now; {town} is next."), {"town": label(board, sum(state.outside))})
    colour = action - CUBE
    if state.outside[colour] < board.cubes:
        return None
    return Reason("CM-2", N_("No {colour} cube is left: there are {cubes} of each colour."),
                  {"colour": COLOUR_WORDS[colour], "cubes": board.cubes})  # fmt: skip


def _starting(state: State, action: int) -> Reason | None:
    if not FIRST <= action < ROLL:
        return Reason("CM-3", N_("The first player is drawn now."))
    return why_first(state, action - FIRST + 1)


def why_first(state: State, number: int) -> Reason | None:
    """Why the first player cannot be the one with this number."""
    if 1 <= number <= state.seats:
        return None
    return Reason("CM-3", N_("The players have the numbers 1 to {seats}: {number} is nobody."), {"seats": state.seats, "number": number})


def _rolling(state: State, action: int) -> Reason | None:
    if ROLL <= action < LINK:
        return None
    return Reason("CM-5", N_("Five dice are rolled now, before anything is done."))


# -- The action is chosen -----------------------------------------------------------------------


def _choosing(state: State, action: int) -> Reason | None:
    if action == PASS:
        return _why_pass(state)
    if BUILD <= action < BUY:
        return _why_build_or_move(state, action)
    if BUY <= action < DIVIDEND:
        company, count = divmod(action - BUY, DICE)
        return why_buy(state, company, count + 1)
    if DIVIDEND <= action < CUBE:
        company, rounds = divmod(action - DIVIDEND, DICE)
        return why_dividend(state, company, rounds + 1)
    return Reason("CM-5", N_("The dice lie there: choose one of build, move, buy and dividend, and its colour."))


def _why_pass(state: State) -> Reason | None:
    if state.legal() == [PASS]:
        return None
    return Reason("CM-5", N_("A player who can act must act: something is possible with these dice."))


def _why_build_or_move(state: State, action: int) -> Reason | None:
    moving = action >= MOVE
    colour = action - (MOVE if moving else BUILD)
    if reason := why_colour(state, colour):
        return reason
    if moving and not state.paths[colour] & state.tracks:
        return Reason("CM-13", N_("No {colour} cube can move: no link is built from where one stands, except to the east."),
                      {"colour": COLOUR_WORDS[colour]})  # fmt: skip
    if not moving and not state.frontier & ~state.built:
        return Reason("CM-9", N_("Every link has a marker already."))
    return None


def why_colour(state: State, colour: int) -> Reason | None:
    """Why nothing is done in the colour of a company with these dice."""
    dice = ROLLS[state.roll].dice
    if dice[colour]:
        return None
    facts: dict[str, object] = {"colour": COLOUR_WORDS[colour]}
    if dice[PURPLE]:
        return Reason("CM-6", N_("No {colour} die was rolled, and purple completes only a colour that was rolled."), facts)
    return Reason("CM-5", N_("No {colour} die was rolled."), facts)


def why_buy(state: State, company: int, count: int) -> Reason | None:
    """Why so many shares are not bought (CM-7, CM-12)."""
    dice = ROLLS[state.roll].dice
    if company == PURPLE:
        if not dice[PURPLE]:
            return Reason("CM-7", N_("No purple die was rolled: it takes one for each share of the Credit Mobilier."))
    elif reason := why_colour(state, company):
        return reason
    if count < 1:
        return Reason("CM-5", N_("At least one share is bought."))
    facts: dict[str, object] = {"number": dice[company], "colour": COLOUR_WORDS[company], "purple": dice[PURPLE]}
    if company == PURPLE and count > dice[PURPLE]:
        return Reason("CM-7", N_("One share for each purple die, and {purple} came up."), facts)
    if company != PURPLE and count > dice[company] + dice[PURPLE]:
        return Reason("CM-12", N_("One share for each die: {number} {colour} and {purple} purple were rolled."), facts)
    cash, price = state.accounts[SEATS + state.seat], SHARE_PRICE * count
    if price > cash:
        return Reason("CM-12", N_("You have ${cash}, and so many shares cost ${price}."), {"cash": cash, "price": price})
    return None


def why_dividend(state: State, company: int, rounds: int) -> Reason | None:
    """Why so many rounds of dividends are not paid (CM-15, CM-16, CM-19)."""
    dice = ROLLS[state.roll].dice
    orange, purple, number = dice[ORANGE], dice[PURPLE], dice[company]
    if not orange and purple:
        return Reason("CM-15", N_("No orange die was rolled: dividends need one, and purple never counts as orange."))
    if not orange:
        return Reason("CM-15", N_("No orange die was rolled: dividends need one."))
    if company != PURPLE and (reason := why_colour(state, company)):
        return reason._replace(rule="CM-15")
    if rounds < 1:
        return Reason("CM-5", N_("At least one round of dividends is paid."))
    if not state.treasury(company):
        return Reason("CM-15", N_("There is no money in the treasury of {company}."), {"company": COMPANY_WORDS[company]})
    if not state.sold[company]:
        return Reason("CM-19", N_("Nobody holds a share of {company}."), {"company": COMPANY_WORDS[company]})
    facts: dict[str, object] = {"rounds": rounds, "orange": orange, "number": number, "colour": COLOUR_WORDS[company], "purple": purple}
    most = max(orange, purple if company == PURPLE else number + purple)
    if rounds <= most:
        return None
    if company == PURPLE:
        return Reason(
            "CM-16", N_("{rounds} rounds are too many: {orange} orange and {purple} purple dice allow {most}."), facts | {"most": most}
        )
    return Reason("CM-16", N_("{rounds} rounds are too many: {orange} orange, {number} {colour} and {purple} purple dice allow {most}."),
                  facts | {"most": most})  # fmt: skip


# -- Build and move -----------------------------------------------------------------------------


def _laying(state: State, action: int) -> Reason | None:
    board = state.board
    if action == STOP:
        return None if state.done else Reason("CM-5", N_("A build lays at least one link: name it."))
    if not LINK <= action < board.step_id:
        return Reason("CM-8", N_("A {colour} build is under way: name its next link, or stop."), {"colour": COLOUR_WORDS[state.company]})
    link = action - LINK
    if state.built >> link & 1:
        return Reason("CM-9", N_("{link} has a {colour} marker already."),
                      {"link": board.link_names[link], "colour": COLOUR_WORDS[state.owner[link]]})  # fmt: skip
    if not state.frontier >> link & 1:
        return Reason("CM-10", N_("{link} is not connected to the east side: no links lead to it."), {"link": board.link_names[link]})
    return None


def _moving(state: State, action: int) -> Reason | None:
    board = state.board
    colour = COLOUR_WORDS[state.company]
    if action == STOP:
        return None if state.done else Reason("CM-5", N_("A move makes at least one step: name it."))
    if not board.step_id <= action < board.step_id + len(board.steps):
        return Reason("CM-8", N_("A {colour} move is under way: name its next step, or stop."), {"colour": colour})
    start, _, link, _ = board.steps[action - board.step_id]
    if not state.count(state.company, start):
        return Reason("CM-13", N_("There is no {colour} cube in {place}."), {"colour": colour, "place": label(board, start)})
    if not state.built >> link & 1:
        return Reason("CM-13", N_("{link} is not built: cubes move over built links only."), {"link": board.link_names[link]})
    return None


def why_so_many(state: State, action: int, count: int) -> Reason | None:
    """Why so many links are not built, or steps made, with these dice (CM-9, CM-13)."""
    dice, colour = ROLLS[state.roll].dice, (action - BUILD) % COLOURS
    if count <= dice[colour] + dice[PURPLE]:
        return None
    facts: dict[str, object] = {"number": dice[colour], "colour": COLOUR_WORDS[colour], "purple": dice[PURPLE]}
    if action < MOVE:
        return Reason("CM-9", N_("One link for each die: {number} {colour} and {purple} purple were rolled."), facts)
    return Reason("CM-13", N_("One step for each die: {number} {colour} and {purple} purple were rolled."), facts)


_WHY = (_setting, _starting, _rolling, _choosing, _laying, _moving)
