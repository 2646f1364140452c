"""How strong the bots are and how they play: plays the matches of ``docs/bots.md`` and writes its tables.

``python benchmarks/strength.py --jobs 2`` plays what is missing in ``benchmarks/strength.json`` and rewrites the page. It may be
stopped at any time: every game is kept in ``benchmarks/strength.games``, and the next run goes on behind the last one. Runs
for different games may go on side by side. ``--again`` forgets what is there, ``--minutes M`` begins no game after so long,
``--scale X`` plays X times as many games, ``--table`` plays nothing.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import platform
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
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
GAMES = HERE / "strength.games"
PAGE = HERE.parent / "docs" / "bots.md"
BEGIN, END = "<!-- measured -->", "<!-- end -->"


class Match(NamedTuple):
    game: str
    one: str
    others: str
    players: int
    games: int
    goal: float
    """The part of the first places that the one bot should have; 0: none is set."""

    @property
    def name(self) -> str:
        return f"{self.game} {self.one} {self.others} {self.players}"


def matches() -> Iterator[Match]:
    """The cheap ones first, and those of four players before the others."""
    for game in registry.GAMES:
        yield Match(game, "easy", "random", 4, 40, 0)
        yield Match(game, "medium", "easy", 4, 40, 0)
        for players in (4, 3, 5):
            yield Match(game, "greedy", "random", players, 120, 0.95)
    for players in (4, 3, 5):
        for game in registry.GAMES:
            yield Match(game, "hard", "greedy", players, 60 if players == 4 else 30, 0.45)
        for game in registry.GAMES:
            yield Match(game, "expert", "hard", players, {3: 12, 4: 40, 5: 10}[players], 0.32)


def play(match: Match, games: int, jobs: int, stop: float) -> list[Played]:
    """The games of one match, as far as the time reaches; those kept by earlier runs are not played again."""
    GAMES.mkdir(exist_ok=True)
    kept = GAMES / f"{match.name}.jsonl"
    played = [_read(line) for line in kept.read_text(encoding="utf-8").splitlines()] if kept.exists() else []
    bots = [match.one] + [match.others] * (match.players - 1)
    pairings = islice(arena.schedule(bots, match.players, games, "strength"), len(played), None)
    work = partial(arena.play, Record(match.game, ["?"] * match.players), None)
    with kept.open("a", encoding="utf-8") as file:
        for one in pool.ordered(work, _until(stop, pairings), jobs, 1):
            file.write(json.dumps(one._replace(record=one.record.dumps())) + "\n")
            file.flush()
            played.append(one)
    return played[:games]


def _read(line: str) -> Played:
    bots, record, *times = json.loads(line)
    return Played(tuple(bots), Record.loads(record), *times)


def _until(stop: float, pairings: Iterator[arena.Pairing]) -> Iterator[arena.Pairing]:
    for pairing in pairings:
        if time.monotonic() > stop:
            return
        yield pairing


def result(played: list[Played]) -> dict[str, Any]:
    """The table of a match, and what the bots did in it."""
    table = arena.tally(played, "strength")
    thought = sum(sum(game.seconds) for game in played) / len(played)
    seen = [seen_in(one.record, one.bots) for one in played]
    return arena.to_json(table) | {"openings": openings(seen), "habits": habits(seen, played), "game": thought}


class Seen(NamedTuple):
    """What was seen in the record of one game."""

    openings: dict[str, int]
    """The price of the first share of each company that is auctioned before the game."""
    counts: Counter[tuple[str, str]]
    """By bot and what it did, as often; money is counted in dollars."""
    wabash: bool
    last: bool
    """Whether a winner made the last move."""


def seen_in(record: Record, bots: tuple[str, ...]) -> Seen:
    """Replay one game."""
    companies = registry.game(record.game).COMPANIES
    prices: dict[str, int] = {}
    counts: Counter[tuple[str, str]] = Counter()
    held: Counter[tuple[int, int]] = Counter()
    opening, wabash, seat = True, False, -1
    begun = record.start().seat
    for step in steps(record):
        mover, begun = begun, step.state.seat
        if mover >= 0:
            seat = mover
        opening = opening and step.move.startswith(("bid", "pass"))
        for event in step.log:
            if event[0] in ("sale", "gift", "buy"):
                buyer, company = event[1], event[2]
                price, number = (event[4], event[3]) if event[0] == "buy" else (event[3] if event[0] == "sale" else 0, 1)
                held[buyer, company] += number
                if opening and event[0] != "buy":
                    prices.setdefault(companies[company], price)
                else:
                    out = sum(number for (_, other), number in held.items() if other == company)
                    counts[bots[buyer], "spent"] += price
                    counts[bots[buyer], "own"] += price * held[buyer, company] / out  # type: ignore[assignment]
                    counts[bots[buyer], "third"] += out > 2
            elif event[0] in ("decline", "rest") or (event[0] == "pass" and not prices):
                counts[bots[event[1]], "declined"] += 1
            wabash = wabash or event[0] == "wabash"
    assert record.result is not None
    return Seen(prices, counts, wabash, seat + 1 in record.result["winners"])


def openings(seen: list[Seen]) -> dict[str, float]:
    """The mean price of each company's first share."""
    companies = dict.fromkeys(company for one in seen for company in one.openings)
    return {company: mean(one.openings[company] for one in seen if company in one.openings) for company in companies}


