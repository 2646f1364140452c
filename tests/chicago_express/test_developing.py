"""RULES CE-28 to CE-33: developing a hex."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails.games import chicago_express as game
from cuberails.record import Record, replay
from tests.chicago_express.positions import Table, near_chicago
from tests.chicago_express.test_building import BO_TO_WHEELING, PRR_TO_WHEELING, rich

CO_TO_CHARLESTON = ("CO P20 O21 N20", "CO M21 L20 K21", "CO J20 I19")


def develop(table: Table, hex_: str) -> Table:
    """Develop a hex as soon as the gauge allows; declines until then."""
    while table.why(f"develop {hex_}") is not None:
        table.do(next(f"{gauge} -" for gauge in ("auction", "build") if table.why(f"{gauge} -") is None))
    return table.do(f"develop {hex_}")


def to_binghamton() -> Table:
    """Seat 0 holds PRR and NYC, seat 1 the others; the NYC stands on R6 and in Binghamton. Seat 1 is on turn."""
    return rich().do("build NYC R6 Q7")


def test_ce_28_anybody_develops_shares_or_not() -> None:
    table = to_binghamton()
    assert table.held("NYC")[table.state.seat] == 0
    assert table.do("develop Q7").income("NYC") == 10


def test_ce_28_at_least_one_locomotive_must_stand_there() -> None:
    assert to_binghamton().refused("develop Q1") == "CE-28: No locomotive stands on Utica (Q1)."
    assert to_binghamton().refused("develop I13") == "CE-28: No locomotive stands on Wheeling (I13)."


@pytest.mark.parametrize("hex_", ["Q7", "R6"])
def test_ce_29_city_and_forest_take_a_house_once(hex_: str) -> None:
    table = to_binghamton().do(f"develop {hex_}")
    assert table.events("house") == [(1, table.state.board.number[hex_], 19)]
    assert table.state.reserve == 19
    assert table.refused(f"develop {hex_}").endswith("is developed already.")
    assert table.refused(f"develop {hex_}").startswith("CE-29: ")


def test_ce_29_without_a_house_in_the_reserve_nothing_is_built() -> None:
    """Seventeen houses, three of them in one round with dividends to come: only ``before-action`` gets there."""
    state = replay(Record.loads((Path(__file__).parent / "no_house_left.json").read_text(encoding="utf-8")))
    assert (state.to_json()["reserve"], state.to_json()["gauges"]) == (0, [0, 0, 3])
    assert str(game.explain(state, "develop K21")) == "CE-29: No house is left in the reserve."
    assert game.explain(state, "develop -") is None


def test_ce_29_a_mountain_takes_a_house() -> None:
    table = develop(rich().build(*BO_TO_WHEELING), "J14")
    assert table.state.reserve == 19
    assert table.income("BO") == 14 + 2


def test_ce_30_every_company_there_gains() -> None:
    table = develop(to_binghamton().build("PRR R10 R8 Q7"), "Q7")
    assert (table.income("NYC"), table.income("PRR"), table.income("BO")) == (8 + 1 + 1, 7 + 1 + 1, 6)


def test_ce_30_the_rulebook_charleston_raises_the_co_from_12_to_13() -> None:
    table = rich().build(*CO_TO_CHARLESTON)
    assert table.income("CO") == 12
    assert develop(table, "I19").income("CO") == 13


def test_ce_31_a_forest_gives_its_company_2_dollars_at_once() -> None:
    table = to_binghamton()
    before = table.treasury("NYC")
    table.do("develop R6")
    assert table.events("subsidy") == [(3, 2)]
    assert (table.treasury("NYC"), table.income("NYC")) == (before + 2, 9)


def test_ce_32_the_rulebook_wheeling_raises_prr_to_18_and_bo_to_15() -> None:
    table = rich().build(*BO_TO_WHEELING).build(*PRR_TO_WHEELING)
    assert (table.income("PRR"), table.income("BO"), table.on("I13")) == (17, 14, ["PRR", "BO"])
    assert [cost for _, _, _, cost, _, _ in table.events("track")] == [6]  # the second locomotive there
    develop(table, "I13")
    assert table.events("industry") == [(1, 3, 4)]
    assert (table.income("PRR"), table.income("BO")) == (18, 15)
    assert table.state.reserve == 20  # no house is used


def test_ce_32_wheeling_goes_up_to_6() -> None:
    table = rich().build(*BO_TO_WHEELING)
    steps = [develop(table, "I13").events("industry")[0] for _ in range(3)]
    assert steps == [(1, 3, 4), (1, 4, 5), (1, 5, 6)]
    assert table.income("BO") == 17
    while table.why("develop -") is not None or table.state.gauges[2]:
        table.do(next(f"{gauge} -" for gauge in ("auction", "build") if table.why(f"{gauge} -") is None))
    assert table.refused("develop I13") == "CE-32: Wheeling (I13) has reached 6, the end of its industrial track."


def test_ce_32_pittsburgh_goes_by_twos_up_to_8() -> None:
    table = rich().build(*PRR_TO_WHEELING[:3])
    assert table.income("PRR") == 14
    steps = [develop(table, "K9").events("industry")[0] for _ in range(2)]
    assert steps == [(2, 4, 6), (2, 6, 8)]
    assert table.income("PRR") == 18
    while table.why("develop -") is not None:
        table.do("auction -")
    assert table.refused("develop K9") == "CE-32: Pittsburgh (K9) has reached 8, the end of its industrial track."


@pytest.mark.parametrize(
    ("hex_", "label"), [("S5", "S5"), ("S7", "New York (S7)"), ("R12", "Philadelphia (R12)"), ("A5", "Chicago (A5)"), ("E3", "E3")]
)
def test_ce_33_plains_start_hexes_and_chicago_cannot_be_developed(hex_: str, label: str) -> None:
    table = rich().do("build NYC S5")
    assert table.refused(f"develop {hex_}") == f"CE-33: {label} cannot be developed: it is neither a city nor a mountain nor a forest."


def test_ce_33_detroit_is_never_developed_by_players() -> None:
    assert to_binghamton().refused("develop E1") == "CE-33: Detroit (E1) is never developed by players."


def test_ce_33_fort_wayne_can_be_developed(tmp_path: Path) -> None:
    table = Table(2, board=near_chicago(tmp_path)).opened(PRR=(0, 7), BO=(1, 6), CO=(1, 5), NYC=(0, 8)).do("build NYC B8, develop B8")
    assert (table.income("NYC"), table.state.reserve) == (8 + 1 + 2, 19)


def test_declining_a_development() -> None:
    table = to_binghamton().do("develop -")
    assert (table.gauges, table.income("NYC"), table.state.reserve) == ([0, 1, 1], 9, 20)
