"""The weight and the pace of the page: ``python benchmarks/page.py`` (a browser client that is built, and a Chromium).

Prints what a first load with a table open costs on the wire, the frames of a map that is pulled with the processor throttled
four times, and how long a move takes from the click to the other player's page.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
THROTTLED = 4
MOVES = 12
FRAMES = """() => {
  window.frames_ = []; let last = performance.now();
  const frame = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(frame) };
  requestAnimationFrame(frame);
}"""
WATCH = """() => {
  window.seen_ = [];
  const watch = {subtree: true, childList: true, characterData: true};
  new MutationObserver(() => window.seen_.push(Date.now())).observe(document.querySelector('.turnline'), watch);
}"""


def visitor(browser: Browser, base: str, name: str) -> Page:
    context = browser.new_context(base_url=base, viewport={"width": 1280, "height": 860}, locale="en-GB")
    context.add_init_script(f"localStorage['cuberails.pace'] = 'at once'; localStorage['cuberails.name'] = '{name}'")
    return context.new_page()


def weight(browser: Browser, base: str) -> None:
    page = visitor(browser, base, "Ada")
    sizes: list[tuple[str, int]] = []
    page.on("requestfinished", lambda request: sizes.append((request.url, request.sizes()["responseBodySize"])))
    page.goto("/")
    page.locator("article .main:not([disabled])").first.click()
    page.locator(".turnline.mine").wait_for()
    page.wait_for_timeout(800)
    fonts = sum(size for url, size in sizes if ".woff" in url)
    print(f"first load with a table open: {(sum(size for _, size in sizes) - fonts) / 1000:.0f} kB, and {fonts / 1000:.0f} kB of fonts")
    frames(page)


def frames(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    page.get_by_label("Enlarge the map").click()
    box: Any = page.locator(".map .frame").bounding_box()
    x, y = box["x"] + 500, box["y"] + 250
    page.evaluate(FRAMES)
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(120):
        page.mouse.move(x - 2 * step, y - step)
    page.mouse.up()
    drawn = sorted(page.evaluate("window.frames_"))
    late = drawn[int(0.95 * len(drawn))]
    middle = statistics.median(drawn)
    print(f"pulling the map, processor throttled {THROTTLED} times: {len(drawn)} frames, median {middle:.1f} ms, p95 {late:.1f} ms")


def latency(browser: Browser, base: str) -> None:
    ada, ben = visitor(browser, base, "Ada"), visitor(browser, base, "Ben")
    ada.goto("/new/chicago-express")
    ada.get_by_label("Take seat 3 away").click()
    ada.locator("form .main").click()
    ada.wait_for_url("**/table/*")
    ben.goto(ada.url)
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game", exact=True).click()
    for page in (ada, ben):
        page.locator(".turnline").wait_for()
        page.evaluate(WATCH)
    times = []
    for move in range(MOVES):
        mover, other = (ada, ben) if move % 2 == 0 else (ben, ada)
        mover.locator(".turnline.mine").wait_for()
        other.evaluate("window.seen_.length = 0")
        clicked = mover.locator(".quick").first.evaluate("(button) => { const now = Date.now(); button.click(); return now }")
        other.locator(".turnline.mine").wait_for()
        times.append(other.evaluate("window.seen_[0]") - clicked)
    print(f"from a click to the other player's page: {MOVES} moves, median {statistics.median(times):.0f} ms, longest {max(times)} ms")


def main() -> None:
    program = os.environ.get("CUBERAILS_CHROMIUM") or shutil.which("chromium")
    if not program:
        sys.exit("there is no Chromium here: apt-get install chromium, or name it in CUBERAILS_CHROMIUM")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        command = [sys.executable, "-m", "cuberails.server", "--port", "0", "--db", str(Path(folder) / "table.db")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout
            base = f"http://127.0.0.1:{server.stdout.readline().rsplit(':', 1)[1].strip()}"
            browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
            weight(browser, base)
            latency(browser, base)
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
