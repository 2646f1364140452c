"""The short cut of the proof (GR-41 a): what the counters of the known ways say, from the position alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from cuberails.core import CHANCE, OVER, draw
from cuberails.games import german_railways as game
from cuberails.games.german_railways.proof import reach
from cuberails.games.german_railways.rules import BIDDING, COMPANIES, PASS, STOP
from cuberails.games.german_railways.ways import BITS, OPEN, meeting_places, shortest

EVERYBODY = range(len(COMPANIES))
BOARD = game.load_board()
NEAR = [near & ~BOARD.outskirts for near in BOARD.near]
WAYS = [shortest(NEAR, start) for start in BOARD.starts]
CITIES = meeting_places(WAYS, BOARD.cities)


def positions(seats: int, games: int) -> Iterator[game.State]:
    """Positions before the order is drawn, and the last ones, of random games where people seldom pass and lay long tracks."""
    for seed in range(games):
        rng = Random(seed)
        state = game.new(seats)
        while state.seat != OVER:
            if state.seat == CHANCE:
                if not state.order:
                    yield state
                state.apply(draw(state, rng))
                continue
            legal = state.legal()
            dull = {PASS, STOP} if state.phase != BIDDING and rng.random() < 0.8 else set()
            state.apply(rng.choice([action for action in legal if action not in dull] or legal))
        yield state


def is_open(state: game.State, company: int, city: int) -> bool:
    missing = WAYS[company][city] & ~state.track[company]
    return not missing & state.closed and missing.bit_count() <= state.locomotives[company]


def found(state: game.State) -> set[int]:
    counters = state.board.ways.lead_together(state.ways)
    return {company for company in EVERYBODY if counters & OPEN << BITS * company}


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_known_way_is_open_while_its_hexes_and_the_locomotives_for_them_are_there(seats: int) -> None:
    seen = {True: 0, False: 0}
    for state in positions(seats, 10):
        together = set()
        for city in CITIES:
            there = {company for company in EVERYBODY if is_open(state, company, city)}
            together |= there if len(there) > 2 else set()
        assert found(state) == together
        for company in EVERYBODY:
            seen[company in together] += 1
    assert min(seen.values()) > 3


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_gr_41_known_ways_promise_nothing_that_the_search_does_not_find(seats: int) -> None:
    for state in positions(seats, 6):
        cities = [reach(state, company) & BOARD.city_spots for company in EVERYBODY]
        for company in found(state):
            assert sum(bool(cities[company] & other) for other in cities) > 2, (company, state.to_json())


def test_gr_41_a_position_from_json_knows_the_same_ways() -> None:
    for state in positions(4, 2):
        assert game.from_json(state.to_json()).ways == state.ways
