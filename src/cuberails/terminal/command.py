"""``cuberails terminal``: sets up a table as the arguments or the answers say, and sits down at it."""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cuberails import bots, registry
from cuberails.commands import shared
from cuberails.common.options import check_seats
from cuberails.common.words import LANGUAGES, N_, say
from cuberails.core import BadInput, Game, Reason
from cuberails.terminal.prompt import Reader

FAVOURITES = ("medium", "greedy", "lively")
"""The opponents when none are named: the first of these there is."""


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "terminal", description="Play in the terminal: one person against bots, or several at one keyboard. What is not given is asked."
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help=", ".join(registry.GAMES))
    parser.add_argument("--players", type=shared.positive, metavar="N", help="how many seats")
    parser.add_argument("--human", type=_seats, default=(1,), metavar="SEATS", help="the seats of people, as 1 or 1,3 (default: 1)")
    parser.add_argument("--names", metavar="A,B,..", help="the names of these people")
    parser.add_argument("--bots", metavar="A,B,..", help="the bots on the other seats, from the start again when there are more seats")
    parser.add_argument("--seed", metavar="S", help="a number or a word, for the same luck again")
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="(default: %(default)s)")
    shared.add_setup(parser)
    parser.set_defaults(run=run)


def _seats(text: str) -> tuple[int, ...]:
    if not all(part.isascii() and part.isdigit() and 0 < int(part[:3]) < 10 for part in text.split(",")):
        raise argparse.ArgumentTypeError(f"seats are written as 1 or 1,3, not “{text}”")
    return tuple(int(part) for part in text.split(","))


def run(args: argparse.Namespace) -> int:
    from cuberails.terminal.screen import Screen
    from cuberails.terminal.session import Session, first_record
    from cuberails.terminal.table import Table

    boards = dict(shared.boards(args.board))
    reader = Reader()
    if args.load:
        table = Table.of(first_record(args.load), boards)
    else:
        try:
            table = _new(args, reader)
        except (EOFError, KeyboardInterrupt):
            print()
            return 0
    Session(table, Screen(args.language), reader, boards, _again(args)).run()
    return 0


def _again(args: argparse.Namespace) -> str:
    """The arguments a kept game needs again."""
    board = ["--board", str(args.board)] if args.board else []
    return shlex.join([*board, *(["--language", args.language] if args.language != "en" else [])])


def _new(args: argparse.Namespace, reader: Reader) -> Any:
    """A table for a new game."""
    from cuberails.terminal.table import Table

    game = registry.game(args.game) if args.game else _ask_game(reader, args.language)
    players = args.players or _ask_players(reader, game, args.language)
    people = [seat - 1 for seat in args.human if seat <= players]
    if not people:
        raise BadInput(Reason("", N_("No seat of a person is left among {players} seats."), {"players": players}))
    check_seats(game.NAME, players, game.SEATS)
    others = [seat for seat in range(players) if seat not in people]
    named = args.bots or next(name for name in FAVOURITES if name in bots.names())
    bot_seats = dict(zip(others, shared.seated(named, len(others)) if args.bots or others else [], strict=True))
    for spec in set(bot_seats.values()):
        bots.load(spec)
    names = _names(people, bot_seats, players, args.names.split(",") if args.names else [])
    start, board = shared.start(game, names, args)
    return Table(start, board, bot_seats, args.seed or os.urandom(4).hex())


def _names(people: Sequence[int], bot_seats: dict[int, str], players: int, given: Sequence[str]) -> list[str]:
    """A name for each seat, no name twice."""
    mine = [given[at] if at < len(given) else f"Player {at + 1}" for at in range(len(people))]
    if len(people) == 1 and not given:
        mine = [_user()]
    names = [bot_seats.get(seat) or mine[people.index(seat)] for seat in range(players)]
    return [name if names.count(name) == 1 else f"{name} {names[: at + 1].count(name)}" for at, name in enumerate(names)]


def _user() -> str:
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError):
        return "Player"


def _ask_game(reader: Reader, language: str) -> Game:
    names = list(registry.GAMES)
    for number, name in enumerate(names, 1):
        game = registry.game(name)
        print(say(N_("{number}  {game}, {least} to {most} players"), language,
                  number=number, game=name, least=game.SEATS[0], most=game.SEATS[-1]))  # fmt: skip
    while True:
        answer = reader.line(say(N_("Which game? [1] "), language), lambda text: [name for name in names if name.startswith(text)])
        if answer in names:
            return registry.game(answer)
        if not answer or (answer.isdigit() and 0 < int(answer) <= len(names)):
            return registry.game(names[int(answer or 1) - 1])
        print(say(N_("Answer with a number from 1 to {most}."), language, most=len(names)))


def _ask_players(reader: Reader, game: Game, language: str) -> int:
    usual = min(4, game.SEATS[-1])
    while True:
        answer = reader.line(say(N_("How many players, you included? [{usual}] "), language, usual=usual)) or str(usual)
        if answer.isascii() and answer.isdigit() and int(answer[:3]) in game.SEATS:
            return int(answer)
        print(say(N_("Answer with a number from {least} to {most}."), language, least=game.SEATS[0], most=game.SEATS[-1]))
