"""Chicago Express once more, slowly: a second program straight from the rules page.

It shares nothing with the first one but the board file and the notation. Whole turns, names, sets and
dictionaries; no bitmasks, no action ids. The tests let the two play the same games.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from pathlib import Path

import cuberails

BOARD = Path(cuberails.__file__).parent / "games" / "chicago_express" / "board.csv"
COMPANIES = {
    "PRR": {"shares": 3, "locomotives": 20, "price": 7, "start": "Philadelphia"},
    "BO": {"shares": 4, "locomotives": 22, "price": 6, "start": "Baltimore"},
    "CO": {"shares": 6, "locomotives": 26, "price": 5, "start": "Washington"},
    "NYC": {"shares": 5, "locomotives": 24, "price": 8, "start": "New York"},
    "WAB": {"shares": 2, "locomotives": 11, "price": 0, "start": "Fort Wayne"},
}
RED = {"auction": 3, "build": 5, "develop": 4}
LAST_STEP = {"Detroit": 8, "Wheeling": 6, "Pittsburgh": 8}


class Hex:
    def __init__(self, row: dict[str, str]) -> None:
        self.at, self.kind, self.name = row["hex"], row["terrain"], row["name"]
        self.cost, self.income, self.development = int(row["cost"]), int(row["income"]), int(row["development"])
        self.locomotives: set[str] = set()
        self.house = False

    def near(self) -> list[str]:
        letter, number = self.at[0], int(self.at[1:])
        west, east = chr(ord(letter) - 1), chr(ord(letter) + 1)
        beside = [f"{column}{number + step}" for column in (west, east) for step in (-1, 1)]
        return [f"{letter}{number - 2}", f"{letter}{number + 2}", *beside]


class Game:
    def __init__(self, players: int, dividends: str = "before-turn") -> None:
        self.players, self.dividends = players, dividends
        with BOARD.open(encoding="utf-8", newline="") as file:
            self.map = {row["hex"]: Hex(row) for row in csv.DictReader(file)}
        self.place = {hex_.name: hex_ for hex_ in self.map.values() if hex_.name}
        self.cash = [120 // players] * players
        self.treasury = dict.fromkeys(COMPANIES, 0)
        self.income = {name: facts["price"] for name, facts in COMPANIES.items()}
        self.left = {name: facts["locomotives"] for name, facts in COMPANIES.items()}
        self.holders: dict[str, list[int]] = {name: [] for name in COMPANIES}
        for name in ("PRR", "BO", "CO", "NYC"):
            self._put(name, self.place[COMPANIES[name]["start"]])
        self.industry = {"Detroit": 1, "Wheeling": 3, "Pittsburgh": 4}
        self.houses = 20
        self.gauges = dict.fromkeys(RED, 0)
        self.over = ""
        self.turn = -1
        self.lot = ""
        self.openings = ["PRR", "BO", "CO", "NYC"]
        self._open_next(0)

    # What may be done

    def moves(self) -> list[str]:
        """Every legal move of the record, builds in every order."""
        if self.over:
            return []
        if self.lot:
            seat = self.asked
            return ["pass", *(f"bid {n}" for n in range(self.least, self.cash[seat] + 1))]
        found = []
        for gauge, red in RED.items():
            if self.gauges[gauge] < red:
                found.append(f"{gauge} -")
                found += getattr(self, f"_{gauge}_moves")()
        return found

    def _auction_moves(self) -> Iterator[str]:
        for name, facts in COMPANIES.items():
            if len(self.holders[name]) < facts["shares"] and (name != "WAB" or self.wabash_open()):
                yield f"auction {name}"

    def _build_moves(self) -> Iterator[str]:
        for name in COMPANIES:
            if self.turn in self.holders[name]:
                for way in self._ways(name, [], self.treasury[name]):
                    yield f"build {name} {' '.join(way)}"

    def _ways(self, name: str, way: list[str], money: int) -> Iterator[list[str]]:
        if len(way) in (3, self.left[name]) or (way and self.map[way[-1]].kind == "chicago"):
            return
        network = {at for at, hex_ in self.map.items() if name in hex_.locomotives} | set(way)
        beside = {near for at in network for near in self.map[at].near()} - network
        for at in beside & set(self.map):
            hex_ = self.map[at]
            if hex_.kind == "start":
                continue
            if hex_.kind in ("forest", "mountain") and hex_.locomotives:
                continue
            cost = hex_.cost * (len(hex_.locomotives) + 1)
            if cost <= money:
                yield [*way, at]
                yield from self._ways(name, [*way, at], money - cost)

    def _develop_moves(self) -> Iterator[str]:
        for at, hex_ in self.map.items():
            if not hex_.locomotives:
                continue
            if hex_.kind in ("city", "mountain", "forest") and not hex_.house and self.houses:
                yield f"develop {at}"
            if hex_.name in ("Wheeling", "Pittsburgh") and self.industry[hex_.name] < LAST_STEP[hex_.name]:
                yield f"develop {at}"

    def wabash_open(self) -> bool:
        return any("WAB" in hex_.locomotives for hex_ in self.map.values())

    # Doing it

    def play(self, move: str) -> None:
        verb, *words = move.split()
        if verb in ("bid", "pass"):
            self._say(int(words[0]) if words else None)
            return
        self.gauges[verb] += 1
        if self.dividends == "before-action" and self._dividends_due():
            self._general_dividends()
            if self.over:
                return
        if words == ["-"]:
            self._next()
        elif verb == "auction":
            self._offer(words[0], self.turn)
        elif verb == "build":
            self._build(words[0], words[1:])
        else:
            self._develop(self.map[words[0]])
            self._next()

    def _put(self, name: str, hex_: Hex) -> None:
        hex_.locomotives.add(name)
        self.left[name] -= 1

    def _build(self, name: str, way: list[str]) -> None:
        for at in way:
            hex_ = self.map[at]
            self._put(name, hex_)
            self.treasury[name] -= hex_.cost * len(hex_.locomotives)
            if hex_.kind == "industry":
                self.income[name] += self.industry[hex_.name]
            else:
                self.income[name] += hex_.income + (hex_.development if hex_.house else 0)
        if self.map[way[-1]].kind == "chicago":
            self._dividend(name)
            if not self.wabash_open():
                fort_wayne = self.place["Fort Wayne"]
                self._put("WAB", fort_wayne)
                self.income["WAB"] = 3 if fort_wayne.house else 1
                self._offer("WAB", self.turn)
                return
        self._next()

    def _develop(self, hex_: Hex) -> None:
        if hex_.kind == "industry":
            self._industrial_step(hex_)
            return
        hex_.house = True
        self.houses -= 1
        for name in hex_.locomotives:
            if hex_.kind == "forest":
                self.treasury[name] += 2
            else:
                self.income[name] += hex_.development

    def _industrial_step(self, hex_: Hex) -> None:
        if self.industry[hex_.name] < LAST_STEP[hex_.name]:
            step = 2 if hex_.name == "Pittsburgh" else 1
            self.industry[hex_.name] += step
            for name in hex_.locomotives:
                self.income[name] += step

    # Auctions

    def _open_next(self, first: int) -> None:
        if self.openings:
            self._offer(self.openings.pop(0), first)
        else:
            self._begin(self.holders["PRR"][0])

    def _offer(self, name: str, first: int) -> None:
        self.lot, self.first, self.high, self.leader = name, first, 0, -1
        self.least = math.ceil(self.income[name] / (len(self.holders[name]) + 1))
        self.queue = [(first + step) % self.players for step in range(self.players)]
        self._ask()

    def _ask(self) -> None:
        """The queue holds who is still in, the next to speak first; the leader speaks only when topped."""
        while self.queue and self.queue != [self.leader]:
            if self.queue[0] == self.leader:
                self.queue.append(self.queue.pop(0))
            elif self.cash[self.queue[0]] < self.least:
                self.queue.pop(0)
            else:
                self.asked = self.queue[0]
                return
        name, self.lot = self.lot, ""
        buyer = self.leader if self.leader >= 0 or self.turn >= 0 else self.first
        if buyer >= 0:
            self.cash[buyer] -= self.high
            self.treasury[name] += self.high
            self.holders[name].append(buyer)
        if self.turn < 0:
            self._open_next(buyer)
        else:
            self._next()

    def _say(self, bid: int | None) -> None:
        seat = self.queue.pop(0)
        if bid is not None:
            self.high, self.leader, self.least = bid, seat, bid + 1
            self.queue.append(seat)
        self._ask()

    # Turns and dividends

    def _next(self) -> None:
        self._begin((self.turn + 1) % self.players)

    def _begin(self, seat: int) -> None:
        self.turn = seat
        if self._dividends_due():
            self._general_dividends()

    def _dividends_due(self) -> bool:
        return sum(self.gauges[gauge] == red for gauge, red in RED.items()) >= 2

    def _dividend(self, name: str) -> None:
        holders = self.holders[name]
        for seat in holders:
            self.cash[seat] += math.ceil(self.income[name] / len(holders))

    def _general_dividends(self) -> None:
        for name in COMPANIES:
            self._dividend(name)
        if sum(left == 0 for left in self.left.values()) >= 3:
            self.over = "locomotives"
        elif sum(len(self.holders[name]) == facts["shares"] for name, facts in COMPANIES.items()) >= 3:
            self.over = "shares"
        elif self.houses <= 3:
            self.over = "houses"
        elif self.industry["Detroit"] == 8:
            self.over = "detroit"
        else:
            self.gauges = dict.fromkeys(RED, 0)
            self._industrial_step(self.place["Detroit"])
