"""How strong the bots are: plays the matches of ``docs/bots.md`` and writes its tables.

``python benchmarks/strength.py`` plays what is missing in ``benchmarks/strength.json`` and rewrites the page;
``--again`` forgets what is there, ``--minutes M`` stops after so long, ``--scale X`` plays X times as many games.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from cuberails import registry
from cuberails.bots import arena
from cuberails.bots.arena import Played
from cuberails.commands import pool
from cuberails.record import Record, steps

HERE = Path(__file__).parent
RESULTS = HERE / "strength.json"
PAGE = HERE.parent / "docs" / "bots.md"
BEGIN, END = "<!-- measured -->", "<!-- end -->"


QUICKEST = ("credit-mobilier", "chicago-express", "german-railways")
"""The games by the time they take."""


class Match(NamedTuple):
    game: str
    one: str
    others: str
    players: int
    games: int
    goal: float
    """The part of the first places that the one bot should have."""

    @property
    def name(self) -> str:
        return f"{self.game} {self.one} {self.others} {self.players}"


def matches() -> Iterator[Match]:
    """The cheap ones first."""
    for game in registry.GAMES:
        for players in (4, 3, 5):
            yield Match(game, "greedy", "random", players, 100, 0.95)
    for players in (4, 3, 5):
        for game in QUICKEST:
            yield Match(game, "hard", "greedy", players, 24, 0.45)
        for game in QUICKEST:
            yield Match(game, "expert", "hard", players, 2 * players, 0.32)


def play(match: Match, games: int, jobs: int) -> dict[str, Any]:
    """One match: its table, and the first auctions of the shares."""
    bots = [match.one] + [match.others] * (match.players - 1)
    work = partial(arena.play, Record(match.game, ["?"] * match.players), None)
    played = list(pool.ordered(work, arena.schedule(bots, match.players, games, "strength"), jobs, 1))
    return arena.to_json(arena.tally(played, "strength")) | {"openings": openings(played)}


def openings(played: list[Played]) -> dict[str, float]:
    """The mean price of the first share of each company that is auctioned before the game."""
    prices: dict[str, list[int]] = {}
    for one in played:
        companies = registry.game(one.record.game).COMPANIES
        found: dict[str, int] = {}
        for step in steps(one.record):
            if not step.move.startswith(("bid", "pass")):
                break
            for event in step.log:
                if event[0] in ("sale", "gift"):
                    found.setdefault(companies[event[2]], event[3] if event[0] == "sale" else 0)
        for company, price in found.items():
            prices.setdefault(company, []).append(price)
    return {company: mean(paid) for company, paid in prices.items()}


def page(results: dict[str, Any]) -> str:
    """The tables of the page."""
    lines = [f"Measured on {results['machine']}.", ""]
    lines += ["| game | players | bot | against | games | first places | 95% interval | goal | share of cash | ms a decision | most ms |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    seats: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for match in matches():
        result = results["matches"].get(match.name)
        if result is None:
            continue
        row = next(row for row in result["bots"] if row["bot"] == match.one)
        first, cash, took = row["first"], row["cash"], result["seconds"][match.one]
        lines.append(
            f"| {match.game} | {match.players} | {match.one} | {match.others} | {result['games']} | {first['value']:.0%} "
            f"| {first['low']:.0%} to {first['high']:.0%} | {match.goal:.0%} | {cash['value']:.1%} "
            f"| {1000 * took['decision']:.1f} | {1000 * took['longest']:.0f} |"
        )
        if match.others != "random":
            seats.setdefault((match.game, match.players), []).append(result)
    lines += ["", "Cash at the end by seat, in percent of all cash, and prices of the first shares, games against `random` apart:", ""]
    lines += ["| game | players | games | by seat (fair: equal) | mean opening prices |", "| --- | --- | --- | --- | --- |"]
    for (game, players), found in seats.items():
        total = sum(result["games"] for result in found)
        by_seat = [sum(result["seats"][seat]["cash"]["value"] * result["games"] for result in found) / total for seat in range(players)]
        companies = found[0]["openings"]
        prices = [f"{c} {sum(r['openings'][c] * r['games'] for r in found) / total:.1f}" for c in companies]
        lines.append(
            f"| {game} | {players} | {total} | {', '.join(f'{100 * share:.1f}' for share in by_seat)} | {', '.join(prices) or '-'} |"
        )
    return "\n".join(lines)


def load() -> dict[str, Any]:
    """The results so far; several runs may add to them."""
    if not RESULTS.exists():
        return {"machine": "", "matches": {}}
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    stop = time.monotonic() + 60 * args.minutes
    if args.again:
        RESULTS.unlink(missing_ok=True)
    for match in matches():
        if match.name in load()["matches"] or (args.games and match.game not in args.games) or time.monotonic() > stop:
            continue
        found = play(match, max(match.players, int(match.games * args.scale)), args.jobs)
        results = load()
        results["matches"][match.name] = found
        results["machine"] = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}; times are processor time"
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(match.name, flush=True)
    results = load()
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{page(results)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
