"""The rules, checked from outside: a second, naive program plays the same games (see ``naive``)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cuberails.common.hexmap import bits
from cuberails.core import CHANCE, OVER, Event
from cuberails.games import german_railways as game
from cuberails.games.german_railways.proof import hopeless
from tests.german_railways.naive import COMPANIES, Game

NAMES = list(COMPANIES)
SMALL = ["pass", "propose-end", "agree", "refuse", *(f"auction {name}" for name in NAMES)]
MONEY = ("dividend", "double")


def assert_same_position(state: game.State, naive: Game) -> None:
    hexes = state.board.hexes
    assert state.scores() == naive.cash
    assert [state.treasury(company) for company in range(8)] == list(naive.treasury.values())
    assert state.income == [naive.income(name) for name in NAMES]
    assert [state.player_income(seat) for seat in range(state.seats)] == [naive.player_income(seat) for seat in range(state.seats)]
    assert state.locomotives == [naive.locomotives(name) for name in NAMES]
    assert state.unsold == [3 - len(naive.holders[name]) for name in NAMES]
    for number, name in enumerate(NAMES):
        assert {hexes[hex_] for hex_ in bits(state.track[number])} == naive.network[name]
        assert {NAMES[other] for other in bits(state.links[number])} == {
            other for other in NAMES if frozenset((name, other)) in naive.connected and other != name
        }
        held = [state.shares[8 * seat + number] for seat in range(state.seats)]
        assert held == [naive.holders[name].count(seat) for seat in range(state.seats)]
    assert state.reason == naive.over
    assert (hopeless(state) >= 0) == naive.impossible()
    if naive.over:
        assert state.seat == OVER
    elif naive.drawing:
        assert state.seat == CHANCE
    else:
        assert state.seat == (naive.asked if naive.lot else naive.voters[0] if naive.voters else naive.turns[0])


def allowed(state: game.State, *codes: str) -> game.State:
    """The position after these actions, each of them legal."""
    after = state.copy()
    for code in codes:
        assert game.parse(code) in after.legal(), code
        after.apply(game.parse(code))
    return after


def codes(state: game.State) -> set[str]:
    return {game.code(action) for action in state.legal()}


def assert_same_moves(state: game.State, naive: Game) -> None:
    """What may be done, and nothing else."""
    moves = set(naive.moves())
    if naive.lot or naive.voters:
        assert codes(state) == moves
    else:
        kinds = {move.split()[0] for move in moves}
        assert codes(state) == kinds
        if "auction" in kinds:
            assert {f"auction {name}" for name in codes(allowed(state, "auction"))} == set(naive.auctions())
        first: dict[str, set[str]] = {}
        for move in naive.builds():
            first.setdefault(move.split()[1], set()).add(move.split()[2])
        if first:
            assert codes(allowed(state, "build")) == set(first)
        for name, hexes in first.items():
            assert codes(allowed(state, "build", name)) == hexes
    for move in [*SMALL, *(f"bid {amount}" for amount in range(0, 150, 7))]:
        assert (game.explain(state, move) is None) == (move in moves), move


def assert_same_ways(state: game.State, naive: Game, source: random.Random) -> None:
    """The hexes after every one of some builds, and the reasons against all others."""
    if naive.lot or naive.voters:
        return
    for name in {move.split()[1] for move in naive.builds()}:
        way: list[str] = []
        after = allowed(state, "build", name)
        while hexes := naive.next_hexes(name, way):
            assert codes(after) == {*hexes, *(["stop"] if way else [])}
            for wrong in source.sample(sorted(naive.map), 12):
                assert (game.explain(state, f"build {name} {' '.join([*way, wrong])}") is None) == (wrong in hexes)
            way.append(source.choice(hexes))
            after.apply(game.parse(way[-1]))
            assert after.treasury(NAMES.index(name)) == naive.treasury[name] - naive.price(name, way)
        for wrong in source.sample(sorted(naive.map), 12):
            assert game.explain(state, f"build {name} {' '.join([*way, wrong])}")


def assert_same_orders(state: game.State, naive: Game) -> None:
    """Every order with its weight, and the product of the draws in the tree."""
    found: dict[str, int] = {}

    def walk(state: game.State, actions: list[int], weight: int) -> None:
        if state.seat != CHANCE:
            found[game.fold(actions)] = weight
            return
        assert state.legal() == [action for action, _ in state.chance()]
        for action, tokens in state.chance():
            after = state.copy()
            after.apply(action)
            walk(after, [*actions, action], weight * tokens)

    walk(state, [], 1)
    assert found == {move: naive.weight(move) for move in found}
    if len(naive.bag()) < 10:
        assert found == naive.orders()


def payments(log: list[Event]) -> dict[tuple[str, int], int]:
    return {(NAMES[company], seat): amount for name, company, seat, amount, *_ in (e for e in log if e[0] in MONEY)}


def assert_same_payments(log: list[Event], naive: Game) -> None:
    paid: dict[tuple[str, int], int] = {}
    for name, seat, amount in naive.paid:
        paid[name, seat] = paid.get((name, seat), 0) + amount
    assert payments(log) == paid


def choose(naive: Game, source: random.Random) -> str:
    """Lively, so that games get somewhere: bids of all sizes, long builds that love cities and the neighbours."""
    if naive.drawing:
        bag = naive.bag()
        return " ".join(["order", *(str(seat + 1) for seat in source.sample(bag, naive.players))])
    if naive.lot:
        moves = naive.moves()
        return moves[min(source.choice((0, 0, 1, 2, 4, 8)), len(moves) - 1)]
    if naive.voters:
        return source.choice(("agree", "refuse"))
    auctions, builds = list(naive.auctions()), list(naive.builds())
    if naive.end_vote == "on" and not naive.proposed and source.random() < 0.1:
        return "propose-end"
    if builds and source.random() < 0.8:
        return max([long_build(naive, source.choice(builds).split()[1], source) for _ in range(6)], key=lambda way: worth(naive, way))
    return source.choice(auctions) if auctions and source.random() < 0.9 else "pass"


def long_build(naive: Game, name: str, source: random.Random) -> str:
    way: list[str] = []
    while (hexes := naive.next_hexes(name, way)) and (not way or source.random() < 0.9):
        way.append(source.choice(hexes))
    return f"build {name} {' '.join(way)}"


def worth(naive: Game, move: str) -> int:
    _, name, *way = move.split()
    linked = {other for pair in naive.connected if name in pair for other in pair}
    cities = [at for at in way if naive.map[at].city]
    return len(way) + 2 * len(cities) + 6 * len({other for at in cities for other in naive.there(at)} - linked)


def play_both(players: int, options: tuple[str, str], seed: int, every: int) -> str:
    source = random.Random(seed)
    order, end_vote = options
    state = game.new(players, **{"order": order, "end-vote": end_vote})
    naive = Game(players, order, end_vote)
    for number in range(5000):
        assert_same_position(state, naive)
        if naive.over:
            break
        if number % every == seed % every:
            if naive.drawing:
                assert_same_orders(state, naive)
            else:
                assert_same_moves(state, naive)
                assert_same_ways(state, naive, source)
        move = choose(naive, source)
        naive.play(move)
        log: list[Event] = []
        for action in game.unfold(state, move):
            state.apply(action, log)
        assert_same_payments(log, naive)
    assert state.seat == OVER
    return state.reason


CONFIGURATIONS = list(product((3, 4, 5), product(("by-income", "one-each"), ("off", "on"))))


@pytest.mark.parametrize(("players", "options"), [(3, ("by-income", "off")), (4, ("one-each", "on")), (5, ("by-income", "on"))])
def test_two_programs_play_the_same_game(players: int, options: tuple[str, str]) -> None:
    play_both(players, options, seed=10 * players, every=9)


@pytest.mark.long
@pytest.mark.parametrize(("players", "options"), CONFIGURATIONS)
def test_two_programs_play_the_same_four_games(players: int, options: tuple[str, str]) -> None:
    for seed in range(4):
        play_both(players, options, seed=1000 * players + seed, every=11)
