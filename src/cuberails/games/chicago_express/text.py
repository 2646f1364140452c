"""Chicago Express in words: notation, events as sentences, the position as a client sees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cuberails.common.notation import unclear, words_of
from cuberails.common.words import N_, say
from cuberails.core import OVER, BadInput, Event, IllegalMove, Reason
from cuberails.games.chicago_express.board import HEX, INDUSTRIES, Board, load_board
from cuberails.games.chicago_express.rules import (
    AUCTION,
    BIDDING,
    COMPANIES,
    COMPANY,
    DECLINE,
    GAUGES,
    LAYING,
    PASS,
    STARTING,
    STOP,
    State,
)  # fmt: skip
from cuberails.games.chicago_express.why import GAUGE_NAMES, label, why, why_company, why_so_dear, why_so_many

SMALL = ("pass", *GAUGES, "-", "stop", *COMPANIES)
"""The codes of the action ids below the hexes."""


def code(action: int, board: Board | None = None) -> str:
    """The text of one action.

    >>> [code(action) for action in (0, 2, 4, 9, 11)], code(parse("bid 12"))
    (['pass', 'build', '-', 'NYC', 'A5'], 'bid 12')
    """
    board = board or load_board()
    if action < HEX:
        return SMALL[action]
    if action < board.bid:
        return board.hexes[action - HEX]
    return f"bid {action - board.bid}"


def parse(text: str, board: Board | None = None) -> int:
    """The action of a text; the inverse of ``code``."""
    board = board or load_board()
    if text in SMALL:
        return SMALL.index(text)
    if text in board.number:
        return HEX + board.number[text]
    if re.fullmatch(r"bid (0|[1-9][0-9]{0,8})", text):
        return board.bid + int(text[4:])
    raise BadInput(Reason("NOTATION", N_("“{text}” is no action of this game."), {"text": text}))


def fold(actions: list[int], board: Board | None = None) -> str:
    """One move of the record from the actions of one turn.

    >>> fold([parse(text) for text in ("build", "NYC", "R6", "stop")]), fold([parse("build")])
    ('build NYC R6', 'build -')
    """
    words = [code(action, board) for action in actions if action != STOP]
    if words in ([gauge] for gauge in GAUGES):
        words.append("-")  # CE-43: the dividends ended the game before the action was carried out
    return " ".join(words)


def unfold(state: State, move: str) -> list[int]:
    """The actions of a move of the record; ``IllegalMove`` says which rule it breaks.

    CE-43 can end the game between the choice of a gauge and the action itself, which must be legal all the
    same. So the move is tried without that option: what is legal does not depend on it.
    """
    if state.seat == OVER and (reason := why(state, PASS)):
        raise IllegalMove(reason)
    trial = state.copy()
    trial.before_action = False
    actions = _spell(state, move)
    for at, action in enumerate(actions):
        if reason := _why_word(trial, actions, at):
            if reason.rule == "CE-24" and len(actions) > 3:
                reason = why_so_dear(state, trial.builder, [laid - HEX for laid in actions[2:]])
            raise IllegalMove(reason)
        trial.apply(action)
    if not trial.whole():
        actions.append(STOP)
    ends = state.copy()
    ends.apply(actions[0])
    return actions[:1] if ends.seat == OVER else actions


def _why_word(trial: State, actions: list[int], at: int) -> Reason | None:
    """Why one of the actions of a move is illegal, in the position it would be made in."""
    action = actions[at]
    if trial.phase == STARTING and action != DECLINE:  # a hex says better than the company alone why it cannot be built
        return why_company(trial, action - COMPANY) or why_so_many(len(actions) - 2)
    if at > 2 and trial.phase != LAYING:
        return Reason("CE-44", N_("Chicago ends a build: no hex is laid after it."))
    return why(trial, action)


def explain(state: State, move: str) -> Reason | None:
    """Why a move of the record is illegal now; None if it is legal."""
    try:
        unfold(state, move)
    except IllegalMove as illegal:
        return illegal.reason
    return None


def _spell(state: State, move: str) -> list[int]:
    """The actions a move names, whether legal or not."""
    board = state.board
    verb, *words = words_of(move)
    if verb == "pass" and not words:
        return [PASS]
    if verb == "bid":
        return [_spell_bid(words, state)]
    if verb not in GAUGES:
        raise unclear(N_("“{move}” is not a move: write bid, pass, auction, build or develop."), move=move)
    gauge = AUCTION + GAUGES.index(verb)
    if reason := why(state, gauge):
        raise IllegalMove(reason)
    if words == ["-"]:
        return [gauge, DECLINE]
    if verb == "auction":
        if len(words) != 1:
            raise unclear(N_("“{move}”: name one company after “auction”, or “-” to decline."), move=move)
        return [gauge, _spell_company(words[0])]
    if verb == "develop":
        if len(words) != 1:
            raise unclear(N_("“{move}”: name one hex after “develop”, or “-” to decline."), move=move)
        return [gauge, _spell_hex(words[0], board)]
    if len(words) < 2:
        raise unclear(N_("“{move}”: name a company and one to three hexes after “build”, or “-” to decline."), move=move)
    return [gauge, _spell_company(words[0]), *[_spell_hex(word, board) for word in words[1:]]]


def _spell_bid(words: list[str], state: State) -> int:
    if state.phase != BIDDING and (reason := why(state, state.board.bid)):
        raise IllegalMove(reason)
    if not words:
        raise unclear(N_("“bid”: the amount belongs after it, as in “bid 12”."))
    word = " ".join(words)
    if not re.fullmatch(r"0|[1-9][0-9]{0,99}", word):
        raise IllegalMove(Reason("A-3", N_("A bid is a whole number of dollars, not “{word}”."), {"word": word}))
    return state.board.bid + int(word)


def _spell_company(word: str) -> int:
    if word not in COMPANIES:
        raise unclear(N_("There is no company “{word}”: the companies are {companies}."), word=word, companies=", ".join(COMPANIES))
    return COMPANY + COMPANIES.index(word)


def _spell_hex(word: str, board: Board) -> int:
    if word in board.number:
        return HEX + board.number[word]
    meant = [hex_ for hex_, name in zip(board.hexes, board.names, strict=True) if word.lower() in (hex_.lower(), name.lower())]
    if meant:
        raise unclear(N_("There is no hex “{word}” on this board: write {hex}."), word=word, hex=meant[0])
    raise unclear(N_("There is no hex “{word}” on this board."), word=word)


EVENTS: dict[str, tuple[tuple[str, ...], str]] = {
    "offer": (("seat", "company", "price"), N_("{seat} opens the auction of a {company} share at ${price}.")),
    "bid": (("seat", "amount"), N_("{seat} bids ${amount}.")),
    "pass": (("seat",), N_("{seat} passes.")),
    "sale": (("seat", "company", "price"), N_("{seat} buys the {company} share for ${price}.")),
    "gift": (("seat", "company"), N_("Nobody bids: {seat} gets the {company} share for nothing.")),
    "unsold": (("company",), N_("Nobody buys the {company} share.")),
    "needle": (("seat", "gauge", "step", "red"), N_("{seat} chooses “{gauge}”: the needle stands at {step} of {red}.")),
    "decline": (("seat", "gauge"), N_("{seat} declines to act.")),
    "track": (("seat", "company", "hex", "cost", "gain", "income"),
              N_("{seat} builds {company} to {hex} for ${cost}; its income grows by {gain} to {income}.")),
    "chicago": (("company",), N_("{company} reaches Chicago: its shareholders get a dividend.")),
    "wabash": (("hex", "income"), N_("The Wabash opens at {hex} with income {income}.")),
    "house": (("seat", "hex", "reserve"), N_("{seat} develops {hex}; houses left: {reserve}.")),
    "subsidy": (("company", "amount"), N_("{company} gets ${amount} from the bank for its forest.")),
    "industry": (("city", "old", "new"), N_("{city} grows from {old} to {new}.")),
    "income": (("company", "gain", "income"), N_("The income of {company} grows by {gain} to {income}.")),
    "dividends": ((), N_("General dividends are paid.")),
    "dividend": (("company", "seat", "amount", "shares", "each"), N_("{company} pays {seat} ${amount} ({shares} × ${each}).")),
    "reset": ((), N_("The gauges go back to green.")),
    "end": (("reason",), N_("The game ends: {reason}.")),
}  # fmt: skip
"""Every event of the log: the names of what it carries, and its sentence."""

ENDS = {
    "locomotives": N_("three companies have no locomotive left"),
    "shares": N_("three companies have no share left"),
    "houses": N_("no more than three houses are left"),
    "detroit": N_("Detroit has reached 8"),
}


def describe(event: Event, players: list[str], language: str = "en", board: Board | None = None) -> str:
    """An event of the log as a sentence.

    >>> describe(("bid", 0, 12), ["Ada"]), describe(("bid", 0, 12), ["Ada"], "fr")
    ('Ada bids $12.', 'Ada enchérit à 12\xa0$.')
    """
    names, sentence = EVENTS[event[0]]
    shown: dict[str, Callable[[Any], str]] = {
        "seat": lambda seat: players[seat],
        "company": lambda company: COMPANIES[company],
        "hex": lambda hex_: label(board or load_board(), hex_),
        "gauge": lambda gauge: say(GAUGE_NAMES[gauge], language),
        "city": lambda industry: INDUSTRIES[industry],
        "reason": lambda reason: say(ENDS[reason], language),
    }
    return say(sentence, language, **{n: shown[n](v) if n in shown else v for n, v in zip(names, event[1:], strict=True)})


def view(state: State, seat: int) -> dict[str, Any]:
    """The position as a client of that seat is shown it: everything is public, its own actions are lit."""
    legal = [code(action, state.board) for action in state.legal()] if seat == state.seat else []
    return state.to_json() | {"legal": legal}
