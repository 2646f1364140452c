"""``cuberails board check``: is the file of a board one that can be played on?"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from cuberails import registry
from cuberails.commands import shared
from cuberails.common.words import N_, say


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("board", description="Boards of one's own; every command that plays takes one with --board FILE.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = commands.add_parser("check", help="is the file right?", description="Check the file of a board and say what is on it.")
    check.add_argument("file", type=Path, metavar="FILE", help="the board, as the docs describe its columns")
    check.add_argument("--game", metavar="GAME", help="the game it is made for; without, the first line of the file tells")
    check.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    game = registry.game(args.game) if args.game else shared.game_of_board(args.file)
    board = shared.load_board(game, args.file)
    print(say(N_("{file}: a good board for {game}."), file=args.file.name, game=game.NAME))
    for sentence in found_on(board, game.COMPANIES):
        print(f"  {sentence}")
    return 0


def found_on(board: Any, companies: tuple[str, ...]) -> list[str]:
    """What there is on a board, in sentences."""
    if hasattr(board, "towns"):
        return [
            say(N_("{towns} towns and {links} links; {cubes} cubes of each colour."),
                towns=len(board.towns), links=len(board.links), cubes=board.cubes),
        ]  # fmt: skip
    kinds = Counter(getattr(board, "kind", board.terrain))
    starts = [f"{company} {board.names[hex_]} ({board.hexes[hex_]})" for company, hex_ in zip(companies, board.starts, strict=True)]
    return [
        say(N_("{hexes} hexes: {kinds}."), hexes=len(board.hexes), kinds=", ".join(f"{kind} {n}" for kind, n in kinds.most_common())),
        say(N_("Starts: {starts}."), starts=", ".join(starts)),
    ]
