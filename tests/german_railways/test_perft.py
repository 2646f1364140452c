"""How many ways there are, depth by depth, divided at the root."""

from __future__ import annotations

from cuberails.games import german_railways as game
from tests.german_railways.naive import Game
from tests.german_railways.positions import Table


def perft(state: game.State, depth: int) -> int:
    """The number of ways to go on for so many actions, chance included."""
    legal = state.legal()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = state.copy()
        after.apply(action)
        count += perft(after, depth - 1)
    return count


def divide(state: game.State, depth: int) -> dict[str, int]:
    """``perft`` by the first action."""
    found = {}
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        found[game.code(action)] = perft(after, depth - 1)
    return found


def test_perft_of_the_first_auction() -> None:
    """Every amount opens the auction; who may answer has 24 and so 24 - bid raises and a pass."""
    state = game.new(5)
    assert perft(state, 1) == 25
    assert divide(state, 2) == {"pass": 25, **{f"bid {n}": 25 - n for n in range(1, 24)}, "bid 24": 1 + 24}


def test_perft_of_a_draw() -> None:
    """Three seats with one, two and three tokens: every order but 1 1 ., and seat 2 at most twice."""
    table = Table().open(PO="1 for 1", NME="2 for 1", KBS="1 for 1", MWB="2 for 1", BHE="3 for 1")
    assert table.json()["bag"] == [1, 2, 3]
    orders = [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]
    legal = [order for order in orders if order.count(0) <= 1 and order.count(1) <= 2]
    assert perft(table.state, 3) == len(legal)


def test_perft_of_a_turn_divided_at_the_root() -> None:
    """Only GBS has the money to build: 51 is the second program's count of the hexes after each first hex, and ``stop``."""
    naive = Game(3)
    table = Table().open(GBS="1 for 6", NME="2 for 2").do("order 1 3 2")
    for move in table.moves:
        naive.play(move)
    first = [move.split()[2] for move in naive.builds()]
    assert {move.split()[1] for move in naive.builds()} == {"GBS"}
    assert sum(1 + len(naive.next_hexes("GBS", [at])) for at in first) == 51
    assert divide(table.state, 4) == {"pass": 340, "auction": 5800, "build": 51}
