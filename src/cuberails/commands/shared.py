"""Arguments that several subcommands take, and what they mean."""

from __future__ import annotations

import argparse
from codecs import BOM_UTF8
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from cuberails import registry
from cuberails.commands import parquet
from cuberails.common.options import check_seats, choose
from cuberails.common.words import N_
from cuberails.core import BadInput, Game, Reason
from cuberails.record import Boards, Record, lines_of, read

MOST = 999_999_999


def add_game(parser: argparse.ArgumentParser, players: int = 4) -> None:
    """GAME, and how it is set up."""
    parser.add_argument("game", metavar="GAME", help=", ".join(registry.GAMES))
    parser.add_argument("--players", type=positive, default=players, metavar="N", help="how many seats (default: %(default)s)")
    add_setup(parser)


def add_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--option", type=_pair, action="append", default=[], metavar="KEY=VALUE", help="an option of the game; repeatable")
    add_board(parser)


def add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", type=Path, metavar="FILE", help="play on the board in this file")


def _pair(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not (sign and key):
        raise argparse.ArgumentTypeError(f"write key=value, not “{text}”")
    return key, value


def positive(text: str) -> int:
    """The type of an argument that counts something."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:10]) <= MOST):
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST} belongs here, not “{text}”")
    return int(text)


def seated(bots: str, seats: int) -> list[str]:
    """A bot for each seat: those named, from the start again when there are more seats."""
    named = bots.split(",")
    if len(named) > seats:
        raise BadInput(
            Reason("", N_("{bots} bots are too many for the {seats} seats there are for them."), {"bots": len(named), "seats": seats})
        )
    return [named[seat % len(named)] for seat in range(seats)]


def seconds(text: str) -> float:
    """The type of an argument that says how long."""
    try:
        found = float(text)
    except ValueError:
        found = -1
    if not 0 < found <= MOST:  # nan is neither
        raise argparse.ArgumentTypeError(f"a number of seconds belongs here, more than 0, not “{text}”")
    return found


def start(game: Game, players: list[str], args: argparse.Namespace) -> tuple[Record, Any]:
    """The record of a new game as the arguments set it up, with its board; everything checked."""
    check_seats(game.NAME, len(players), game.SEATS)
    names = [name for name, _ in args.option]
    if double := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(Reason("", N_("The option {name} is given twice."), {"name": double}))
    options = choose(game.NAME, game.OPTIONS, dict(args.option))
    board = load_board(game, args.board)
    return Record(game.NAME, players, options=options, board=board.id), board


def records(path: Path) -> Iterator[Record | BadInput]:
    """The records of a file, JSON Lines or Parquet as its name says; one that is wrong comes as the refusal of it."""
    if path.name.endswith(parquet.SUFFIX):
        yield from parquet.read(path)
        return
    with path.open("rb") as file:
        yield from read(lines_of(file))


def boards(path: Path | None) -> Boards:
    """The board of a file by its id, whatever game it is made for."""
    if path is None:
        return {}
    board = load_board(game_of_board(path), path)
    return {board.id: board}


def load_board(game: Game, path: Path | None) -> Any:
    """The board in a file, or the game's own. The id in records is the file's name, so it must be a new one."""
    board = game.load_board(path)
    if path is not None and board.id == game.load_board().id and path.read_bytes() != _own_file(game).read_bytes():
        raise BadInput(
            Reason("BOARD", N_("{file} is not the board “{board}” that comes with the game: give the file a name of its own."),
                   {"file": path.name, "board": board.id})
        )  # fmt: skip
    return board


def game_of_board(path: Path) -> Game:
    """The game whose board a file is, told by its first line."""
    with path.open("rb") as file:
        columns = file.readline(1000).removeprefix(BOM_UTF8).strip()
    for name in registry.GAMES:
        game = registry.game(name)
        if columns == _own_file(game).read_bytes().splitlines()[0]:
            return game
    raise BadInput(
        Reason(
            "BOARD", N_("{file} is no board: its first line names the columns of no game. Say which game it is for."), {"file": path.name}
        )
    )


def _own_file(game: Game) -> Path:
    return Path(str(import_module(registry.GAMES[game.NAME]).__file__)).with_name("board.csv")
