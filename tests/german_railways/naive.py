"""German Railways once more, slowly: a second program straight from the rules page.

It shares nothing with the first one but the board file and the notation. Whole moves, names, sets and
dictionaries; no bitmasks, no action ids. What can be worked out anew from the map is never kept:
incomes, connections, costs. The tests let the two play the same games.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import permutations
from math import prod
from pathlib import Path

import cuberails

BOARD = Path(cuberails.__file__).parent / "games" / "german_railways" / "board.csv"
COMPANIES = {
    "PO": ("Königsberg", 20),
    "NME": ("Breslau", 17),
    "KSS": ("Leipzig", 11),
    "KBS": ("München", 16),
    "MWB": ("Kassel", 14),
    "GBS": ("Mannheim", 15),
    "CME": ("Essen", 12),
    "BHE": ("Wittenberge", 13),
}
TERRAIN = {"plain": 2, "hill": 3, "mountain": 4}


class Hex:
    def __init__(self, row: dict[str, str]) -> None:
        self.at, self.terrain, self.kind = row["hex"], row["terrain"], row["kind"]
        self.value, self.name = int(row["value"]), row["name"]
        self.city = self.kind in ("city", "berlin")
        self.beside: set[str] = set()


def touching(at: str) -> set[str]:
    letter, number = at[0], int(at[1:])
    north, south = chr(ord(letter) - 1), chr(ord(letter) + 1)
    return {f"{letter}{number - 2}", f"{letter}{number + 2}"} | {f"{row}{number + step}" for row in (north, south) for step in (-1, 1)}


class Game:
    def __init__(self, players: int, order: str = "by-income", end_vote: str = "off", board: Path = BOARD) -> None:
        self.players, self.order_option, self.end_vote = players, order, end_vote
        self._read(board)
        self.cash = [120 // players] * players
        self.treasury = dict.fromkeys(COMPANIES, 0)
        self.network = {name: {self.place[start]} for name, (start, _) in COMPANIES.items()}
        self.holders: dict[str, list[int]] = {name: [] for name in COMPANIES}
        self.connected: set[frozenset[str]] = set()
        self.over = ""
        self.turns: list[int] = []
        self.drawing = False
        self.quiet_rounds = 0
        self.quiet = False
        self.voters: list[int] = []
        self.proposed = False
        self.paid: list[tuple[str, int, int]] = []
        self.openings = list(COMPANIES)
        self._offer(self.openings.pop(0), 0)

    def _read(self, board: Path) -> None:
        with board.open(encoding="utf-8", newline="") as file:
            rows = [Hex(row) for row in csv.DictReader(file)]
        berlin = [hex_.at for hex_ in rows if hex_.kind == "berlin"]
        self.map = {hex_.at: hex_ for hex_ in rows if hex_.at not in berlin[1:]}
        for hex_ in rows:
            here = self.map[berlin[0] if hex_.at in berlin else hex_.at]
            there = {berlin[0] if at in berlin else at for at in touching(hex_.at)}
            here.beside |= there & set(self.map) - {here.at}
        self.place = {hex_.name: hex_.at for hex_ in self.map.values() if hex_.name}
        self.berlin = berlin[0]

    # What follows from the map

    def cities(self, name: str) -> set[str]:
        return {at for at in self.network[name] if self.map[at].city}

    def income(self, name: str) -> int:
        values = [self.map[at].value for at in self.cities(name)]
        return sum(values) + (max(values) if name == "MWB" else 0)

    def player_income(self, seat: int) -> int:
        return sum(self.income(name) * holders.count(seat) for name, holders in self.holders.items())

    def locomotives(self, name: str) -> int:
        return COMPANIES[name][1] - len(self.network[name])

    def there(self, at: str) -> set[str]:
        return {name for name, network in self.network.items() if at in network}

    def price(self, name: str, way: list[str]) -> int:
        """What a whole build costs."""
        costs, free = [], [0]
        for at in way:
            cost = TERRAIN[self.map[at].terrain]
            if self.map[at].city and name != "NME":
                cost += len(self.there(at) - {name})
            if name == "KBS":
                cost = max(0, cost - 1)
            costs.append(cost)
            if not self.map[at].city:
                free.append(cost)
        return sum(costs) - (max(free) if name == "GBS" else 0)

    # What may be done

    def moves(self) -> list[str]:
        """Every legal move of the record but orders; a build with its first hex only."""
        if self.over or self.drawing:
            return []
        if self.lot:
            return ["pass", *(f"bid {n}" for n in range(self.least, self.cash[self.asked] + 1))]
        if self.voters:
            return ["agree", "refuse"]
        proposal = ["propose-end"] if self.end_vote == "on" and not self.proposed else []
        return ["pass", *proposal, *self.auctions(), *self.builds()]

    def auctions(self) -> Iterator[str]:
        for name, holders in self.holders.items():
            if len(holders) < 2 or (len(holders) == 2 and all(len(others) >= 2 for others in self.holders.values())):
                yield f"auction {name}"

    def builds(self) -> Iterator[str]:
        for name in COMPANIES:
            if self.turns[0] in self.holders[name]:
                for at in self.next_hexes(name, []):
                    yield f"build {name} {at}"

    def next_hexes(self, name: str, way: list[str]) -> list[str]:
        """The hexes that may be laid after those of a way."""
        if len(way) == min({"PO": 4, "KSS": 2}.get(name, 3), self.locomotives(name)):
            return []
        money = min(self.treasury[name], 5) if name == "CME" else self.treasury[name]
        beside = {near for hex_ in self.network[name] | set(way) for near in self.map[hex_].beside}
        return sorted(at for at in beside if self._free_for(name, at, way) and self.price(name, [*way, at]) <= money)

    def _free_for(self, name: str, at: str, way: list[str]) -> bool:
        network = self.network[name] | set(way)
        if at in network:
            return False
        if self.map[at].kind == "outskirts" and any(self.map[here].kind == "outskirts" for here in network):
            return False
        return self.map[at].city or not self.there(at)

    def bag(self) -> list[int]:
        """The seat of every token."""
        if self.order_option == "one-each":
            return list(range(self.players))
        incomes = [self.player_income(seat) for seat in range(self.players)]
        return [seat for seat in range(self.players) for _ in range(1 + len({n for n in incomes if n > incomes[seat]}))]

    def orders(self) -> dict[str, int]:
        """Every order that may be drawn, with the number of ways to draw its tokens."""
        counts: dict[str, int] = {}
        for drawn in permutations(self.bag(), self.players):
            move = " ".join(["order", *(str(seat + 1) for seat in drawn)])
            counts[move] = counts.get(move, 0) + 1
        return counts

    def weight(self, move: str) -> int:
        """The same for one order, by falling counts."""
        bag, drawn = self.bag(), [int(word) - 1 for word in move.split()[1:]]
        return prod(bag.count(seat) - drawn[:at].count(seat) for at, seat in enumerate(drawn))

    # Doing it

    def play(self, move: str) -> None:
        self.paid = []
        verb, *words = move.split()
        if verb == "order":
            self.turns, self.drawing = [int(word) - 1 for word in words], False
            self.quiet, self.proposed = True, False
        elif self.lot:
            self._say(int(words[0]) if words else None)
        elif verb == "propose-end":
            self.proposed = True
            self.voters = [(self.turns[0] + step) % self.players for step in range(1, self.players)]
        elif verb in ("agree", "refuse"):
            self.voters = self.voters[1:] if verb == "agree" else []
            if verb == "agree" and not self.voters:
                self.over = "agreed"
        elif verb == "auction":
            self._offer(words[0], self.turns[0])
        else:
            if verb == "build":
                self._build(words[0], words[1:])
            self._turn_done()

    def _build(self, name: str, way: list[str]) -> None:
        self.quiet = False
        self.treasury[name] -= self.price(name, way)
        self.network[name] |= set(way)
        links = {frozenset((name, other)) for other in COMPANIES if other != name and self.cities(name) & self.cities(other)}
        if links <= self.connected:
            return
        self.connected |= links
        for payer, holders in self.holders.items():
            if payer == "BHE" and not {self.berlin, self.place["Hamburg"]} <= self.network["BHE"]:
                continue
            for seat in holders:
                amount = self.income(payer) * (2 if payer == name else 1)
                self.cash[seat] += amount
                self.paid.append((payer, seat, amount))

    def _turn_done(self) -> None:
        self.turns.pop(0)
        if not self.turns:
            self.quiet_rounds = self.quiet_rounds + 1 if self.quiet else 0
            self._round()

    def _round(self) -> None:
        links = {name: sum(1 for pair in self.connected if name in pair) for name in COMPANIES}
        if min(links.values()) >= 2:
            self.over = "connected"
        elif self.impossible():
            self.over = "impossible"
        elif self.quiet_rounds == 3:
            self.over = "stalled"
        else:
            self.drawing = True

    def impossible(self) -> bool:
        reach = {name: self.reach(name) for name in COMPANIES}
        return any(sum(1 for other in COMPANIES if other != name and reach[name] & reach[other]) < 2 for name in COMPANIES)

    def reach(self, name: str) -> set[str]:
        """The cities of the network and those it can get to (GR-41 a)."""
        distance = dict.fromkeys(self.network[name], 0)
        queue = list(distance)
        for at in queue:
            for near in sorted(self.map[at].beside):
                if near not in distance and self._free_for(name, near, []) and distance[at] < self.locomotives(name):
                    distance[near] = distance[at] + 1
                    queue.append(near)
        return {at for at in distance if self.map[at].city}

    # The auction

    def _offer(self, name: str, first: int) -> None:
        self.lot, self.first, self.least, self.high, self.leader = name, first, 1, 0, -1
        self.still_in = [(first + step) % self.players for step in range(self.players)]
        self._ask()

    def _say(self, amount: int | None) -> None:
        seat = self.still_in.pop(0)
        if amount is not None:
            self.high, self.leader, self.least = amount, seat, amount + 1
            self.still_in.append(seat)
        self._ask()

    def _ask(self) -> None:
        """Who is asked stands at the head of ``still_in``, the leader at its end."""
        while self.still_in and self.still_in != [self.leader] and self.cash[self.still_in[0]] < self.least:
            self.still_in.pop(0)
        if self.still_in and self.still_in != [self.leader]:
            self.asked = self.still_in[0]
            return
        self._sold()

    def _sold(self) -> None:
        name, before_the_game = self.lot, not self.turns
        self.lot = ""
        buyer = self.leader
        if buyer == -1 and before_the_game:
            buyer = self.first
        if buyer != -1:
            self.cash[buyer] -= self.high
            self.treasury[name] += self.high
            self.holders[name].append(buyer)
            self.quiet = False
        if not before_the_game:
            self._turn_done()
        elif self.openings:
            self._offer(self.openings.pop(0), buyer)
        else:
            self._round()
