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
