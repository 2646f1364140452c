"""Pieces are neither made nor lost: shares, locomotives, houses, cubes and links, after every action of random games."""

from __future__ import annotations

from typing import Any

import pytest

from cuberails.games.chicago_express import rules as ce
from cuberails.games.credit_mobilier import rules as cm
from cuberails.games.german_railways import rules as gr
from tests.helpers import CONFIGURATIONS, random_game


def chicago_express(state: Any) -> list[Any]:
    companies = range(len(ce.COMPANIES))
    open_ = state.track[ce.WABASH] != 0
    return [
        [state.unsold[c] + sum(state.shares[c :: len(ce.COMPANIES)]) for c in companies] == list(ce.SHARES),
        [state.locomotives[c] + state.track[c].bit_count() for c in companies] == list(ce.LOCOMOTIVES),
        open_ or state.locomotives[ce.WABASH] == ce.LOCOMOTIVES[ce.WABASH],
        state.reserve + state.houses.bit_count() == ce.HOUSES,
    ]


def german_railways(state: Any) -> list[Any]:
    companies = range(len(gr.COMPANIES))
    return [
        [state.unsold[c] + sum(state.shares[c :: len(gr.COMPANIES)]) for c in companies] == [gr.SHARES] * len(companies),
        [state.locomotives[c] + state.track[c].bit_count() for c in companies] == list(gr.LOCOMOTIVES),
        not state.order or len(state.order) <= state.seats,
    ]


def credit_mobilier(state: Any) -> list[Any]:
    size, companies = len(state.board.places), len(cm.COMPANIES)
    cubes = [sum(state.cubes[size * c : size * c + size]) for c in range(cm.COLOURS)]
    home = [state.count(c, state.board.pacific) for c in range(cm.COLOURS)]
    return [
        sum(cubes) == (len(state.board.towns) if state.turn != cm.NOBODY else sum(state.outside)),
        [cubes[c] - home[c] for c in range(cm.COLOURS)] == state.outside,
        max(cubes) <= state.board.cubes,
        state.sold == [sum(state.shares[c::companies]) for c in range(companies)],
        state.built == sum(1 << link for link, owner in enumerate(state.owner) if owner != cm.NOBODY),
    ]


PIECES = {"chicago-express": chicago_express, "german-railways": german_railways, "credit-mobilier": credit_mobilier}


@pytest.mark.parametrize(("name", "seats", "options"), CONFIGURATIONS)
def test_pieces_are_conserved(name: str, seats: int, options: dict[str, str]) -> None:
    count = PIECES[name]
    for state, action, _ in random_game(name, seats, options, seed=7):
        assert all(count(state)), (action, count(state), state.to_json())
