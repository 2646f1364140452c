"""RULES CE-44 to CE-47: the Chicago phase. The NYC starts beside Chicago on the board of these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails.games.chicago_express.board import Board
from tests.chicago_express.positions import Table, altered, near_chicago


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return near_chicago(tmp_path)


def opened(board: Board, dividends: str = "before-turn") -> Table:
    """Seat 0 holds PRR and NYC, seat 1 B&O, seat 2 C&O."""
    return Table(3, dividends, board).opened(PRR=(0, 7), BO=(1, 6), CO=(2, 5), NYC=(0, 8))


def test_ce_44_only_its_own_shareholders_are_paid_after_the_income_has_grown(board: Board) -> None:
    table = opened(board).do("build NYC A5")
    assert table.events("chicago") == [(3,)]
    assert table.events("dividend") == [(3, 0, 15, 1, 15)]
    assert table.cash == [25 + 15, 34, 35]
    assert [event[0] for event in table.log] == ["needle", "track", "chicago", "dividend", "wabash", "offer"]


def test_ce_44_the_dividend_is_reckoned_like_general_dividends(board: Board) -> None:
    """Income 15, two shares: 7.5, so 8 each."""
    table = opened(board).do("auction NYC").sell(1, 4).do("build -, build -, build NYC A5")
    assert table.events("dividend") == [(3, 0, 8, 1, 8), (3, 1, 8, 1, 8)]


def test_ce_44_chicago_ends_the_build(board: Board) -> None:
    table = opened(board)
    assert table.refused("build NYC A5 A7") == "CE-44: Chicago ends a build: no hex is laid after it."
    assert table.why("build NYC A7 A5") is None


def test_ce_44_the_second_company_in_chicago_pays_too_but_opens_nothing(tmp_path: Path) -> None:
    changes = {"S7": "plain,1,0,0,", "B6": "start,0,0,0,New York", "R12": "plain,1,0,0,", "A7": "start,0,0,0,Philadelphia"}
    table = opened(altered(tmp_path, **changes)).do("build NYC A5, pass, pass, pass, build -, build -").do("build PRR A5")
    assert table.on("A5") == ["PRR", "NYC"]
    assert table.treasury("PRR") == 7 - 6
    assert [event[0] for event in table.log] == ["needle", "track", "chicago", "dividend"]
    assert table.events("dividend") == [(0, 0, 14, 1, 14)]
    assert (table.events("wabash"), table.state.auction, table.state.seat) == ([], None, 1)


def test_ce_45_the_wabash_opens_free_of_charge_with_income_1(board: Board) -> None:
    table = opened(board).do("build NYC A5")
    assert table.on("B8") == ["WAB"]
    assert table.events("wabash") == [(board.number["B8"], 1)]
    assert (table.income("WAB"), table.treasury("WAB"), table.left("WAB")) == (1, 0, 10)


def test_ce_45_with_income_3_if_fort_wayne_has_a_house(board: Board) -> None:
    table = opened(board).do("build NYC B8, develop B8, build -, build NYC A5")
    assert table.on("B8") == ["NYC", "WAB"]  # whoever else is there
    assert (table.income("WAB"), table.income("NYC")) == (3, 8 + 1 + 2 + 7)
    assert table.state.auction.least == 3


def test_ce_46_who_reached_chicago_bids_first_and_no_gauge_moves(board: Board) -> None:
    table = opened(board).do("build -, build -, build -, build NYC A5")
    assert table.gauges == [0, 4, 0]
    sale = table.state.auction
    assert (sale.lot, sale.first, sale.seat, sale.least) == (4, 0, 0, 1)


def test_ce_46_the_wabash_share_goes_to_the_highest_bidder(board: Board) -> None:
    table = opened(board).do("build NYC A5, bid 1, bid 4, pass, pass")
    assert (table.held("WAB"), table.treasury("WAB")) == ([0, 1, 0], 4)


def test_ce_46_if_all_pass_the_share_stays_and_the_wabash_is_open(board: Board) -> None:
    table = opened(board).do("build NYC A5, pass, pass, pass")
    assert (table.held("WAB"), table.state.unsold[4]) == ([0, 0, 0], 2)
    assert table.refused("build WAB A7") == "CE-18: You hold no share of WAB."
    assert table.why("auction WAB") is None


def test_ce_47_then_the_next_player_clockwise(board: Board) -> None:
    assert opened(board).do("build NYC A5, pass, pass, pass").state.seat == 1
    assert opened(board).do("build NYC A5, pass, bid 1, pass").state.seat == 1
    assert opened(board).do("build NYC A5, pass, pass, bid 1").state.seat == 1


def test_ce_47_the_wabash_builds_is_developed_and_pays_like_any_company(board: Board) -> None:
    table = opened(board).do("build NYC A5, pass, bid 9, pass, build WAB C7 C5")
    assert table.on("C5") == ["WAB"]
    assert (table.treasury("WAB"), table.income("WAB"), table.left("WAB")) == (9 - 1 - 2, 2, 8)
    assert table.do("develop C5").income("WAB") == 4


def test_ce_47_the_wabash_reaches_chicago_too(board: Board) -> None:
    table = opened(board).do("build NYC A5, pass, bid 9, pass").do("build WAB A7 A5")
    assert table.events("dividend") == [(4, 1, 8, 1, 8)]
    assert table.treasury("WAB") == 9 - 1 - 2 * 3
    assert table.state.seat == 2
