"""The worked examples of the rulebook, one by one.

Where an example starts in the middle of a game it does not tell, the values of some start cities are other ones.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

from cuberails.games import german_railways as game
from tests.german_railways.positions import Table, board_with


def rich(**sales: str) -> Table:
    return Table(order="one-each").open(**sales).do("order 1 2 3")


def test_gr_4_susanne_has_five_and_three() -> None:
    table = rich(PO="1 for 20", NME="1 for 10", KSS="2 for 1", KBS="2 for 1", MWB="2 for 1", GBS="2 for 1", CME="2 for 1", BHE="2 for 1")
    table.turn("build PO B41 B39 B37").turn("build PO B35 B33 B31").turn("build NME L31")
    assert (table.income("PO"), table.income("NME")) == (5, 3)
    assert table.state.player_income(0) == 8


def five_at_the_bag(folder: Path) -> Table:
    """Susanne 8, Jérôme and Tina 6, David 4, Harry 3."""
    changes = {"A42": {"value": 8}, "K32": {"value": 6}, "K18": {"value": 6}, "S16": {"value": 2}}
    seats = {"PO": 1, "NME": 2, "KSS": 3, "KBS": 4, "MWB": 4, "GBS": 5, "CME": 5, "BHE": 5}
    return Table(5, board_with(folder, changes)).open(**{company: f"{seat} for 1" for company, seat in seats.items()})


def test_gr_5_they_put_one_two_two_three_and_four_tokens(tmp_path: Path) -> None:
    table = five_at_the_bag(tmp_path)
    assert [table.state.player_income(seat) for seat in range(5)] == [8, 6, 6, 4, 3]
    assert table.json()["bag"] == [1, 2, 2, 3, 4]
    assert table.events("tokens") == [
        ("tokens", seat, income, tokens) for seat, (income, tokens) in enumerate([(8, 1), (6, 2), (6, 2), (4, 3), (3, 4)])
    ]


def test_gr_6_every_order_has_the_weight_of_drawing_without_return(tmp_path: Path) -> None:
    """The draws one after the other weigh what drawing five of the twelve tokens by hand does."""
    state = five_at_the_bag(tmp_path).state
    weights: dict[tuple[int, ...], int] = {}

    def draw(state: game.State, drawn: tuple[int, ...], weight: int) -> None:
        if len(drawn) == 5:
            weights[drawn] = weight
            return
        for action, tokens in state.chance():
            after = state.copy()
            after.apply(action)
            draw(after, (*drawn, int(game.code(action)[-1])), weight * tokens)

    draw(state, (), 1)
    hands = Counter(permutations([1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5], 5))
    assert weights == hands
    assert sum(weights.values()) == 12 * 11 * 10 * 9 * 8


def test_gr_6_tina_plays_twice_and_david_not_at_all(tmp_path: Path) -> None:
    table = five_at_the_bag(tmp_path).do("order 3 1 5 3 2")
    seats = []
    while table.state.seat >= 0:
        seats.append(table.state.seat + 1)
        table.do("pass")
    assert seats == [3, 1, 5, 3, 2]


def test_gr_11_tina_goes_from_31_to_39(tmp_path: Path) -> None:
    board = board_with(tmp_path, {"A42": {"value": 8}, "K32": {"value": 31}})
    sales = dict.fromkeys(game.COMPANIES, "3 for 1") | {"NME": "2 for 1"}
    table = Table(3, board, order="one-each").open(**sales).do("order 2 1 3")
    assert (table.income("PO"), table.state.player_income(1)) == (8, 31)
    table.sell("PO", 2, 5)
    assert table.state.player_income(1) == 39


def test_gr_16_mwb_pays_seven_to_reach_halle_over_the_mountain() -> None:
    table = rich(MWB="1 for 20", KSS="1 for 10").turn("build KSS J17").turn("build MWB K12 K14")
    before = table.treasury("MWB")
    table.turn("build MWB J15 J17")
    assert [event[4] for event in table.events("track")] == [4, 2 + 1]
    assert before - table.treasury("MWB") == 7


def test_gr_27_frankfurt_brings_mwb_three() -> None:
    table = rich(MWB="1 for 20")
    assert table.income("MWB") == 2
    table.turn("build MWB L9 M8 N7")
    assert table.events("track")[-1][5:] == (3, 5)


def test_gr_31_po_meets_nme_in_posen() -> None:
    table = rich(PO="1 for 25", NME="1 for 10").turn("build NME J31 I32 H31")
    table.turn("build PO B41 C40 D39 D37").turn("build PO E36 F35 G34 H33")
    assert not table.events("connected")
    table.turn("build PO H31")
    assert table.events("connected") == [("connected", 0, 1)]
    assert table.events("double") == [("double", 0, 0, 2 * 4, 1, 4)]
    assert ("dividend", 1, 0, 3, 1, 3) in table.log


def test_gr_26_bhe_pays_susanne_eighteen() -> None:
    table = rich(BHE="1 for 18", KSS="1 for 15")
    table.turn("build BHE F15 F17 G18").turn("build BHE G20 D13 D11").turn("build BHE C14 B13")
    assert table.income("BHE") == 9
    log = table.do("auction BHE, bid 1, pass, pass, pass, pass, order 1 2 3").log
    assert ("sale", 0, 7, 1) in log
    table.turn("build KSS J19 I20").turn("build KSS G20")
    assert ("dividend", 7, 0, 18, 2, 9) in table.log


def test_gr_1_the_terrain_of_the_start_cities() -> None:
    board = game.load_board()
    terrain = [board.terrain[start] for start in board.starts]
    assert terrain == ["plain", "plain", "plain", "mountain", "mountain", "hill", "plain", "plain"]
