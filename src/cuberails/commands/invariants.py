"""What holds in every position of every game, whatever its rules are. The fuzzer and the tests play under these.

Every function raises ``AssertionError`` with the reason when something does not hold.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from cuberails.common.words import LANGUAGES, reason
from cuberails.core import CHANCE, OVER, Event, Game
from cuberails.record import Record, verify

SAMPLE = 12
"""Illegal actions tried in each position."""


def hold(condition: bool, what: str) -> None:
    if not condition:
        raise AssertionError(what)


def position(game: Game, state: Any, rng: Random) -> None:
    """Everything that must hold of one position; the position stays as it is."""
    legal = state.legal()
    hold(legal == sorted(set(legal)), "the legal actions are not ascending")
    hold(bool(legal) == (state.seat != OVER), "legal actions and the end of the game contradict each other")
    _chance(state, legal)
    hold(state.seat in (CHANCE, OVER, *range(state.seats)), f"nobody sits on seat {state.seat}")
    hold(state.whole() or state.seat != OVER, "the game is over in the middle of a move")
    hold(len(state.scores()) == state.seats and min(state.scores()) >= 0, f"the scores are {state.scores()}")
    _legality(game, state, legal, rng)
    _copies(game, state, legal, rng)


def _chance(state: Any, legal: list[int]) -> None:
    outcomes = state.chance()
    if state.seat == CHANCE:
        hold(sorted(action for action, _ in outcomes) == legal, "the outcomes of chance are not the legal actions")
        hold(all(weight > 0 for _, weight in outcomes), "an outcome of chance has no weight")
    else:
        hold(not outcomes, "there are outcomes of chance where somebody decides")


def _legality(game: Game, state: Any, legal: list[int], rng: Random) -> None:
    """Legal actions have a text and no reason against them; all others have a reason, in every language."""
    for action in legal:
        code = game.code(action, state.board)
        hold(game.parse(code, state.board) == action, f"“{code}” is not read as it is written")
        hold(state.why(action) is None, f"“{code}” is legal, yet there is a reason against it: {state.why(action)}")
    allowed = set(legal)
    for action in (rng.randrange(game.ACTIONS) for _ in range(SAMPLE)):
        if action not in allowed:
            why = state.why(action)
            hold(why is not None, f"action {action} is illegal for no reason")
            for language in LANGUAGES:
                reason(why, language)


def _copies(game: Game, state: Any, legal: list[int], rng: Random) -> None:
    """Copies and what comes back from JSON are the same position, and lead their own lives."""
    data = json.dumps(state.to_json())
    back = game.from_json(json.loads(data), state.board)
    hold(json.dumps(back.to_json()) == data, "the position comes back from JSON as another one")
    hold(back.legal() == legal, "the position that comes back from JSON has other legal actions")
    copy = state.copy()
    hold(json.dumps(copy.to_json()) == data, "a copy is another position")
    if legal:
        action = legal[rng.randrange(len(legal))]
        copy.apply(action)
        back.apply(action)
        hold(copy.to_json() == back.to_json(), f"action {action} does to the copy what it does not do to the one from JSON")
        hold(json.dumps(state.to_json()) == data, "what is done to a copy changes the position")
    for seat in range(state.seats):
        json.dumps(game.view(state, seat))


def move(game: Game, before: Any, actions: list[int], after: Any) -> str:
    """The actions of one whole move make one move of the record, and come back from it; the move."""
    text = game.fold(actions, before.board)
    why = game.explain(before, text)
    hold(why is None, f"the move “{text}” was made, yet it is called illegal: {why}")
    again = before.copy()
    for action in game.unfold(before, text):
        again.apply(action)
    hold(again.to_json() == after.to_json(), f"the move “{text}” leads elsewhere when it is read back")
    return text


def money(before: Any, after: Any) -> None:
    """What all accounts hold together never changes."""
    hold(sum(after.accounts) == sum(before.accounts), f"money came from nowhere: {before.accounts}, then {after.accounts}")


def events(game: Game, log: list[Event], players: list[str], board: Any) -> None:
    """Everything that happened can be said in every language."""
    for event in log:
        for language in LANGUAGES:
            hold("{" not in game.describe(event, players, language, board), f"the event {event} is not fully said")


def whole_game(record: Record, board: Any) -> None:
    """A finished game, written and read, is what the rules say it is."""
    verdict = verify(Record.loads(record.dumps()), {record.board: board})
    hold(verdict.reason is None, f"the record of the game fails: {verdict.reason}")
    hold(verdict.moves == len(record.moves), f"the game ended after move {verdict.moves} of {len(record.moves)}")
