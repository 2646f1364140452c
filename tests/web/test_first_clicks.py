"""The one test of the page in the quick suite: it loads, and one click later somebody is in a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.web.hands import my_turn, start


def test_one_click_in_the_lobby_leads_into_a_game(visit: Callable[..., Any]) -> None:
    page = visit()
    start(page, "chicago-express")
    assert my_turn(page)
    assert "PRR" in page.locator(".turnline").inner_text()
    page.get_by_role("button", name="Bid $8").click()
    page.locator(".log li.move").first.wait_for()
    assert "bids $8" in page.locator(".log").inner_text()


def test_two_clicks_in_the_lobby_lead_to_a_game_round_one_screen(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("link", name="Round one screen…").first.click()
    page.get_by_role("button", name="Start the game").click()
    assert my_turn(page)
    assert page.locator("section.players .you").count() == 3


def test_two_clicks_in_the_lobby_lead_to_a_link_for_friends(visit: Callable[..., Any]) -> None:
    page = visit()
    page.get_by_role("link", name="With friends, by link…").first.click()
    page.get_by_role("button", name="Open the table").click()
    assert page.get_by_label("Link to this table").input_value() == page.url
