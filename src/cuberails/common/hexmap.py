"""Maps of hexes: names, neighbours and board files.

A hex is named by a letter and a number in doubled steps (``boards`` in the docs describes the files).
Inside, hexes are numbered in the order of the file, and a set of hexes is the bitmask of their numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason

STEPS = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""From a hex (letter, number) to its neighbours."""

Row = dict[str, str]
LONGEST_QUOTE = 100
"""So much of a cell is quoted when something is wrong with it."""


def bits(mask: int) -> Iterator[int]:
    """The numbers in a bitmask, ascending.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def listed(mask: int, first: int) -> list[int]:
    """The numbers in a bitmask, ascending, each with ``first`` added: action ids of hexes, links, steps.

    >>> listed(0b10110, 100)
    [101, 102, 104]
    """
    found = []
    first -= 1
    while mask:
        rest = mask & mask - 1
        found.append(first + (mask ^ rest).bit_length())
        mask = rest
    return found


def mask_of(numbers: Sequence[int]) -> int:
    """The bitmask of some numbers."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def neighbours(names: Sequence[str]) -> list[int]:
    """For every hex the bitmask of the hexes that touch it.

    >>> [list(bits(mask)) for mask in neighbours(["A1", "A3", "B2"])]
    [[1, 2], [0, 2], [0, 1]]
    """
    number = {(ord(name[0]), int(name[1:])): i for i, name in enumerate(names)}
    return [mask_of([number[at] for d, e in STEPS if (at := (letter + d, column + e)) in number]) for letter, column in number]


class BoardFile:
    """A board file, read row by row; every complaint names the file and the line."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self.name = path.name
        self.rows: list[tuple[int, Row]] = []
        """The line number of each row, and its cells by column."""
        try:
            reader = csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig").replace("\0", "?")), strict=True)
            lines = [(reader.line_num, cells) for cells in reader if cells]
        except OSError as error:
            raise self.wrong(0, N_("the file cannot be read ({why})"), why=error.strerror) from error
        except UnicodeDecodeError as error:
            raise self.wrong(0, N_("the file is not UTF-8 text")) from error
        except csv.Error as error:
            raise self.wrong(reader.line_num, N_("the line cannot be split into columns ({why})"), why=error) from error
        if not lines or lines[0][1] != list(columns):
            raise self.wrong(1, N_("the first line must be {columns}"), columns=",".join(columns))
        for line, cells in lines[1:]:
            if len(cells) != len(columns):
                raise self.wrong(line, N_("{found} columns where {wanted} belong"), found=len(cells), wanted=len(columns))
            self.rows.append((line, dict(zip(columns, cells, strict=True))))

    def wrong(self, line: int, sentence: str, **facts: object) -> BadInput:
        """The refusal of the file for what stands in a line (0: in none of them)."""
        problem = Reason("", sentence, {name: _short(fact) for name, fact in facts.items()})
        where = N_("{file}, line {line}: {problem}.") if line else N_("{file}: {problem}.")
        return BadInput(Reason("", where, {"file": self.name, "line": line, "problem": problem}))

    def number(self, line: int, row: Row, column: str, most: int) -> int:
        """The whole number from 0 to ``most`` in a column."""
        text = row[column]
        if not (text.isascii() and text.isdigit() and int(text[:9]) <= most):
            raise self.wrong(
                line, N_("{column} must be a whole number from 0 to {most}, not “{text}”"), column=column, most=most, text=text
            )
        return int(text)

    def choice(self, line: int, row: Row, column: str, choices: Sequence[str]) -> str:
        """The word in a column, one of those allowed."""
        if row[column] not in choices:
            raise self.wrong(
                line, N_("{column} must be one of {choices}, not “{text}”"), column=column, choices=", ".join(choices), text=row[column]
            )
        return row[column]

    def hexes(self) -> list[str]:
        """The names in the column ``hex``, each well formed, none twice, all of one parity and in one piece."""
        lines: dict[str, int] = {}
        for line, row in self.rows:
            name = row["hex"]
            if not re.fullmatch(r"[A-Z][1-9][0-9]?", name):
                raise self.wrong(line, N_("a hex is a letter and a number from 1 to 99, not “{text}”"), text=name)
            if name in lines:
                raise self.wrong(line, N_("{hex} stands on line {first} already"), hex=name, first=lines[name])
            lines[name] = line
        names = list(lines)
        near = neighbours(names)
        found, edge = 0, 1 if names else 0
        while edge:
            found |= edge
            edge = mask_of(sorted({n for hex_ in bits(edge) for n in bits(near[hex_])})) & ~found
        for number, name in enumerate(names):
            if not found >> number & 1:
                raise self.wrong(lines[name], N_("no way leads from {first} to {hex}"), first=names[0], hex=name)
        return names


def _short(fact: object) -> object:
    return f"{fact[:LONGEST_QUOTE]}…" if isinstance(fact, str) and len(fact) > LONGEST_QUOTE else fact