def habits(seen: list[Seen], played: list[Played]) -> dict[str, Any]:
    """How the bots play, in figures for a game."""
    counts: Counter[tuple[str, str]] = sum((one.counts for one in seen), Counter())
    seats = Counter(bot for one in played for bot in one.bots)
    return {
        "wabash": mean(one.wabash for one in seen),
        "last": mean(one.last for one in seen),
        "bots": {
            bot: {
                "declined": counts[bot, "declined"] / number, "third": counts[bot, "third"] / number,
                "own": counts[bot, "own"] / max(1, counts[bot, "spent"]),
            }
            for bot, number in seats.items()
        },
    }  # fmt: skip


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
            f"| {first['low']:.0%} to {first['high']:.0%} | {f'{match.goal:.0%}' if match.goal else '-'} | {cash['value']:.1%} "
            f"| {1000 * took['decision']:.1f} | {1000 * took['longest']:.0f} |"
        )
        if match.others not in ("random", "easy"):
            seats.setdefault((match.game, match.players), []).append(result)
    lines += [
        "",
        "Cash at the end by seat, in percent of all cash, and prices of the first shares, games with `random` and `easy` apart:",
        "",
    ]
    lines += ["| game | players | games | by seat (fair: equal) | mean opening prices |", "| --- | --- | --- | --- | --- |"]
    for (game, players), found in seats.items():
        total = sum(result["games"] for result in found)
        by_seat = [sum(result["seats"][seat]["cash"]["value"] * result["games"] for result in found) / total for seat in range(players)]
        companies = found[0]["openings"]
        prices = [f"{c} {sum(r['openings'][c] * r['games'] for r in found) / total:.1f}" for c in companies]
        lines.append(
            f"| {game} | {players} | {total} | {', '.join(f'{100 * share:.1f}' for share in by_seat)} | {', '.join(prices) or '-'} |"
        )
    return "\n".join(lines + _habits(results))


def _habits(results: dict[str, Any]) -> list[str]:
    """What the bots do at the table, game by game, tables of all sizes and line-ups together."""
    lines = ["", "What they do, counted from the records of these games:", ""]
    lines += ["| game | bot | seats | declines a game | third shares bought a game | of its money in its own companies |"]
    lines += ["| --- | --- | --- | --- | --- | --- |"]
    ends = [
        "",
        "| game | match | games | ended by | Wabash opened | a winner made the last move |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for game in registry.GAMES:
        bots: dict[str, list[tuple[int, dict[str, float]]]] = {}
        for match in matches():
            found = results["matches"].get(match.name)
            if match.game != game or not found or "habits" not in found:
                continue
            for row in found["bots"]:
                bots.setdefault(row["bot"], []).append((row["seats"], found["habits"]["bots"][row["bot"]]))
            if match.players == 4:
                reasons = ", ".join(f"{reason} {number}" for reason, number in found["reasons"].items())
                wabash = f"{found['habits']['wabash']:.0%}" if game == "chicago-express" else "-"
                ends.append(
                    f"| {game} | {match.one}, {match.others} | {found['games']} | {reasons} | {wabash} | {found['habits']['last']:.0%} |"
                )
        for bot in ("random", "easy", "medium", "greedy", "hard", "expert"):
            if bot in bots:
                seats = sum(number for number, _ in bots[bot])
                declined, third, own = (
                    sum(number * row[what] for number, row in bots[bot]) / seats for what in ("declined", "third", "own")
                )
                lines.append(f"| {game} | {bot} | {seats} | {declined:.1f} | {third:.1f} | {own:.0%} |")
    return lines + ends


def load() -> dict[str, Any]:
    """The results so far; several runs may add to them."""
    if not RESULTS.exists():
        return {"machine": "", "matches": {}}
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return results


def keep(match: Match, found: dict[str, Any]) -> None:
    """Add the result of a match, one run at a time."""
    with (GAMES / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        results = load()
        results["matches"][match.name] = found
        results["machine"] = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}; times are processor time"
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--minutes", type=float, default=600.0)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    stop = time.monotonic() + 60 * args.minutes
    if args.again:
        RESULTS.unlink(missing_ok=True)
        shutil.rmtree(GAMES, ignore_errors=True)
    for match in matches():
        games = max(match.players, int(match.games * args.scale))
        if args.table or (args.games and match.game not in args.games) or load()["matches"].get(match.name, {}).get("games", 0) >= games:
            continue
        played = play(match, games, args.jobs, stop)
        if played:
            keep(match, found := result(played))
            print(f"{match.name}: {len(played)} games, {found['game']:.1f} s a game", flush=True)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{page(load())}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
