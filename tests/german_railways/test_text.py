"""Notation and words of German Railways."""

from __future__ import annotations

import pytest

from cuberails.common.words import LANGUAGES
from cuberails.core import BadInput
from cuberails.games import german_railways as game
from cuberails.games.german_railways.text import ENDS, EVENTS
from tests.german_railways.positions import Table


def rich(**sales: str) -> Table:
    return Table(order="one-each").open(**sales).do("order 1 2 3")


@pytest.mark.parametrize(
    ("move", "codes"),
    [
        ("pass", ["pass"]),
        ("auction PO", ["auction", "PO"]),
        ("build MWB L9", ["build", "MWB", "L9", "stop"]),
        ("build MWB L9 M8 N7", ["build", "MWB", "L9", "M8", "N7"]),
        ("build KSS J17 I16", ["build", "KSS", "J17", "I16"]),
    ],
)
def test_a_move_and_its_actions(move: str, codes: list[str]) -> None:
    table = rich(MWB="1 for 15", KSS="1 for 10")
    actions = game.unfold(table.state, move)
    assert [game.code(action) for action in actions] == codes
    assert game.fold(actions) == move


def test_an_order_is_one_move_and_its_draws_are_actions() -> None:
    table = Table(order="one-each").open()
    actions = game.unfold(table.state, "order 2 3 1")
    assert [game.code(action) for action in actions] == ["seat 2", "seat 3", "seat 1"]
    assert game.fold(actions) == "order 2 3 1"
    table.state.apply(actions[0])
    assert not table.state.whole()


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("", "NOTATION: “” is not a move: write bid, pass, auction, build, order, propose-end, agree or refuse."),
        ("bid", "GR-8: No share is being auctioned: a turn is one of pass, auction, build."),
        ("Bid 3", "NOTATION: “Bid 3” is not a move: write bid, pass, auction, build, order, propose-end, agree or refuse."),
        ("auction -", "GR-8: Nothing is declined in this game: who does not want to act writes “pass”."),
        ("order 1 2 3", "GR-8: The order is drawn at the start of a round only: a turn is one of pass, auction, build."),
        ("build MWB  L9", "NOTATION: “build MWB  L9”: exactly one space stands between words: write “build MWB L9”."),
        ("build MWB Göttingen", "NOTATION: There is no hex “Göttingen” on this board: write J11."),
        ("auction", "NOTATION: “auction”: name one company after “auction”."),
        ("auction PO NME", "NOTATION: “auction PO NME”: name one company after “auction”."),
        ("auction PRR", "NOTATION: There is no company “PRR”: the companies are PO, NME, KSS, KBS, MWB, GBS, CME, BHE."),
        ("build MWB", "NOTATION: “build MWB”: name a company and one to four hexes after “build”."),
        ("build MWB A1", "NOTATION: There is no hex “A1” on this board."),
        ("build MWB H21", "GR-15: H21 is a part of Berlin, which is one hex: write G20."),
        ("build MWB L9 L9", "GR-13: MWB has a locomotive on L9 already."),
        ("build PO B41 C40", "GR-17: PO has 1, this build costs 4."),
        ("stop", "NOTATION: “stop” is not a move: write bid, pass, auction, build, order, propose-end, agree or refuse."),
    ],
)
def test_a_wrong_move_is_told_why(move: str, why: str) -> None:
    assert rich(MWB="1 for 15").why(move) == why


def test_in_an_auction_nothing_else_is_done() -> None:
    table = Table()
    for move in ("build PO B41", "auction PO", "propose-end", "agree"):
        assert table.why(move) == "A-2: A share of PO is being auctioned: bid or pass."


@pytest.mark.parametrize(
    ("codes", "wrong", "why"),
    [
        ([], "build", "GR-12: None of the companies you hold a share of can build now."),
        ([], "PO", "GR-8: A turn is one of: pass, auction, build."),
        (["auction"], "pass", "GR-9: “auction” was chosen: name the company whose share is offered."),
    ],
)
def test_a_wrong_action_is_told_why(codes: list[str], wrong: str, why: str) -> None:
    table = rich(GBS="2 for 1", KBS="2 for 1")
    for code in codes:
        table.state.apply(game.parse(code))
    assert str(table.state.why(game.parse(wrong))) == why


@pytest.mark.parametrize(
    ("sales", "company", "why"),
    [
        ({"KSS": "1 for 1"}, "KSS", "GR-17: KSS has 1, and every hex it may build on costs 2 or more."),
        ({"KSS": "2 for 1"}, "KSS", "GR-12: You hold no share of KSS."),
    ],
)
def test_a_company_that_cannot_build_is_told_why(sales: dict[str, str], company: str, why: str) -> None:
    table = rich(MWB="1 for 20", **sales)
    table.state.apply(game.parse("build"))
    assert str(table.state.why(game.parse(company))) == why


def test_the_name_of_a_hex_of_berlin_is_no_code() -> None:
    for text in ("G22", "seat 0", "seat 6", "order 1 2 3", "agree "):
        with pytest.raises(BadInput):
            game.parse(text)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_event_and_every_end_speaks_every_language(language: str) -> None:
    for name, (facts, sentence) in EVENTS.items():
        values = {"seat": 0, "company": 0, "other": 1, "hex": 0, "reason": "stalled"}
        event = (name, *[values.get(fact, 7) for fact in facts])
        said = game.describe(event, ["Ada"]), game.describe(event, ["Ada"], language)
        assert said[0] != said[1], sentence
    assert all(game.describe(("end", reason), [], language) != game.describe(("end", reason), []) for reason in ENDS)


def test_the_view_lights_the_actions_of_the_seat_on_turn_only() -> None:
    table = rich(MWB="1 for 15")
    assert game.view(table.state, 0)["legal"] == ["pass", "auction", "build"]
    assert game.view(table.state, 1)["legal"] == []
    assert game.view(table.state, 1)["player_income"] == [14, 0, 0]
