"""RULES CE-1 to CE-12: the start, the turn, the gauges."""

from __future__ import annotations

import pytest

from cuberails.games import chicago_express as game
from tests.chicago_express.positions import COMPANIES, Table


def three(dividends: str = "before-turn") -> Table:
    return Table(3, dividends).opened(PRR=(0, 12), BO=(1, 11), CO=(2, 10), NYC=(0, 13))


def test_ce_1_shares_locomotives_and_start_hexes() -> None:
    state = Table(3).state
    assert state.unsold == [3, 4, 6, 5, 2]
    assert state.locomotives == [19, 21, 25, 23, 11]  # one of the first four stands on the map
    starts = {state.board.hexes[hex_]: state.board.names[hex_] for hex_ in state.board.starts}
    assert starts == {"R12": "Philadelphia", "Q15": "Baltimore", "Q19": "Washington", "S7": "New York", "D8": "Fort Wayne"}


def test_ce_2_one_locomotive_on_each_start_hex_but_fort_wayne() -> None:
    table = Table(3)
    assert [table.on(hex_) for hex_ in ("R12", "Q15", "Q19", "S7", "D8")] == [["PRR"], ["BO"], ["CO"], ["NYC"], []]


def test_ce_3_the_income_at_the_start() -> None:
    assert Table(3).state.income == [7, 6, 5, 8, 0]


def test_ce_4_houses_and_the_industrial_track() -> None:
    state = Table(3).state
    assert state.reserve == 20
    assert [state.industry_value(city) for city in range(3)] == [1, 3, 4]


@pytest.mark.parametrize(("players", "cash"), [(2, 60), (3, 40), (4, 30), (5, 24), (6, 20)])
def test_ce_5_120_dollars_shared_out(players: int, cash: int) -> None:
    table = Table(players)
    assert table.cash == [cash] * players
    assert [table.treasury(company) for company in COMPANIES] == [0] * 5


def test_ce_6_the_gauges_start_on_green() -> None:
    assert Table(3).gauges == [0, 0, 0]


def test_ce_11_players_choose_clockwise_and_the_gauge_moves_one_step() -> None:
    table = three()
    assert table.do("build NYC S5").events("needle") == [(0, 1, 1, 5)]
    assert (table.gauges, table.state.seat) == ([0, 1, 0], 1)
    assert table.do("develop -").state.seat == 2
    assert table.do("auction -").state.seat == 0
    assert table.gauges == [1, 1, 1]


def test_ce_11_declining_the_auction_leaves_one_auction_less() -> None:
    """The rulebook's player with little money: nothing is offered, the gauge moves all the same."""
    table = three().do("auction -")
    assert table.gauges == [1, 0, 0]
    assert table.events("offer") == []
    assert table.events("decline") == [(0, 0)]
    assert (table.cash, table.state.seat) == ([15, 29, 30], 1)


@pytest.mark.parametrize("move", ["pass", "bid 5", "bid", "bid five"])
def test_ce_11_a_turn_begins_with_an_action(move: str) -> None:
    assert three().refused(move) == (
        "CE-11: A turn is one of: auction, build, develop; who does not want to act declines one, as in “build -”."
    )


@pytest.mark.parametrize(("gauge", "steps"), [("auction", 3), ("build", 5), ("develop", 4)])
@pytest.mark.parametrize("dividends", ["before-turn", "before-action"])
def test_ce_12_a_gauge_on_red_cannot_be_chosen(gauge: str, steps: int, dividends: str) -> None:
    table = three(dividends)
    for _ in range(steps):
        assert table.why(f"{gauge} -") is None
        table.do(f"{gauge} -")
    assert table.refused(f"{gauge} -") == f"CE-12: The gauge “{gauge}” is on red: it has been chosen {steps} times."


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("", "“” is not a move: write bid, pass, auction, build or develop."),
        ("Build NYC R6", "“Build NYC R6” is not a move: write bid, pass, auction, build or develop."),
        ("pass now", "“pass now” is not a move: write bid, pass, auction, build or develop."),
        ("auction", "“auction”: name one company after “auction”, or “-” to decline."),
        ("auction NYC 12", "“auction NYC 12”: name one company after “auction”, or “-” to decline."),
        ("auction B&O", "There is no company “B&O”: the companies are PRR, BO, CO, NYC, WAB."),
        ("build", "“build”: name a company and one to three hexes after “build”, or “-” to decline."),
        ("build NYC", "“build NYC”: name a company and one to three hexes after “build”, or “-” to decline."),
        ("build ERIE R6", "There is no company “ERIE”: the companies are PRR, BO, CO, NYC, WAB."),
        ("build NYC R7", "There is no hex “R7” on this board."),
        ("build NYC r6", "There is no hex “r6” on this board: write R6."),
        ("build  NYC R6", "“build  NYC R6”: exactly one space stands between words: write “build NYC R6”."),
        ("build NYC R6 ", "“build NYC R6 ”: exactly one space stands between words: write “build NYC R6”."),
        ("develop", "“develop”: name one hex after “develop”, or “-” to decline."),
        ("develop R6 Q7", "“develop R6 Q7”: name one hex after “develop”, or “-” to decline."),
        ("develop Detroit", "There is no hex “Detroit” on this board: write E1."),
    ],
)
def test_what_is_no_move_is_told_so(move: str, why: str) -> None:
    assert three().refused(move) == f"NOTATION: {why}"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("bid", "“bid”: the amount belongs after it, as in “bid 12”."),
        ("bid  12", "“bid  12”: exactly one space stands between words: write “bid 12”."),
    ],
)
def test_a_bid_that_is_none_is_told_so(move: str, why: str) -> None:
    assert Table(3).refused(move) == f"NOTATION: {why}"


@pytest.mark.parametrize(
    ("actions", "action", "why"),
    [
        ("auction", "build", "CE-11: “auction” was chosen: name the company whose share is offered, or decline with “-”."),
        ("build", "R6", "CE-11: “build” was chosen: name a company and its hexes, or decline with “-”."),
        ("build NYC", "stop", "CE-11: A build lays at least one hex: name one for NYC."),
        ("build NYC", "-", "CE-18: NYC is being built: name the next hex, or stop."),
        ("build NYC R6", "PRR", "CE-18: NYC is being built: name the next hex, or stop."),
        ("develop", "NYC", "CE-11: “develop” was chosen: name a hex, or decline with “-”."),
    ],
)
def test_half_a_turn_says_what_comes_next(actions: str, action: str, why: str) -> None:
    """As programs meet it that choose action by action."""
    state = three().state
    for text in actions.split():
        state.apply(game.parse(text))
    assert str(state.why(game.parse(action))) == why
