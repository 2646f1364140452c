"""A move that is only half put together: what may come next, what it costs and brings, and what it does to everybody."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from cuberails import registry
from cuberails.analysis.reckon import reckoning
from cuberails.common.ledger import SEATS
from cuberails.common.words import N_
from cuberails.core import IllegalMove, Log, Reason, play


class Place(NamedTuple):
    """What the next atom does where it is done."""

    cost: int
    """For the company whose turn it is to grow."""
    gain: int
    """Of its income (or what its treasury gets, in a game without incomes)."""
    why: list[Reason]
    """How both come about."""


class Places(Protocol):
    """What the module ``places_GAME`` of a game offers."""

    def company(self, state: Any) -> int | None:
        """The company that is being built."""

    def income(self, state: Any) -> list[int]:
        """The income of each company; zeros in a game without."""

    def place(self, state: Any, action: int) -> Place | None:
        """What an action that names a place does; None for other actions."""


def places_of(game: str) -> Places:
    """The module of a game."""
    return cast(Places, import_module(f"cuberails.analysis.places_{game.replace('-', '_')}"))


class Preview(NamedTuple):
    legal: list[str]
    """The next atoms; empty when the move is whole."""
    whole: bool
    """Nothing can follow."""
    move: str | None
    """The move of the record, if it can be made as it is."""
    places: dict[str, Place]
    company: int | None
    treasuries: list[int]
    """By how much each company's treasury has changed."""
    incomes: list[int]
    cash: list[int]
    """By how much each player's cash changes if the move is made as it is."""
    dividends: list[int]
    """By how much what the next dividends pay each player changes."""
    events: Log


def preview(state: Any, partial: list[str]) -> Preview:
    """What a partial move means; ``IllegalMove`` or ``BadInput`` if it is none.

    >>> from cuberails.games import chicago_express
    >>> seen = preview(chicago_express.new(2), ["bid 12"])
    >>> seen.move, seen.whole, seen.legal
    ('bid 12', True, [])
    """
    game, board = registry.game(state.game), state.board
    places = places_of(state.game)
    trial, company = state.copy(), None
    events: Log = []
    actions: list[int] = []
    for text in partial:
        if actions and trial.whole():
            raise IllegalMove(Reason("NOTATION", N_("The move is whole: nothing follows “{move}”."), {"move": game.fold(actions, board)}))
        action = game.parse(text, board)
        play(trial, action, events)
        actions.append(action)
        company = places.company(trial) if not trial.whole() else company
    whole = bool(actions) and trial.whole()
    legal = [] if whole else trial.legal()
    codes = [game.code(action, board) for action in legal]
    done = trial
    if "stop" in codes:
        done = trial.copy()
        done.apply(legal[codes.index("stop")], events)
    return Preview(
        codes, whole, game.fold(actions, board) if whole or "stop" in codes else None,
        {code: place for code, action in zip(codes, legal, strict=True) if (place := places.place(trial, action))},
        company, _change(_treasuries(state), _treasuries(trial)), _change(places.income(state), places.income(trial)),
        _change(state.scores(), done.scores()), _change(_dividends(state), _dividends(done)), events,
    )  # fmt: skip


def _treasuries(state: Any) -> list[int]:
    return state.accounts[SEATS + state.seats :]  # type: ignore[no-any-return]


def _dividends(state: Any) -> list[int]:
    return reckoning(state.game).dividends(state)


def _change(before: list[int], after: list[int]) -> list[int]:
    return [new - old for old, new in zip(before, after, strict=True)]
