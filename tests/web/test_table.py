"""What people do at a table, through the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.conftest import Table
from tests.web.hands import MINE, click_on_map, decide, my_turn, play_on, start

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
Visit = Callable[..., Any]


def open_table(page: Any, *kinds: str, names: tuple[str, ...] = ()) -> str:
    """Lay a table of Chicago Express with these seats after mine; its address."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/new/chicago-express")
    page.locator(".seat").nth(2).wait_for()
    for seat, kind in enumerate(kinds, 1):
        page.locator(".seat").nth(seat).locator("select").first.select_option(kind)
    for seat, name in enumerate(names, 1):
        page.locator(".seat").nth(seat).locator("input").fill(name)
    page.locator("form .main").click()
    page.wait_for_url("**/table/*")
    return str(page.url)


def test_two_people_at_one_table_see_each_other_move(visit: Visit) -> None:
    ada = visit()
    address = open_table(ada, "open", "bot")
    ben = visit(address[address.index("/table/") :])
    ben.get_by_label("My name").fill("Ben")
    ben.get_by_label("My name").blur()
    ben.get_by_role("button", name="Sit here").click()
    ada.locator(".who", has_text="Ben").wait_for()
    ada.get_by_role("button", name="Start the game", exact=True).click()
    ada.locator(MINE).wait_for()
    ben.locator(".turnline").wait_for()
    assert ben.locator(MINE).count() == 0
    ada.get_by_role("button", name="Bid $9").click()
    ben.locator(MINE).wait_for()
    assert "Highest bid $9" in ben.locator(".lot").inner_text()
    ben.get_by_label("Say something").fill("Good morning")
    ben.get_by_role("button", name="Send").click()
    ada.locator(".log .chat", has_text="Good morning").wait_for()


def test_a_move_is_taken_back_only_if_the_others_agree(visit: Visit) -> None:
    ada = visit()
    address = open_table(ada, "open", "bot")
    ben = visit(address[address.index("/table/") :])
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game", exact=True).click()
    ada.get_by_role("button", name="Bid $7").click()
    ben.get_by_role("button", name="Bid $8").click()
    ada.locator(".log", has_text="bids $8").wait_for()
    ada.locator(MINE).wait_for()
    ada.get_by_role("button", name="Ask for my move back").click()
    ben.get_by_role("button", name="Agree").click()
    ada.get_by_role("button", name="Bid $7").wait_for()
    assert "no bid yet" in ada.locator(".lot").inner_text()
    assert ada.locator(".log .gone").count() >= 2


def test_undo_takes_ones_own_last_move_back(visit: Visit) -> None:
    page = visit()
    open_table(page, "other", "other", names=("Ben", "Cleo"))
    page.get_by_role("button", name="Bid $7").click()
    page.locator(".turnline", has_text="Ben").wait_for()
    page.keyboard.press("u")
    page.locator(".lot", has_text="no bid yet").wait_for()


def test_hot_seat_asks_one_after_the_other_at_one_screen(visit: Visit) -> None:
    page = visit()
    open_table(page, "other", "other", names=("Ben", "Cleo"))
    seen = set()
    random = Random(3)
    for _ in range(12):
        assert my_turn(page)
        seen.add(page.locator(".turnline").inner_text().split(":")[0])
        decide(page, random)
    assert seen == {"Guest", "Ben", "Cleo"}


def test_a_private_limit_bids_for_me_and_shows_nobody(visit: Visit) -> None:
    ada = visit()
    address = open_table(ada, "open", "bot")
    ben = visit(address[address.index("/table/") :])
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game", exact=True).click()
    ben.locator(".lot").wait_for()
    ben.get_by_text("A private limit").click()
    ben.get_by_label("Bid for me up to").fill("20")
    ben.get_by_role("button", name="Set it").click()
    ben.get_by_text("The server bids for you up to 20").wait_for()
    ada.get_by_role("button", name="Bid $9").click()
    ada.locator(".log", has_text="Guest bids $10").or_(ada.locator(".log", has_text="bids $10")).first.wait_for()
    assert "20" not in ada.locator(".desk").inner_text()


def test_the_page_goes_on_after_the_server_was_killed(visit: Visit, table: Table) -> None:
    page = visit()
    start(page, "chicago-express")
    my_turn(page)
    page.get_by_role("button", name="Bid $7").click()
    page.locator(".log li.move").first.wait_for()
    table.kill()
    page.get_by_text("The connection is lost").wait_for()
    table.start()
    page.get_by_text("The connection is lost").wait_for(state="detached", timeout=20_000)
    my_turn(page)
    decide(page, Random(1))
    numbers = [int(text) for text in page.locator(".log li.move a").all_inner_texts()]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_reload_comes_back_to_the_same_place(visit: Visit) -> None:
    page = visit()
    start(page, "chicago-express")
    my_turn(page)
    page.get_by_role("button", name="Bid $7").click()
    my_turn(page)
    moves = page.locator(".log li.move").count()
    page.reload()
    my_turn(page)
    assert page.locator(".log li.move").count() >= moves


def test_two_tabs_of_one_person_agree(visit: Visit) -> None:
    page = visit()
    start(page, "chicago-express")
    my_turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(MINE).wait_for()
    page.get_by_role("button", name="Bid $7").click()
    other.locator(".log", has_text="Guest bids $7").wait_for()


