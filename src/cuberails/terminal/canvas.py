"""A picture of characters, each with its colours."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text


class Canvas:
    """Rows of characters; what is put outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write to the right of (x, y)."""
        if 0 <= y < len(self.rows):
            for at, character in enumerate(text, x):
                if 0 <= at < self.width:
                    self.rows[y][at] = (character, style)

    def text(self) -> Text:
        """The picture as lines for ``rich``."""
        picture = Text(no_wrap=True, end="")
        for row in self.rows:
            for style, run in groupby(row, key=lambda cell: cell[1]):
                picture.append("".join(character for character, _ in run), style)
            picture.append("\n")
        return picture
