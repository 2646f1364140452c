"""Every page: no serious defect by axe-core, nothing wider than a phone, guides that lead to their end."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.web.conftest import ROOT
from tests.web.hands import GAMES, click_on_map, decide, my_turn, start

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]
Visit = Callable[..., Any]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "/", "/new/chicago-express", "/new/german-railways?here=1", "/rules/chicago-express", "/rules/german-railways", "/rules/credit-mobilier",
    "/learn/chicago-express", "/learn/german-railways", "/learn/credit-mobilier", "/account", "/nowhere",
)  # fmt: skip


def defects(page: Any) -> list[str]:
    """What axe-core calls serious or critical."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: cd web && npm ci")
    page.wait_for_timeout(400)
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_serious_defect_on_a_page(visit: Visit, path: str, scheme: str) -> None:
    page = visit(path, color_scheme=scheme)
    page.locator("main h1").first.wait_for(state="attached")
    assert defects(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_no_serious_defect_at_a_table(visit: Visit, game: str, scheme: str) -> None:
    page = visit(color_scheme=scheme)
    start(page, game)
    random = Random(5)
    found = []
    for _ in range(3):
        my_turn(page)
        decide(page, random)
    my_turn(page)
    for tab in ("Log", "Outlook", "Table"):
        page.get_by_role("tab", name=tab).click()
        found += defects(page)
    page.get_by_role("button", name="Look back").click()
    page.locator(".replay .count").wait_for()
    assert found + defects(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_defect_where_people_wait_and_choose(visit: Visit, scheme: str) -> None:
    page = visit("/new/chicago-express", color_scheme=scheme)
    page.get_by_role("button", name="Settings").click()
    found = defects(page)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_label("Link to this table").wait_for()
    assert found + defects(page) == []


@pytest.mark.parametrize(("width", "zoom", "language"), [(360, 1, "en-GB"), (360, 1, "de-DE"), (360, 1, "fr-FR"), (1280, 2, "en-GB")])
def test_no_page_is_wider_than_its_window(visit: Visit, width: int, zoom: int, language: str) -> None:
    """At 200 % zoom a window has half its width in the page's own pixels."""
    page = visit(width=width // zoom, height=740 // zoom, language=language)
    for path in PAGES:
        page.goto(re.sub(r"(\w)/.*", r"\1", page.url.split("//")[0]) + "//" + page.url.split("/")[2] + path)
        page.locator("main h1").first.wait_for(state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= width // zoom, path


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_leads_to_its_end(visit: Visit, game: str) -> None:
    page = visit(f"/learn/{game}")
    last = page.get_by_role("button", name="Play on from here, against bots")
    for _ in range(150):
        page.wait_for_timeout(150)
        if last.count():
            break
        on, hex_ = page.locator(".said button.main"), page.locator("[data-hint]")
        button, link = page.locator(".side .hinted:visible"), page.locator(".map .hinted")
        confirm = page.locator(".end .main:not([disabled])")
        if on.count():
            on.click()
        elif hex_.count():
            click_on_map(page, hex_.first)
        elif button.count():
            button.first.click()
        elif link.count():
            link.first.dispatch_event("click")
        elif confirm.count():
            confirm.click()
    last.click()
    page.locator(".turnline").wait_for()
