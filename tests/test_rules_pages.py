"""The rules pages: the same numbers in every language, the numbers the program names, and a test for each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cuberails

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
PAGES = sorted(path for path in RULES.glob("*.md") if "." not in path.stem)
ITEM = re.compile(r"^- \*\*([A-Z]+-[0-9]+)\*\* ", re.MULTILINE)
SOURCES = {
    "chicago-express": "games/chicago_express",
    "german-railways": "games/german_railways",
    "credit-mobilier": "games/credit_mobilier",
}

every_page = pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])


def numbers(page: Path) -> list[str]:
    return ITEM.findall(page.read_text(encoding="utf-8"))


@every_page
def test_no_rule_is_numbered_twice(page: Path) -> None:
    found = numbers(page)
    assert found
    assert len(found) == len(set(found))


@every_page
def test_the_french_page_has_the_same_rules(page: Path) -> None:
    assert numbers(page) == numbers(page.with_suffix(".fr.md"))


@every_page
def test_every_rule_the_program_names_is_on_the_page(page: Path) -> None:
    source = Path(cuberails.__file__).parent / "games" / page.stem.replace("-", "_")
    named = {rule for path in source.glob("*.py") for rule in re.findall(r"\b(?:A|CE|GR|CM)-[0-9]+\b", path.read_text(encoding="utf-8"))}
    assert named <= set(numbers(page))


def test_every_rule_of_chicago_express_has_a_test() -> None:
    names = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "chicago_express").glob("test_*.py"))
    shown = {f"{a}-{n}" for line in re.findall(r"def test_((?:a|ce)_[0-9].*)\(", names) for a, n in _ids(line)}
    assert [rule for rule in numbers(RULES / "chicago-express.md") if rule not in shown] == []


def _ids(name: str) -> list[tuple[str, str]]:
    """``ce_37_and_42_dividends…`` names two rules."""
    first = re.match(r"(a|ce)_([0-9]+)(?:_and_([0-9]+))?_", name)
    assert first, name
    return [(first[1].upper(), number) for number in (first[2], first[3]) if number]
