"""German Railways in words: notation, events as sentences, the position as a client sees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cuberails.common.notation import unclear, words_of
from cuberails.common.words import N_, say
from cuberails.core import CHANCE, OVER, BadInput, Event, IllegalMove, Reason
from cuberails.games.german_railways.board import HEX, Board, load_board
from cuberails.games.german_railways.rules import (
    AUCTION,
    BIDDING,
    BUILD,
    CHOOSING,
    COMPANIES,
    COMPANY,
    LAYING,
    PASS,
    SEAT,
    STARTING,
    STOP,
    State,
)  # fmt: skip
from cuberails.games.german_railways.why import label, why, why_company, why_so_dear, why_so_many

WORDS = ("pass", "auction", "build", "propose-end", "agree", "refuse", "stop")
SMALL = (*WORDS, *COMPANIES, *[f"seat {seat}" for seat in range(1, HEX - SEAT + 1)])
"""The codes of the action ids below the hexes."""


def code(action: int, board: Board | None = None) -> str:
    """The text of one action.

    >>> [code(action) for action in (0, 2, 7, 15, 20)], code(parse("bid 12"))
    (['pass', 'build', 'PO', 'seat 1', 'A10'], 'bid 12')
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
    """One move of the record from the actions of one turn, or from the draws of one round.

    >>> fold([parse(text) for text in ("build", "MWB", "J15", "J17", "stop")]), fold([SEAT + 2, SEAT, SEAT])
    ('build MWB J15 J17', 'order 3 1 1')
    """
    if SEAT <= actions[0] < HEX:
        return " ".join(["order", *[str(action - SEAT + 1) for action in actions]])
    return " ".join([code(action, board) for action in actions if action != STOP])


def unfold(state: State, move: str) -> list[int]:
    """The actions of a move of the record; ``IllegalMove`` says which rule it breaks."""
    if state.seat == OVER and (reason := why(state, PASS)):
        raise IllegalMove(reason)
    trial = state.copy()
    actions = _spell(state, move)
    for action in actions:
        if reason := _why_word(trial, action, actions):
            if trial.phase == LAYING and "cost" in reason.facts and len(actions) > 3:
                reason = why_so_dear(state, trial.builder, [word - HEX for word in actions[2:]], reason.rule)
            raise IllegalMove(reason)
        trial.apply(action)
    if not trial.whole():
        actions.append(STOP)
    return actions


def _why_word(trial: State, action: int, actions: list[int]) -> Reason | None:
    """Why one of the actions of a move is illegal; what is named after it says better why nothing fits there."""
    if trial.phase == CHOOSING and action in (AUCTION, BUILD):
        return None  # the company says it
    if trial.phase == STARTING:  # else the hex says it
        return why_company(trial, action - COMPANY) or why_so_many(action - COMPANY, len(actions) - 2)
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
    if verb in ("pass", "propose-end", "agree", "refuse") and not words:
        return [WORDS.index(verb)]
    if verb == "bid":
        return [_spell_bid(words, state)]
    if verb == "order":
        return _spell_order(words, state)
    if verb not in ("auction", "build"):
        raise unclear(N_("“{move}” is not a move: write bid, pass, auction, build, order, propose-end, agree or refuse."), move=move)
    kind = WORDS.index(verb)
    if state.phase != CHOOSING and (reason := why(state, kind)):
        raise IllegalMove(reason)
    if words == ["-"]:
        raise IllegalMove(Reason("GR-8", N_("Nothing is declined in this game: who does not want to act writes “pass”.")))
    if verb == "auction":
        if len(words) != 1:
            raise unclear(N_("“{move}”: name one company after “auction”."), move=move)
        return [kind, _spell_company(words[0])]
    if len(words) < 2:
        raise unclear(N_("“{move}”: name a company and one to four hexes after “build”."), move=move)
    return [kind, _spell_company(words[0]), *[_spell_hex(word, board) for word in words[1:]]]


def _spell_bid(words: list[str], state: State) -> int:
    if state.phase != BIDDING and (reason := why(state, state.board.bid)):
        raise IllegalMove(reason)
    if not words:
        raise unclear(N_("“bid”: the amount belongs after it, as in “bid 12”."))
    word = " ".join(words)
    if not re.fullmatch(r"0|[1-9][0-9]{0,99}", word):
        raise IllegalMove(Reason("A-3", N_("A bid is a whole number, not “{word}”."), {"word": word}))
    return state.board.bid + int(word)


def _spell_order(words: list[str], state: State) -> list[int]:
    if state.seat != CHANCE:
        reason = why(state, SEAT)
        assert reason is not None
        raise IllegalMove(reason)
    if len(words) != state.seats:
        raise IllegalMove(Reason("GR-6", N_("As many seats are drawn as there are players, {seats}, not {found}."),
                                 {"seats": state.seats, "found": len(words)}))  # fmt: skip
    for word in words:
        if not re.fullmatch(r"[1-9]", word) or int(word) > state.seats:
            raise IllegalMove(Reason("GR-6", N_("There is no seat “{word}”: the seats are 1 to {seats}."),
                                     {"word": word, "seats": state.seats}))  # fmt: skip
    return [SEAT + int(word) - 1 for word in words]


