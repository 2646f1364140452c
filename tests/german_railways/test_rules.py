"""The rules of German Railways, one by one, by their numbers on the rules page."""

from __future__ import annotations

import pytest

from cuberails.core import CHANCE, OVER, BadInput
from cuberails.games import german_railways as game
from tests.german_railways.positions import COMPANIES, Table

TO_FRANKFURT = "build MWB L9 M8 N7"


def rich(**sales: str) -> Table:
    """Three players; seat 1 holds what is not said otherwise and is first on turn."""
    return Table(order="one-each").open(**sales).do("order 1 2 3")


def spread_out() -> Table:
    """Before the first draw: incomes 4, 5 and 5."""
    seats = zip(COMPANIES, (1, 2, 1, 2, 3, 3, 3, 3), strict=True)
    return Table().open(**{company: f"{seat} for 1" for company, seat in seats})


# Auctions


def test_a_1_and_2_bids_rise_from_the_opening_price() -> None:
    table = Table()
    assert table.rule("bid 0") == "A-2"
    table.do("bid 3")
    assert table.why("bid 3") == "A-2: 3 is too little: the highest bid is 3."
    assert table.allows("bid 4", "pass")


def test_a_3_nobody_bids_more_than_the_cash_in_hand() -> None:
    assert Table(4).why("bid 31") == "A-3: A bid of 31 is more than your cash of 30."
    assert Table(4).allows("bid 30")
    assert Table().rule("bid 1.5") == "A-3"


def test_a_4_and_6_who_passes_is_out_and_the_last_may_still_bid() -> None:
    table = Table().do("pass, pass")
    assert table.state.seat == 2
    table.do("bid 1")
    assert table.shares("PO") == [0, 0, 1]


def test_a_5_and_8_the_buyer_pays_the_treasury() -> None:
    table = Table().do("bid 5, bid 7, pass, pass")
    assert (table.treasury("PO"), table.state.scores()) == (7, [40, 33, 40])


def test_a_7_who_cannot_bid_is_not_asked_and_an_offer_may_find_nobody() -> None:
    table = Table(order="one-each").open(PO="1 for 40", NME="2 for 40", KSS="3 for 40")
    assert table.state.scores() == [0, 0, 0]
    assert table.shares("BHE") == [0, 0, 1], "who got the share before gets the rest for nothing"
    table.do("order 3 2 1").do("auction PO")
    assert [event[0] for event in table.log] == ["offer", "unsold"]
    assert table.legal()[:2] == ["pass", "auction"]
    assert table.state.at == 1


# Set-up


def test_gr_1_companies_at_the_start() -> None:
    state = game.new(3)
    assert game.COMPANIES == COMPANIES
    assert state.unsold == [3] * 8
    assert state.income == [3, 2, 1, 3, 2, 1, 1, 1]
    assert state.locomotives == [19, 16, 10, 15, 13, 14, 11, 12]
    starts = [state.board.names[start] for start in state.board.starts]
    assert starts == ["Königsberg", "Breslau", "Leipzig", "München", "Kassel", "Mannheim", "Essen", "Wittenberge"]


@pytest.mark.parametrize(("seats", "cash"), [(3, 40), (4, 30), (5, 24)])
def test_gr_2_the_starting_money(seats: int, cash: int) -> None:
    assert game.new(seats).scores() == [cash] * seats


@pytest.mark.parametrize("seats", [2, 6])
def test_gr_2_no_other_number_of_players(seats: int) -> None:
    with pytest.raises(BadInput):
        game.new(seats)


def test_gr_3_the_eight_auctions_before_the_game() -> None:
    table = Table().do("pass, bid 2, pass")
    assert table.state.auction is not None
    assert (table.state.auction.lot, table.state.auction.first, table.state.auction.least) == (1, 1, 1)
    table.do("pass, pass, pass")
    assert table.events("gift") == [("gift", 1, 1)]
    assert (table.shares("NME"), table.treasury("NME")) == ([0, 1, 0], 0)


# The round


def test_gr_4_income_share_by_share() -> None:
    table = spread_out()
    assert [table.state.player_income(seat) for seat in range(3)] == [3 + 1, 2 + 3, 2 + 1 + 1 + 1]


def test_gr_5_equal_incomes_put_the_same_number_and_the_next_one_more() -> None:
    table = spread_out()
    assert table.json()["bag"] == [2, 1, 1]
    assert table.state.chance() == [(game.parse("seat 1"), 2), (game.parse("seat 2"), 1), (game.parse("seat 3"), 1)]


