"""The rules, checked from outside: a second, naive program plays the same games (see ``naive``)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cuberails.common.hexmap import bits
from cuberails.core import OVER
from cuberails.games import chicago_express as game
from tests.chicago_express.naive import COMPANIES, Game

GAUGES = ("auction", "build", "develop")


def whole_moves(state: game.State) -> set[str]:
    """Every move of the record the engine allows, found action by action."""
    found: set[str] = set()

    def walk(state: game.State, actions: list[int]) -> None:
        if actions and state.whole():
            found.add(game.fold(actions))
            return
        for action in state.legal():
            after = state.copy()
            after.apply(action)
            walk(after, [*actions, action])

    walk(state, [])
    return found


def ends_before_the_action(state: game.State, gauge: str) -> bool:
    """Whether CE-43 ends the game on the choice of this gauge."""
    after = state.copy()
    after.apply(game.parse(gauge))
    return after.seat == OVER


def candidates(naive: Game, moves: list[str], source: random.Random) -> list[str]:
    """Moves that might be legal: all the small ones, and builds one hex away from legal ones."""
    hexes = list(naive.map)
    found = ["pass", *(f"bid {amount}" for amount in range(0, 140, 3)), *(f"{gauge} -" for gauge in GAUGES)]
    found += [f"auction {name}" for name in COMPANIES]
    found += [f"develop {at}" for at in hexes]
    found += [f"build {name} {at}" for name, at in product(COMPANIES, hexes)]
    builds = sorted(move for move in moves if move.startswith("build ") and move != "build -")
    for move in source.sample(builds, min(40, len(builds))):
        words = move.split()
        found.append(" ".join([*words, source.choice(hexes)]))
        found.append(" ".join([*words[:-1], source.choice(hexes)]))
        found.append(" ".join([words[0], source.choice(list(COMPANIES)), *words[2:]]))
        found.append(" ".join([*words[:2], *reversed(words[2:])]))
    return found


def assert_same_position(state: game.State, naive: Game) -> None:
    hexes = state.board.hexes
    assert state.scores() == naive.cash
    assert state.income == list(naive.income.values())
    assert [state.treasury(company) for company in range(5)] == list(naive.treasury.values())
    assert dict(zip(GAUGES, state.gauges, strict=True)) == naive.gauges
    assert state.locomotives == list(naive.left.values())
    assert [state.industry_value(i) for i in range(3)] == list(naive.industry.values())
    assert state.reserve == naive.houses
    assert {hexes[hex_] for hex_ in bits(state.houses)} == {at for at, hex_ in naive.map.items() if hex_.house}
    for number, name in enumerate(COMPANIES):
        assert {hexes[h] for h in bits(state.track[number])} == {at for at, h in naive.map.items() if name in h.locomotives}
        held = [state.shares[5 * seat + number] for seat in range(state.seats)]
        assert held == [naive.holders[name].count(seat) for seat in range(state.seats)]
    assert state.reason == naive.over
    if not naive.over:
        assert state.seat == (naive.asked if naive.lot else naive.turn)


def assert_same_moves(state: game.State, naive: Game, source: random.Random) -> None:
    moves = naive.moves()
    legal = set(moves)
    assert len(moves) == len(legal)
    ending = [gauge for gauge in GAUGES if f"{gauge} -" in legal and ends_before_the_action(state, gauge)]
    kept = {move for move in legal if move.split()[0] not in ending}
    assert whole_moves(state) == kept | {f"{gauge} -" for gauge in ending}
    for move in candidates(naive, moves, source):
        assert (game.explain(state, move) is None) == (move in legal), move


def choose(naive: Game, source: random.Random) -> str:
    """Lively, so that games get somewhere: builds are long, bids low."""
    if naive.lot:
        moves = naive.moves()
        return moves[min(source.randrange(5), len(moves) - 1)]
    gauge = source.choice([gauge for gauge in GAUGES if naive.gauges[gauge] < {"auction": 3, "build": 5, "develop": 4}[gauge]])
    moves = sorted(getattr(naive, f"_{gauge}_moves")())
    if not moves or source.random() < 0.05:
        return f"{gauge} -"
    return max(source.sample(moves, min(3, len(moves))), key=lambda move: (len(move.split()), "A5" in move))


def play_both(players: int, dividends: str, seed: int, every: int) -> None:
    source = random.Random(seed)
    state = game.new(players, dividends=dividends)
    naive = Game(players, dividends)
    for number in range(2000):
        assert_same_position(state, naive)
        if naive.over:
            break
        if number % every == seed % every:
            assert_same_moves(state, naive, source)
        move = choose(naive, source)
        naive.play(move)
        for action in game.unfold(state, move):
            state.apply(action)
    assert state.seat == OVER


CONFIGURATIONS = list(product(range(2, 7), ("before-turn", "before-action")))


@pytest.mark.parametrize(("players", "dividends"), [(2, "before-action"), (3, "before-turn"), (6, "before-action")])
def test_two_programs_play_the_same_game(players: int, dividends: str) -> None:
    play_both(players, dividends, seed=10 * players, every=7)


@pytest.mark.long
@pytest.mark.parametrize(("players", "dividends"), CONFIGURATIONS)
def test_two_programs_play_the_same_twenty_games(players: int, dividends: str) -> None:
    for seed in range(20):
        play_both(players, dividends, seed=1000 * players + seed, every=11)
