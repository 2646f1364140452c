"""RULES A and the auctions of Chicago Express."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails.core import IllegalMove, play
from cuberails.games import chicago_express as game
from tests.chicago_express.positions import Table, altered, near_chicago


def three() -> Table:
    """Three players after the opening: seat 0 holds PRR and NYC, seat 1 B&O, seat 2 C&O."""
    return Table(3).opened(PRR=(0, 12), BO=(1, 11), CO=(2, 10), NYC=(0, 13))


def test_a_1_an_auction_has_a_first_bidder_and_an_opening_price() -> None:
    table = three().do("auction BO")
    assert table.events("offer") == [(0, 1, 3)]
    assert (table.state.auction.first, table.state.auction.least, table.state.auction.lot) == (0, 3, 1)


def test_a_2_the_first_bid_is_at_least_the_opening_price() -> None:
    table = Table(3)
    assert table.refused("bid 6") == "A-2: $6 is too little: the opening price is $7."
    assert table.do("bid 7").state.auction.leader == 0


def test_a_2_bidding_goes_clockwise_and_strictly_up() -> None:
    table = Table(3).do("bid 7")
    assert table.state.seat == 1
    assert table.refused("bid 7") == "A-2: $7 is too little: the highest bid is $7."
    assert table.do("bid 8").state.seat == 2
    assert table.do("bid 10").state.seat == 0
    assert table.refused("bid 9") == "A-2: $9 is too little: the highest bid is $10."


def test_a_2_without_a_bid_the_opening_price_still_counts() -> None:
    table = Table(3).do("pass")
    assert table.state.seat == 1
    assert table.refused("bid 6") == "A-2: $6 is too little: the opening price is $7."
    assert table.do("bid 7, pass").held("PRR") == [0, 1, 0]


@pytest.mark.parametrize("word", ["7.5", "-7", "+8", "08", "$8", "seven", "7 8", "٨"])
def test_a_3_a_bid_is_a_whole_number(word: str) -> None:
    assert Table(3).refused(f"bid {word}") == f"A-3: A bid is a whole number of dollars, not “{word}”."


@pytest.mark.parametrize("amount", ["41", "9999", "123456789012345678901234567890"])
def test_a_3_nobody_bids_more_than_the_cash_in_hand(amount: str) -> None:
    assert Table(3).refused(f"bid {amount}") == f"A-3: You have $40 and cannot bid ${amount}."


def test_a_3_all_the_cash_may_be_bid() -> None:
    table = Table(3).do("bid 40")
    assert table.cash == [0, 40, 40]
    assert table.treasury("PRR") == 40


def test_a_4_who_passes_is_out() -> None:
    table = Table(3).do("pass, bid 7, bid 8")
    assert table.state.seat == 1
    table.do("bid 9")
    assert table.state.seat == 2
    assert table.do("pass").held("PRR") == [0, 1, 0]


def test_a_5_the_bid_goes_to_the_treasury() -> None:
    table = Table(4).do("bid 7, bid 9, pass, pass, pass")
    assert table.events("sale") == [(1, 0, 9)]
    assert table.cash == [30, 21, 30, 30]
    assert table.treasury("PRR") == 9
    assert table.held("PRR") == [0, 1, 0, 0]


def test_a_6_the_last_one_may_still_bid_or_pass() -> None:
    table = Table(3).do("pass, pass")
    assert table.state.seat == 2
    assert table.why("pass") is None
    assert table.do("bid 7").held("PRR") == [0, 0, 1]
    assert table.treasury("PRR") == 7


def test_a_7_who_cannot_bid_drops_out_unasked() -> None:
    """Seat 1 has $1 left; nobody waits for a pass."""
    table = Table(3).sell(1, 39)
    assert table.cash == [40, 1, 40]
    assert table.state.seat == 2  # CE-9 would ask seat 1, who is below the $6 of the B&O
    table.do("bid 6, pass")
    assert table.held("BO") == [0, 0, 1]


def test_a_7_who_is_outbid_beyond_the_purse_drops_out_unasked() -> None:
    table = Table(2).sell(0, 50).do("bid 6, bid 10")
    assert (table.cash, table.held("BO")) == ([10, 50], [0, 1])  # seat 0 cannot go beyond $10


def test_a_7_an_opening_auction_nobody_can_bid_in_gives_the_share_away() -> None:
    table = Table(2).sell(0, 60)
    assert table.state.seat == 1
    table.do("bid 60")
    assert table.held("BO") == [0, 1]
    assert table.held("CO") == [0, 1]  # CE-8, CE-9: seat 1 is first bidder of both
    assert table.held("NYC") == [0, 1]
    assert table.events("gift") == [(1, 2), (1, 3)]
    assert (table.state.seat, table.cash) == (0, [0, 0])


def test_a_7_a_share_may_be_offered_though_nobody_can_bid() -> None:
    table = Table(2).sell(0, 60).do("bid 60").do("auction NYC")
    assert table.events("unsold") == [(3,)]
    assert table.gauges == [1, 0, 0]
    assert table.state.seat == 1


def test_a_7_a_wabash_auction_nobody_can_bid_in_ends_without_a_move(tmp_path: Path) -> None:
    """Fort Wayne is worth more here than all purses."""
    board = altered(tmp_path, S7="plain,1,0,0,", B6="start,0,0,0,New York", B8="city,1,99,0,Fort Wayne", D8="plain,1,0,0,")
    table = Table(2, board=board).opened(PRR=(0, 7), BO=(0, 6), CO=(0, 5), NYC=(1, 60)).do("build -, build NYC A5")
    assert table.income("WAB") == 99
    assert table.events("unsold") == [(4,)]
    assert table.state.seat == 0
    assert table.on("B8") == ["WAB"]


def test_a_8_a_player_cannot_pay_from_a_treasury() -> None:
    table = three().do("auction PRR")
    assert (table.cash[0], table.treasury("PRR")) == (15, 12)
    assert table.refused("bid 16") == "A-3: You have $15 and cannot bid $16."


def test_a_8_a_company_cannot_pay_from_a_purse() -> None:
    table = Table(2).opened(PRR=(0, 7), BO=(0, 6), CO=(1, 5), NYC=(1, 8))
    assert (table.cash[0], table.treasury("BO")) == (47, 6)
    assert table.refused("build BO P14 O13 N12") == "CE-24: BO has $6, this build costs $7."


def test_ce_7_the_opening_auctions_come_in_order_at_their_prices() -> None:
    table = Table(3)
    offers = []
    for _ in range(4):
        sale = table.state.auction
        offers.append((sale.lot, sale.least, sale.first))
        table.sell(sale.first, sale.least)
    assert offers == [(0, 7, 0), (1, 6, 0), (2, 5, 0), (3, 8, 0)]
    assert table.state.auction is None
    assert table.held("WAB") == [0, 0, 0]


def test_ce_8_without_a_bid_the_first_bidder_gets_the_share_for_nothing() -> None:
    table = Table(3).do("pass, pass, pass")
    assert table.events("gift") == [(0, 0)]
    assert (table.held("PRR"), table.cash, table.treasury("PRR")) == ([1, 0, 0], [40, 40, 40], 0)


def test_ce_9_who_got_a_share_is_the_next_first_bidder() -> None:
    table = Table(4).sell(2, 9)
    assert (table.state.auction.lot, table.state.seat) == (1, 2)
    table.sell(3, 6)
    assert (table.state.auction.lot, table.state.seat) == (2, 3)
    table.do("pass, pass, pass, pass")
    assert (table.state.auction.lot, table.state.seat) == (3, 3)


def test_ce_10_the_holder_of_the_prr_share_begins() -> None:
    assert Table(4).opened(PRR=(2, 9), BO=(3, 6), CO=(0, 5), NYC=(1, 8)).state.seat == 2


def test_ce_13_any_company_with_a_share_left_whoever_owns_it() -> None:
    table = three()
    assert [table.why(f"auction {name}") for name in ("PRR", "BO", "CO", "NYC")] == [None] * 4


def test_ce_13_a_company_without_shares_is_not_offered() -> None:
    table = three().do("auction PRR").sell(1, 4).do("auction PRR").sell(2, 3)
    assert table.refused("auction PRR") == "CE-13: PRR has no share left."


def test_ce_13_the_wabash_is_not_offered_before_it_is_open() -> None:
    assert three().refused("auction WAB") == "CE-13: The Wabash is not open: no company has reached Chicago yet."


def test_ce_13_the_wabash_is_offered_once_it_is_open(tmp_path: Path) -> None:
    table = Table(3, board=near_chicago(tmp_path)).opened(PRR=(0, 7), BO=(1, 6), CO=(2, 5), NYC=(0, 8))
    table.do("build NYC A5, pass, pass, pass")
    assert table.do("auction WAB").events("offer") == [(1, 4, 1)]


def test_ce_14_the_rulebook_opening_price_of_22_thirds_is_8(tmp_path: Path) -> None:
    """NYC income 22, two shares sold: 22 / 3 = 7.33, so 8."""
    board = altered(tmp_path, Q7="city,2,14,1,Binghamton")
    table = Table(3, board=board).opened(PRR=(0, 7), BO=(1, 6), CO=(2, 5), NYC=(0, 8))
    table.do("build NYC R6 Q7, auction NYC").sell(1, 11)
    assert (table.income("NYC"), table.held("NYC")) == (22, [1, 1, 0])
    assert table.do("auction NYC").events("offer") == [(2, 3, 8)]
    assert table.refused("bid 7") == "A-2: $7 is too little: the opening price is $8."
    assert table.why("bid 8") is None


def test_ce_14_an_even_quotient_is_not_rounded() -> None:
    assert three().do("auction NYC").events("offer") == [(0, 3, 4)]  # 8 / 2


def test_ce_15_the_offering_player_bids_first_and_may_pass_at_once() -> None:
    table = three().do("auction CO")
    assert table.state.seat == 0
    assert table.do("pass").state.seat == 1
    assert table.do("bid 3, pass").held("CO") == [0, 1, 1]


def test_ce_16_if_all_pass_the_share_stays() -> None:
    table = three().do("auction CO, pass, pass, pass")
    assert table.events("unsold") == [(2,)]
    assert (table.held("CO"), table.cash, table.treasury("CO")) == ([0, 0, 1], [15, 29, 30], 10)


def test_ce_17_the_turn_passes_to_the_left_of_the_offering_player() -> None:
    assert three().do("auction CO").sell(2, 5).state.seat == 1
    assert three().do("auction CO").sell(1, 5).state.seat == 1
    assert three().do("auction CO, pass, pass, pass").state.seat == 1


@pytest.mark.parametrize("move", ["build -", "auction CO", "develop Q7"])
def test_a_share_under_the_hammer_comes_first(move: str) -> None:
    assert three().do("auction CO").refused(move) == "A-2: A share of CO is being auctioned: bid or pass."


def test_the_front_door_refuses_with_the_rule() -> None:
    state = game.new(3)
    with pytest.raises(IllegalMove, match=r"^A-3: You have \$40 and cannot bid \$41\.$"):
        play(state, game.parse("bid 41"))
