"""RULES CE-18 to CE-27: building track."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails.games import chicago_express as game
from tests.chicago_express.positions import Table, near_chicago

PRR_TO_WHEELING = ("PRR Q11 P10 O9", "PRR N8 M9 L10", "PRR K9 J10 I11", "PRR I13")
BO_TO_WHEELING = ("BO P14 O15 N14", "BO M13 L14 K15", "BO J14 I13")
PRR_LOCOMOTIVES = ("PRR R10 R14 S11", "PRR Q11 Q13 P10", "PRR P12 P14 P16", "PRR O15 P18 P20", "PRR O11 O13 S9", "PRR O17 N18 N20")
"""All but the last of the PRR's locomotives."""


def three() -> Table:
    """Seat 0 holds PRR ($12) and NYC ($13), seat 1 B&O ($11), seat 2 C&O ($10)."""
    return Table(3).opened(PRR=(0, 12), BO=(1, 11), CO=(2, 10), NYC=(0, 13))


def rich() -> Table:
    """Two players; every company can pay for a lot."""
    return Table(2).opened(PRR=(0, 30), BO=(1, 20), CO=(1, 20), NYC=(0, 24))


def test_ce_18_only_for_a_company_of_ones_own() -> None:
    table = three()
    assert table.refused("build BO P14") == "CE-18: You hold no share of BO."
    assert table.why("build NYC S5") is None


def test_ce_18_one_to_three_hexes() -> None:
    table = three()
    assert table.refused("build NYC S5 S3 S1 R2") == "CE-18: A build lays at most 3 hexes, not 4."
    table.do("build NYC S5 S3 S1")
    assert [table.on(hex_) for hex_ in ("S5", "S3", "S1")] == [["NYC"]] * 3
    assert table.left("NYC") == 20


def test_ce_18_declining_a_build() -> None:
    table = three().do("build -")
    assert (table.gauges, table.treasury("NYC"), table.state.seat) == ([0, 1, 0], 13, 1)


def test_ce_19_every_hex_touches_the_network() -> None:
    table = three()
    assert table.refused("build NYC Q7") == "CE-19: Binghamton (Q7) touches no hex of NYC."
    assert table.refused("build NYC S5 Q7") == "CE-19: Binghamton (Q7) touches no hex of NYC."
    assert table.why("build NYC R6 Q7") is None


def test_ce_19_branches_are_allowed() -> None:
    table = three().do("build NYC S5 R8 S9")
    assert [table.on(hex_) for hex_ in ("S5", "R8", "S9")] == [["NYC"]] * 3


@pytest.mark.parametrize(("hex_", "name"), [("S7", "New York"), ("R12", "Philadelphia"), ("Q15", "Baltimore"), ("Q19", "Washington")])
def test_ce_20_nobody_builds_on_a_start_hex(hex_: str, name: str) -> None:
    table = three().do("build -, build -, build -")
    assert table.refused(f"build NYC {hex_}") == f"CE-20: {name} ({hex_}) is a start hex: nobody builds there."


def test_ce_20_fort_wayne_is_built_on_before_the_wabash_opens(tmp_path: Path) -> None:
    table = Table(2, board=near_chicago(tmp_path)).opened(PRR=(0, 7), BO=(1, 6), CO=(1, 5), NYC=(0, 8)).do("build NYC B8")
    assert table.on("B8") == ["NYC"]
    assert (table.treasury("NYC"), table.income("NYC")) == (7, 9)


def test_ce_20_fort_wayne_is_built_on_after_the_wabash_opens(tmp_path: Path) -> None:
    table = Table(2, board=near_chicago(tmp_path)).opened(PRR=(0, 7), BO=(1, 6), CO=(1, 5), NYC=(0, 8))
    table.do("build NYC A5, pass, pass").build("NYC B8")
    assert table.on("B8") == ["NYC", "WAB"]
    assert (table.treasury("NYC"), table.income("NYC")) == (8 - 3 - 2, 8 + 7 + 1)


def test_ce_21_cities_industry_and_plains_hold_every_company_once() -> None:
    table = rich().build("PRR R14", "BO R14")
    assert table.on("R14") == ["PRR", "BO"]
    assert table.refused("build PRR R14") == "CE-21: PRR has a locomotive on R14 already."
    assert three().refused("build NYC S5 S5") == "CE-21: NYC has a locomotive on S5 already."


@pytest.mark.parametrize(("way", "hex_"), [("PRR R10 R8", "R8"), ("PRR Q11 P10 O11", "N10")])
def test_ce_22_forests_and_mountains_hold_one_locomotive(way: str, hex_: str) -> None:
    if hex_ == "R8":
        table = rich().build(way).do("build -")
        assert table.refused("build NYC R8") == "CE-22: R8 holds one locomotive only, and PRR is there."
    else:
        table = rich().build(way, "PRR N10", "BO P14 O13 O11")
        while table.state.seat != 1:
            table.do("develop -")
        assert table.refused("build BO N10") == "CE-22: N10 holds one locomotive only, and PRR is there."


