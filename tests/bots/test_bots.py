"""Every bot, in every game and for every number of seats: legal, reproducible, harmless."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cuberails import bots, registry
from cuberails.bots import match, mcts
from cuberails.bots.mcts import Mcts
from cuberails.bots.random import Random
from cuberails.core import CHANCE, OVER, BadInput, draw
from cuberails.record import Record

TABLES = [(name, seats) for name in registry.GAMES for seats in registry.game(name).SEATS]
THINKERS = ("greedy", "easy", "medium")


def positions(name: str, seats: int, every: int, seed: int = 1, **options: str) -> list[Any]:
    """Positions of a random game in which somebody has a choice."""
    rng = random.Random(seed)
    state = registry.game(name).new(seats, **options)
    found = []
    decisions = 0
    while state.seat != OVER:
        if state.seat == CHANCE:
            state.apply(draw(state, rng))
            continue
        if len(state.legal()) > 1:
            decisions += 1
            if decisions % every == 0:
                found.append(state.copy())
        state.apply(Random().choose(state, rng, None))
    return found


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_thinkers_choose_legal_actions_and_leave_the_position_alone(name: str, seats: int) -> None:
    for state in positions(name, seats, every=25):
        before = state.to_json()
        for spec in THINKERS:
            assert bots.load(spec).choose(state, random.Random(2), None) in state.legal()
            assert state.to_json() == before, f"{spec} changed the position"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_search_chooses_legal_actions_and_leaves_the_position_alone(name: str, seats: int) -> None:
    for state in positions(name, seats, every=60, seed=3):
        before = state.to_json()
        assert Mcts(simulations=6).choose(state, random.Random(2), None) in state.legal()
        assert state.to_json() == before


@pytest.mark.parametrize("options", [{"dividends": "before-action"}])
def test_thinkers_play_dividends_before_action(options: dict[str, str]) -> None:
    for state in positions("chicago-express", 4, every=10, **options):
        for bot in (bots.load("greedy"), Mcts(simulations=5)):
            assert bot.choose(state, random.Random(2), None) in state.legal()


def test_thinkers_vote_on_the_end() -> None:
    for state in positions("german-railways", 4, every=5, **{"end-vote": "on", "order": "one-each"}):
        for bot in (bots.load("greedy"), Mcts(simulations=4)):
            assert bot.choose(state, random.Random(2), None) in state.legal()


@pytest.mark.parametrize("name", registry.GAMES)
@pytest.mark.parametrize("spec", ["lively", "greedy"])
def test_the_same_seed_gives_the_same_game(name: str, spec: str) -> None:
    start = Record(name, match.players([spec] * 3))
    first, again, other = (match.play(start, [spec] * 3, seed) for seed in ("7", "7", "8"))
    assert again == first
    assert other.moves != first.moves


@pytest.mark.parametrize("name", registry.GAMES)
def test_search_with_a_fixed_budget_is_reproducible(name: str) -> None:
    def decisions() -> list[int]:
        bot, rng = Mcts(simulations=15), random.Random(5)
        return [bot.choose(state, rng, None) for state in positions(name, 3, every=25)]

    assert decisions() == decisions()


def test_search_follows_its_plan_and_keeps_its_tree() -> None:
    """Within one turn it does not think again; the tree of the last decision is found by the position."""
    game = registry.game("chicago-express")
    state = game.new(3)
    for move in ("bid 12", "pass", "pass", "bid 8", "pass", "pass", "bid 8", "pass", "pass", "bid 9", "pass", "pass"):
        for action in game.unfold(state, move):
            state.apply(action)
    bot, rng = Mcts(simulations=40), random.Random(1)
    seat = state.seat
    first = bot.choose(state, rng, None)
    thought = rng.getstate()
    state.apply(first)
    assert state.seat == seat
    while state.seat == seat and not state.whole():
        state.apply(bot.choose(state, rng, None))
    assert rng.getstate() == thought
    assert bot._find(state) is not None
    assert bot._find(state).visits > 0


@pytest.mark.parametrize("name", registry.GAMES)
def test_search_keeps_to_its_clock(name: str) -> None:
    state = positions(name, 4, every=40)[0]
    began = time.process_time()
    Mcts(simulations=10**9).choose(state, random.Random(1), 0.1)
    assert time.process_time() - began < 0.5


@pytest.mark.long
@pytest.mark.parametrize("name", registry.GAMES)
def test_greedy_beats_random(name: str) -> None:
    """At least three of four first places against three, on rotated seats."""
    won = 0
    for number in range(12):
        specs = ["random"] * 4
        specs[number % 4] = "greedy"
        winners = match.play(Record(name, match.players(specs)), specs, f"beats/{number}").result["winners"]  # type: ignore[index]
        won += winners == [number % 4 + 1]
    assert won >= 9


@pytest.mark.long
@pytest.mark.parametrize("name", registry.GAMES)
def test_easy_plays_better_than_noise(name: str) -> None:
    won = 0
    for number in range(12):
        specs = ["random"] * 4
        specs[number % 4] = "easy"
        winners = match.play(Record(name, match.players(specs)), specs, f"easy/{number}").result["winners"]  # type: ignore[index]
        won += winners == [number % 4 + 1]
    assert won >= 6


def test_a_bot_of_ones_own_from_the_working_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2] / "examples")
    monkeypatch.setattr(sys, "path", [*sys.path])
    state = registry.game("chicago-express").new(3)
    assert bots.load("my_bot:MyBot").choose(state, random.Random(1), None) in state.legal()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("grandmaster", "There is no bot “grandmaster”; the bots are random"),
        ("", "There is no bot “”"),
        ("no_such_module:Bot", "cannot be loaded: No module named 'no_such_module'"),
        ("json:Bot", "cannot be loaded: module 'json' has no attribute 'Bot'"),
        ("json:JSONDecoder", "has no method “choose”"),
    ],
)
def test_a_wrong_bot_is_named(spec: str, words: str) -> None:
    with pytest.raises(BadInput) as refused:
        bots.load(spec)
    assert words in str(refused.value)


def test_search_ends_where_turns_have_too_many_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many plans are looked at for each simulation, and no more but those of one position."""
    monkeypatch.setattr(mcts, "BREADTH", 2)
    bot = Mcts(simulations=200)
    state = positions("chicago-express", 4, every=40)[1]
    bot.choose(state, random.Random(1), None)
    assert bot._root is not None
    assert 0 < bot._root.visits < 200