def _spell_company(word: str) -> int:
    if word not in COMPANIES:
        raise unclear(N_("There is no company “{word}”: the companies are {companies}."), word=word, companies=", ".join(COMPANIES))
    return COMPANY + COMPANIES.index(word)


def _spell_hex(word: str, board: Board) -> int:
    if word in board.number:
        return HEX + board.number[word]
    if word in board.berlin_covers:
        raise IllegalMove(Reason("GR-15", N_("{word} is a part of {berlin}, which is one hex: write {hex}."),
                                 {"word": word, "berlin": board.names[board.berlin], "hex": board.hexes[board.berlin]}))  # fmt: skip
    meant = [hex_ for hex_, name in zip(board.hexes, board.names, strict=True) if word.lower() in (hex_.lower(), name.lower())]
    if meant:
        raise unclear(N_("There is no hex “{word}” on this board: write {hex}."), word=word, hex=meant[0])
    raise unclear(N_("There is no hex “{word}” on this board."), word=word)


EVENTS: dict[str, tuple[tuple[str, ...], str]] = {
    "offer": (("seat", "company", "price"), N_("{seat} opens the auction of a {company} share at {price}.")),
    "bid": (("seat", "amount"), N_("{seat} bids {amount}.")),
    "pass": (("seat",), N_("{seat} passes.")),
    "sale": (("seat", "company", "price"), N_("{seat} buys the {company} share for {price}.")),
    "gift": (("seat", "company"), N_("Nobody bids: {seat} gets the {company} share for nothing.")),
    "unsold": (("company",), N_("Nobody buys the {company} share.")),
    "tokens": (("seat", "income", "tokens"), N_("{seat} has an income of {income}; tokens in the bag: {tokens}.")),
    "drawn": (("seat", "place"), N_("Turn {place} of the round goes to {seat}.")),
    "rest": (("seat",), N_("{seat} passes the turn.")),
    "track": (("seat", "company", "hex", "cost", "gain", "income"),
              N_("{seat} builds {company} to {hex} for {cost}; its income grows by {gain} to {income}.")),
    "doubled": (("company", "hex"), N_("{company} now counts {hex} twice.")),
    "connected": (("company", "other"), N_("{company} is now directly connected to {other}.")),
    "dividends": (("company",), N_("All companies pay dividends, {company} pays twice.")),
    "dividend": (("company", "seat", "amount", "shares", "each"), N_("{company} pays {seat} {amount} ({shares} × {each}).")),
    "double": (("company", "seat", "amount", "shares", "each"), N_("{company} pays {seat} {amount} (2 × {shares} × {each}).")),
    "withheld": (("company",), N_("{company} pays no dividends before it has built to Berlin and Hamburg.")),
    "propose": (("seat",), N_("{seat} proposes to end the game.")),
    "agree": (("seat",), N_("{seat} agrees.")),
    "refuse": (("seat",), N_("{seat} refuses: the game goes on.")),
    "hopeless": (("company",), N_("{company} can no longer be directly connected to two others.")),
    "end": (("reason",), N_("The game ends: {reason}.")),
}  # fmt: skip
"""Every event of the log: the names of what it carries, and its sentence."""

ENDS = {
    "connected": N_("every company is directly connected to two others"),
    "impossible": N_("not every company can be connected to two others any more"),
    "agreed": N_("all players agree"),
    "stalled": N_("no share was sold and no hex built for three rounds"),
}


def describe(event: Event, players: list[str], language: str = "en", board: Board | None = None) -> str:
    """An event of the log as a sentence.

    >>> describe(("bid", 0, 12), ["Ada"]), describe(("bid", 0, 12), ["Ada"], "fr")
    ('Ada bids 12.', 'Ada enchérit à 12.')
    """
    names, sentence = EVENTS[event[0]]
    shown: dict[str, Callable[[Any], str]] = {
        "seat": lambda seat: players[seat],
        "company": lambda company: COMPANIES[company],
        "other": lambda company: COMPANIES[company],
        "hex": lambda hex_: label(board or load_board(), hex_),
        "reason": lambda reason: say(ENDS[reason], language),
    }
    return say(sentence, language, **{n: shown[n](v) if n in shown else v for n, v in zip(names, event[1:], strict=True)})


def view(state: State, seat: int) -> dict[str, Any]:
    """The position as a client of that seat is shown it: everything is public, its own actions are lit."""
    legal = [code(action, state.board) for action in state.legal()] if seat == state.seat else []
    return state.to_json() | {"player_income": [state.player_income(s) for s in range(state.seats)], "legal": legal}
