"""Every sentence in every language (``make words`` brings the catalogues up to date)."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import catalogues

from cuberails.common import words

CODE = re.compile(r"X-Cuberails: 1|'cuberails\[[a-z{}]+\]'")
"""What is written for machines, inside sentences for people."""
MISPRINTS = {
    "fr": r"(?<!\u00a0)(?:[;!?»]|:(?=\s|$)|[%$](?!\w))|«(?!\u00a0)|['“”]",
    "de": r"(?<!\u00a0)[%$](?!\w)|['”«»]|“(?=\w)|„(?=\s)",
}
"""Spaces that could break a line where none may, and the quotes and apostrophes of other languages."""

LANGUAGES = pytest.mark.parametrize("language", catalogues.LANGUAGES)


def sentences() -> list[tuple[str, str]]:
    """Every sentence of the source, with its part."""
    return [(part, message.id) for part, template in catalogues.extract().items() for message in template if message.id]


def translations(language: str) -> dict[tuple[str, str], str]:
    """Every translation that is written down, by part and sentence."""
    parts = [path.stem for path in (catalogues.LOCALE / language).glob("*.po")]
    return {(part, m.id): m.string for part in parts for m in catalogues.load(language, part) if m.id}


def test_there_are_sentences() -> None:
    assert len(sentences()) > 100


@LANGUAGES
def test_every_sentence_is_translated(language: str) -> None:
    known = translations(language)
    missing = [f"{part}: {sentence}" for part, sentence in sentences() if not known.get((part, sentence))]
    assert not missing, f"no {language} for\n" + "\n".join(missing)


@LANGUAGES
def test_a_translation_has_the_braces_of_its_sentence(language: str) -> None:
    def braces(text: str) -> list[str]:
        return sorted(re.findall(r"\{.*?\}", text))

    wrong = [f"{part}: {s} -> {t}" for (part, s), t in translations(language).items() if t and braces(s) != braces(t)]
    assert not wrong, "other braces in\n" + "\n".join(wrong)


@LANGUAGES
def test_no_translation_outlives_its_sentence(language: str) -> None:
    stale = [f"{part}: {sentence}" for part, sentence in sorted(set(translations(language)) - set(sentences()))]
    assert not stale, f"no such sentence any more, yet in the {language} catalogue:\n" + "\n".join(stale)


@LANGUAGES
def test_one_sentence_has_one_translation(language: str) -> None:
    """All parts are compiled into one catalogue, so they must not contradict each other."""
    first: dict[str, tuple[str, str]] = {}
    clashes = []
    for (part, sentence), translation in sorted((key, text) for key, text in translations(language).items() if text):
        other, known = first.setdefault(sentence, (part, translation))
        if translation != known:
            clashes.append(f"{other}, {part}: {sentence} -> {known} / {translation}")
    assert not clashes, "two translations of\n" + "\n".join(clashes)


@LANGUAGES
def test_no_translation_is_a_copy(language: str) -> None:
    """A sentence with words of its own differs in every language."""
    copies = [f"{part}: {s}" for (part, s), t in translations(language).items() if s == t and len(re.sub(r"\{.*?\}", "", s).split()) > 2]
    assert not copies, f"the same in {language}:\n" + "\n".join(copies)


@LANGUAGES
def test_a_translation_is_set_as_its_language_is_printed(language: str) -> None:
    misprint = re.compile(MISPRINTS.get(language, "(?!)"))
    wrong = [f"{part}: {t}" for (part, _), t in translations(language).items() if misprint.search(CODE.sub("", t))]
    assert not wrong, f"not how {language} is printed:\n" + "\n".join(wrong)


def test_every_catalogue_is_a_language_that_people_can_choose() -> None:
    assert list(words.LANGUAGES) == ["en", *catalogues.LANGUAGES]
    assert len(set(words.LANGUAGES.values())) == len(words.LANGUAGES)
    assert (words.LANGUAGES["de"], words.LANGUAGES["fr"]) == ("Deutsch", "Français")
    assert catalogues.OWN_NAME == words.OWN_NAME
