"""The rules, checked from outside: a second, naive program plays the same games (see ``naive``)."""

from __future__ import annotations

import random

import pytest

from cuberails.core import CHANCE, OVER
from cuberails.games import credit_mobilier as game
from tests.credit_mobilier.naive import COLOURS, COMPANIES, FACES, Game


def whole_moves(state: game.State, longest: int) -> set[str]:
    """Every move of the record the engine allows, found action by action; builds and moves up to a length."""
    found: set[str] = set()
    stop = game.parse("stop")

    def walk(state: game.State, actions: list[int]) -> None:
        if actions and state.whole():
            found.add(game.fold(actions, state.board))
            return
        for action in state.legal():
            if len(actions) > longest and action != stop:
                continue
            after = state.copy()
            after.apply(action)
            walk(after, [*actions, action])

    walk(state, [])
    return found


def candidates(naive: Game, legal: set[str], longest: int, source: random.Random) -> set[str]:
    """Moves that might be legal: all the small ones, and builds and moves of cubes near legal ones."""
    found = {"pass"}
    found |= {f"{verb} {company} {number}" for verb in ("buy", "dividend") for company in FACES for number in range(7)}
    found |= {f"build {colour} {naive.link(*ends)}" for colour in FACES for ends in naive.printed}
    found |= {f"move {colour} {a}-{b}" for colour in FACES for ends in naive.printed for a, b in (ends, ends[::-1])}
    ways = sorted(move for move in legal if move.split()[0] in ("build", "move"))
    for move in source.sample(ways, min(30, len(ways))):
        words = move.split()
        other = source.choice(sorted(naive.printed))
        step = "-".join(source.sample(other, 2)) if words[0] == "move" else naive.link(*other)
        found.add(" ".join([*words, step]))
        found.add(" ".join([*words[:-1], step]))
        found.add(" ".join([*words[:2], *reversed(words[2:])]))
        found.add(" ".join([words[0], source.choice(COLOURS), *words[2:]]))
    return {move for move in found if len(move.split()) - 2 <= longest}


def assert_same_position(state: game.State, naive: Game) -> None:
    shown = state.to_json()
    assert state.scores() == naive.cash
    assert [state.treasury(company) for company in range(5)] == [naive.treasury[company] for company in COMPANIES]
    assert shown["shares"] == [[shares[company] for company in COMPANIES] for shares in naive.shares]
    for colour, cubes, links in zip(COLOURS, shown["cubes"], shown["links"], strict=True):
        places = [place for which, place in naive.cubes if which == colour]
        assert cubes == {place: places.count(place) for place in places}
        assert set(links) == {name for name, owner in naive.markers.items() if owner == colour}
    assert (state.seat == OVER) == naive.over
    assert state.reason == ("goods" if naive.over else "")
    assert state.turn == naive.turn


def chance(naive: Game, number: int, source: random.Random) -> str:
    """The draw that is due, made here: cubes from a bag, a player, five dice."""
    if number == 0:
        bag = [colour for colour in COLOURS for _ in range(6)]
        source.shuffle(bag)
        return " ".join(["setup", *[f"{town}={colour}" for town, colour in zip(naive.towns, bag, strict=False)]])
    if number == 1:
        return f"first {source.randrange(naive.players) + 1}"
    return " ".join(["roll", *sorted(source.choice(FACES) for _ in range(5))])


def play_both(players: int, seed: int, every: int, longest: int) -> None:
    source = random.Random(seed)
    state, naive = game.new(players), Game(players)
    for number in range(3000):
        assert_same_position(state, naive)
        if naive.over:
            break
        if state.seat == CHANCE:
            move = chance(naive, number, source)
        else:
            compared = number // 2 % every == 0
            legal = naive.moves(longest if compared else 2)
            if compared:
                assert whole_moves(state, longest) == legal
                for candidate in candidates(naive, legal, longest, source):
                    assert (game.explain(state, candidate) is None) == (candidate in legal), candidate
            verb = source.choice(sorted({move.split()[0] for move in legal}))
            move = source.choice(sorted(move for move in legal if move.startswith(verb)))
        naive.play(move)
        for action in game.unfold(state, move):
            state.apply(action)
    assert state.seat == OVER
    assert state.winners() == naive.winners()


@pytest.mark.parametrize("players", [2, 5])
def test_two_programs_play_the_same_game(players: int) -> None:
    play_both(players, seed=players, every=20, longest=2)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_programs_play_the_same_twenty_games(players: int) -> None:
    for seed in range(20):
        play_both(players, seed=1000 * players + seed, every=9, longest=2 + seed % 2)