def test_gr_6_as_many_turns_as_players_drawn_without_return() -> None:
    table = spread_out()
    assert table.state.seat == CHANCE
    assert table.why("order 2 2 1") == "GR-6: Seat 2 has no token left in the bag (1 drawn)."
    assert table.why("order 1 2") == "GR-6: As many seats are drawn as there are players, 3, not 2."
    assert table.why("order 1 2 4") == "GR-6: There is no seat “4”: the seats are 1 to 3."
    assert table.why("pass") == "GR-6: The order of the round is being drawn: nobody moves before that."
    table.do("order 1 3 1")
    for seat in (0, 2, 0):
        assert table.state.seat == seat
        assert table.rule("order 1 2 3") == "GR-8"
        table.do("pass")
    assert table.state.seat == CHANCE


def test_gr_7_one_token_each() -> None:
    table = Table(order="one-each").open()
    assert table.json()["bag"] == [1, 1, 1]
    assert table.allows("order 3 1 2")
    assert table.rule("order 1 1 2") == "GR-6"


def test_gr_8_a_turn_is_one_of_three() -> None:
    table = rich(PO="1 for 5")
    assert table.legal() == ["pass", "auction", "build"]
    assert table.why("bid 3") == "GR-8: No share is being auctioned: a turn is one of pass, auction, build."
    table.do("pass")
    assert table.log == [("rest", 0)]


# Auctions in the game


def test_gr_9_the_third_share_waits_for_two_of_each() -> None:
    table = Table(order="one-each").open()
    table.do("order 1 2 3").sell("PO", 2, 1)
    assert table.why("auction PO") == "GR-9: Third shares are sold once two of each company are: NME has sold 1."
    for company in COMPANIES[1:]:
        if table.state.seat == CHANCE:
            table.do("order 1 2 3")
        assert table.rule("auction PO") == "GR-9"
        table.sell(company, 3, 1)
    if table.state.seat == CHANCE:
        table.do("order 1 2 3")
    table.sell("PO", 3, 1)
    if table.state.seat == CHANCE:
        table.do("order 1 2 3")
    assert table.why("auction PO") == "GR-9: PO has no share left."
    assert table.allows("auction NME")


def test_gr_10_the_player_who_offers_bids_first_from_one_and_nobody_must() -> None:
    table = Table(order="one-each").open().do("order 2 1 3, auction KBS")
    assert (table.state.seat, table.state.auction and table.state.auction.least) == (1, 1)
    table.do("pass, pass, pass")
    assert table.shares("KBS") == [1, 0, 0]
    assert table.events("unsold") == [("unsold", 3)]
    assert table.state.seat == 0, "the next turn of the order"


def test_gr_11_the_buyer_has_the_income_at_once() -> None:
    table = Table(order="one-each").open().do("order 2 1 3")
    assert table.state.player_income(1) == 0
    table.sell("KBS", 2, 3)
    assert table.state.player_income(1) == 3


# Building


def test_gr_12_three_hexes_each_beside_the_network_for_a_shareholder() -> None:
    table = rich(MWB="1 for 30")
    assert table.rule("build MWB L7") == "GR-12"
    assert table.why("build MWB L9 M8 N7 N5") == "GR-12: A build of MWB lays at most 3 hexes, not 4."
    assert table.allows("build MWB L9", TO_FRANKFURT, "build MWB J9 L9 I10"), "branches, too"
    other = Table(order="one-each").open(PO="2 for 10").do("order 1 2 3")
    assert other.why("build PO B41") == "GR-12: You hold no share of PO."


def test_gr_13_one_locomotive_outside_cities_all_companies_inside() -> None:
    table = rich(MWB="1 for 20", KSS="1 for 10")
    table.turn("build MWB K12 K14").turn("build MWB J15 J17")
    assert table.why("build KSS J15") == "GR-12: J15 touches no hex of KSS."
    table.turn("build KSS J17")
    assert table.why("build KSS J15") == "GR-13: J15 holds one locomotive only, and MWB is there."
    assert table.why("build KSS J17") == "GR-13: KSS has a locomotive on Halle (J17) already."


def test_gr_14_one_hex_of_the_outskirts_in_the_whole_game() -> None:
    table = rich(BHE="1 for 30").turn("build BHE F15 F17 G18")
    assert table.allows("build BHE G20")
    assert table.why("build BHE F19") == "GR-14: F19 lies in the outskirts of Berlin, where BHE has built before: on G18."
    assert table.rule("build BHE G20 H21") == "GR-15"
    assert table.rule("build BHE G20 H23") == "GR-14"


