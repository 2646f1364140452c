"""A server of its own and a real Chromium for the tests of the page.

The browser is started and stopped by each module: Playwright keeps an event loop running, and the other
tests of the same process want to start theirs.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / "src" / "cuberails" / "server" / "static" / "index.html"
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


class Table:
    """A server, which can be killed and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "table.db"
        self.port = 0
        self.start()

    def start(self, version: str = "") -> None:
        """Start the server; with a version, as if it were that one."""
        command = [sys.executable, "-m", "cuberails.server", "--port", str(self.port), "--db", str(self.database)]
        if version:
            main = "from cuberails.cli import main; main(['play', '--no-browser', *sys.argv[1:]])"
            command[1:3] = ["-c", f"import sys, cuberails; cuberails.__version__ = {version!r}; {main}"]
        environment = os.environ | {"CUBERAILS_RATE_LIMITS": "off"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert "http://" in line, "the server did not start"
        self.port = int(line.rsplit(":", 1)[1])
        self.address = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    if not STATIC.exists():
        pytest.skip("the browser client is not built: make web")
    server = Table(tmp_path_factory.mktemp("table"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install playwright")
    program = os.environ.get("CUBERAILS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        pytest.skip("there is no Chromium here: apt-get install chromium, or name it in CUBERAILS_CHROMIUM")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Any, table: Table) -> Iterator[Callable[..., Any]]:
    """Open an address of the table as a person of one's own; a script error on the page fails the test."""
    contexts, errors = [], []

    def visit(path: str = "/", language: str = "en-GB", width: int = 1280, height: int = 860, **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, locale=language, **options)
        context.add_init_script("if (!localStorage['cuberails.pace']) localStorage['cuberails.pace'] = 'at once'")
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.goto(table.address + path)
        contexts.append(context)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not errors
