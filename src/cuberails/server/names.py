"""Names and other lines that people write: what may stand in them, and when two names are the same."""

from __future__ import annotations

import unicodedata

MOST_KEY = 80
HIDING = {"Cc", "Cs", "Zl", "Zp"}
"""Categories of characters that break a line, or are none."""
TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what stands around them."""


def plain(text: str) -> bool:
    """Whether a line shows what it says: no control characters, nothing that breaks or turns it.

    >>> plain("Zoë 🚂"), plain("a\\nb"), plain("\\u202eadA")
    (True, False, False)
    """
    return not any(unicodedata.category(c) in HIDING or c in TURNING for c in text)


def key_of(name: str) -> str:
    """Names that look the same are the same: width, case, spaces and what cannot be seen make no difference.

    >>> key_of(" ＡＤＡ  l. ") == key_of("Ada\\u200b L.") == "ada l."
    True
    """
    seen = "".join(c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    return unicodedata.normalize("NFKC", " ".join(seen.split()).casefold())
