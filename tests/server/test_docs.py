"""The pages tell what is there."""

from __future__ import annotations

from pathlib import Path

from cuberails.server.settings import TABLE
from tests.server.conftest import Running

DOCS = Path(__file__).parent.parent.parent / "docs"


def test_every_setting_is_in_the_table() -> None:
    page = (DOCS / "server.md").read_text()
    for name, default, meaning in TABLE:
        assert f"| `{name}` |" in page, name
        assert meaning in page, name
        assert not default or f"| `{default}` |" in page


def test_every_request_is_on_the_page(site: Running) -> None:
    page = (DOCS / "api.md").read_text()
    for path, methods in site.player().get("/openapi.json")["paths"].items():
        shown = path.replace("{table_id}", "{id}").replace("{token_id}", "{id}")
        assert f"{shown}`" in page or f"{shown}?" in page or shown in page, path
        assert methods
