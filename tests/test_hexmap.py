"""``common.hexmap``: neighbours and bitmasks."""

from __future__ import annotations

from math import dist, sqrt

from hypothesis import given
from hypothesis import strategies as st

from cuberails.common.hexmap import bits, mask_of, neighbours
from cuberails.games.chicago_express.board import load_board

hex_names = st.tuples(st.sampled_from("ABCDEFGHZ"), st.integers(1, 12)).map(lambda at: f"{at[0]}{at[1]}")


@given(st.lists(hex_names, max_size=40, unique=True))
def test_neighbours_are_mutual_and_never_oneself(names: list[str]) -> None:
    near = neighbours(names)
    assert len(near) == len(names)
    for one, mask in enumerate(near):
        assert not mask >> one & 1
        assert mask < 1 << len(names)
        assert all(near[other] >> one & 1 for other in bits(mask))


@given(st.lists(hex_names, max_size=40, unique=True))
def test_neighbours_are_the_hexes_one_step_away_on_the_page(names: list[str]) -> None:
    """The pixel centres of the board files' description, the side of a hex being 1."""
    centres = [(1.5 * ord(name[0]), sqrt(3) / 2 * int(name[1:])) for name in names]
    for one, mask in enumerate(neighbours(names)):
        assert set(bits(mask)) == {other for other, at in enumerate(centres) if abs(dist(centres[one], at) - sqrt(3)) < 1e-9}


@given(st.sets(st.integers(0, 300)))
def test_a_bitmask_is_a_set(numbers: set[int]) -> None:
    assert list(bits(mask_of(list(numbers)))) == sorted(numbers)


def test_the_neighbours_of_known_places() -> None:
    board = load_board()

    def near(name: str) -> set[str]:
        return {board.hexes[hex_] for hex_ in bits(board.near[board.number[name]])}

    assert near("S7") == {"S5", "S9", "R6", "R8"}  # New York, on the coast
    assert near("A5") == {"A7", "B6"}  # Chicago
    assert "B6" in near("A7")
    assert near("K9") == {"K7", "K11", "J8", "J10", "L8", "L10"}
    assert max(len(near(name)) for name in board.hexes) == 6
