"""The pages for researchers: their examples run, their tables are those of the program."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from cuberails import registry
from cuberails.rl.encoding import encoder
from tests.rl.tables import GAMES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.mark.parametrize("page", ["research.md", "encodings.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel, of the extra rl: pip install cuberails[rl]")
    found = doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("game", GAMES)
def test_the_page_lists_every_block_in_order(game: str) -> None:
    text = (DOCS / "encodings.md").read_text(encoding="utf-8")
    (section,) = [part for part in text.split("\n## ") if f"`{encoder(game, 4).name}`" in part.split("\n")[0]]
    rows = [
        tuple(cell.strip() for cell in line.split("|")[1:5])
        for line in section.splitlines()
        if line.startswith(("| place", "| link", "| rest"))
    ]
    assert rows == [(where, name, str(size), f"{unit:g}") for where, name, size, unit in encoder(game, 4).describe()]


def test_files_and_tests_the_page_names_are_there() -> None:
    text = (DOCS / "research.md").read_text(encoding="utf-8")
    for path in re.findall(r"(?:tests|examples|benchmarks|docs/images)/[\w/.-]+\w", text):
        assert (ROOT / path).exists(), path


def test_the_page_states_the_size_of_every_game() -> None:
    text = (DOCS / "research.md").read_text(encoding="utf-8")
    for game in GAMES:
        seats = registry.game(game).SEATS
        assert f"| {game} | {seats[0]} to {seats[-1]} | {registry.game(game).ACTIONS:,} |" in text
