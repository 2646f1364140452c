"""Credit Mobilier once more, slowly: a second program straight from the rules page.

It shares nothing with the first one but the board file and the notation. Whole turns, names, sets and
dictionaries; no bitmasks, no action ids, money dollar by dollar. The tests let the two play the same games.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import cuberails

BOARD = Path(cuberails.__file__).parent / "games" / "credit_mobilier" / "board.csv"
COLOURS = ["red", "green", "yellow", "blue"]
COMPANIES = [*COLOURS, "purple"]
FACES = [*COMPANIES, "orange"]


class Game:
    def __init__(self, players: int, board: Path = BOARD) -> None:
        self.players = players
        with board.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["town"] != "cubes"]
        self.towns = [row["town"] for row in rows if row["town"] != "PC"]
        self.printed = {tuple(sorted((row["town"], other))) for row in rows for other in row["links"].split()}
        self.cubes: list[list[str]] = []
        """Colour and place of every cube."""
        self.markers: dict[str, str] = {}
        """The colour on every built link."""
        self.cash = [3] * players
        self.treasury = dict.fromkeys(COMPANIES, 0)
        self.shares = [{company: int(company == "purple") for company in COMPANIES} for _ in range(players)]
        self.turn = -1
        self.dice: list[str] = []
        self.over = False

    # -- What there is to know ------------------------------------------------------------------

    def link(self, a: str, b: str) -> str:
        """The name of a link: its eastern end first, else its northern one."""
        if "PC" in (a, b):
            return f"{a if b == 'PC' else b}-PC"
        return f"{a}-{b}" if (a[0] > b[0]) or (a[0] == b[0] and a < b) else f"{b}-{a}"

    def connected(self, markers: dict[str, str]) -> set[str]:
        """The places on the east side or connected to it (CM-10)."""
        easternmost = max(town[0] for town in self.towns)
        found = {town for town in self.towns if town[0] == easternmost}
        while True:
            more = {end for name in markers for end in name.split("-") if found & set(name.split("-"))} - found
            if not more:
                return found
            found |= more

    def most(self, company: str) -> int:
        """How many actions the dice allow (CM-6, CM-7)."""
        purple = self.dice.count("purple")
        if company == "purple":
            return purple
        return self.dice.count(company) + purple if company in self.dice else 0

    def remaining(self, cubes: list[list[str]]) -> set[str]:
        return {colour for colour, place in cubes if place != "PC"}

    # -- What may be done -----------------------------------------------------------------------

    def moves(self, longest: int) -> set[str]:
        """Every legal move of the turn; builds and moves of cubes up to a length."""
        found = set(self._buys()) | set(self._dividends())
        for colour in COLOURS:
            most = min(longest, self.most(colour))
            found |= {f"build {colour} {way}" for way in self._builds(self.markers, colour, most)}
            found |= {f"move {colour} {way}" for way in self._moves(self.cubes, colour, most)}
        return found or {"pass"}

    def _buys(self) -> Iterator[str]:
        for company in COMPANIES:
            for number in range(1, self.most(company) + 1):
                if number <= self.cash[self.turn]:
                    yield f"buy {company} {number}"

    def _dividends(self) -> Iterator[str]:
        orange = self.dice.count("orange")
        for company in COMPANIES:
            rolled = company == "purple" or company in self.dice
            held = any(shares[company] for shares in self.shares)
            if orange and rolled and held and self.treasury[company] >= 1:
                for number in range(1, max(orange, self.most(company)) + 1):
                    yield f"dividend {company} {number}"

    def _builds(self, markers: dict[str, str], colour: str, most: int) -> Iterator[str]:
        if not most:
            return
        connected = self.connected(markers)
        for ends in self.printed:
            name = self.link(*ends)
            if name not in markers and connected & set(ends):
                yield name
                for rest in self._builds(markers | {name: colour}, colour, most - 1):
                    yield f"{name} {rest}"

    def _moves(self, cubes: list[list[str]], colour: str, most: int) -> Iterator[str]:
        if not most or len(self.remaining(cubes)) <= 2:
            return
        for start in {place for which, place in cubes if which == colour and place != "PC"}:
            for ends in self.printed:
                if start not in ends:
                    continue
                end = ends[1] if ends[0] == start else ends[0]
                east = end != "PC" and end[0] > start[0]
                if self.link(start, end) in self.markers and not east:
                    yield f"{start}-{end}"
                    for rest in self._moves(self._moved(cubes, colour, start, end), colour, most - 1):
                        yield f"{start}-{end} {rest}"

    def _moved(self, cubes: list[list[str]], colour: str, start: str, end: str) -> list[list[str]]:
        after = [cube[:] for cube in cubes]
        after[after.index([colour, start])][1] = end
        return after

    # -- What happens ---------------------------------------------------------------------------

    def play(self, move: str) -> None:
        verb, *words = move.split()
        if verb == "setup":
            self.cubes = [[colour, town] for town, colour in (word.split("=") for word in words)]
            return
        if verb == "first":
            self.turn = int(words[0]) - 1
            return
        if verb == "roll":
            self.dice = words
            return
        if verb != "pass":
            getattr(self, f"_{verb}")(words[0], words[1:])
        self.over = len(self.remaining(self.cubes)) <= 2
        if not self.over:
            self.turn = (self.turn + 1) % self.players

    def _build(self, colour: str, links: list[str]) -> None:
        for name in links:
            self.markers[name] = colour
            self.treasury["purple"] += 2

    def _move(self, colour: str, steps: list[str]) -> None:
        for step in steps:
            start, end = step.split("-")
            self.cubes = self._moved(self.cubes, colour, start, end)
            if end == "PC" or end[0] < start[0]:
                self.treasury[colour] += 2
                self.treasury[self.markers[self.link(start, end)]] += 2

    def _buy(self, company: str, words: list[str]) -> None:
        for _ in range(int(words[0])):
            self.cash[self.turn] -= 1
            self.shares[self.turn][company] += 1

    def _dividend(self, company: str, words: list[str]) -> None:
        order = [(self.turn + k) % self.players for k in range(self.players)]
        for _ in range(int(words[0])):
            for least in range(1, 1000):
                for seat in order:
                    if self.shares[seat][company] >= least and self.treasury[company]:
                        self.treasury[company] -= 1
                        self.cash[seat] += 1

    def winners(self) -> list[int]:
        rich = [seat for seat in range(self.players) if self.cash[seat] == max(self.cash)]
        most = max(sum(self.shares[seat].values()) for seat in rich)
        return [seat for seat in rich if sum(self.shares[seat].values()) == most]
