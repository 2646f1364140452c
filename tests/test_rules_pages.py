"""The rules pages: the same numbers in every language, the numbers the program names, and a test for each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cuberails
from cuberails.common.words import LANGUAGES, reason
from cuberails.core import Reason

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
PAGES = sorted(path for path in RULES.glob("*.md") if "." not in path.stem)
ITEM = re.compile(r"^- \*\*([A-Z]+-[0-9]+)\*\* ", re.MULTILINE)
SOURCES = {
    "chicago-express": "games/chicago_express",
    "german-railways": "games/german_railways",
    "credit-mobilier": "games/credit_mobilier",
}

RULING = re.compile(r"\*\*\([^*]+\)\*\*")
REFUSALS = {
    "chicago-express": Reason(
        "CE-24", "{company} has ${has}, {hex} costs ${cost}.", {"company": "NYC", "has": 3, "hex": "Binghamton (Q7)", "cost": 4}
    ),
    "german-railways": Reason(
        "GR-17", "{company} has {has}, {hex} costs {cost}.", {"company": "MWB", "has": 2, "hex": "Halle (J17)", "cost": 3}
    ),
    "credit-mobilier": Reason("CM-10", "{link} is not connected to the east side: no links lead to it.", {"link": "B3-A3"}),
}

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_translation = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
every_page = pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])


def numbers(page: Path) -> list[str]:
    return ITEM.findall(page.read_text(encoding="utf-8"))


@every_page
def test_no_rule_is_numbered_twice(page: Path) -> None:
    found = numbers(page)
    assert found
    assert len(found) == len(set(found))


@every_page
@every_translation
def test_a_translated_page_has_the_same_rules_and_rulings(page: Path, language: str) -> None:
    translated = page.with_suffix(f".{language}.md")
    assert numbers(translated) == numbers(page)
    assert len(RULING.findall(translated.read_text(encoding="utf-8"))) == len(RULING.findall(page.read_text(encoding="utf-8")))


@every_page
@every_language
def test_the_refusal_a_page_quotes_is_the_one_the_program_gives(page: Path, language: str) -> None:
    text = page.with_suffix(".md" if language == "en" else f".{language}.md").read_text(encoding="utf-8")
    assert reason(REFUSALS[page.stem], language) in text


def test_a_rules_page_is_of_a_language_that_people_can_choose() -> None:
    assert {path.stem.partition(".")[2] for path in RULES.glob("*.*.md")} == set(LANGUAGES) - {"en"}


@every_page
def test_every_rule_the_program_names_is_on_the_page(page: Path) -> None:
    source = Path(cuberails.__file__).parent / "games" / page.stem.replace("-", "_")
    named = {rule for path in source.glob("*.py") for rule in re.findall(r"\b(?:A|CE|GR|CM)-[0-9]+\b", path.read_text(encoding="utf-8"))}
    assert named <= set(numbers(page))


@every_page
def test_every_rule_has_a_test_that_is_called_by_its_number(page: Path) -> None:
    names = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / page.stem.replace("-", "_")).glob("test_*.py"))
    shown = {f"{a}-{n}" for line in re.findall(r"def test_((?:a|ce|gr|cm)_[0-9].*)\(", names) for a, n in _ids(line)}
    assert [rule for rule in numbers(page) if rule not in shown] == []


def _ids(name: str) -> list[tuple[str, str]]:
    """``ce_37_and_42_dividends…`` names two rules."""
    first = re.match(r"(a|ce|gr|cm)_([0-9]+)(?:_and_([0-9]+))?_", name)
    assert first, name
    return [(first[1].upper(), number) for number in (first[2], first[3]) if number]
