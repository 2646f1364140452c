"""``cuberails simulate``: complete games between bots, written as records, one to a line."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from cuberails import bots, registry
from cuberails.bots import match
from cuberails.commands import parquet, pool, shared
from cuberails.common.options import check_seats
from cuberails.common.words import N_, say
from cuberails.record import Record


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "simulate",
        description="Let bots play complete games and write them as records (JSON Lines). "
        "The same seed gives the same file, whatever --jobs.",
    )
    shared.add_game(parser)
    parser.add_argument("--games", type=shared.positive, default=1, metavar="G", help="how many games (default: %(default)s)")
    parser.add_argument(
        "--bots",
        default="random",
        metavar="A,B,..",
        help="the bots by seat, from the start again when there are more seats (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="a number or a word; every game derives its own from it (default: %(default)s)"
    )
    parser.add_argument("--jobs", type=shared.positive, default=1, metavar="J", help="how many processes (default: %(default)s)")
    parser.add_argument(
        "--out",
        default="-",
        metavar="FILE",
        help="where to; - is standard output, a name in .parquet makes a Parquet file (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    game = registry.game(args.game)
    check_seats(game.NAME, args.players, game.SEATS)
    specs = shared.seated(args.bots, args.players)
    start, board = shared.start(game, match.players(specs), args)
    for spec in set(specs):
        bots.load(spec)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    seeds = [f"{args.seed}/{number}" for number in range(1, args.games + 1)]
    lines = pool.ordered(partial(line, start, tuple(specs), board), seeds, args.jobs, max(1, min(32, args.games // (8 * args.jobs))))
    written = 0
    with parquet.Out(args.out) if args.out.endswith(parquet.SUFFIX) else Out(args.out) as out:
        try:
            for text in progress(lines, args.games):
                with whole():
                    out.write(text)
                    written += 1
        except KeyboardInterrupt:
            print("cuberails: " + say(N_("interrupted; {written} of {games} games are written."), written=written, games=args.games),
                  file=sys.stderr)  # fmt: skip
            return 130
    return 0


@contextmanager
def whole() -> Iterator[None]:
    """What is done in it is done whole: Ctrl-C and SIGTERM wait for its end."""
    waiting: list[int] = []
    handlers = {number: signal.signal(number, lambda number, _: waiting.append(number)) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for caught in waiting:
        signal.raise_signal(caught)


def line(start: Record, specs: tuple[str, ...], board: Any, seed: str) -> str:
    """One game as a line of the file."""
    return match.play(start, specs, seed, board).dumps()


class Out:
    """A file that holds whole lines only, however the program ends: each is one write."""

    def __init__(self, path: str) -> None:
        self.file = sys.stdout.fileno() if path == "-" else os.open(Path(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        self.name = path
        self.length = 0

    def __enter__(self) -> Out:
        return self

    def __exit__(self, *_: object) -> None:
        if self.name != "-":
            os.close(self.file)

    def write(self, text: str) -> None:
        data = text.encode() + b"\n"
        written = 0
        try:
            while written < len(data):
                written += os.write(self.file, data[written:])
        except OSError as error:
            if written and self.name != "-":
                os.ftruncate(self.file, self.length)  # the disk is full
            raise OSError(error.errno, error.strerror, self.name) from error
        self.length += len(data)


def progress(lines: Iterable[str], games: int) -> Iterator[str]:
    """The same lines, with a bar on stderr if people see it."""
    if not sys.stderr.isatty():
        yield from lines
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(lines, say(N_("Games")), games, console=Console(stderr=True), transient=True)
