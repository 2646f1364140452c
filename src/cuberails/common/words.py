"""Sentences in every language: gettext catalogues under ``cuberails/locale``.

The code writes English sentences, marked with ``N_``; they are the keys of the catalogues. What
fills their braces is put in after the translation, so a sentence is never glued from pieces.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from cuberails.core import Reason

LOCALE = Path(__file__).parent.parent / "locale"


def N_(sentence: str) -> str:  # noqa: N802 - the name gettext tools look for
    """Mark a sentence for translation."""
    return sentence


OWN_NAME = N_("the name of this language, in this language")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation("cuberails", LOCALE, [language])


def say(sentence: str, language: str = "en", /, **facts: object) -> str:
    """The sentence in a language, its braces filled.

    >>> say("The lowest legal bid is ${least}.", least=7)
    'The lowest legal bid is $7.'
    """
    return _catalogue(language).gettext(sentence).format(**{name: _word(fact, language) for name, fact in facts.items()})


def reason(why: Reason, language: str = "en") -> str:
    """The words of a reason, without the number of the rule."""
    return say(why.sentence, language, **why.facts)


def _word(fact: object, language: str) -> object:
    return reason(fact, language) if isinstance(fact, Reason) else fact


def _languages() -> dict[str, str]:
    """English, and every language that has a compiled catalogue, each by its own name."""
    there = sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/cuberails.mo"))
    return {"en": "English"} | {language: say(OWN_NAME, language) for language in there}


LANGUAGES = _languages()
