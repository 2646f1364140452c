"""The conversation at the table: moves and commands are read, what happens is told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rich.text import Text

from cuberails.common.words import N_, reason, say
from cuberails.core import BadInput, Refusal
from cuberails.record import Record, lines_of, read
from cuberails.terminal import moves, parts
from cuberails.terminal.prompt import Reader
from cuberails.terminal.screen import Screen
from cuberails.terminal.table import Moment, Table

LAST = 10
"""Moves that ``log`` shows."""
HELP = (
    ("?", N_("the legal moves; ? build NYC: how a move that begins so can go on")),
    ("undo", N_("back to your last decision")),
    ("board", N_("the map and the tables")),
    ("names", N_("the names of the places in full")),
    ("log [N]", N_("the last moves")),
    ("save FILE, load FILE", N_("the record of the game")),
    ("quit", N_("leave; the game is kept")),
)


def kept() -> Path:
    """Where an unfinished game is kept when its player leaves."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "cuberails" / "terminal.jsonl"


class Session:
    """One evening at one table."""

    def __init__(self, table: Table, screen: Screen, reader: Reader, boards: dict[str, Any], again: str = "") -> None:
        self.table = table
        self.screen = screen
        self.reader = reader
        self.boards = boards
        self.again = again
        """Arguments to go on with a kept game, besides its file."""
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self._list, "undo": self._undo, "board": self._board, "names": self._names, "log": self._log, "save": self._save,
            "load": self._load, "help": self._help, "quit": self._quit, "exit": self._quit,
        }  # fmt: skip
        self.left = False
        self.asked: tuple[Table, int] | None = None
        """The table and the number of moves at the last question."""

    def run(self) -> None:
        """Play until the game is over or left."""
        self.screen.tell(N_("Type a move, ? for the legal ones, help for all commands."), "dim")
        try:
            while not (self.left or self.table.over()):
                if self.table.is_human(self.table.state.seat):
                    self._ask()
                else:
                    self._tell(self.table.go_on())
        except (EOFError, KeyboardInterrupt):
            self.screen.console.print()
            self._quit("")
        if self.table.over():
            self.screen.position(self.table.state, self.table.names)
            self.screen.end(self.table.state, self.table.names)

    def _ask(self) -> None:
        """Show what has changed since the last question, read one line and do what it says."""
        table = self.table
        if self.asked != (table, len(table.moments)):
            self.screen.changes(table.state, table.names)
            self.screen.question(table.state, table.names)
            self.asked = (table, len(table.moments))
        line = self.reader.line(f"{table.names[table.state.seat]}> ", self._complete)
        word, _, rest = ("?", "", line[1:]) if line.startswith("?") else line.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif word:
                self._tell(table.make(moves.proper(line, table.state)))
        except Refusal as refusal:
            why = refusal.reason
            self.screen.show((f"{why.rule}: " if why.rule else "") + reason(why, self.screen.language), "red")
        except OSError as error:
            self.screen.tell(N_("{file}: {why}."), "red", file=error.filename or rest, why=error.strerror or error)

    def _complete(self, text: str) -> Iterable[str]:
        found = moves.completions(text, self.table.state)
        begun = text.strip().lower()
        return found + ([word for word in self.commands if word.startswith(begun)] if begun and " " not in text else [])

    def _tell(self, moment: Moment) -> None:
        self.screen.events(moment.log, self.table.state, self.table.names)

    # -- The commands ---------------------------------------------------------------------------

    def _list(self, rest: str) -> None:
        words = moves.proper(rest, self.table.state).split(" ") if rest.strip() else []
        if len(words) == 1 and words[0] == "bid":
            words = []
        lines = moves.listing(words, self.table.state)
        for line in lines:
            self.screen.show(f"  {line}")
        if not lines:
            self.screen.tell(N_("No move goes on like that."))

    def _undo(self, _: str) -> None:
        if self.table.undo():
            self.screen.tell(N_("Taken back to your last decision."))
        else:
            self.screen.tell(N_("There is no decision of yours to take back."))

    def _board(self, _: str) -> None:
        self.screen.position(self.table.state, self.table.names)

    def _names(self, _: str) -> None:
        board = self.table.state.board
        named = zip(getattr(board, "hexes", None) or board.places, board.names, strict=True)
        self.screen.console.print(parts.legend([(Text(place, "bold"), name) for place, name in named if name], self.screen.console.width))

    def _log(self, rest: str) -> None:
        count = int(rest) if rest.isascii() and rest.isdigit() else LAST
        first = max(len(self.table.moments) - count, 0)
        for number, moment in enumerate(self.table.moments[first:], first + 1):
            self.screen.show(f"{number}. {moment.move}", "bold")
            self._tell(moment)

    def _save(self, rest: str) -> None:
        if not rest:
            self.screen.tell(N_("Say where to: save FILE."), "red")
            return
        write(Path(rest).expanduser(), self.table.record())
        self.screen.tell(N_("Saved in {file}."), file=rest)

    def _load(self, rest: str) -> None:
        if not rest:
            self.screen.tell(N_("Say from where: load FILE."), "red")
            return
        self.table = Table.of(first_record(Path(rest).expanduser()), self.boards)
        self.screen.tell(N_("Loaded from {file}: {moves} moves."), file=rest, moves=len(self.table.moments))

    def _help(self, _: str) -> None:
        for command, sentence in HELP:
            self.screen.show(f"  {command.ljust(22)}{say(sentence, self.screen.language)}")
        self.screen.tell(N_("Moves are written as ? shows them; case and commas do not matter, and Tab completes."), "dim")

    def _quit(self, _: str) -> None:
        self.left = True
        if self.table.moments and not self.table.over():
            path = kept()
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, self.table.record())
            self.screen.tell(N_("The game is kept; go on with:"))
            self.screen.console.print(f"  cuberails terminal --load {path} {self.again}".rstrip(), soft_wrap=True)


def write(path: Path, record: Record) -> None:
    """Write a record, so that an older one is there until the new one is whole."""
    new = path.with_name(path.name + ".new")
    new.write_text(record.dumps() + "\n", encoding="utf-8")
    new.replace(path)


def first_record(path: Path) -> Record:
    """The first record of a file."""
    with path.open("rb") as file:
        found = next(read(lines_of(file)))
    if isinstance(found, BadInput):
        raise found
    return found
