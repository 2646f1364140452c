"""What a half-made move costs and brings."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cuberails import registry
from cuberails.analysis.asks import asks
from cuberails.analysis.preview import preview
from cuberails.analysis.reckon import reckon
from cuberails.core import CHANCE, OVER, BadInput, IllegalMove, draw
from cuberails.record import Record, replay

OPENED = ["bid 12", "pass", "bid 10", "pass", "bid 9", "pass", "bid 11", "pass"]


def after(*moves: str) -> Any:
    return replay(Record("chicago-express", ["A", "B"], [*OPENED, *moves]))


@pytest.mark.parametrize(("name", "seats"), [("chicago-express", 3), ("german-railways", 4), ("credit-mobilier", 3)])
def test_a_preview_is_what_the_rules_then_do(name: str, seats: int) -> None:
    """Over a random game: legal atoms, costs, gains, cash and dividends are those of the real move."""
    game, rng = registry.game(name), random.Random(5)
    state = game.new(seats)
    start, partial, whole = state.copy(), list[str](), 0
    while state.seat != OVER and whole < 150:
        if state.whole():
            start, partial = state.copy(), []
        if state.seat == CHANCE:
            state.apply(draw(state, rng))
            continue
        seen = preview(start, partial)
        assert seen.legal == [game.code(action, state.board) for action in state.legal()]
        action = rng.choice(state.legal())
        code = game.code(action, state.board)
        partial.append(code)
        place = seen.places.get(code)
        company = seen.company
        before = state.copy()
        state.apply(action)
        if place and company is not None and hasattr(state, "income") and not state.whole():
            assert before.treasury(company) - state.treasury(company) == place.cost
            assert state.income[company] - before.income[company] == place.gain
        if state.whole():
            whole += 1
            seen = preview(start, partial)
            assert (seen.whole, seen.legal) == (True, [])
            assert seen.cash == [new - old for new, old in zip(state.scores(), start.scores(), strict=True)]
            assert game.explain(start, seen.move or "") is None
            assert reckon(state)["players"][0].keys() >= {"dividend"}


def test_ce_23_the_words_tell_the_sum() -> None:
    seen = preview(after("build PRR Q11", "develop -"), ["build", "BO"])
    assert seen.places
    assert all(place.cost == place.why[0].facts["cost"] for place in seen.places.values())
    assert {why.rule for place in seen.places.values() for why in place.why} <= {"CE-23", "CE-26"}


def test_a_build_can_be_made_as_soon_as_one_hex_lies() -> None:
    state = after()
    assert preview(state, ["build", "PRR"]).move is None
    seen = preview(state, ["build", "PRR", "Q11"])
    assert (seen.move, seen.whole, "stop" in seen.legal) == ("build PRR Q11", False, True)
    assert seen.treasuries[0] == -1


def test_the_next_dividend_counts_the_income_of_the_build() -> None:
    seen = preview(after(), ["build", "PRR", "Q11", "P10"])
    assert seen.dividends[0] == seen.incomes[0]


def test_what_cannot_be_says_why() -> None:
    with pytest.raises(IllegalMove, match="CE-19"):
        preview(after(), ["build", "PRR", "A5"])
    with pytest.raises(IllegalMove, match="whole"):
        preview(after(), ["auction", "PRR", "bid 5"])
    with pytest.raises(BadInput):
        preview(after(), ["dance"])


def test_the_auction_desk_tells_what_a_sale_does() -> None:
    sale = reckon(after("auction BO"))["sale"]
    assert sale["company"] == 1
    assert min(sale["others"]) < 0 < max(sale["buyer"])


@pytest.mark.parametrize("game", ["chicago-express", "german-railways", "credit-mobilier"])
def test_every_game_says_what_a_share_will_pay_and_what_each_player_will_hold(game: str) -> None:
    state, rng = registry.game(game).new(3), random.Random(1)
    while state.seat == CHANCE:
        state.apply(draw(state, rng))
    reckoned = reckon(state)
    assert all(company["value"] >= 0 for company in reckoned["companies"])
    assert any(company["value"] > 0 for company in reckoned["companies"])
    assert all(player["wealth"] > 0 for player in reckoned["players"])
    assert reckoned["turns_left" if game == "credit-mobilier" else "dividends_left"] > 0


def test_gr_5_the_bag_has_exact_odds() -> None:
    state = registry.game("german-railways").new(3)
    bag = reckon(state)["bag"]
    assert bag["tokens"] == [1, 1, 1]
    assert bag["turns"] == [[0.0, 1.0]] * 3


def test_what_is_asked_is_one_sentence() -> None:
    assert asks(after(), ["Ada", "Ben"], "fr").endswith("développer une case.")
    assert asks(after("auction BO"), ["Ada", "Ben"]).endswith("open the auction of a BO share at $3 or more, or pass.")


def test_gr_2_thalers_are_not_asked_for_as_dollars() -> None:
    state = replay(Record("german-railways", ["A", "B", "C"], []))
    assert asks(state, ["Ada", "Ben", "Cleo"]) == "Ada: open the auction of a PO share at 1 or more, or pass."
    state = replay(Record("german-railways", ["A", "B", "C"], ["bid 1"]))
    assert asks(state, ["Ada", "Ben", "Cleo"]) == "Ben: bid at least 2 for the PO share, or pass."
