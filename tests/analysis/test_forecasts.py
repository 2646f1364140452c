"""The forecasts: exact where a rule decides, plausible and monotonous where they estimate."""

from __future__ import annotations

from typing import Any

import pytest

from cuberails import registry
from cuberails.analysis import forecast_chicago_express as chicago
from cuberails.analysis import forecast_credit_mobilier as mobilier
from cuberails.analysis import forecast_german_railways as german
from cuberails.bots import match
from cuberails.core import OVER
from cuberails.record import Record, replay, steps

FORECASTS: dict[str, Any] = {"chicago-express": chicago, "german-railways": german, "credit-mobilier": mobilier}
CHICAGO_OPENING = ["bid 12", "pass", "pass", "bid 8", "pass", "pass", "bid 8", "pass", "pass", "bid 9", "pass", "pass"]


def after(*moves: str) -> Any:
    return replay(Record("chicago-express", ["A", "B", "C"], [*CHICAGO_OPENING, *moves]))


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_finished_game_is_worth_its_cash(name: str) -> None:
    start = Record(name, ["A", "B", "C"])
    state = replay(match.play(start, ["greedy"] * 3, "forecast"))
    assert state.seat == OVER
    found = FORECASTS[name].forecast(state)
    assert found.wealth == state.scores()
    assert not any(found.shares)


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_forecast_leaves_the_position_alone_and_is_never_negative(name: str) -> None:
    record = match.play(Record(name, ["A", "B", "C", "D"]), ["lively"] * 4, "alone")
    for step in steps(record):
        if step.number % 10 == 0:
            before = step.state.to_json()
            found = FORECASTS[name].forecast(step.state)
            assert step.state.to_json() == before
            assert all(value >= 0 for value in [*found.shares, *found.wealth])
            assert all(trigger.left >= 0 for trigger in found.triggers)


def test_ce_50_distance_to_every_end() -> None:
    assert chicago.triggers(after()) == (("locomotives", 11 + 19 + 21), ("shares", 2 + 2 + 3), ("houses", 17), ("detroit", 7))


def test_ce_12_turns_to_the_next_dividends() -> None:
    assert chicago.turns_left(after()) == (7, 11)
    assert chicago.turns_left(after("auction -", "auction -", "auction -")) == (4, 8)
    assert chicago.turns_left(after(*["auction -"] * 3, *["develop -"] * 3)) == (1, 5)


def test_ce_declining_brings_the_dividends_nearer_and_never_adds_any() -> None:
    times = [chicago.dividends_left(after(*["build -"] * declined)) for declined in range(5)]
    assert times == sorted(times)
    assert 1 <= times[0] <= 8


def test_ce_34_another_share_sold_makes_each_worth_less() -> None:
    state = after()
    times, built = 4.0, 2.0
    one, two = (chicago.share_value(state, 0, sold, 0, times, built) for sold in (1, 2))
    assert two < one


def test_ce_money_in_the_treasury_makes_a_share_worth_more() -> None:
    state = after()
    poor, rich = (chicago.share_value(state, 0, 1, treasury, 4.0, 2.0) for treasury in (0, 12))
    assert poor < rich


def test_gr_40_links_that_companies_lack() -> None:
    state = registry.game("german-railways").new(3)
    found = german.forecast(state)
    assert found.lacking == (2,) * 8
    assert found.triggers[0] == ("connected", 16)


def test_gr_31_a_share_pays_in_full_however_many_are_sold() -> None:
    """The value of a share asks for income and treasury, not for the shares sold."""
    state = registry.game("german-railways").new(3)
    assert german.share_value(state, 0, 0, 5.0) == pytest.approx(15.0)


def test_cm_20_steps_to_the_coast() -> None:
    game = registry.game("credit-mobilier")
    state = game.new(3)
    colours = ["red", "green", "yellow", "blue"]
    towns = state.board.towns
    for action in game.unfold(state, "setup " + " ".join(f"{town}={colours[i % 4]}" for i, town in enumerate(towns))):
        state.apply(action)
    assert sum(mobilier.steps_lacking(state)) == 5 * (1 + 2 + 3 + 4)
    assert mobilier.forecast(state).triggers[0].left == sum(sorted(mobilier.steps_lacking(state))[:2])
