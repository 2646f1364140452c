"""RULES CE-34 to CE-43: general dividends, and when they are paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails.core import OVER
from cuberails.games import chicago_express as game
from cuberails.games.chicago_express.board import Board
from tests.chicago_express.positions import Table, altered, near_chicago

NYC_TO_CLEVELAND = ("NYC S5 S3 S1", "NYC R2 Q1 P2", "NYC O1 N2 M1", "NYC L2 K3 J4")
CYCLE = ", ".join(["auction -"] * 3 + ["develop -"] * 4)


def three(dividends: str = "before-turn") -> Table:
    """Seat 0 holds PRR and NYC ($15 left), seat 1 B&O ($29), seat 2 C&O ($30)."""
    return Table(3, dividends).opened(PRR=(0, 12), BO=(1, 11), CO=(2, 10), NYC=(0, 13))


def ending(dividends: str) -> Table:
    """Detroit stands on 8, the auction gauge on red and the build gauge a step away; on turn is seat 2, who holds the NYC."""
    table = Table(3, dividends).opened(PRR=(0, 12), BO=(1, 11), CO=(1, 10), NYC=(2, 13)).do(", ".join([CYCLE] * 7))
    return table.do("auction -, auction -, auction -, build -, build -, build -, build -")


def until_dividends(table: Table) -> Table:
    """Decline until general dividends are paid."""
    while not table.events("dividends"):
        table.do(next(f"{gauge} -" for gauge in ("auction", "build", "develop") if table.why(f"{gauge} -") is None))
    return table


def test_ce_34_the_rulebook_16_thirds_are_6_a_share_and_12_for_two() -> None:
    table = Table(2).opened(PRR=(0, 7), BO=(1, 6), CO=(1, 5), NYC=(0, 30)).build(*NYC_TO_CLEVELAND, "NYC I5")
    assert table.income("NYC") == 16
    for buyer in (0, 1):
        while table.why("auction NYC") is not None:
            table.do("develop -")
        table.do("auction NYC").sell(buyer, table.state.auction.least)
    assert table.held("NYC") == [2, 1]
    paid = {
        seat: (amount, shares, each) for company, seat, amount, shares, each in until_dividends(table).events("dividend") if company == 3
    }
    assert paid == {0: (12, 2, 6), 1: (6, 1, 6)}


def test_ce_34_the_rulebook_17_halves_are_9_a_share_and_18_in_all() -> None:
    table = Table(2).opened(PRR=(0, 7), BO=(1, 6), CO=(1, 5), NYC=(0, 30)).build(*NYC_TO_CLEVELAND, "NYC I5 R6 Q7")
    assert table.income("NYC") == 17
    while table.why("auction NYC") is not None:
        table.do("develop -")
    table.do("auction NYC").sell(0, table.state.auction.least)
    assert table.held("NYC") == [2, 0]
    assert (3, 0, 18, 2, 9) in until_dividends(table).events("dividend")


def test_ce_34_only_sold_shares_pay_and_the_bank_pays() -> None:
    table = three().do(CYCLE)
    assert table.events("dividend") == [(0, 0, 7, 1, 7), (1, 1, 6, 1, 6), (2, 2, 5, 1, 5), (3, 0, 8, 1, 8)]
    assert table.cash == [15 + 15, 29 + 6, 30 + 5]
    assert [table.treasury(name) for name in ("PRR", "BO", "CO", "NYC", "WAB")] == [12, 11, 10, 13, 0]
    assert table.state.accounts[0] == -120 - 26


def test_ce_35_all_gauges_go_back_to_green() -> None:
    table = three().do(CYCLE)
    assert table.events("reset") == [()]
    assert table.gauges == [0, 0, 0]


def test_ce_36_detroit_moves_though_nobody_is_there() -> None:
    table = three().do(CYCLE)
    assert table.events("industry") == [(0, 1, 2)]
    assert table.events("income") == []
    assert [event[0] for event in table.log[-2:]] == ["reset", "industry"]


@pytest.fixture
def near_detroit(tmp_path: Path) -> Board:
    return altered(tmp_path, S7="plain,1,0,0,", D2="start,0,0,0,New York")


def test_ce_36_companies_in_detroit_gain_1(near_detroit: Board) -> None:
    table = Table(3, board=near_detroit).opened(PRR=(0, 12), BO=(1, 11), CO=(2, 10), NYC=(0, 13)).do("build NYC E1")
    assert (table.income("NYC"), table.treasury("NYC")) == (9, 10)
    until_dividends(table)
    assert (3, 0, 9, 1, 9) in table.events("dividend")  # paid before Detroit moves
    assert table.events("income") == [(3, 1, 10)]
    assert table.income("NYC") == 10


def test_ce_37_and_42_dividends_come_first_then_the_player_on_turn_goes_on() -> None:
    table = three()
    table.do("auction -, auction -, auction -, develop -, develop -, develop -")
    assert table.events("dividends") == []
    table.do("develop -")
    assert [event[0] for event in table.log[:3]] == ["needle", "decline", "dividends"]
    assert table.state.seat == 1  # seat 0 made the seventh choice
    assert table.why("auction BO") is None


def test_ce_43_dividends_come_between_the_choice_and_the_action() -> None:
    table = three("before-action")
    table.do("auction -, auction -, auction -, develop -, develop -, develop -")
    assert table.events("dividends") == []
    table.do("develop -")
    kinds = [event[0] for event in table.log]
    assert kinds == ["needle", "dividends", *["dividend"] * 4, "reset", "industry", "decline"]
    assert (table.gauges, table.state.seat) == ([0, 0, 0], 1)  # the chosen gauge is on green, too


def test_ce_43_detroit_has_moved_when_the_action_is_carried_out(near_detroit: Board) -> None:
    moves = "auction -, auction -, auction -, build -, build -, build -, build -, build NYC E1"
    late = Table(3, "before-action", near_detroit).opened(PRR=(1, 12), BO=(0, 11), CO=(2, 10), NYC=(2, 13)).do(moves)
    assert (3, 2, 8, 1, 8) in late.events("dividend")  # before the build
    assert late.income("NYC") == 8 + 2
    early = Table(3, "before-turn", near_detroit).opened(PRR=(1, 12), BO=(0, 11), CO=(2, 10), NYC=(2, 13)).do(moves)
    assert (3, 2, 9, 1, 9) in early.events("dividend")  # after it
    assert early.income("NYC") == 8 + 1 + 1


def test_ce_43_the_auction_uses_the_cash_and_price_after_the_dividends() -> None:
    table = Table(2, "before-action").opened(PRR=(0, 20), BO=(0, 20), CO=(0, 20), NYC=(1, 8))
    assert table.cash == [0, 52]
    table.do("develop -, develop -, develop -, develop -, auction -, auction -, auction CO")
    assert table.events("dividends") == [()]
    assert table.cash == [18, 60]
    assert (table.state.seat, table.state.auction.least, table.gauges) == (0, 3, [0, 0, 0])
    assert table.refused("bid 19") == "A-3: You have $18 and cannot bid $19."
    table.do("bid 18, pass")
    assert table.treasury("CO") == 38


def test_ce_43_an_ending_move_is_accepted_but_not_carried_out() -> None:
    table = ending("before-action")
    seat, before = table.state.seat, table.treasury("NYC")
    assert (seat, table.state.industry_value(0), table.gauges) == (2, 8, [3, 4, 0])
    assert table.refused("build NYC Q7") == "CE-19: Binghamton (Q7) touches no hex of NYC."
    assert table.refused("build BO P14") == "CE-18: You hold no share of BO."
    assert table.refused("build NYC S5 S3 S1 R2") == "CE-18: A build lays at most 3 hexes, not 4."
    assert game.unfold(table.state, "build NYC R6 Q7") == [game.parse("build")]
    table.do("build NYC R6 Q7")
    assert [event[0] for event in table.log] == ["needle", "dividends", *["dividend"] * 4, "end"]
    assert (table.state.seat, table.state.reason) == (OVER, "detroit")
    assert (table.on("R6"), table.treasury("NYC"), table.income("NYC")) == ([], before, 8)


def test_ce_43_our_own_records_write_the_ending_move_as_declined() -> None:
    table = ending("before-action")
    assert game.fold(game.unfold(table.state, "build NYC R6 Q7")) == "build -"


@pytest.mark.parametrize(
    ("move", "rule"), [("auction WAB", "CE-12"), ("build WAB D6", "CE-18"), ("build NYC", "NOTATION"), ("pass", "CE-11")]
)
def test_ce_43_an_ending_move_must_be_legal(move: str, rule: str) -> None:
    assert ending("before-action").refused(move).startswith(f"{rule}: ")


def test_ce_43_under_before_turn_the_same_move_is_carried_out() -> None:
    table = ending("before-turn").do("build NYC R6 Q7")
    assert (table.state.seat, table.state.reason) == (OVER, "detroit")
    assert (table.on("Q7"), table.income("NYC")) == (["NYC"], 9)
    assert (3, 2, 9, 1, 9) in table.events("dividend")


@pytest.mark.parametrize(
    ("dividends", "order"), [("before-turn", ["chicago", "wabash", "dividends"]), ("before-action", ["dividends", "chicago", "wabash"])]
)
def test_ce_42_and_43_chicago_and_general_dividends_at_once(tmp_path: Path, dividends: str, order: list[str]) -> None:
    table = Table(3, dividends, near_chicago(tmp_path)).opened(PRR=(2, 12), BO=(1, 11), CO=(1, 10), NYC=(0, 13))
    table.do("auction -, auction -, auction -, build -, build -, build -, build -")
    table.do("build NYC A5, pass, pass, pass")
    assert [event[0] for event in table.log if event[0] in order] == order
    assert table.state.seat == 1
