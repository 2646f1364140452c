"""The map of German Railways: a checked board file, and the sets of hexes the rules ask for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cuberails.common.hexmap import BoardFile, bits, mask_of, neighbours
from cuberails.common.words import N_
from cuberails.games.german_railways.ways import Ways

COLUMNS = ("hex", "terrain", "kind", "value", "name")
TERRAIN_COST = {"plain": 2, "hill": 3, "mountain": 4}
"""What building costs (GR-16)."""
KINDS = ("open", "city", "berlin", "outskirts")
STARTS = ("Königsberg", "Breslau", "Leipzig", "München", "Kassel", "Mannheim", "Essen", "Wittenberge")
"""Where the companies start, in their order (GR-1)."""
LOCOMOTIVES = (20, 17, 11, 16, 14, 15, 12, 13)
"""What they have to build with, the locomotive at the start included."""
HAMBURG = "Hamburg"
HEX = 20
"""The action id of the first hex; see ``rules`` for those below it."""


class Board:
    """Everything about the map that never changes. Berlin is one hex here, named like the first it covers (GR-15)."""

    __slots__ = (
        "berlin",
        "berlin_covers",
        "bid",
        "cities",
        "city_spots",
        "cost",
        "hamburg",
        "hexes",
        "id",
        "kind",
        "names",
        "near",
        "number",
        "outskirts",
        "outskirts_spots",
        "picture",
        "single",
        "spot",
        "starts",
        "terrain",
        "value",
        "values",
        "ways",
        "width",
        "within",
    )  # fmt: skip

    def __init__(self, path: Path, board_id: str) -> None:
        file = BoardFile(path, COLUMNS)
        self.id = board_id
        places = file.hexes()
        rows = dict(zip(places, file.rows, strict=True))
        kinds = {place: file.choice(line, row, "kind", KINDS) for place, (line, row) in rows.items()}
        self.berlin_covers = tuple(place for place in places if kinds[place] == "berlin")
        """The names of all hexes Berlin covers on the map."""
        self._check_berlin(file, rows)
        self.hexes = [place for place in places if place not in self.berlin_covers[1:]]
        """The names of the hexes, in the order of the file."""
        self.number = {name: i for i, name in enumerate(self.hexes)}
        kept = [rows[name] for name in self.hexes]
        self.kind = [kinds[name] for name in self.hexes]
        self.terrain = [file.choice(line, row, "terrain", tuple(TERRAIN_COST)) for line, row in kept]
        self.cost = [TERRAIN_COST[terrain] for terrain in self.terrain]
        """What the first locomotive costs."""
        self.value = [file.number(line, row, "value", 99) for line, row in kept]
        self.names = [row["name"] for _, row in kept]
        self._check(file, [line for line, _ in kept])
        self.near = self._near(places)
        self.starts = [self.names.index(name) for name in STARTS]
        self.berlin = self.kind.index("berlin")
        self.hamburg = self.names.index(HAMBURG)
        self.cities = self._all("city", "berlin")
        """Hexes that hold a locomotive of every company (GR-13)."""
        self.single = self._all("open", "outskirts")
        """Hexes that hold one locomotive only (GR-13)."""
        self.outskirts = self._all("outskirts")
        self.values = [
            (value, mask_of([i for i, worth in enumerate(self.value) if worth == value]))
            for value in sorted(set(self.value) - {0}, reverse=True)
        ]
        """The values of cities from the highest, each with the cities that have it."""
        self.ways = Ways([near & ~self.outskirts for near in self.near], self.cities, self.starts, LOCOMOTIVES)
        self.spot, self.width = self._spots(places)
        self.picture = sum(self.spot)
        """All hexes in the picture of the map (see ``_spots``)."""
        self.city_spots = sum([self.spot[hex_] for hex_ in bits(self.cities)])
        self.outskirts_spots = sum([self.spot[hex_] for hex_ in bits(self.outskirts)])
        self.within = self._within()
        """``within[money]``: the hexes whose first locomotive costs no more than that."""
        self.bid = HEX + len(self.hexes)
        """The action id of a bid is this plus the amount."""

    def _all(self, *kinds: str) -> int:
        return mask_of([i for i, kind in enumerate(self.kind) if kind in kinds])

    def _near(self, places: list[str]) -> list[int]:
        """The neighbours of every hex; those of Berlin are the neighbours of all it covers."""
        hex_of = self._hex_of(places)
        near = [0] * len(self.hexes)
        for hex_, mask in zip(hex_of, neighbours(places), strict=True):
            near[hex_] |= mask_of([hex_of[place] for place in bits(mask)])
        return [mask & ~(1 << hex_) for hex_, mask in enumerate(near)]

    def _spots(self, places: list[str]) -> tuple[list[int], int]:
        """The bits of each hex in a picture of the map, where a row is so many bits wide.

        The neighbours of bit b are b ± 1, b ± width, b + width - 1 and b - width + 1: a whole set of
        hexes finds its neighbours in a few shifts. Every row ends with an empty bit, so none meets the next.
        """
        rows = [ord(place[0]) for place in places]
        columns = [(int(place[1:]) - row) // 2 for place, row in zip(places, rows, strict=True)]
        width = max(columns) - min(columns) + 2
        spot = [0] * len(self.hexes)
        for hex_, row, column in zip(self._hex_of(places), rows, columns, strict=True):
            spot[hex_] |= 1 << (row - min(rows)) * width + column - min(columns)
        return spot, width

    def _hex_of(self, places: list[str]) -> list[int]:
        """The hex each place of the map belongs to."""
        return [self.number[self.berlin_covers[0] if place in self.berlin_covers else place] for place in places]

    def _within(self) -> list[int]:
        """One entry for every amount up to the dearest hex with a locomotive of all other companies on it."""
        dearest = max(self.cost) + len(STARTS) - 1
        return [mask_of([i for i, cost in enumerate(self.cost) if cost <= money]) for money in range(dearest + 1)]

    def _check_berlin(self, file: BoardFile, rows: dict[str, tuple[int, dict[str, str]]]) -> None:
        if not self.berlin_covers:
            raise file.wrong(0, N_("the map needs a hex of kind {kind}"), kind="berlin")
        first = rows[self.berlin_covers[0]][1]
        for place in self.berlin_covers[1:]:
            line, row = rows[place]
            if any(row[column] != first[column] for column in COLUMNS[1:]):
                raise file.wrong(
                    line, N_("{hex} and {first} are one city: everything but the column hex must be the same"),
                    hex=place, first=first["hex"],
                )  # fmt: skip
        near = neighbours(self.berlin_covers)
        found, grown = 0, 1
        while found != grown:
            found = grown
            for at in bits(found):
                grown |= near[at]
        for at, place in enumerate(self.berlin_covers):
            if not found >> at & 1:
                raise file.wrong(rows[place][0], N_("{hex} does not touch the other hexes of Berlin"), hex=place)

    def _check(self, file: BoardFile, lines: list[int]) -> None:
        for line, kind, value in zip(lines, self.kind, self.value, strict=True):
            if kind in ("city", "berlin") and not value:
                raise file.wrong(line, N_("a hex of kind {kind} has a value of at least 1"), kind=kind)
            if kind in ("open", "outskirts") and value:
                raise file.wrong(line, N_("a hex of kind {kind} has the value 0"), kind=kind)
        for name in (*STARTS, HAMBURG):
            found = [i for i, there in enumerate(self.names) if there == name]
            if len(found) != 1 or self.kind[found[0]] != "city":
                raise file.wrong(
                    lines[found[-1]] if found else 0,
                    N_("there must be one hex named {name}, and its kind is {kind}"), name=name, kind="city",
                )  # fmt: skip


@cache
def load_board(path: Path | None = None) -> Board:
    """The board in a file, or the game's own; its id is the name of the file."""
    if path is None:
        return Board(Path(__file__).parent / "board.csv", "german-railways")
    return Board(path, path.stem)