def test_gr_15_berlin_is_one_hex_beside_all_nine_outskirts() -> None:
    table = rich(BHE="1 for 30").turn("build BHE F15 F17 G18").turn("build BHE G20")
    board = table.state.board
    assert (table.income("BHE"), board.near[board.berlin]) == (4, board.outskirts)
    assert board.outskirts.bit_count() == 9
    assert table.why("build BHE G22") == "GR-15: G22 is a part of Berlin, which is one hex: write G20."
    assert "G22" not in board.number
    with pytest.raises(BadInput):
        game.parse("H21")


def test_gr_16_terrain_and_one_more_for_each_company_there() -> None:
    table = rich(PO="1 for 10", KBS="1 for 1", GBS="1 for 10", MWB="1 for 12")
    assert table.turn("build MWB L9").treasury("MWB") == 12 - 4
    assert table.turn("build MWB M8").treasury("MWB") == 12 - 4 - 3
    assert table.turn("build PO B41").treasury("PO") == 10 - 2
    assert table.turn("build GBS O6 N7").treasury("GBS") == 10 - 3
    assert table.state.cost(4, table.state.board.number["N7"]) == 3 + 1


def test_gr_17_the_company_pays_and_never_more_than_it_has() -> None:
    table = rich(MWB="1 for 6")
    assert table.why("build MWB L9 M8") == "GR-17: MWB has 6, this build costs 7."
    assert table.why("build KSS K20") == "GR-17: KSS has 1, K20 costs 3."
    before = table.state.accounts[0]
    table.turn("build MWB L9")
    assert (table.treasury("MWB"), table.state.accounts[0] - before, table.state.scores()[0]) == (2, 4, 40 - 13)


def test_gr_17_no_locomotives_no_building() -> None:
    table = rich(KSS="1 for 30")
    for way in ("J19 I18", "J21 I20", "J23 J25", "J27 I26", "I28 H27"):
        table.turn(f"build KSS {way}")
    assert table.state.locomotives[2] == 0
    assert table.treasury("KSS") == 10
    assert table.why("build KSS J17") == "GR-17: KSS has no locomotive left."


def test_gr_18_a_city_raises_the_income_by_its_value() -> None:
    values = {name: value for name, value in zip(game.load_board().names, game.load_board().value, strict=True) if value > 1}
    assert values == {
        "Berlin": 3, "Hamburg": 3, "München": 3, "Königsberg": 3,
        "Köln": 2, "Frankfurt am Main": 2, "Dresden": 2, "Breslau": 2, "Bamberg": 2,
    }  # fmt: skip
    table = rich(CME="1 for 20").turn("build CME K2")
    assert table.log == [("track", 0, 6, table.state.board.number["K2"], 2, 1, 2)]
    table.turn("build CME L3")
    assert (table.income("CME"), table.state.player_income(0)) == (4, 14 + 1 + 2)


# Powers


def test_gr_20_po_builds_four() -> None:
    table = rich(PO="1 for 20")
    assert table.allows("build PO B41 C40 D39 D37")
    assert table.why("build PO B41 C40 D39 D37 D35") == "GR-20: A build of PO lays at most 4 hexes, not 5."


def test_gr_21_nme_pays_no_extra_in_cities() -> None:
    table = Table(order="one-each").open(NME="1 for 6", KSS="1 for 14").do("order 1 2 3")
    assert table.state.cost(1, table.state.board.starts[2]) == 2
    assert table.state.cost(0, table.state.board.starts[2]) == 3


def test_gr_22_kss_builds_two() -> None:
    table = rich(KSS="1 for 20")
    assert table.allows("build KSS J17 I16")
    assert table.why("build KSS J17 I16 H17") == "GR-22: A build of KSS lays at most 2 hexes, not 3."


def test_gr_23_kbs_pays_one_less_for_each_hex() -> None:
    table = rich(KBS="1 for 7")
    table.turn("build KBS R15 S14")
    assert table.treasury("KBS") == 7 - 2 - 3
    assert table.why("build KBS R17") == "GR-17: KBS has 2, R17 costs 3."


