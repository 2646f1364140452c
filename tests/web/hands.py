"""How a test plays through the page: it sees what a person sees, and clicks."""

from __future__ import annotations

import re
from random import Random
from typing import Any

GAMES = ("chicago-express", "german-railways", "credit-mobilier")
MINE = ".turnline.mine"
OVER = ".result"


def start(page: Any, game: str) -> None:
    """From the lobby into a game against bots."""
    page.locator("article").nth(GAMES.index(game)).get_by_role("button").click()
    page.locator(".map svg").first.wait_for()


def my_turn(page: Any) -> bool:
    """Wait until something is asked of me; False when the game is over."""
    page.locator(f"{MINE}, {OVER}").first.wait_for(timeout=90_000)
    return bool(page.locator(OVER).count() == 0)


def decide(page: Any, random: Random) -> None:
    """One decision, whatever is asked."""
    sentence = moment(page)
    if page.locator(".lot").count():
        bids = page.locator(".quick")
        if bids.count() and random.random() < 0.4:
            bids.first.click()
        else:
            page.get_by_role("button", name=re.compile("^(Pass|Passer)( P)?$")).click()
    else:
        choose(page, random)
    page.wait_for_timeout(30)
    for _ in range(200):
        if moment(page) != sentence or page.locator(OVER).count():
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"nothing happened after a decision at {sentence}")


def moment(page: Any) -> str:
    """What tells one position from the next: the number of the last move in the log, and whose turn it is."""
    numbers = page.locator(".log li.move a")
    last = numbers.last.inner_text() if numbers.count() else "0"
    return f"{last} {page.locator('.turnline').inner_text()}"


def choose(page: Any, random: Random) -> None:
    """Put a move together and confirm it."""
    first = page.locator(".desk .verb[aria-disabled=false], .desk .dice + .ways button, .desk > .chips .chip")
    first.first.wait_for()
    first.nth(random.randrange(first.count())).click()
    confirm = page.locator(".desk .end .main:not([disabled])")
    page.locator(".desk .end").wait_for()
    for _ in range(12):
        page.wait_for_timeout(60)
        page.locator(".desk[aria-busy=false]").wait_for()
        if confirm.count() and (random.random() < 0.4 or not page.locator(".lit, .map .choice").count()):
            break
        chips = page.locator(".desk > .chips .chip:not([aria-disabled=true])")
        links = page.locator(".map .choice")
        places = page.locator(".places .chip")
        if page.locator(".lit").count():
            lit = page.locator(".lit")
            if not click_on_map(page, lit.nth(random.randrange(lit.count()))):
                if not places.first.is_visible():
                    page.locator(".places summary").click()
                places.nth(random.randrange(places.count())).click()
        elif links.count():
            links.nth(random.randrange(links.count())).dispatch_event("click")
        elif chips.count():
            chips.nth(random.randrange(chips.count())).click()
    confirm.click()


def click_on_map(page: Any, shape: Any) -> bool:
    """Click on the middle of a shape, if it is in sight within the frame of the map."""
    box, frame, view = shape.bounding_box(), page.locator(".map .frame").bounding_box(), page.viewport_size
    if not box:
        return False
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tools = x > frame["x"] + frame["width"] - 60 and y > frame["y"] + frame["height"] - 130
    inside = frame["x"] < x < frame["x"] + frame["width"] and frame["y"] < y < min(frame["y"] + frame["height"], view["height"])
    if not inside or tools or y < 60:
        return False
    page.mouse.click(x, y)
    return True


def play_on(page: Any, random: Random, most: int = 700) -> int:
    """Play until the game is over; how many decisions it took."""
    for done in range(most):
        if not my_turn(page):
            return done
        decide(page, random)
    raise AssertionError(f"the game was not over after {most} decisions")