def test_ce_23_the_rulebook_build_to_binghamton_costs_6() -> None:
    """Forest 2, and Binghamton 2 x 2 because the PRR stands there."""
    table = Table(3).opened(PRR=(0, 12), BO=(1, 11), CO=(2, 10), NYC=(0, 13)).build("PRR R10 R8 Q7")
    assert table.treasury("PRR") == 12 - 1 - 2 - 2
    table.build("NYC R6 Q7")
    assert [(event[2], event[3]) for event in table.events("track")] == [
        (table.state.board.number["R6"], 2),
        (table.state.board.number["Q7"], 4),
    ]
    assert table.treasury("NYC") == 13 - 6


def test_ce_23_the_third_locomotive_costs_three_times() -> None:
    table = rich().build("PRR Q13", "BO Q13", "CO Q17 P16")
    assert table.on("Q13") == ["PRR", "BO"]
    table.build("CO P14", "CO Q13")
    assert table.events("track")[0][3] == 3
    assert table.treasury("CO") == 20 - 1 - 1 - 1 - 3


def test_ce_24_a_company_spends_no_more_than_its_treasury() -> None:
    table = Table(2).opened(PRR=(0, 7), BO=(0, 6), CO=(1, 5), NYC=(1, 8))
    assert table.refused("build BO P14 O13 N12") == "CE-24: BO has $6, this build costs $7."
    table.do("build BO P14 O13 N14, build -")
    assert table.treasury("BO") == 1
    assert table.refused("build BO N12") == "CE-24: BO has $1, N12 costs $4."


def test_ce_24_to_the_last_dollar() -> None:
    table = Table(2).opened(PRR=(0, 7), BO=(0, 7), CO=(1, 5), NYC=(1, 8)).do("build BO P14 O13 N12")
    assert table.treasury("BO") == 0


def test_ce_24_a_company_that_can_pay_for_nothing_cannot_be_chosen() -> None:
    table = Table(2).do("pass, pass").opened(BO=(0, 6), CO=(1, 5), NYC=(1, 8))
    state = table.state.copy()
    state.apply(game.parse("build"))
    assert str(state.why(game.parse("PRR"))) == "CE-24: PRR has $0, and no hex it may build on costs so little."
    assert table.refused("build PRR R10") == "CE-24: PRR has $0, R10 costs $1."


def test_ce_25_a_company_without_locomotives_builds_no_more() -> None:
    table = rich().build(*PRR_LOCOMOTIVES)
    assert table.left("PRR") == 1
    while table.why("build PRR Q17") is not None:
        table.do("develop -" if table.why("develop -") is None else "auction -")
    assert table.refused("build PRR Q17 M19") == "CE-25: PRR has no locomotive left."
    table.do("build PRR Q17")
    assert (table.left("PRR"), table.treasury("PRR")) == (0, 30 - 23)
    while table.state.seat != 0:
        table.do("build -")
    assert table.refused("build PRR R8") == "CE-25: PRR has no locomotive left."


def test_ce_26_city_and_mountain_give_their_income() -> None:
    assert rich().build("NYC R6 Q7").income("NYC") == 8 + 1
    assert rich().build("NYC S5 S3 S1").income("NYC") == 8 + 1
    assert rich().build("BO P14 O15 N14", "BO M13").income("BO") == 6 + 1 + 1


def test_ce_26_forest_and_plain_give_nothing() -> None:
    assert rich().build("NYC R6 S5 R8").income("NYC") == 8


def test_ce_26_a_developed_city_gives_more() -> None:
    table = rich().build("NYC R6 Q7").do("develop Q7")
    assert table.income("NYC") == 10
    assert table.build("PRR R10 R8 Q7").income("PRR") == 7 + 1 + 1


def test_ce_26_an_industrial_city_gives_its_present_value() -> None:
    table = rich().build(*BO_TO_WHEELING)
    assert table.income("BO") == 6 + 5 + 3
    later = rich().build(*BO_TO_WHEELING)
    while later.why("develop I13") is not None:
        later.do(next(f"{gauge} -" for gauge in ("auction", "build") if later.why(f"{gauge} -") is None))
    later.do("develop I13")
    assert later.income("BO") == 15
    assert later.build(*PRR_TO_WHEELING).income("PRR") == 7 + 1 + 1 + 1 + 4 + 4


def test_ce_27_chicago_gives_seven(tmp_path: Path) -> None:
    table = Table(2, board=near_chicago(tmp_path)).opened(PRR=(0, 7), BO=(1, 6), CO=(1, 5), NYC=(0, 8)).do("build NYC A5")
    assert (table.income("NYC"), table.treasury("NYC")) == (15, 5)


def test_the_order_of_hexes_is_the_order_of_building() -> None:
    assert game.fold(game.unfold(three().state, "build NYC R6 Q7")) == "build NYC R6 Q7"
    assert three().refused("build NYC Q7 R6").startswith("CE-19")


def test_a_wabash_that_is_closed_builds_nothing() -> None:
    assert three().refused("build WAB D6") == (
        "CE-18: Nobody holds a share of the Wabash: it is not open before a company reaches Chicago."
    )