def test_gr_24_the_dearest_hex_of_gbs_that_is_no_city_is_free() -> None:
    table = rich(GBS="1 for 6")
    state = table.state.copy()
    assert state.cost(5, state.board.number["O8"]) == 0
    table.turn("build GBS O6 P5 Q4")
    assert [event[4] for event in table.events("track")] == [0, 3, 3]
    assert table.treasury("GBS") == 0
    assert table.allows("build GBS O8"), "free with an empty treasury"
    assert table.rule("build GBS Q6") == "GR-17"


def test_gr_24_the_order_of_the_hexes_does_not_matter() -> None:
    costs = {}
    for way in ("P9 O8", "O8 P9"):
        table = rich(GBS="1 for 6").do(f"build GBS {way}")
        costs[way] = [event[4] for event in table.events("track")]
        assert table.treasury("GBS") == 6 - 3
    assert costs == {"P9 O8": [0, 3], "O8 P9": [0, 3]}


def test_gr_24_a_build_that_is_too_dear_is_reckoned_whole_without_its_free_hex() -> None:
    way = "build GBS P9 O8 O10"
    assert rich(GBS="1 for 5").why(way) == "GR-17: GBS has 5, this build costs 6."  # 3 + 4 + 3, the 4 is free
    assert rich(GBS="1 for 6").do(way).treasury("GBS") == 0


def test_gr_25_cme_spends_at_most_five() -> None:
    table = rich(CME="1 for 20")
    assert table.why("build CME K2 L3 L5") == "GR-25: CME spends at most 5 in a build, this one costs 6."
    table.turn("build CME K2 L3")
    assert table.allows("build CME L5"), "five more in the next build"


def test_gr_26_bhe_withholds_but_its_income_counts() -> None:
    table = rich(BHE="1 for 30", MWB="2 for 4")
    assert table.state.withholds(7)
    assert table.state.player_income(0) == 3 + 2 + 1 + 3 + 1 + 1 + 1


def test_gr_27_the_most_valuable_city_of_mwb_counts_twice() -> None:
    table = rich(MWB="1 for 30").turn(TO_FRANKFURT)
    assert table.income("MWB") == 5
    assert table.events("doubled") == [("doubled", 4, table.state.board.number["N7"])]
    table.turn("build MWB N5")
    assert table.income("MWB") == 6
    assert not table.events("doubled")


# Dividends


def bhe_in_berlin(**sales: str) -> Table:
    """BHE has reached Berlin, but not Hamburg; KSS stands at its gates."""
    table = rich(BHE="1 for 8", **sales)
    return table.turn("build BHE F15 F17 G18").turn("build BHE G20").turn("build KSS J19 I20")


def test_gr_30_a_shared_city_connects_start_cities_too() -> None:
    table = rich(KSS="1 for 20").turn("build KSS J17 J15").turn("build KSS K14 K12").turn("build KSS K10")
    assert table.events("connected") == [("connected", 2, 4)]
    assert (table.state.links[2], table.state.links[4]) == (1 << 4, 1 << 2)


def test_gr_30_hexes_that_touch_do_not_connect() -> None:
    table = rich(KSS="1 for 10", MWB="1 for 20").turn("build KSS J17").turn("build MWB K12 K14 J15")
    assert not table.events("connected")


def test_gr_30_links_through_a_third_company_do_not_count() -> None:
    table = bhe_in_berlin(KSS="1 for 9", MWB="1 for 15").turn("build KSS G20")
    table.turn("build KSS J17").turn("build MWB K12 K14 J15").turn("build MWB J17")
    assert table.events("connected") == [("connected", 4, 2)]
    assert (table.state.links[7], table.state.links[4]) == (1 << 2, 1 << 2), "BHE and MWB are not connected"


def test_gr_31_all_eight_pay_their_full_income_for_every_share() -> None:
    table = rich(KSS="1 for 20", KBS="3 for 1", PO="2 for 1").turn("build KSS J17 J15").turn("build KSS K14 K12")
    cash = table.state.scores()
    table.turn("build KSS K10")
    assert [event[1:] for event in table.events("dividend")] == [
        (0, 1, 3, 1, 3), (1, 0, 2, 1, 2), (3, 2, 3, 1, 3), (4, 0, 2, 1, 2), (5, 0, 1, 1, 1), (6, 0, 1, 1, 1),
    ]  # fmt: skip
    assert table.events("double") == [("double", 2, 0, 10, 1, 5)], "KSS: Leipzig, Halle, Erfurt, Mühlhausen, Kassel"
    assert [new - old for new, old in zip(table.state.scores(), cash, strict=True)] == [2 + 10 + 2 + 1 + 1, 3, 3]


