"""Maps of hexes in characters: every hex a block of two lines, staggered like the board.

With flat-top hexes the columns stand side by side, every second one a line lower; with pointy-top hexes
the rows lie below each other, every second one half a block to the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from cuberails.terminal.canvas import Canvas

Piece = tuple[str, str]
"""A text and its style."""


class Block(NamedTuple):
    """What stands in a hex."""

    shades: tuple[str, str, str]
    """Three backgrounds so close to each other that neighbours differ and the terrain is one."""
    top: Sequence[Piece]
    bottom: Sequence[Piece]


def flat(names: Sequence[str], blocks: Sequence[Block], width: int) -> Text:
    """A map of flat-top hexes, ``width`` characters each: letters are columns."""
    west, north = min(name[0] for name in names), min(int(name[1:]) for name in names)
    columns = max(ord(name[0]) for name in names) - ord(west) + 1
    canvas = Canvas(columns * width, max(int(name[1:]) for name in names) - north + 2)
    for name, block in zip(names, blocks, strict=True):
        _draw(canvas, (ord(name[0]) - ord(west)) * width, int(name[1:]) - north, width, 2, name, block)
    return canvas.text()


def pointy(names: Sequence[str], blocks: Sequence[Block], width: int, height: int) -> Text:
    """A map of pointy-top hexes, ``width`` (even) by ``height`` characters each: letters are rows."""
    north, west = min(name[0] for name in names), min(int(name[1:]) for name in names)
    rows = max(ord(name[0]) for name in names) - ord(north) + 1
    last = max(int(name[1:]) for name in names) - west
    canvas = Canvas(2 + last * width // 2 + width, rows * height)
    for name, block in zip(names, blocks, strict=True):
        y = (ord(name[0]) - ord(north)) * height
        canvas.put(0, y, name[0], "dim")
        _draw(canvas, 2 + (int(name[1:]) - west) * width // 2, y, width, height, name, block)
    return canvas.text()


def _draw(canvas: Canvas, x: int, y: int, width: int, height: int, name: str, block: Block) -> None:
    background = block.shades[_shade(ord(name[0]), int(name[1:]))]
    lines = (block.top, block.bottom) if height == 2 else (block.bottom,)
    for line, pieces in enumerate(lines, y):
        canvas.put(x, line, " " * width, f"on {background}")
        at = x
        for text, style in pieces:
            canvas.put(at, line, text[: x + width - at], style if " on " in style else f"{style} on {background}")
            at += len(text)


def _shade(column: int, number: int) -> int:
    """One of three, never that of a neighbour."""
    return (column + (number + column) // 2) % 3
