"""What the README shows works."""

from __future__ import annotations

import re
from pathlib import Path

from cuberails.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_plays_a_whole_game() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})


def test_it_begins_with_the_two_commands() -> None:
    assert re.match(r"# cuberails\n\n```\nmake play .*\nmake test .*\n```", README)


def test_its_links_lead_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_commands_it_shows_exist() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for command in re.findall(r"(?:^|`)cuberails ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            assert command in COMMANDS, f"{page.name}: cuberails {command}"
