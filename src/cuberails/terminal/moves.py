"""Moves as people type them: put into notation, completed word by word, listed. All of it comes from ``legal()``."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any, NamedTuple

from cuberails import registry
from cuberails.common.ledger import SEATS
from cuberails.terminal.parts import money

STOP = "stop"
"""Ends a build or a move of several words; it is not written."""


class Next(NamedTuple):
    """One way to go on with a move."""

    words: tuple[str, ...]
    """What it adds to the move."""
    action: int
    cost: int
    """What companies pay for it."""
    gain: int
    """By how much their income grows."""


def proper(text: str, state: Any) -> str:
    """What was typed, in notation: case, commas and dollar signs do not matter, nor does the word ``bid``.

    >>> state = registry.game("chicago-express").new(2)
    >>> proper(" Build  nyc,r6 Q7", state), proper("$12", state), proper("build wab south bend toledo", state)
    ('build NYC R6 Q7', 'bid 12', 'build WAB C5 F4')
    """
    known = _vocabulary(state.board, state.game)
    for town in sorted((word for word in known if " " in word), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(town)}(?!\w)", known[town], text, flags=re.IGNORECASE)
    words = [known.get(word.lower(), word) for word in re.split(r"[\s,]+", text.replace("$", " ")) if word]
    if len(words) == 1 and words[0].isdigit():
        words.insert(0, "bid")
    return " ".join(words)


def after(words: list[str], state: Any) -> list[Next]:
    """How a move that begins with these words can go on; nothing if it is whole, or wrong."""
    trial = state.copy()
    first = True
    rest = tuple(words)
    while rest:
        options = _options(trial, first)
        found = next((action for spelled, action in options if rest[: len(spelled)] == spelled), None)
        if found is None:
            begun = [(spelled, action) for spelled, action in options if spelled[: len(rest)] == rest]
            return [_judge(trial, spelled[len(rest) :], action) for spelled, action in begun]
        rest = rest[len(next(spelled for spelled, action in options if action == found)) :]
        trial.apply(found)
        if trial.whole():
            return []
        first = False
    return [_judge(trial, spelled, action) for spelled, action in _options(trial, first)]


def completions(text: str, state: Any) -> list[str]:
    """The words that can stand where the last word of the text stands or begins."""
    *whole, begun = proper(text, state).split(" ") if text.strip() else [""]
    if text.endswith((" ", ",")):
        whole, begun = [*whole, begun] if begun else whole, ""
    words = dict.fromkeys(option.words[0] for option in after(whole, state))
    return [word for word in words if word.lower().startswith(begun.lower())]


def _options(state: Any, first: bool) -> list[tuple[tuple[str, ...], int]]:
    """The legal actions with the words they add to a move; within a move only the last word of a code counts."""
    game = registry.game(state.game)
    spelled = [(tuple(game.code(action, state.board).split(" ")), action) for action in state.legal()]
    return [(words if first else words[-1:], action) for words, action in spelled if words != (STOP,)]


def _judge(state: Any, words: tuple[str, ...], action: int) -> Next:
    """What a word costs the companies and brings them, found out by trying it."""
    trial = state.copy()
    trial.apply(action)
    treasuries = SEATS + state.seats
    cost = sum(state.accounts[treasuries:]) - sum(trial.accounts[treasuries:])
    if trial.whole() or not hasattr(state, "income"):
        return Next(words, action, cost, 0)  # income may have grown for other reasons, too
    return Next(words, action, cost, sum(trial.income) - sum(state.income))


@cache
def _vocabulary(board: Any, name: str) -> dict[str, str]:
    """Every word of the notation by its lower case, and hexes by the names of their towns."""
    game = registry.game(name)
    words = {word.lower(): word for action in range(game.ACTIONS) for word in game.code(action).split(" ")}
    places = getattr(board, "hexes", None) or board.link_names + board.step_names
    words |= {place.lower(): place for place in places}
    if hasattr(board, "hexes"):
        for town, place in zip(board.names, places, strict=True):
            words |= {name.lower(): place for name in (town, _plain(town)) if name}
    return words


def _plain(name: str) -> str:
    """A name as keyboards without its accents write it.

    >>> _plain("Königsberg"), _plain("Straßburg")
    ('Konigsberg', 'Strassburg')
    """
    return unicodedata.normalize("NFKD", name.replace("ß", "ss")).encode("ascii", "ignore").decode()


def listing(words: list[str], state: Any) -> list[str]:
    """The ways to go on with a move, one line for each beginning; at its start, the next word of each is included."""
    lines: dict[tuple[str, ...], list[str]] = {}
    for option in after(words, state):
        begun = (*words, *option.words)
        further = after(list(begun), state) if len(words) < 2 else []
        for tail in further:
            lines.setdefault(begun, []).append(_priced(tail, state.game))
        if not further:
            lines.setdefault(begun[:-1], []).append(_priced(option, state.game))
    return [" ".join([*head, " | ".join(_ranges(tails))]) for head, tails in lines.items()]


def _priced(option: Next, game: str) -> str:
    cost = f" {money(game, option.cost, 'en')}" if option.cost > 0 else ""
    gain = f" +{option.gain}" if option.gain > 0 else ""
    return option.words[-1] + cost + gain


def _ranges(words: list[str]) -> list[str]:
    """The same words, three or more consecutive numbers put together.

    >>> _ranges(["7", "8", "9", "10"]), _ranges(["PRR", "-"])
    (['7…10'], ['PRR', '-'])
    """
    if len(words) > 2 and all(word.isdigit() for word in words) and int(words[-1]) - int(words[0]) == len(words) - 1:
        return [f"{words[0]}…{words[-1]}"]
    return words
