"""The command ``cuberails``: finds the subcommand, runs it, and turns every refusal into one line.

A subcommand is a module with ``add(subparsers)``: it makes its parser and sets ``run``, a function from the
arguments to the exit code. It is imported only when it is asked for, so the command starts at once and
works without the extras it does not need. To add one, write its line in ``COMMANDS``.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from cuberails import __version__
from cuberails.common.words import N_, reason
from cuberails.core import BadInput, Reason, Refusal


class Command(NamedTuple):
    module: str
    help: str
    extra: str = ""
    """The extra of the distribution it needs."""


COMMANDS = {
    "play": Command("cuberails.commands.play", "start the table and open it in a browser", "server"),
    "admin": Command("cuberails.commands.admin", "look after the tables and accounts of a server", "server"),
    "terminal": Command("cuberails.terminal.command", "play in the terminal, against bots or at one keyboard"),
    "simulate": Command("cuberails.commands.simulate", "let bots play games and write them as records"),
    "arena": Command("cuberails.commands.arena", "let bots play each other and rate them"),
    "check": Command("cuberails.commands.check", "replay the records of a file through the rules"),
    "replay": Command("cuberails.commands.replay", "show a recorded game step by step"),
    "perft": Command("cuberails.commands.perft", "count the positions a few actions ahead"),
    "fuzz": Command("cuberails.commands.fuzz", "play random games under all invariants"),
    "bench": Command("cuberails.commands.bench", "measure the speed of the rules"),
    "board": Command("cuberails.commands.board", "check the file of a board of one's own"),
}


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"{self.prog}: {message} ({self.prog} --help)\n")


INTERRUPTED = 128 + signal.SIGINT
WRONG_USAGE = 2
BROKEN_PIPE = 128 + signal.SIGPIPE


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code: 0, 1 when something is wrong, 2 for wrong usage."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments:
        _parser("").print_help(sys.stderr)
        return WRONG_USAGE
    if arguments[0] == "help":
        arguments = [*arguments[1:2], "--help"]
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # a record may hold what a terminal cannot show
    language = "en"
    try:
        args = _parser(arguments[0] if arguments else "").parse_args(arguments)
        language = getattr(args, "language", language)
        code: int = args.run(args)
        sys.stdout.flush()
    except Refusal as refusal:
        return _complain(refusal.reason, language)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the last flush does not fail again
        return BROKEN_PIPE
    except OSError as error:
        why = error.strerror or str(error)
        return _complain(Reason("", N_("{file}: {why}."), {"file": error.filename or "-", "why": why}), language)
    return code


def _parser(wanted: str) -> Parser:
    """The parser of the whole command line, in which only the wanted subcommand knows its arguments."""
    parser = Parser(prog="cuberails", description="Chicago Express, German Railways and Credit Mobilier.")
    parser.add_argument("--version", action="version", version=f"cuberails {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        if name == wanted:
            _load(name, command).add(subparsers)
        else:
            subparsers.add_parser(name, help=command.help)
    return parser


def _load(name: str, command: Command) -> Any:
    """The module of a subcommand; ``BadInput`` names the extra that is missing."""
    try:
        return import_module(command.module)
    except ModuleNotFoundError as error:
        if not command.extra or (error.name or "").startswith("cuberails"):
            raise
        raise BadInput(
            Reason("", N_("“cuberails {name}” needs {module}: pip install 'cuberails[{extra}]'"),
                   {"name": name, "module": error.name, "extra": command.extra})
        ) from error  # fmt: skip


def _complain(why: Reason, language: str) -> int:
    """Say on stderr what is wrong."""
    rule = f"{why.rule}: " if why.rule else ""
    print(f"cuberails: {rule}{reason(why, language)}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
