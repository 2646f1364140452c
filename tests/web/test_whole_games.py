"""Whole games, played through the page against bots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.web.hands import GAMES, OVER, play_on, start

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots(visit: Callable[..., Any], game: str) -> None:
    page = visit(language="fr-FR" if game == "german-railways" else "en-GB")
    start(page, game)
    assert play_on(page, Random(1)) > 3
    assert page.locator(f"{OVER} li").count() == 3
    page.locator(".replay .count").wait_for()


def test_a_whole_game_on_a_phone_by_lamplight(visit: Callable[..., Any]) -> None:
    page = visit(width=360, height=740, color_scheme="dark", has_touch=True)
    start(page, "chicago-express")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    play_on(page, Random(2))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
