"""``cuberails arena``: bots play each other on rotated seats; a rated table with its intervals."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from cuberails import bots, registry
from cuberails.bots import arena, chart
from cuberails.bots.arena import Pairing, Played, Table
from cuberails.bots.rating import Interval
from cuberails.commands import pool, shared
from cuberails.commands.simulate import Out
from cuberails.common.words import N_, say
from cuberails.core import BadInput, Reason

Runner = Callable[[Callable[[Pairing], Played], Iterable[Pairing]], Iterator[Played]]


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "arena",
        description="Let bots play each other, each on every seat equally often, and rate them (Bradley-Terry on the Elo scale, 95% "
        "intervals). The same seed gives the same games, whatever --jobs and --cluster.",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(registry.GAMES))
    parser.add_argument("--bots", required=True, metavar="A,B,..", help="who plays; if there are more than seats, every line-up of them")
    parser.add_argument("--players", type=shared.positive, metavar="N", help="how many seats (default: one for each bot)")
    shared.add_setup(parser)
    parser.add_argument("--games", type=shared.positive, default=100, metavar="G", help="how many games (default: %(default)s)")
    parser.add_argument("--seed", default="1", metavar="S", help="a number or a word (default: %(default)s)")
    parser.add_argument("--jobs", type=shared.positive, default=1, metavar="J", help="how many processes (default: %(default)s)")
    parser.add_argument("--cluster", nargs="?", const="", metavar="ADDRESS",
                        help="play on Ray: the cluster at this address, or one started on this machine")  # fmt: skip
    parser.add_argument("--out", metavar="FILE", help="keep the games here, as records")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table here, as JSON")
    parser.add_argument("--chart", type=Path, metavar="FILE", help="draw the ratings here, as SVG")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    game = registry.game(args.game)
    specs = args.bots.split(",")
    for spec in set(specs):
        bots.load(spec)
    players = args.players or len(specs)
    start, board = shared.start(game, ["?"] * players, args)
    for file in (args.json, args.chart):
        if file:
            file.open("a").close()  # so that it is known before the games whether it can be written
    pairings = arena.schedule(specs, players, args.games, args.seed)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    played = _play(_runner(args), partial(arena.play, start, board), pairings, args)
    if not played:
        return 130
    table = arena.tally(played, args.seed)
    show(table)
    if args.json:
        args.json.write_text(json.dumps(arena.to_json(table), indent=1) + "\n", encoding="utf-8")
    if args.chart:
        args.chart.write_text(chart.draw(table), encoding="utf-8")
    return 0 if len(played) == args.games else 130


def _runner(args: argparse.Namespace) -> Runner:
    """Who carries the games out: this machine's processes, or Ray."""
    if args.cluster is None:
        return lambda work, items: pool.ordered(work, items, args.jobs, 1)
    try:
        from cuberails.commands import cluster
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("cuberails"):
            raise
        raise BadInput(
            Reason("", N_("“--cluster” needs {module}: pip install 'cuberails[cluster]'"), {"module": error.name or "ray"})
        ) from error
    return partial(cluster.ordered, address=args.cluster, jobs=args.jobs)


def _play(runner: Runner, work: Callable[[Pairing], Played], pairings: Iterable[Pairing], args: argparse.Namespace) -> list[Played]:
    """All games, kept as they come; fewer if somebody interrupts."""
    played: list[Played] = []
    with Out(args.out) if args.out else nullcontext() as out:
        try:
            for one in _progress(runner(work, pairings), args.games):
                if out:
                    out.write(one.record.dumps())
                played.append(one)
        except KeyboardInterrupt:
            print("cuberails: " + say(N_("interrupted; {played} of {games} games are counted."), played=len(played), games=args.games),
                  file=sys.stderr)  # fmt: skip
    return played


def _progress(games: Iterator[Played], total: int) -> Iterator[Played]:
    """The same games, with a bar on stderr if people see it."""
    if not sys.stderr.isatty():
        yield from games
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(games, say(N_("Games")), total, console=Console(stderr=True), transient=True)


def show(table: Table) -> None:
    """The table on the terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    console = Console()
    title = say(N_("{game}, {players} players, {games} games, seed {seed}"), game=table.game, players=table.players, games=table.games,
                seed=table.seed)  # fmt: skip
    grid = Grid(title=title, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    heads = (N_("bot"), N_("rating"), N_("first places"), N_("share of cash"), N_("ms"), N_("most"))
    for column, head in enumerate(heads):
        grid.add_column(say(head), justify="right" if column else "left", no_wrap=True)
    for row in table.rows:
        places, cash = Text(_percent(row.first)), Text(_percent(row.cash))
        grid.add_row(row.bot, Text(_points(row.rating)), places, cash, f"{1000 * row.decision:.2f}", f"{1000 * row.longest:.0f}")
    grid.caption = say(N_("95% intervals in brackets; ms: thought for a decision, on average and at most"))
    console.print(grid)
    seats = Grid(box=box.SIMPLE_HEAD)
    for column, head in enumerate((N_("seat"), N_("first places"), N_("share of cash"))):
        seats.add_column(say(head), justify="right" if column else "left")
    for seat in table.seats:
        seats.add_row(str(seat.seat), Text(_percent(seat.first)), Text(_percent(seat.cash)))
    console.print(seats)
    reasons = ", ".join(f"{reason} {count}" for reason, count in table.reasons.items())
    console.print(say(N_("A fair share is {fair}. Moves a game: {moves}. Ends: {reasons}."),
                      fair=f"{100 / table.players:.1f}%", moves=f"{table.moves:.0f}", reasons=reasons))  # fmt: skip


def _percent(interval: Interval) -> str:
    value, low, high = interval
    return f"{100 * value:.1f}% [{100 * low:.0f}, {100 * high:.0f}]"


def _points(interval: Interval) -> str:
    value, low, high = interval
    return f"{value:+.0f} [{low:+.0f}, {high:+.0f}]"