def to_my_turn(page: Any) -> None:
    """Through the four opening auctions, buying, until there is a gauge to choose."""
    for _ in range(60):
        my_turn(page)
        if page.locator(".verb").count():
            return
        before = page.locator(".log li.move").count()
        bids = page.locator(".quick")
        cheap = bids.count() and int(re.sub(r"\D", "", bids.first.inner_text())) < 14
        (bids.first if cheap else page.get_by_role("button", name=re.compile("^Pass( P)?$"))).click()
        page.locator(".log li.move").nth(before).wait_for()
    raise AssertionError("no turn came")


def test_a_build_is_put_together_with_its_bill_before_it_is_confirmed(visit: Visit) -> None:
    page = visit()
    open_table(page, "other", "other", names=("Ben", "Cleo"))  # who is on turn first has a share for certain
    to_my_turn(page)
    page.get_by_role("button", name="Build track").click()
    page.locator(".desk > .chips .chip:not([aria-disabled=true])").first.click()
    page.locator(".lit").first.wait_for()
    page.locator(".places summary").click()
    page.locator(".places .chip").first.click()
    page.locator(".bill dl").wait_for()
    assert re.search(r"Cost\s*\$\d+ of \$\d+", page.locator(".bill").inner_text())
    assert "next dividends" in page.locator(".bill").inner_text().lower()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".verb").first.wait_for()


def test_after_a_click_on_the_map_enter_confirms(visit: Visit) -> None:
    page = visit()
    open_table(page, "other", "other", names=("Ben", "Cleo"))
    to_my_turn(page)
    page.keyboard.press("b")
    page.locator(".desk > .chips .chip:not([aria-disabled=true])").first.click()
    page.locator(".lit").first.wait_for()
    assert click_on_map(page, page.locator(".lit").first)
    page.locator(".bill dl").wait_for()
    moves = page.locator(".log li.move").count()
    page.keyboard.press("Enter")
    page.locator(".log li.move").nth(moves).wait_for()
    assert "builds" in page.locator(".log li.move").nth(moves).inner_text()


def test_an_old_page_loads_itself_again_after_an_update(visit: Visit, table: Table) -> None:
    page = visit()
    start(page, "chicago-express")
    my_turn(page)
    address = page.url
    with page.expect_event("load"):
        table.kill()
        table.start(version="99.0.0")
    my_turn(page)
    assert page.url == address
    table.kill()
    table.start()


def test_a_record_dropped_on_the_lobby_is_shown(visit: Visit) -> None:
    page = visit()
    record = {"format": "cuberails/1", "game": "chicago-express", "players": ["Ada", "Ben"], "moves": ["bid 12", "pass"]}
    dropped = page.evaluate_handle(
        "(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'game.json')); return data }", json.dumps(record)
    )
    page.dispatch_event(".page", "drop", {"dataTransfer": dropped})
    page.wait_for_url("**/table/*")
    page.locator(".replay .count").wait_for()
    assert "2 of 2" in page.locator(".replay .count").inner_text()
    page.locator(".log", has_text="Ada bids $12").wait_for()
    page.get_by_label("To the position after move 1").click()
    page.wait_for_url("**at=1")


def test_an_illegal_attempt_says_why_and_links_to_the_rule(visit: Visit) -> None:
    page = visit()
    start(page, "chicago-express")
    to_my_turn(page)
    page.keyboard.press("a")
    page.locator(".chip[aria-disabled=true]", has_text="Wabash").click(force=True)
    page.locator(".why a", has_text="CE-13").wait_for()
    with page.context.expect_page() as opened:
        page.locator(".why a").click()
    rules = opened.value
    rules.locator("#CE-13.meant").wait_for()


def test_keyboard_alone_plays_a_turn(visit: Visit) -> None:
    page = visit()
    page.locator("article .main:not([disabled])").first.wait_for()
    page.locator("article .main").first.focus()
    page.keyboard.press("Enter")
    page.locator(MINE).wait_for()
    page.get_by_label("Another bid").focus()
    page.keyboard.press("Enter")
    page.locator(".log", has_text="Guest bids $7").wait_for()
    for _ in range(60):
        my_turn(page)
        if page.locator(".verb").count():
            break
        before = page.locator(".log li.move").count()
        page.locator("body").press("p")
        page.locator(".log li.move").nth(before).wait_for()
    page.locator("body").press("d")
    page.locator(".lit, .desk .end").first.wait_for()
    page.locator(".pieces").focus()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Enter")
    page.locator(".bill, .why").first.wait_for()


def test_french_at_once_and_everywhere(visit: Visit) -> None:
    page = visit(language="fr-FR")
    assert "Jouer maintenant" in page.locator("main").inner_text()
    start(page, "chicago-express")
    my_turn(page)
    page.get_by_role("button", name=re.compile("Offrir 8")).click()
    page.locator(".log", has_text="enchérit").wait_for()
    page.get_by_role("button", name="Réglages").click()
    page.get_by_label("Langue").select_option("en")
    page.locator(".log", has_text="bids $8").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_finished_game_is_watched_downloaded_and_uploaded_again(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    start(page, "credit-mobilier")
    play_on(page, Random(4))
    page.locator(".replay .count").wait_for()
    page.get_by_role("button", name="To the start").click()
    page.wait_for_url("**at=0")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**at=1")
    page.locator(".replay svg .line").nth(2).wait_for()
    assert page.locator(".replay svg .line").count() == 3
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download the record").first.click()
    file = tmp_path / "game.json"
    downloading.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "cuberails/1"
    page.goto(page.url.split("/table")[0])
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/table/*")
    page.locator(".replay .count").wait_for()


def test_a_file_that_is_no_record_is_refused_in_words(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    file = tmp_path / "game.json"
    file.write_text('{"format": "something else"}')
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("alert").wait_for()
    assert "cuberails/1" in page.get_by_role("alert").inner_text()
