"""Pictures of every page at three widths, by day and by lamplight: ``make screenshots`` writes ``docs/screenshots``.

The games shown are simulated with fixed seeds and cloned in the middle, so the pictures change when the page does.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from cuberails.cli import main as cuberails

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "screenshots"
WINDOWS = {360: 780, 768: 1024, 1440: 900}
GAMES = {"chicago-express": 0.62, "german-railways": 0.55, "credit-mobilier": 0.6}
"""How much of each game has been played."""
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
QUALITY = 62


def simulate(folder: Path, game: str) -> str:
    """One game of four bots, as a record."""
    file = folder / f"{game}.jsonl"
    options = ["--players", "4", "--games", "1", "--bots", "greedy,greedy,greedy,greedy", "--seed", "7", "--out", str(file)]
    if cuberails(["simulate", game, *options]):
        sys.exit(f"no game of {game} could be simulated")
    return file.read_text(encoding="utf-8").strip()


def ask(page: Page, path: str, body: str) -> Any:
    """A request as the page itself would make it."""
    answer = page.request.post(f"/api/{path}", data=body, headers={"X-Cuberails": "1", "Content-Type": "application/json"})
    assert answer.ok, answer.text()
    return answer.json()


def tables(page: Page, folder: Path) -> dict[str, str]:
    """The addresses of what is shown: a table of each game in the middle, and a replay."""
    ask(page, "guest", '{"name": "Ada"}')
    shown = {}
    for game, share in GAMES.items():
        replay = ask(page, "records", simulate(folder, game))
        seats = '[{"kind": "me"}, {"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "easy"}]'
        clone = ask(page, f"tables/{replay['id']}/clone", f'{{"at": {int(replay["moves"] * share)}, "seats": {seats}}}')
        shown[f"table-{game}"] = f"/table/{clone['id']}"
        shown["replay"] = f"/table/{replay['id']}?at={replay['moves'] * 2 // 3}"
    return shown


def ready(page: Page, name: str) -> None:
    """Wait for the page to stand still; at a table for a turn, and begin it."""
    page.wait_for_timeout(900)
    if name.startswith("table"):
        page.locator(".turnline.mine, .result").first.wait_for(timeout=60_000)
    for _ in range(12 if name == "table-chicago-express" else 0):  # out of the auctions, to a turn of one's own
        if not page.locator(".lot").count():
            break
        page.get_by_role("button", name="Pass", exact=False).first.click()
        page.wait_for_timeout(1500)
        page.locator(".turnline.mine, .result").first.wait_for(timeout=60_000)
    if name == "table-chicago-express" and page.locator(".verb").count():
        page.get_by_role("button", name="Build track").click()
        page.wait_for_timeout(300)
        companies = page.locator(".desk > .chips .chip[aria-disabled=false]")
        if companies.count():
            companies.first.click()
    page.wait_for_timeout(700)


def shoot(page: Page, file: Path) -> None:
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").save(file, "WEBP", quality=QUALITY, method=6)


def main() -> None:
    program = (
        os.environ.get("CUBERAILS_CHROMIUM") or shutil.which("chromium") or sys.exit("there is no Chromium here: apt-get install chromium")
    )
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        command = [sys.executable, "-m", "cuberails.server", "--port", "0", "--db", str(Path(folder) / "table.db")]
        environment = os.environ | {"CUBERAILS_RATE_LIMITS": "off"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        try:
            assert server.stdout
            base = f"http://127.0.0.1:{server.stdout.readline().rsplit(':', 1)[1].strip()}"
            browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
            first = browser.new_context(base_url=base, locale="en-GB")
            pages = {
                "lobby": "/",
                **tables(first.new_page(), Path(folder)),
                "new": "/new/chicago-express",
                "rules": "/rules/chicago-express#CE-23",
                "learn": "/learn/chicago-express",
                "account": "/account",
            }
            signed_in = first.storage_state()
            for width, height in WINDOWS.items():
                for scheme in ("light", "dark"):
                    context = browser.new_context(
                        base_url=base, locale="en-GB", viewport={"width": width, "height": height}, color_scheme=scheme,
                        storage_state=signed_in, reduced_motion="reduce", has_touch=width < 800,
                    )  # fmt: skip
                    page = context.new_page()
                    for name, path in pages.items():
                        page.goto(path)
                        ready(page, name)
                        shoot(page, FOLDER / f"{name}-{width}-{scheme}.webp")
                    context.close()
            browser.close()
        finally:
            server.terminate()
            server.wait(20)
    files = list(FOLDER.iterdir())
    print(f"{len(files)} pictures, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB, in {FOLDER.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
