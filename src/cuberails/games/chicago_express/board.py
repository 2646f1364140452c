"""The map of Chicago Express: a checked board file, and the sets of hexes the rules ask for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cuberails.common.hexmap import BoardFile, mask_of, neighbours
from cuberails.common.words import N_

COLUMNS = ("hex", "terrain", "cost", "income", "development", "name")
TERRAINS = ("plain", "forest", "mountain", "city", "industry", "start", "chicago")
STARTS = ("Philadelphia", "Baltimore", "Washington", "New York", "Fort Wayne")
"""Where the companies start, in their order (CE-1)."""
WABASH_START = 4
INDUSTRIES = ("Detroit", "Wheeling", "Pittsburgh")
MOST_EXPENSIVE = 9


class Board:
    """Everything about the map that never changes."""

    __slots__ = (
        "bid",
        "chicago",
        "cost",
        "development",
        "exclusive",
        "forests",
        "fort_wayne",
        "grows",
        "hexes",
        "houses",
        "id",
        "income",
        "industries",
        "names",
        "near",
        "number",
        "starts",
        "terrain",
        "within",
    )  # fmt: skip

    def __init__(self, path: Path, board_id: str) -> None:
        file = BoardFile(path, COLUMNS)
        self.id = board_id
        self.hexes = file.hexes()
        """The names of the hexes, in the order of the file."""
        self.number = {name: i for i, name in enumerate(self.hexes)}
        self.near = neighbours(self.hexes)
        self.terrain = [file.choice(line, row, "terrain", TERRAINS) for line, row in file.rows]
        self.cost = [file.number(line, row, "cost", MOST_EXPENSIVE) for line, row in file.rows]
        self.income = [file.number(line, row, "income", 99) for line, row in file.rows]
        self.development = [file.number(line, row, "development", 99) for line, row in file.rows]
        self.names = [row["name"] for _, row in file.rows]
        self._check(file)
        self.starts = [self.names.index(name) for name in STARTS]
        self.fort_wayne = self.starts[WABASH_START]
        self.chicago = self.terrain.index("chicago")
        self.industries = [self.names.index(name) for name in INDUSTRIES]
        self.exclusive = self._all("forest", "mountain")
        """Hexes that hold one locomotive only (CE-22)."""
        self.houses = self._all("city", "mountain", "forest")
        """Hexes a house may stand on (CE-29)."""
        self.forests = self._all("forest")
        self.within = self._within()
        """``within[money]``: the hexes whose first locomotive costs no more than that."""
        self.bid = HEX + len(self.hexes)
        """The action id of a bid is this plus the amount."""

    def _all(self, *terrains: str) -> int:
        return mask_of([i for i, terrain in enumerate(self.terrain) if terrain in terrains])

    def _within(self) -> list[int]:
        """One entry for every amount up to the dearest hex with a locomotive of all five companies on it."""
        free_to_build = [i for i, terrain in enumerate(self.terrain) if terrain != "start"]
        return [mask_of([i for i in free_to_build if self.cost[i] <= money]) for money in range(len(STARTS) * max(self.cost) + 1)]

    def _check(self, file: BoardFile) -> None:
        lines = [line for line, _ in file.rows]
        for i, terrain in enumerate(self.terrain):
            if terrain in ("city", "mountain", "forest", "plain", "industry", "chicago") and not self.cost[i]:
                raise file.wrong(lines[i], N_("a {terrain} hex costs at least 1"), terrain=terrain)
            if terrain in ("plain", "forest") and (self.income[i] or self.development[i]):
                raise file.wrong(lines[i], N_("a {terrain} hex has neither income nor development"), terrain=terrain)
        for terrain, wanted in (("start", STARTS[:WABASH_START]), ("city", STARTS[WABASH_START:]), ("industry", INDUSTRIES)):
            for name in wanted:
                found = [i for i, there in enumerate(self.names) if there == name]
                if len(found) != 1 or self.terrain[found[0]] != terrain:
                    raise file.wrong(
                        lines[found[-1]] if found else 0,
                        N_("there must be one hex named {name}, and its terrain is {terrain}"), name=name, terrain=terrain,
                    )  # fmt: skip
        fort_wayne = self.names.index(STARTS[WABASH_START])
        if not self.income[fort_wayne]:  # else the first Wabash share would be offered at nothing
            raise file.wrong(lines[fort_wayne], N_("{name} has an income of at least 1"), name=STARTS[WABASH_START])
        for terrain, count in (("start", WABASH_START), ("industry", len(INDUSTRIES)), ("chicago", 1)):
            found = [i for i, there in enumerate(self.terrain) if there == terrain]
            if len(found) != count:
                raise file.wrong(
                    lines[found[-1]] if found else 0,
                    N_("the map needs {count} hexes of terrain {terrain}, not {found}"), count=count, terrain=terrain, found=len(found),
                )  # fmt: skip


HEX = 11
"""The action id of the first hex; see ``rules`` for those below it."""


@cache
def load_board(path: Path | None = None) -> Board:
    """The board in a file, or the game's own; its id is the name of the file."""
    if path is None:
        return Board(Path(__file__).parent / "board.csv", "chicago-express")
    return Board(path, path.stem)
