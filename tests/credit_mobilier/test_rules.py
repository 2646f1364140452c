"""Every rule of Credit Mobilier by its number, and every worked example of the rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import factorial
from pathlib import Path

import pytest

from cuberails.core import CHANCE, OVER
from cuberails.games import credit_mobilier as game
from tests.credit_mobilier.positions import COLOURS, Table, setup, small_board

# -- Set-up -------------------------------------------------------------------------------------


def test_cm_1_five_treasuries_start_empty() -> None:
    table = Table(4)
    assert game.COMPANIES == ("red", "green", "yellow", "blue", "purple")
    assert [table.treasury(company) for company in game.COMPANIES] == [0] * 5


def test_cm_2_every_town_gets_one_cube_and_the_pacific_coast_none() -> None:
    table = Table()
    cubes = [table.cubes(colour) for colour in COLOURS]
    assert sorted(place for places in cubes for place in places) == sorted(table.state.board.towns)
    assert all(number == 1 for places in cubes for number in places.values())


def test_cm_2_a_cube_is_drawn_by_the_cubes_left_in_the_bag() -> None:
    state = game.new(2)
    for drawn, colour in enumerate(["red", "red", "blue", "red", "red", "red", "red"]):
        assert sum(weight for _, weight in state.chance()) == 24 - drawn
        state.apply(game.parse(f"cube {colour}"))
    assert [(game.code(action), weight) for action, weight in state.chance()] == [("cube green", 6), ("cube yellow", 6), ("cube blue", 5)]
    assert state.legal() == [action for action, _ in state.chance()]


def test_cm_2_a_whole_setup_has_the_weight_of_its_draws(tmp_path: Path) -> None:
    """Along every way the weights multiply to the number of ways to draw the same colours from twelve different cubes."""
    path = tmp_path / "seven.csv"
    links = ["A1,A,1,,PC A2 B1", "A2,A,2,,A3", "A3,A,3,,B3", "B1,B,1,,B2", "B2,B,2,,B3", "B3,B,3,,B4", "B4,B,4,"]
    path.write_text("town,column,row,name,links\n" + "\n".join(links) + ",\nPC,-,-,,\ncubes,-,-,,3\n", encoding="utf-8")
    board = game.load_board(path)
    found: Counter[tuple[int, ...]] = Counter()

    def walk(state: game.State, weight: int, drawn: tuple[int, ...]) -> None:
        if len(drawn) == 7:
            found[drawn] = weight
            return
        for action, ways in state.chance():
            after = state.copy()
            after.apply(action)
            walk(after, weight * ways, (*drawn, action))

    walk(game.new(2, board), 1, ())
    for drawn, weight in found.items():
        expected = 1
        for colour in Counter(drawn).values():
            expected *= factorial(3) // factorial(3 - colour)
        assert weight == expected
    assert sum(found.values()) == factorial(12) // factorial(5)
    assert len(found) == sum(1 for draw in product(range(4), repeat=7) if max(Counter(draw).values()) <= 3)


def test_cm_3_three_dollars_and_a_share_of_the_credit_mobilier_each() -> None:
    for players in range(2, 6):
        table = Table(players)
        assert table.cash() == [3] * players
        assert table.shares("purple") == [1] * players
        assert all(table.shares(colour) == [0] * players for colour in COLOURS)


def test_cm_3_every_player_is_equally_likely_to_begin_and_then_it_goes_clockwise() -> None:
    state = game.new(4)
    for action in game.unfold(state, setup(state.board)):
        state.apply(action)
    assert [(game.code(action), weight) for action, weight in state.chance()] == [(f"first {seat}", 1) for seat in range(1, 5)]
    table = Table(3, first=2)
    for seat in (1, 2, 0, 1):
        assert table.roll("5 red").state.seat == seat
        table.do("build red D1-C1" if seat == 1 and not table.links("red") else "buy red 1")


def test_cm_4_markers_and_shares_do_not_run_out() -> None:
    table = Table(2)
    for _ in range(34):
        table.roll("1 red 4 orange")
        table.do(next(move for name in table.state.board.link_names if table.why(move := f"build red {name}") is None))
    assert len(table.links("red")) == 34
    for _ in range(30):  # the Credit Mobilier's money buys far more red shares than anybody could print
        table.turn("5 orange", "dividend purple 5") if table.treasury("purple") else table.turn("5 red", "buy red 2")
    assert sum(table.shares("red")) > 20


# -- Turn ---------------------------------------------------------------------------------------


def test_cm_5_a_roll_is_one_of_252_multisets_with_the_weights_of_five_dice() -> None:
    rolls = {game.code(action)[5:]: weight for action, weight in Table().state.chance()}
    ordered = Counter(" ".join(sorted(faces)) for faces in product(("red", "green", "yellow", "blue", "purple", "orange"), repeat=5))
    assert rolls == ordered
    assert len(rolls) == 252
    assert sum(rolls.values()) == 7776
    assert rolls["red red red red red"] == 1
    assert rolls["blue green orange purple yellow"] == 120


def test_cm_5_only_a_colour_that_was_rolled() -> None:
    table = Table().roll("1 blue 2 green 2 red")
    assert table.allows("build blue D1-C1", "build green D1-C1", "build red D1-C1")
    assert table.why("build yellow D1-C1") == "CM-5: No yellow die was rolled."
    assert table.why("buy yellow 1") == "CM-5: No yellow die was rolled."


def test_cm_5_a_player_who_can_act_must_act_but_need_not_use_every_die() -> None:
    """Rulebook: with three green dice a player may buy only one share."""
    table = Table().roll("3 green 2 orange")
    assert table.why("pass") == "CM-5: A player who can act must act: something is possible with these dice."
    assert table.allows("buy green 1", "buy green 2", "buy green 3", "build green D1-C1")
    table.do("build green D1-C1")
    assert table.state.seat == CHANCE
    assert len(table.links("green")) == 1


def test_cm_5_the_turn_is_passed_when_nothing_is_possible() -> None:
    table = Table().roll("5 orange")
    assert table.legal() == ["pass"]
    table.do("pass")
    assert table.state.seat == CHANCE
    assert table.roll("1 red 4 orange").state.seat == 1
    poor = Table(2).turn("3 purple 2 orange", "buy purple 3").turn("5 red", "buy red 1").roll("5 purple")
    assert poor.cash() == [0, 2]
    assert poor.legal() == ["pass"]


def test_cm_5_at_least_one_link_step_share_or_round() -> None:
    table = Table().turn("5 red", "build red D1-C1").roll("2 red 3 orange")
    for move in ("build red", "move red", "buy red", "dividend purple"):
        assert table.why(move).startswith("NOTATION: ")
    assert table.why("buy red 0") == "CM-5: At least one share is bought."
    assert table.why("dividend purple 0") == "CM-5: At least one round of dividends is paid."


def test_cm_5_before_the_dice_are_rolled_nothing_is_done() -> None:
    assert Table().why("build red D1-C1") == "CM-5: Five dice are rolled now, before anything is done."


def test_cm_6_rulebook_blue_green_green_red_red() -> None:
    cubes = "D1=green C1=green"
    table = Table(2, cubes).turn("2 red 3 blue", "build red D1-C1 D2-C2").roll("2 red 3 green")
    table.do("build green C1-B1 C2-B2").roll("1 blue 2 green 2 red")
    assert table.allows("build blue D3-C3", "move green D1-C1 C1-B1", "move green D1-C1 C1-B1", "buy red 2", "buy green 2", "buy blue 1")
    assert table.allows("move green C1-B1 D1-C1")
    assert table.why("build blue D3-C3 D4-C4") == "CM-9: One link for each die: 1 blue and 0 purple were rolled."
    assert table.why("buy blue 2") == "CM-12: One share for each die: 1 blue and 0 purple were rolled."


def test_cm_6_rulebook_purple_completes_a_colour_that_was_rolled() -> None:
    table = Table().roll("2 red 1 green 1 blue 1 purple")
    assert table.allows("buy red 3", "buy green 2", "buy blue 2")
    assert not table.allows("buy green 3")
    assert table.why("buy yellow 1") == "CM-6: No yellow die was rolled, and purple completes only a colour that was rolled."


def test_cm_6_rulebook_one_yellow_and_four_purple_are_five_yellow_actions() -> None:
    table = Table().roll("1 yellow 4 purple")
    table.do("build yellow D1-C1 D2-C2 D3-C3 D4-C4 D5-C5")
    assert len(table.links("yellow")) == 5
    assert table.state.seat == CHANCE


def test_cm_6_purple_never_counts_as_orange() -> None:
    table = Table().turn("5 red", "build red D1-C1").roll("1 red 4 purple")
    assert table.why("dividend purple 1") == "CM-15: No orange die was rolled: dividends need one, and purple never counts as orange."


def test_cm_7_rulebook_two_purple_dice_buy_two_shares_of_the_credit_mobilier() -> None:
    table = Table().roll("2 purple 1 red 1 green 1 yellow")
    assert table.why("buy purple 3") == "CM-7: One share for each purple die, and 2 came up."
    table.do("buy purple 2")
    assert table.shares("purple") == [3, 1, 1]
    assert table.cash() == [1, 3, 3]


def test_cm_7_purple_alone_only_buys() -> None:
    table = Table().roll("5 purple")
    assert table.legal() == ["buy purple 1", "buy purple 2", "buy purple 3"]
    assert table.why("build purple D1-C1").startswith("CM-7: The Credit Mobilier has neither links nor cubes")
    assert table.why("move purple D1-C1").startswith("CM-7: ")
    assert (
        Table().roll("5 red").why("buy purple 1") == "CM-7: No purple die was rolled: it takes one for each share of the Credit Mobilier."
    )


def test_cm_8_rulebook_two_green_dice_build_two_links_but_no_link_and_a_share() -> None:
    table = Table().roll("2 green 3 orange")
    assert table.allows("build green D1-C1 D2-C2", "buy green 2")
    assert table.why("build green D1-C1 buy green 1").startswith("NOTATION: ")
    begun = game.parse("build green")
    table.state.apply(begun)
    table.state.apply(game.parse("lay D1-C1"))
    assert table.legal()[0] == "stop"
    assert str(table.state.why(game.parse("buy green 1"))) == "CM-8: A green build is under way: name its next link, or stop."


# -- Build --------------------------------------------------------------------------------------


def test_cm_9_one_marker_on_a_link() -> None:
    table = Table().turn("5 red", "build red D1-C1").roll("2 green 3 blue")
    assert table.why("build green D1-C1") == "CM-9: D1-C1 has a red marker already."
    assert table.why("build green D2-C2 D2-C2") == "CM-9: D2-C2 has a green marker already."
    assert table.why("build green C2-B3") == "CM-9: No link is printed between C2 and B3."


def test_cm_9_no_build_when_every_link_has_a_marker(tmp_path: Path) -> None:
    table = Table(2, board=small_board(tmp_path)).turn("5 red", "build red B1-A1 B2-A2 A1-PC B1-B2 A1-A2").roll("5 green")
    assert "build green" not in table.legal()
    reason = table.state.why(game.parse("build green"))
    assert str(reason) == "CM-9: Every link has a marker already."


def test_cm_10_unbroken_from_the_east_over_links_of_any_colour() -> None:
    table = Table().turn("1 red 4 orange", "build red D3-C3").roll("2 green 3 orange")
    assert table.allows("build green C3-B3", "build green C3-C4", "build green C2-C3", "build green C3-B3 B3-A3")
    assert table.why("build green B3-A3") == "CM-10: B3-A3 is not connected to the east side: no links lead to it."
    assert table.why("build green B3-A3 C3-B3") == "CM-10: B3-A3 is not connected to the east side: no links lead to it."


def test_cm_10_the_towns_of_the_easternmost_column_stand_on_the_east_side() -> None:
    table = Table().roll("5 red")
    links = {code for code in codes_after(table, "build red") if code != "stop"}
    assert links == {f"lay D{row}-C{row}" for row in range(1, 6)} | {f"lay D{row}-D{row + 1}" for row in range(1, 5)}


def test_cm_10_links_that_meet_at_the_pacific_coast_connect_each_other() -> None:
    table = Table().turn("3 red 2 orange", "build red D1-C1 C1-B1 B1-A1").turn("1 red 4 green", "build red A1-PC").roll("5 red")
    assert table.allows("build red A3-PC", "build red A5-PC A4-A5 B5-A5")


def test_cm_11_rulebook_three_yellow_links_bring_the_credit_mobilier_six_dollars() -> None:
    table = Table().turn("3 yellow 2 orange", "build yellow D1-C1 C1-B1 C1-C2")
    assert table.treasuries() == {"purple": 6}
    assert sorted(table.links("yellow")) == ["C1-B1", "C1-C2", "D1-C1"]
    assert table.cash() == [3, 3, 3]


# -- Buy ----------------------------------------------------------------------------------------


def test_cm_12_rulebook_three_red_one_green_one_yellow() -> None:
    table = Table().roll("3 red 1 green 1 yellow")
    assert [code for code in table.legal() if code.startswith("buy")] == [
        "buy red 1",
        "buy red 2",
        "buy red 3",
        "buy green 1",
        "buy yellow 1",
    ]
    table.do("buy red 3")
    assert table.cash() == [0, 3, 3]
    assert table.shares("red") == [3, 0, 0]
    assert table.treasuries() == {}


def test_cm_12_a_player_buys_no_more_than_the_cash_pays_for() -> None:
    table = Table(2).turn("2 red 3 blue", "buy red 2").turn("5 red", "buy red 1").roll("4 red 1 purple")
    assert table.allows("buy red 1", "buy purple 1")
    assert table.why("buy red 2") == "CM-12: You have $1, and so many shares cost $2."


# -- Move ---------------------------------------------------------------------------------------

RED_CUBES = "D3=red C3=red B3=red A3=red C2=green D2=blue"


def railway() -> Table:
    """Row 3 is built: red, red, blue, and red at the coast; C2-C3 is green. Player 1 rolls."""
    table = Table(2, RED_CUBES).turn("5 red", "build red D3-C3 C3-B3").turn("5 blue", "build blue B3-A3")
    return table.turn("5 red", "build red A3-PC").turn("5 green", "build green C2-C3")


def test_cm_13_one_step_for_each_die_with_one_cube_or_several() -> None:
    table = railway().roll("2 red 2 blue 1 yellow")
    assert table.allows("move red D3-C3 C3-B3", "move red C3-B3 B3-A3", "move red C3-B3 D3-C3", "move red A3-PC")
    assert table.why("move red D3-C3 C3-B3 B3-A3") == "CM-13: One step for each die: 2 red and 0 purple were rolled."
    assert railway().turn("2 red 1 purple 2 blue", "move red D3-C3 C3-B3 B3-A3").cubes("red") == {
        "A3": 2,
        "B3": 1,
        "C3": 1,
        **others("red"),
    }


def test_cm_13_only_cubes_of_the_colour_that_was_chosen() -> None:
    table = railway().roll("1 green 4 red")
    assert table.why("move green D3-C3") == "CM-13: There is no green cube in Omaha (D3)."
    assert table.allows("move green C2-C3")


def test_cm_13_never_east() -> None:
    table = railway().roll("5 red")
    assert table.why("move red C3-D3") == "CM-13: From C3 to D3 is east: cubes move north, south and west."
    assert not any(code.endswith("-D3") for code in codes_after(table, "move red"))


def test_cm_13_only_over_built_links() -> None:
    table = railway().roll("5 red")
    assert table.why("move red B3-B4") == "CM-13: B3-B4 is not built: cubes move over built links only."
    assert table.why("move red C3-B4") == "CM-13: No link is printed between C3 and B4."


def test_cm_13_north_and_south_and_back_again_in_the_same_action() -> None:
    table = railway().turn("3 red 2 blue", "move red C3-C2 C2-C3 C3-C2")
    assert table.cubes("red")["C2"] == 1
    assert table.treasuries() == {"purple": 10}


def test_cm_13_any_number_of_cubes_in_a_place() -> None:
    table = railway().turn("5 red", "move red D3-C3 C3-B3 C3-B3 B3-A3 B3-A3")
    assert table.cubes("red") == {"A3": 3, "B3": 1, **others("red")}


def test_cm_13_a_cube_on_the_pacific_coast_stays_there() -> None:
    table = railway().turn("1 red 4 blue", "move red A3-PC")
    assert table.cubes("red")["PC"] == 1
    table.roll("5 red")
    assert table.why("move red PC-A3") == "CM-13: A cube on the Pacific Coast stays there."
    assert table.why("move red A3-PC") == "CM-13: There is no red cube in Reno (A3)."


def test_cm_13_no_move_when_no_cube_of_the_colour_can_go() -> None:
    table = Table(2, "D3=red").turn("5 red", "build red D3-C3").roll("5 yellow")
    assert "move yellow" not in table.legal()
    assert str(table.state.why(game.parse("move yellow"))).startswith("CM-13: No yellow cube can move")


def test_cm_14_rulebook_a_red_cube_over_a_blue_link_and_another_over_a_red_one() -> None:
    table = railway().roll("2 red 2 blue 1 yellow")
    table.do("move red B3-A3")
    assert table.treasuries() == {"red": 2, "blue": 2, "purple": 10}
    table = railway().roll("2 red 2 blue 1 yellow").do("move red B3-A3 C3-B3")
    assert table.treasuries() == {"red": 6, "blue": 2, "purple": 10}


def test_cm_14_the_step_to_the_pacific_coast_goes_west() -> None:
    assert railway().turn("1 red 4 blue", "move red A3-PC").treasuries() == {"red": 4, "purple": 10}


def test_cm_14_north_and_south_pay_nothing() -> None:
    assert railway().turn("1 green 4 blue", "move green C2-C3").treasuries() == {"purple": 10}


def others(colour: str) -> dict[str, int]:
    """The cubes of a colour that the positions here do not talk of."""
    return {place: number for place, number in Table(2, RED_CUBES).cubes(colour).items() if place not in RED_CUBES}


# -- Dividends ----------------------------------------------------------------------------------


def rich_red() -> Table:
    """Connie (1) holds two red shares, Aaron (3) one, Randy (2) none; red has $4, the Credit Mobilier $6. Connie rolls."""
    table = Table(3, "D3=red").turn("2 red 3 blue", "buy red 2").turn("5 red", "build red D3-C3").turn("1 red 4 blue", "buy red 1")
    return table.turn("5 green", "build green D2-C2").turn("1 red 4 blue", "move red D3-C3").turn("5 green", "build green D4-C4")


def rounds(table: Table, company: str) -> int:
    """The most rounds that are legal; fewer must be, too."""
    found = [code for code in table.legal() if code.startswith(f"dividend {company} ")]
    assert found == [f"dividend {company} {number}" for number in range(1, len(found) + 1)]
    return len(found)


def test_cm_15_at_least_one_orange_die() -> None:
    assert rich_red().roll("5 red").why("dividend red 1") == "CM-15: No orange die was rolled: dividends need one."
    assert rich_red().roll("4 red 1 orange").allows("dividend red 1")


def test_cm_15_a_company_whose_colour_was_rolled_or_the_credit_mobilier() -> None:
    table = rich_red().roll("2 orange 3 blue")
    assert table.why("dividend red 1") == "CM-15: No red die was rolled."
    assert rounds(table, "purple") == 2
    assert rich_red().roll("2 orange 3 purple").why("dividend red 1") == (
        "CM-15: No red die was rolled, and purple completes only a colour that was rolled."
    )
    assert table.why("dividend orange 1").startswith("CM-15: Orange is no company")


def test_cm_15_the_treasury_must_hold_something() -> None:
    table = Table().turn("1 green 4 red", "buy green 1").roll("2 green 3 orange")
    assert table.why("dividend green 1") == "CM-15: There is no money in the treasury of the green company."
    assert table.why("dividend purple 1") == "CM-15: There is no money in the treasury of the Credit Mobilier."


def test_cm_16_rulebook_one_orange_two_red_one_yellow_one_purple() -> None:
    table = rich_red_and_yellow().roll("1 orange 2 red 1 yellow 1 purple")
    assert (rounds(table, "red"), rounds(table, "yellow"), rounds(table, "purple")) == (3, 2, 1)
    assert table.why("dividend red 4") == "CM-16: 4 rounds are too many: 1 orange, 2 red and 1 purple dice allow 3."
    assert table.why("dividend purple 2") == "CM-16: 2 rounds are too many: 1 orange and 1 purple dice allow 1."


def test_cm_16_rulebook_two_orange_two_red_one_yellow() -> None:
    table = rich_red_and_yellow().roll("2 orange 2 red 1 yellow")
    assert (rounds(table, "red"), rounds(table, "yellow"), rounds(table, "purple")) == (2, 2, 2)


def test_cm_16_rulebook_one_purple_one_orange_three_red() -> None:
    table = rich_red().roll("1 purple 1 orange 3 red")
    assert (rounds(table, "red"), rounds(table, "purple")) == (4, 1)


def test_cm_16_rounds_of_the_credit_mobilier_are_the_larger_of_orange_and_purple() -> None:
    assert rounds(rich_red().roll("1 orange 3 purple 1 blue"), "purple") == 3
    assert rounds(rich_red().roll("3 orange 1 purple 1 blue"), "purple") == 3


def test_cm_15_purple_alone_pays_no_dividends() -> None:
    table = rich_red().roll("3 purple 2 red")
    assert (rounds(table, "purple"), rounds(table, "red")) == (0, 0)


def rich_red_and_yellow() -> Table:
    """As ``rich_red``, and yellow has money and a shareholder, too; Connie rolls."""
    table = Table(3, "D3=red D2=yellow").turn("2 red 3 blue", "buy red 2").turn("5 red", "build red D3-C3 D2-C2")
    table.turn("1 red 4 blue", "buy red 1").turn("1 yellow 4 blue", "buy yellow 1").turn("1 red 4 blue", "move red D3-C3")
    return table.turn("5 yellow", "move yellow D2-C2")


def test_cm_17_share_by_share_clockwise_from_the_active_player() -> None:
    table = Table(3, "D3=red").turn("2 red 3 blue", "buy red 2").turn("2 red 3 blue", "buy red 2").turn("2 red 3 blue", "buy red 2")
    table.turn("5 red", "build red D3-C3").turn("5 blue", "build blue D1-C1").turn("5 red", "move red D3-C3")
    table.turn("5 green", "build green D2-C2").turn("1 orange 4 red", "dividend red 1")
    assert table.cash() == [2, 3, 2]  # $4 for six shares: Ben, Cleo, Ada, and Ben's second
    assert table.treasury("red") == 0


def test_cm_17_a_round_pays_every_share_once() -> None:
    table = rich_red().turn("1 orange 4 red", "dividend red 1")
    assert table.cash() == [1 + 2, 3, 2 + 1]
    assert table.treasury("red") == 1


def test_cm_18_rulebook_connie_randy_and_aaron() -> None:
    table = rich_red().roll("2 orange 2 purple 1 red")
    assert (rounds(table, "red"), rounds(table, "purple")) == (3, 2)
    for number in (2, 3):
        table = rich_red().turn("2 orange 2 purple 1 red", f"dividend red {number}")
        assert table.cash() == [1 + 3, 3, 2 + 1]
        assert table.treasury("red") == 0
    assert ("round", 0, 2, 3) in table.log
    assert ("round", 0, 3, 3) not in table.log
    assert table.log[-1] == ("empty", 0)


def test_cm_18_the_credit_mobilier_pays_its_rounds_too() -> None:
    table = rich_red().turn("2 orange 3 blue", "dividend purple 2")
    assert table.cash() == [1 + 2, 3 + 2, 2 + 2]
    assert table.treasury("purple") == 0
    assert rich_red().turn("2 orange 3 blue", "dividend purple 1").treasury("purple") == 3


def test_cm_19_somebody_must_hold_a_share() -> None:
    table = Table(2, "D3=red").turn("5 red", "build red D3-C3").turn("5 red", "move red D3-C3").roll("1 red 4 orange")
    assert table.treasury("red") == 4
    assert table.why("dividend red 1") == "CM-19: Nobody holds a share of the red company."
    assert rounds(table, "red") == 0


# -- End ----------------------------------------------------------------------------------------


def near_the_end(tmp_path: Path, players: int = 2) -> Table:
    """Red has left; green in B1 is two steps from the coast, yellow in A2 and blue in B2 stay. Player 1 rolls."""
    table = Table(players, "A1=red B1=green A2=yellow B2=blue", board=small_board(tmp_path))
    table.turn("5 red", "build red B1-A1 A1-PC").turn("1 red 4 blue", "move red A1-PC")
    while table.state.turn:
        table.turn("5 blue", "build blue B2-A2")
    return table


def test_cm_20_the_game_ends_when_cubes_of_two_colours_remain(tmp_path: Path) -> None:
    table = near_the_end(tmp_path).turn("2 green 3 blue", "move green B1-A1 A1-PC")
    assert table.state.seat == OVER
    assert table.state.reason == "goods"
    assert table.legal() == []
    assert table.log[-1] == ("end", "goods")
    assert table.treasuries() == {"purple": 4, "red": 8, "green": 4}
    assert table.why("pass") == "CM-20: The game is over: no move is made any more."


def test_cm_20_three_colours_are_not_the_end(tmp_path: Path) -> None:
    table = near_the_end(tmp_path)
    assert table.cubes("red") == {"PC": 1}
    assert table.state.seat == CHANCE
    assert table.turn("1 green 4 orange", "move green B1-A1").state.seat == CHANCE


def test_cm_20_in_the_middle_of_a_move_the_game_ends_at_once(tmp_path: Path) -> None:
    """Dice are left, and so is a cube they could move: nobody gets to use them."""
    table = Table(2, "A1=red B1=green A2=yellow B2=blue", board=small_board(tmp_path))
    table.turn("5 red", "build red B1-A1 A1-PC B2-A2 A1-A2").turn("1 yellow 4 red", "move yellow A2-A1")
    table.turn("5 red", "move red A1-PC").roll("5 yellow")
    assert table.why("move yellow A1-PC A1-A2") == "CM-20: The game ends with A1-PC, in the middle of the move: nothing follows it."
    table.do("move yellow A1-PC")
    assert table.state.seat == OVER


def test_cm_21_most_money_wins(tmp_path: Path) -> None:
    table = near_the_end(tmp_path).turn("1 orange 4 blue", "dividend purple 1").turn("1 red 4 blue", "buy red 1")
    table.turn("5 green", "move green B1-A1 A1-PC")
    assert table.cash() == [4, 3]
    assert table.state.winners() == [0]


def test_cm_21_a_tie_goes_to_the_most_shares_of_all_five_companies(tmp_path: Path) -> None:
    table = near_the_end(tmp_path).turn("1 red 4 blue", "buy red 1").turn("5 blue", "build blue B2-A2")
    table.turn("4 red 1 orange", "dividend red 1").turn("2 green 3 blue", "move green B1-A1 A1-PC")
    assert table.cash() == [3, 3]
    assert [sum(table.state.held(seat)) for seat in range(2)] == [2, 1]
    assert table.state.winners() == [0]


def test_cm_21_a_tie_in_shares_too_is_shared(tmp_path: Path) -> None:
    table = near_the_end(tmp_path, 3).turn("1 red 4 blue", "build red B1-B2").turn("1 blue 4 red", "buy blue 1")
    table.turn("2 green 3 blue", "move green B1-A1 A1-PC")
    assert table.cash() == [3, 2, 3]
    assert table.state.winners() == [0, 2]


def codes_after(table: Table, code: str) -> list[str]:
    """What may follow an action."""
    state = table.state.copy()
    state.apply(game.parse(code))
    return [game.code(action, state.board) for action in state.legal()]


@pytest.mark.parametrize("links", [1, 2, 4])
def test_a_build_ends_by_itself_only_when_the_dice_are_used_up(tmp_path: Path, links: int) -> None:
    table = Table(2, board=small_board(tmp_path)).turn("5 red", "build red B1-A1").roll("5 red")
    for action in ["build red", *["lay B2-A2", "lay A1-PC", "lay B1-B2", "lay A1-A2"][:links]]:
        table.state.apply(game.parse(action, table.state.board))
    assert not table.state.whole()
    assert (table.legal() == ["stop"]) == (links == 4)
