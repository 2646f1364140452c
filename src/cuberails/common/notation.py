"""What the notation of all games has in common."""

from __future__ import annotations

from cuberails.common.words import N_
from cuberails.core import IllegalMove, Reason


def words_of(move: str) -> list[str]:
    """The words of a move; ``IllegalMove`` unless exactly one space stands between them.

    >>> words_of("bid 12")
    ['bid', '12']
    """
    words, found = move.split(" "), move.split()
    if words != found and found:
        raise unclear(N_("“{move}”: exactly one space stands between words: write “{neat}”."), move=move, neat=" ".join(found))
    return words


def unclear(sentence: str, **facts: object) -> IllegalMove:
    """The refusal of a text that is no move of the game, whatever the position."""
    return IllegalMove(Reason("NOTATION", sentence, facts))
