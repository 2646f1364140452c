"""``cuberails replay``: a recorded game step by step."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from cuberails.commands import shared
from cuberails.common.words import LANGUAGES, N_, say
from cuberails.core import OVER, BadInput, IllegalMove, Log, Reason
from cuberails.record import Boards, Record, steps

KEYS = {"n": 1, " ": 1, "right": 1, "down": 1, "enter": 1, "p": -1, "left": -1, "up": -1, "backspace": -1}
"""What a key does: so many moves on."""
ENDS = {"f": 0, "home": 0, "l": -1, "end": -1}
"""What a key does: to this move."""


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "replay",
        description="Show a recorded game: every move in words, then the position. In a terminal it goes step by step: "
        "n or → the next move, p or ← the one before, f and l the first and the last, q to leave.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="records: JSON Lines, a name in .parquet is a Parquet file")
    parser.add_argument("--game", type=shared.positive, default=1, metavar="K", help="the record of the file (default: %(default)s)")
    parser.add_argument("--at", type=int, metavar="M", help="begin after move M; without a terminal, show only the position there")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="(default: %(default)s)")
    shared.add_board(parser)
    parser.set_defaults(run=run)


class Frame(NamedTuple):
    """The game after one of its moves."""

    number: int
    move: str
    log: Log
    state: Any


def run(args: argparse.Namespace) -> int:
    from cuberails.terminal.screen import Screen

    record = wanted(args.file, args.game)
    screen = Screen(args.language)
    film, wrong = frames(record, shared.boards(args.board))
    if args.at is not None and not 0 <= args.at < len(film):
        raise BadInput(Reason("", N_("There is no move {at}: {moves} moves can be replayed."), {"at": args.at, "moves": len(film) - 1}))
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(film, record, screen, args.at or 0)
    elif args.at is None:
        for frame in film[1:]:
            _tell(frame, record, screen)
        _show(film[-1], record, screen)
    else:
        _tell(film[args.at], record, screen)
        _show(film[args.at], record, screen)
    if wrong:
        raise wrong
    return 0


def wanted(path: Path, number: int) -> Record:
    """The record of that number in a file."""
    found = next(islice(shared.records(path), number - 1, None), None)
    if found is None:
        raise BadInput(Reason("", N_("{file} has no record {number}."), {"file": path.name, "number": number}))
    if isinstance(found, BadInput):
        raise found
    return found


def frames(record: Record, boards: Boards) -> tuple[list[Frame], IllegalMove | None]:
    """The game before its first move and after each, up to the first that is illegal."""
    film = [Frame(0, "", [], record.start(boards))]
    try:
        for step in steps(record, boards):
            film.append(Frame(step.number, step.move, step.log, step.state.copy()))
    except IllegalMove as illegal:
        why = Reason("", N_("Move {number} “{move}”: {why}"),
                     {"number": len(film), "move": record.moves[len(film) - 1], "why": illegal.reason})  # fmt: skip
        return film, IllegalMove(Reason(illegal.reason.rule, why.sentence, why.facts))
    return film, None


def _tell(frame: Frame, record: Record, screen: Any) -> None:
    if frame.number:
        screen.show(f"{frame.number}. {frame.move}", "bold")
    screen.events(frame.log, frame.state, record.players)


def _show(frame: Frame, record: Record, screen: Any) -> None:
    screen.position(frame.state, record.players)
    if frame.state.seat == OVER:
        screen.end(frame.state, record.players)


def _step_through(film: list[Frame], record: Record, screen: Any, at: int) -> None:
    """Show one frame after the other, as keys are pressed."""
    last = len(film) - 1
    for key in _keys():
        if key is not None:
            if key in KEYS:
                at = max(0, min(last, at + KEYS[key]))
            elif key in ENDS:
                at = last if ENDS[key] else 0
            else:
                continue
        screen.console.clear()
        _show(film[at], record, screen)
        screen.console.print()
        _tell(film[at], record, screen)
        keys = say(N_("n next, p previous, f first, l last, q quit"), screen.language)
        screen.show(say(N_("move {at} of {last}"), screen.language, at=at, last=last) + "   " + keys, "dim")


def _keys() -> Iterator[str | None]:
    """None at first, then the keys that are pressed, until one that means to leave."""
    from prompt_toolkit.input import create_input

    yield None
    source = create_input()
    names = {"c-m": "enter", "c-j": "enter", "c-h": "backspace"}
    with source.raw_mode():
        waiting: list[str] = []
        while True:
            while not waiting:
                waiting = _wait(source)
            key = waiting.pop(0)
            if key in ("q", "escape", "c-c", "c-d", ""):
                return
            yield names.get(key, key)


def _wait(source: Any) -> list[str]:
    """The keys that came in, at least one; an empty name when the terminal is gone."""
    import select

    select.select([source.fileno()], [], [])
    pressed = [str(getattr(press.key, "value", press.key)) for press in source.read_keys()]
    return pressed or [str(getattr(press.key, "value", press.key)) for press in source.flush_keys()] or ([""] if source.closed else [])
