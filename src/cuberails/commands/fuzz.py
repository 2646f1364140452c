"""``cuberails fuzz``: random games of every set-up under all invariants, until the time is up or one is broken."""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

from cuberails import bots, registry
from cuberails.bots import match
from cuberails.commands import invariants, shared
from cuberails.common.words import N_, say
from cuberails.core import CHANCE, OVER, Game, Log, draw
from cuberails.record import Record, Scribe, result

PLAYERS = ("random", "lively")


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "fuzz",
        description="Play random games of all seat counts and options and check in every position what must hold. "
        "A game in which something does not hold is written as a record with the error; the exit code is 1 then.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="only this game: " + ", ".join(registry.GAMES))
    parser.add_argument("--seconds", type=shared.seconds, default=10.0, metavar="S", help="how long (default: %(default)s)")
    parser.add_argument("--seed", default=None, metavar="S", help="a number or a word; without, every run plays other games")
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where a failure is written (default: here)")
    shared.add_board(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    games = [registry.game(args.game)] if args.game else _games(args.board)
    seed = args.seed or os.urandom(4).hex()
    end = time.monotonic() + args.seconds
    played = positions = 0
    for number, (game, seats, options) in zip(count(1), setups(games, Random(seed)), strict=False):
        board = shared.load_board(game, args.board)
        table = Table(game, seats, options, board, f"{seed}/{number}")
        try:
            table.play(end)
        except Exception as error:
            path = table.write(error, args.out)
            print(
                say(N_("{game}, seed {seed}: {error}"), game=game.NAME, seed=table.seed, error=error or type(error).__name__),
                file=sys.stderr,
            )
            print(say(N_("The game is written to {file}."), file=path), file=sys.stderr)
            return 1
        positions += table.positions
        if time.monotonic() >= end:
            break
        played += 1
    print(say(N_("seed {seed}: {games} games, {positions} positions, nothing broken."), seed=seed, games=played, positions=positions))
    return 0


def _games(board: Path | None) -> list[Game]:
    return [shared.game_of_board(board)] if board else [registry.game(name) for name in registry.GAMES]


def setups(games: list[Game], rng: Random) -> Iterator[tuple[Game, int, dict[str, str]]]:
    """Every game, number of seats and choice of options, again and again in random order."""
    every = [
        (game, seats, dict(zip(game.OPTIONS, values, strict=True)))
        for game in games
        for seats in game.SEATS
        for values in product(*game.OPTIONS.values())
    ]
    while True:
        yield from rng.sample(every, len(every))


class Table:
    """One game under the invariants."""

    def __init__(self, game: Game, seats: int, options: dict[str, str], board: Any, seed: str) -> None:
        self.game, self.board, self.seed = game, board, seed
        self.rng = Random(seed)
        self.specs = [self.rng.choice(PLAYERS) for _ in range(seats)]
        self.bots = [bots.load(spec) for spec in self.specs]
        self.options = options
        self.names = match.players(self.specs)
        self.scribe = Scribe(game)
        self.turn: list[int] = []
        """The actions since the last whole move."""
        self.positions = 0

    def play(self, end: float) -> None:
        """Play to the end of the game or of the time; raises whatever is wrong."""
        game, rng = self.game, self.rng
        state: Any = self.record().start({self.board.id: self.board})
        start = state.copy()
        before = state.copy()
        while state.seat != OVER and time.monotonic() < end:
            invariants.position(game, state, rng)
            self.positions += 1
            action = draw(state, rng) if state.seat == CHANCE else self.bots[state.seat].choose(state.copy(), rng, None)
            invariants.hold(action in state.legal(), f"a bot chose {action}, which is not legal")
            log: Log = []
            self.turn.append(action)
            state.apply(action, log)
            self.scribe.note(action, state)
            invariants.money(start, state)
            invariants.events(game, log, self.names, self.board)
            if state.whole():
                invariants.move(game, before, self.turn, state)
                before, self.turn = state.copy(), []
        if state.seat == OVER:
            invariants.position(game, state, rng)
            invariants.whole_game(self.record(result(state)), self.board)

    def record(self, end: dict[str, Any] | None = None) -> Record:
        game = self.game
        return Record(game.NAME, self.names, self.scribe.moves, self.options, self.board.id, end, game.RULES_VERSION, {"seed": self.seed})

    def write(self, error: Exception, folder: Path) -> Path:
        """The game up to the error as a record; ``actions`` are those of the move that was not finished."""
        record = self.record()
        record.extra["error"] = f"{type(error).__name__}: {error}"
        record.extra["trace"] = traceback.format_exception(error)
        record.extra["actions"] = [self.game.code(action, self.board) for action in self.turn]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"fuzz-{self.game.NAME}-{self.seed.replace('/', '-')}.jsonl"
        path.write_text(record.dumps() + "\n", encoding="utf-8")
        return path
