"""What is wrong with the fields of a request, in words; without what was sent, which may be a password."""

from __future__ import annotations

from typing import Any

from fastapi.exceptions import RequestValidationError

from cuberails.common.words import N_, reason
from cuberails.core import Reason
from cuberails.server.problems import Problem

MOST_TOLD = 10
NUMBER = N_("is no whole number")
WORDS = {
    "missing": N_("is missing"),
    "extra_forbidden": N_("is not known here"),
    "json_invalid": N_("is no JSON"),
    "string_type": N_("is no text"),
    "string_unicode": N_("holds half a character"),
    "string_too_short": N_("is shorter than {min_length}"),
    "string_too_long": N_("is longer than {max_length}"),
    "too_short": N_("has fewer entries than {min_length}"),
    "too_long": N_("has more entries than {max_length}"),
    "string_pattern_mismatch": N_("does not look like one"),
    "literal_error": N_("is none of {expected}"),
    "greater_than_equal": N_("is less than {ge}"),
    "less_than_equal": N_("is more than {le}"),
    "less_than": N_("is not less than {lt}"),
    "int_type": NUMBER, "int_parsing": NUMBER, "int_parsing_size": NUMBER, "int_from_float": NUMBER, "finite_number": NUMBER,
    "float_parsing": N_("is no number"),
    "bool_type": N_("is neither true nor false"), "bool_parsing": N_("is neither true nor false"),
    "list_type": N_("is no list"),
    "dict_type": N_("is no object"), "model_type": N_("is no object"), "model_attributes_type": N_("is no JSON object"),
    "not_plain": N_("holds characters that cannot be seen"),
}  # fmt: skip
"""By Pydantic's name of the error; ``not_plain`` is ours (``bodies``)."""
OTHER = N_("is not what it should be")


class Invalid(Problem):
    """A request whose fields are not what they should be."""

    def __init__(self, error: RequestValidationError) -> None:
        self.found = [(_field(found["loc"]), _why(found)) for found in error.errors()[:MOST_TOLD]]
        super().__init__("bad-request", self._reason("en"))

    def _reason(self, language: str) -> Reason:
        told = "; ".join(f"{field} {reason(why, language)}" for field, why in self.found)
        return Reason("", N_("The request cannot be understood: {fields}."), {"fields": told})

    def document(self, language: str) -> dict[str, Any]:
        self.why = self._reason(language)
        return super().document(language) | {"fields": [{"field": field, "problem": reason(why, language)} for field, why in self.found]}


def _field(where: tuple[str | int, ...]) -> str:
    """The name of a field; that of the whole body if it cannot be read."""
    inside = [str(part) for part in where[1:] if not (where[0] == "body" and isinstance(where[1], int))]
    return ".".join(inside) or str(where[0])


def _why(found: dict[str, Any]) -> Reason:
    return Reason("", WORDS.get(found["type"], OTHER), found.get("ctx", {}))
