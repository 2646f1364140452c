"""Credit Mobilier in words: notation, events as sentences, the position as a client sees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cuberails.common.notation import unclear, words_of
from cuberails.common.words import N_, reason, say
from cuberails.core import OVER, BadInput, Event, IllegalMove, Reason
from cuberails.games.credit_mobilier.board import COLOURS, LINK, PACIFIC, Board, load_board
from cuberails.games.credit_mobilier.rules import (
    BUILD,
    BUY,
    CHOOSING,
    COMPANIES,
    CUBE,
    DICE,
    DIVIDEND,
    FACES,
    FIRST,
    MOVE,
    PASS,
    PURPLE,
    ROLL,
    ROLLING,
    ROLLS,
    SEATS_ALLOWED,
    SETTING,
    STARTING,
    STOP,
    State,
)  # fmt: skip
from cuberails.games.credit_mobilier.why import (
    COLOUR_WORDS,
    COMPANY_WORDS,
    label,
    why,
    why_buy,
    why_colour,
    why_dividend,
    why_first,
    why_so_many,
)

_NUMBERED = [f"{company} {number}" for company in COMPANIES for number in range(1, DICE + 1)]
SMALL = (
    "pass", "stop",
    *[f"build {colour}" for colour in COMPANIES[:COLOURS]], *[f"move {colour}" for colour in COMPANIES[:COLOURS]],
    *[f"buy {shares}" for shares in _NUMBERED], *[f"dividend {rounds}" for rounds in _NUMBERED],
    *[f"cube {colour}" for colour in COMPANIES[:COLOURS]], *[f"first {seat}" for seat in range(1, SEATS_ALLOWED[-1] + 1)],
    *[" ".join(["roll", *[FACES[face] for face in roll.faces]]) for roll in ROLLS],
)  # fmt: skip
"""The codes of the action ids below the links."""
_SMALL_ACTIONS = {text: action for action, text in enumerate(SMALL)}


def code(action: int, board: Board | None = None) -> str:
    """The text of one action.

    >>> [code(action) for action in (0, 2, 8, 10, 39, 60, 64, 69, 321, 355)]
    ['pass', 'build red', 'move yellow', 'buy red 1', 'dividend red 5', 'cube red', 'first 1', \
'roll blue blue blue blue blue', 'lay A1-PC', 'step A1-PC']
    """
    board = board or load_board()
    if action < LINK:
        return SMALL[action]
    if action < board.step_id:
        return f"lay {board.link_names[action - LINK]}"
    return f"step {board.step_names[action - board.step_id]}"


def parse(text: str, board: Board | None = None) -> int:
    """The action of a text; the inverse of ``code``."""
    board = board or load_board()
    if text in _SMALL_ACTIONS:
        return _SMALL_ACTIONS[text]
    verb, _, name = text.partition(" ")
    if verb == "lay" and name in board.link:
        return LINK + board.link[name]
    if verb == "step" and name in board.step:
        return board.step_id + board.step[name]
    raise BadInput(Reason("NOTATION", N_("“{text}” is no action of this game."), {"text": text}))


def fold(actions: list[int], board: Board | None = None) -> str:
    """One move of the record from the actions of one turn, or of one draw.

    >>> fold([parse(text) for text in ("build green", "lay D3-C3", "stop")]), fold([parse("buy red 2")])
    ('build green D3-C3', 'buy red 2')
    """
    board = board or load_board()
    if CUBE <= actions[0] < FIRST:
        cubes = zip(board.towns, actions, strict=True)
        return " ".join(["setup", *[f"{town}={COMPANIES[action - CUBE]}" for town, action in cubes]])
    first, *steps = [code(action, board) for action in actions if action != STOP]
    return " ".join([first, *[step.partition(" ")[2] for step in steps]])


def unfold(state: State, move: str) -> list[int]:
    """The actions of a move of the record; ``IllegalMove`` says which rule it breaks.

    A move of cubes ends where the game ends (CM-20): a text that goes on after that step is refused.
    """
    if state.seat == OVER and (found := why(state, PASS)):
        raise IllegalMove(found)
    verb, *words = words_of(move)
    if verb not in _SPELL:
        raise unclear(N_("“{move}” is not a move: write build, move, buy, dividend or pass; for chance setup, first or roll."), move=move)
    actions = _SPELL[verb](state, words, move)
    trial = state.copy()
    for at, action in enumerate(actions):
        if at and verb != "setup" and trial.whole():
            raise IllegalMove(Reason("CM-20", N_("The game ends with {last}, in the middle of the move: nothing follows it."),
                                     {"last": words[at - 1]}))  # fmt: skip
        if BUILD <= action < BUY:  # a link or step says better than the colour alone why it cannot be done
            found = why_colour(trial, (action - BUILD) % COLOURS) or why_so_many(trial, action, len(actions) - 1)
        else:
            found = why(trial, action)
        if found:
            raise IllegalMove(found)
        trial.apply(action)
    return actions if trial.whole() else [*actions, STOP]


def explain(state: State, move: str) -> Reason | None:
    """Why a move of the record is illegal now; None if it is legal."""
    try:
        unfold(state, move)
    except IllegalMove as illegal:
        return illegal.reason
    return None


# -- The words of a move ------------------------------------------------------------------------


def _demand(state: State, phase: int, action: int) -> None:
    """Refuse what belongs to another phase before its words are looked at."""
    if state.phase != phase and (found := why(state, action)):
        raise IllegalMove(found)


def _spell_setup(state: State, words: list[str], move: str) -> list[int]:
    _demand(state, SETTING, CUBE)
    towns = state.board.towns[sum(state.outside) :]
    if len(words) != len(towns):
        raise IllegalMove(Reason("CM-2", N_("A setup names all {towns} towns, not {found}."), {"towns": len(towns), "found": len(words)}))
    actions = []
    for town, word in zip(towns, words, strict=True):
        named, _, colour = word.partition("=")
        if named != town:
            raise unclear(N_("“{word}”: the towns stand in the order of the board, and {town} is next."), word=word, town=town)
        if colour not in COMPANIES[:COLOURS]:
            raise IllegalMove(Reason("CM-2", N_("“{word}”: the colour of a cube is one of {colours}."),
                                     {"word": word, "colours": ", ".join(COMPANIES[:COLOURS])}))  # fmt: skip
        actions.append(CUBE + COMPANIES.index(colour))
    return actions


def _spell_first(state: State, words: list[str], move: str) -> list[int]:
    _demand(state, STARTING, FIRST)
    if len(words) != 1:
        raise unclear(N_("“{move}”: name one player, by number, after “first”."), move=move)
    number = _number(words[0], move)
    if found := why_first(state, number):
        raise IllegalMove(found)
    return [FIRST + number - 1]


def _spell_roll(state: State, words: list[str], move: str) -> list[int]:
    _demand(state, ROLLING, ROLL)
    if len(words) != DICE:
        raise IllegalMove(Reason("CM-5", N_("Five dice are rolled, not {found}."), {"found": len(words)}))
    for word in words:
        if word not in FACES:
            raise IllegalMove(Reason("CM-5", N_("“{word}” is no face of a die: they are {faces}."),
                                     {"word": word, "faces": ", ".join(sorted(FACES))}))  # fmt: skip
    if words != sorted(words):
        raise unclear(N_("The dice stand in alphabetical order: write “{move}”."), move=" ".join(["roll", *sorted(words)]))
    return [_SMALL_ACTIONS[move]]


def _spell_pass(state: State, words: list[str], move: str) -> list[int]:
    if words:
        raise unclear(N_("“{move}”: nothing stands after “pass”."), move=move)
    return [PASS]


def _spell_buy(state: State, words: list[str], move: str) -> list[int]:
    company, count = _company_and_number(state, BUY, words, move)
    if found := why_buy(state, company, count):
        raise IllegalMove(found)
    return [BUY + DICE * company + count - 1]


def _spell_dividend(state: State, words: list[str], move: str) -> list[int]:
    company, rounds = _company_and_number(state, DIVIDEND, words, move)
    if found := why_dividend(state, company, rounds):
        raise IllegalMove(found)
    return [DIVIDEND + DICE * company + rounds - 1]


def _company_and_number(state: State, action: int, words: list[str], move: str) -> tuple[int, int]:
    _demand(state, CHOOSING, action)
    if len(words) != 2:
        raise unclear(N_("“{move}”: name a company and a number, as in “buy red 2” or “dividend red 2”."), move=move)
    return _company(words[0]), _number(words[1], move)


def _number(word: str, move: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,99}", word):
        raise unclear(N_("“{move}”: “{word}” is no whole number."), move=move, word=word)
    return int(word)


def _company(word: str) -> int:
    if word == "orange":
        raise IllegalMove(Reason("CM-15", N_("Orange is no company: orange dice pay the dividends of one that is named.")))
    if word not in COMPANIES:
        raise unclear(N_("There is no company “{word}”: the companies are {companies}."), word=word, companies=", ".join(COMPANIES))
    return COMPANIES.index(word)


def _colour(word: str) -> int:
    company = _company(word)
    if company == PURPLE:
        raise IllegalMove(
            Reason("CM-7", N_("The Credit Mobilier has neither links nor cubes: purple completes another colour, or buys its shares."))
        )
    return company


def _spell_build(state: State, words: list[str], move: str) -> list[int]:
    _demand(state, CHOOSING, BUILD)
    if len(words) < 2:
        raise unclear(N_("“{move}”: name a colour and at least one link, as in “build green D3-C3”."), move=move)
    return [BUILD + _colour(words[0]), *[_spell_link(state.board, word) for word in words[1:]]]


def _spell_link(board: Board, word: str) -> int:
    if word in board.link:
        return LINK + board.link[word]
    start, end = _ends(board, word)
    if f"{end}-{start}" in board.link:
        raise unclear(N_("A link is named from its eastern, else northern end: write {link}."), link=f"{end}-{start}")
    raise IllegalMove(Reason("CM-9", N_("No link is printed between {start} and {end}."), {"start": start, "end": end}))


def _spell_move(state: State, words: list[str], move: str) -> list[int]:
    _demand(state, CHOOSING, MOVE)
    if len(words) < 2:
        raise unclear(N_("“{move}”: name a colour and at least one step, as in “move red D3-C3”."), move=move)
    return [MOVE + _colour(words[0]), *[_spell_step(state.board, word) for word in words[1:]]]


def _spell_step(board: Board, word: str) -> int:
    if word in board.step:
        return board.step_id + board.step[word]
    start, end = _ends(board, word)
    facts: dict[str, object] = {"start": start, "end": end}
    if start == PACIFIC:
        raise IllegalMove(Reason("CM-13", N_("A cube on the Pacific Coast stays there.")))
    if f"{end}-{start}" in board.step:
        raise IllegalMove(Reason("CM-13", N_("From {start} to {end} is east: cubes move north, south and west."), facts))
    raise IllegalMove(Reason("CM-13", N_("No link is printed between {start} and {end}."), facts))


def _ends(board: Board, word: str) -> tuple[str, str]:
    """The two places that are named with a hyphen between them."""
    start, hyphen, end = word.partition("-")
    if not hyphen:
        raise unclear(N_("“{word}”: two places belong here, as in D3-C3."), word=word)
    for place in (start, end):
        if place not in board.number:
            raise unclear(N_("There is no place “{word}” on this board."), word=place)
    return start, end


_SPELL = {
    "setup": _spell_setup, "first": _spell_first, "roll": _spell_roll, "pass": _spell_pass,
    "build": _spell_build, "move": _spell_move, "buy": _spell_buy, "dividend": _spell_dividend,
}  # fmt: skip


# -- Events -------------------------------------------------------------------------------------

EVENTS: dict[str, tuple[tuple[str, ...], str]] = {
    "cube": (("colour", "place"), N_("{place} gets a {colour} cube.")),
    "first": (("seat",), N_("{seat} plays first.")),
    "roll": (("seat", "faces"), N_("{seat} rolls: {faces}.")),
    "link": (("seat", "company", "link", "amount"),
             N_("{seat} builds {link} for {company}; the Credit Mobilier gets ${amount} for it.")),
    "step": (("seat", "colour", "start", "place"), N_("{seat} moves a {colour} cube from {start} to {place}.")),
    "freight": (("company", "amount"), N_("The treasury of {company} gets ${amount}.")),
    "buy": (("seat", "company", "count", "price"), N_("{seat} buys shares of {company}: {count} for ${price}.")),
    "round": (("company", "number", "rounds"), N_("Dividends of {company}: round {number} of up to {rounds}.")),
    "dividend": (("company", "seat", "amount", "shares"), N_("{seat} gets ${amount} from {company} (shares: {shares}).")),
    "empty": (("company",), N_("The treasury of {company} is empty.")),
    "pass": (("seat",), N_("{seat} can do nothing and passes.")),
    "end": (("reason",), N_("The game ends: {reason}.")),
}  # fmt: skip
"""Every event of the log: the names of what it carries, and its sentence."""

ENDS = {"goods": N_("cubes of only two colours are left outside the Pacific Coast")}


def describe(event: Event, players: list[str], language: str = "en", board: Board | None = None) -> str:
    """An event of the log as a sentence.

    >>> describe(("pass", 0), ["Ada"])
    'Ada can do nothing and passes.'
    """
    board = board or load_board()
    names, sentence = EVENTS[event[0]]
    shown: dict[str, Callable[[Any], str]] = {
        "seat": lambda seat: players[seat],
        "company": lambda company: reason(COMPANY_WORDS[company], language),
        "colour": lambda colour: reason(COLOUR_WORDS[colour], language),
        "faces": lambda faces: ", ".join(reason(COLOUR_WORDS[face], language) for face in faces),
        "link": lambda link: " – ".join(label(board, place) for place in board.links[link]),
        "start": lambda place: label(board, place),
        "place": lambda place: label(board, place),
        "reason": lambda end: say(ENDS[end], language),
    }
    return say(sentence, language, **{n: shown[n](v) if n in shown else v for n, v in zip(names, event[1:], strict=True)})


def view(state: State, seat: int) -> dict[str, Any]:
    """The position as a client of that seat is shown it: everything is public, its own actions are lit."""
    legal = [code(action, state.board) for action in state.legal()] if seat == state.seat else []
    return state.to_json() | {"legal": legal}
