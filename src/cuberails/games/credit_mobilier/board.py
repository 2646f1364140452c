"""The map of Credit Mobilier: a checked board file, and the sets of links and steps the rules ask for.

Towns stand on a grid: columns are letters from west (A) to east, rows numbers from north to south. The
Pacific Coast (PC) lies west of the westernmost column; the towns of the easternmost one stand on the east side.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cuberails.common.hexmap import BoardFile, bits, mask_of
from cuberails.common.words import N_

COLUMNS = ("town", "column", "row", "name", "links")
PACIFIC = "PC"
CUBES = "cubes"
"""The row that may say how many cubes of each colour there are, in its last column."""
CUBES_OF_A_COLOUR = 6
MOST_CUBES = 99
COLOURS = 4


class Board:
    """Everything about the map that never changes.

    Places are numbered in the order of the file, the Pacific Coast last. A link is named from its eastern
    (else northern) end; a step is a link in one of the directions a cube may take, so most have one.
    """

    __slots__ = (
        "at",
        "cubes",
        "from_east",
        "id",
        "leaving",
        "link",
        "link_names",
        "links",
        "names",
        "number",
        "over",
        "pacific",
        "places",
        "step",
        "step_id",
        "step_names",
        "steps",
        "touching",
        "towns",
    )  # fmt: skip

    def __init__(self, path: Path, board_id: str) -> None:
        file = BoardFile(path, COLUMNS)
        self.id = board_id
        lines, names, written = _read_rows(file)
        self.towns = [place for place in lines if place != PACIFIC]
        """The names of the towns, in the order of the file."""
        self.pacific = len(self.towns)
        self.places = [*self.towns, PACIFIC]
        self.number = {place: i for i, place in enumerate(self.places)}
        self.names = [names[place] for place in self.places]
        self.at = [(ord(town[0]), int(town[1:])) for town in self.towns]
        """Column and row of each town."""
        self.cubes = _read_cubes(file, len(self.towns))
        """How many cubes of each colour there are before towns are filled (CM-2)."""
        self.links: list[tuple[int, int]] = self._read_links(file, written)
        """The two ends of each link, in the order of its name."""
        self.link_names = [f"{self.places[a]}-{self.places[b]}" for a, b in self.links]
        self.link = {name: i for i, name in enumerate(self.link_names)}
        self.touching = [mask_of([i for i, ends in enumerate(self.links) if place in ends]) for place in range(len(self.places))]
        """The links at each place."""
        east = max(column for column, _ in self.at)
        self.from_east = 0
        """The links that touch the east side (CM-10)."""
        for town, (column, _) in enumerate(self.at):
            if column == east:
                self.from_east |= self.touching[town]
        self.steps = self._all_steps()
        """From, to, over which link, and whether it goes west (CM-13)."""
        self.step_names = [f"{self.places[start]}-{self.places[end]}" for start, end, _, _ in self.steps]
        self.step = {name: i for i, name in enumerate(self.step_names)}
        self.leaving = [mask_of([i for i, step in enumerate(self.steps) if step[0] == place]) for place in range(len(self.places))]
        """The steps from each place."""
        self.over = [mask_of([i for i, step in enumerate(self.steps) if step[2] == link]) for link in range(len(self.links))]
        """The steps over each link."""
        self.step_id = LINK + len(self.links)
        """The action id of the first step."""
        self._check_ways(file, lines)

    def _read_links(self, file: BoardFile, written: dict[str, str]) -> list[tuple[int, int]]:
        found: dict[tuple[int, int], int] = {}
        for line, row in file.rows:
            if row["town"] not in written:
                continue
            for other in written[row["town"]].split():
                if other not in self.number:
                    raise file.wrong(line, N_("the link leads to “{text}”, which is no town of this file"), text=other)
                ends = self._order(self.number[row["town"]], self.number[other])
                facts = {"start": row["town"], "to": other}
                if ends is None:
                    raise file.wrong(
                        line,
                        N_("{start} and {to} are no neighbours: a link goes one row or one column further, or from column {west} to PC"),
                        west=self._west(), **facts,
                    )  # fmt: skip
                if ends in found:
                    raise file.wrong(line, N_("the link of {start} and {to} stands on line {first} already"), first=found[ends], **facts)
                found[ends] = line
        return list(found)

    def _west(self) -> str:
        return min(town[0] for town in self.towns)

    def _order(self, a: int, b: int) -> tuple[int, int] | None:
        """Two places as the ends of a link, the eastern or northern one first; None if they are no neighbours."""
        if self.pacific in (a, b):
            town = min(a, b)
            return (town, self.pacific) if a != b and self.places[town][0] == self._west() else None
        (column_a, row_a), (column_b, row_b) = self.at[a], self.at[b]
        if abs(column_a - column_b) + abs(row_a - row_b) != 1:
            return None
        return (a, b) if (-column_a, row_a) < (-column_b, row_b) else (b, a)

    def _all_steps(self) -> list[tuple[int, int, int, bool]]:
        steps = []
        for link, (a, b) in enumerate(self.links):
            west = b == self.pacific or self.at[a][0] != self.at[b][0]
            steps.append((a, b, link, west))
            if not west:
                steps.append((b, a, link, False))
        return steps

    def _check_ways(self, file: BoardFile, lines: dict[str, int]) -> None:
        """Every town can be built to, and every cube can get to the Pacific Coast; otherwise a game could go on for ever."""
        reached = {end for link in bits(self.from_east) for end in self.links[link]}
        home = {self.pacific}
        for _ in self.places:
            reached |= {end for ends in self.links if reached & {*ends} for end in ends}
            home |= {start for start, end, _, _ in self.steps if end in home}
        for place, name in enumerate(self.places):
            if place not in reached:
                raise file.wrong(lines[name], N_("no links lead from the east side to {town}"), town=name)
            if place not in home:
                raise file.wrong(lines[name], N_("a cube in {town} can never get to PC: no way leads there without a step east"), town=name)


def _read_rows(file: BoardFile) -> tuple[dict[str, int], dict[str, str], dict[str, str]]:
    """The line, the name and the links of every place of the file."""
    lines: dict[str, int] = {}
    names: dict[str, str] = {}
    links: dict[str, str] = {}
    for line, row in file.rows:
        place, column, number = row["town"], row["column"], row["row"]
        if place == CUBES:
            continue
        if place != PACIFIC and not re.fullmatch(r"[A-Z][1-9][0-9]?", place):
            raise file.wrong(line, N_("a town is a letter and a number from 1 to 99 (or PC), not “{text}”"), text=place)
        wanted = ("-", "-") if place == PACIFIC else (place[0], place[1:])
        if (column, number) != wanted:
            raise file.wrong(
                line, N_("{town} stands in column {column}, row {row}, not {found}"),
                town=place, column=wanted[0], row=wanted[1], found=f"{column}, {number}",
            )  # fmt: skip
        if place in lines:
            raise file.wrong(line, N_("{town} stands on line {first} already"), town=place, first=lines[place])
        lines[place], names[place], links[place] = line, row["name"], row["links"]
    if PACIFIC not in lines:
        raise file.wrong(0, N_("the row of the Pacific Coast (PC) is missing"))
    return lines, names, links


def _read_cubes(file: BoardFile, towns: int) -> int:
    """The cubes of each colour; the towns must take up so many of them that three colours are left in every draw."""
    said = [(line, row) for line, row in file.rows if row["town"] == CUBES]
    line, cubes = 0, CUBES_OF_A_COLOUR
    if said:
        line, row = said[-1]
        if len(said) > 1:
            raise file.wrong(line, N_("{town} stands on line {first} already"), town=CUBES, first=said[0][0])
        cubes = file.number(line, row, "links", MOST_CUBES)
    if towns > COLOURS * cubes:
        raise file.wrong(
            line, N_("{towns} towns need a cube each, and there are {cubes} of each of four colours"), towns=towns, cubes=cubes
        )
    if towns <= 2 * cubes:
        raise file.wrong(
            line, N_("{towns} towns are too few for {cubes} cubes of each colour: all might be of two colours, and the game over at once"),
            towns=towns, cubes=cubes,
        )  # fmt: skip
    return cubes


LINK = 321
"""The action id of the first link; see ``rules`` for those below it."""


@cache
def load_board(path: Path | None = None) -> Board:
    """The board in a file, or the game's own; its id is the name of the file."""
    if path is None:
        return Board(Path(__file__).parent / "board.csv", "credit-mobilier")
    return Board(path, path.stem)