def test_gr_32_twice_only_once_however_many_connections() -> None:
    table = rich(MWB="1 for 14", GBS="1 for 9", CME="1 for 8")
    table.turn("build CME K2 L3").turn("build CME M4").turn("build MWB L9 M8 N7").turn("build MWB N5")
    table.turn("build GBS O6 N5 M4")
    assert table.events("connected") == [("connected", 5, 4), ("connected", 5, 6)]
    assert table.events("dividends") == [("dividends", 5)]
    assert table.events("double") == [("double", 5, 0, 2 * 3, 1, 3)]


def test_gr_33_nothing_is_paid_for_a_company_already_connected() -> None:
    table = rich(KSS="1 for 18", MWB="1 for 8").turn("build MWB K12 K14").turn("build KSS J17 J15").turn("build KSS K14")
    assert table.events("dividends")
    table.turn("build KSS K12")
    assert not table.events("dividends")


def test_gr_26_and_32_bhe_withholds_its_double_payment_too() -> None:
    table = rich(BHE="1 for 14", KSS="1 for 20").turn("build BHE F15 F17 G18").turn("build KSS J19 I20").turn("build KSS G20")
    table.turn("build BHE G20")
    assert table.events("connected") == [("connected", 7, 2)]
    assert table.events("withheld") == [("withheld", 7)]
    assert not table.events("double")


def test_gr_26_bhe_needs_berlin_besides_hamburg() -> None:
    table = rich(BHE="1 for 4", KSS="1 for 2", MWB="1 for 15").turn("build BHE D13 D11")
    table.turn("build KSS J17").turn("build MWB K12 K14").turn("build MWB J15 J17")
    assert table.events("connected") == [("connected", 4, 2)]
    assert table.events("withheld") == [("withheld", 7)]


# The end


def test_gr_41_a_proposal_is_answered_clockwise_and_the_first_refusal_ends_it() -> None:
    table = Table(4, order="one-each", **{"end-vote": "on"}).open().do("order 3 1 2 4")
    assert table.rule("agree") == table.rule("refuse") == "GR-41"
    table.do("propose-end")
    assert table.state.seat == 3
    assert table.why("pass") == "GR-41: The end of the game is proposed: agree or refuse."
    table.do("agree")
    assert table.state.seat == 0
    table.do("refuse")
    assert table.state.seat == 2, "the proposer goes on"
    assert table.legal()[:2] == ["pass", "auction"]
    assert table.why("propose-end") == "GR-41: The end has been proposed in this round already."
    table.do("pass")
    assert table.rule("propose-end") == "GR-41", "whoever did it"
    table.do("pass, pass, pass, order 1 2 3 4")
    assert table.allows("propose-end"), "a new round"


def test_gr_41_all_agree() -> None:
    table = Table(order="one-each", **{"end-vote": "on"}).open().do("order 2 1 3, propose-end, agree, agree")
    assert (table.state.seat, table.state.reason) == (OVER, "agreed")
    assert table.why("pass") == "GR-41: The game is over: no move is made any more."


def test_gr_41_no_proposals_without_the_option() -> None:
    assert rich().why("propose-end") == "GR-41: This game is played without proposals to end it (option end-vote)."


def test_gr_41_a_sale_or_a_build_breaks_the_quiet() -> None:
    table = Table(order="one-each").open(MWB="1 for 20")
    quiet = "order 1 2 3, pass, pass, pass"
    table.do(quiet).do(quiet).do("order 1 2 3, pass, pass, auction PO, bid 1, pass, pass")
    table.do(quiet).do(quiet).do("order 1 2 3, build MWB L9, pass, pass")
    table.do(quiet).do(quiet).do(quiet)
    assert table.state.reason == "stalled"


def test_gr_41_an_offer_nobody_takes_is_quiet() -> None:
    table = Table(order="one-each").open()
    for _ in range(3):
        assert table.state.reason == ""
        table.do("order 1 2 3, auction PO, pass, pass, pass, pass, pass")
    assert table.state.reason == "stalled"


def test_gr_42_shares_and_treasuries_count_for_nothing() -> None:
    table = Table(order="one-each", **{"end-vote": "on"}).open(PO="2 for 20").do("order 2 1 3, propose-end, agree, agree")
    assert table.state.scores() == [33, 20, 40]
    assert table.state.winners() == [2]
