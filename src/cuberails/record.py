"""A game as a record: read, write, replay, verify. The format is NOTATION's, ``cuberails/1``.

>>> record = Record("chicago-express", ["Ada", "Ben", "Cleo"], ["bid 12", "pass", "pass"])
>>> Record.loads(record.dumps()) == record
True
>>> replay(record).seat
0
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, BinaryIO, NamedTuple

from cuberails import registry
from cuberails.common.options import choose
from cuberails.common.words import N_
from cuberails.core import OVER, BadInput, Game, IllegalMove, Log, Reason, State

FORMAT = "cuberails/1"
KINDS = {str: N_("text"), dict: N_("an object"), list: N_("a list"), int: N_("a number")}
KEYS = ("format", "game", "rules", "board", "options", "players", "moves", "result")

Boards = Mapping[str, Any]
"""Boards of one's own, by id, besides those of the games."""


@dataclass
class Record:
    """One game as it is written down."""

    game: str
    players: list[str]
    moves: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    board: str = ""
    """The id of the board; the game's own if empty."""
    result: dict[str, Any] | None = None
    rules: int = 1
    """The version of the game's rules it was played under."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Keys this program does not know, kept as they are."""

    def __post_init__(self) -> None:
        self.board = self.board or self.game

    def dumps(self) -> str:
        """One line of JSON."""
        known: dict[str, Any] = {"format": FORMAT, "game": self.game, "rules": self.rules, "board": self.board}
        known |= {"options": self.options, "players": self.players, "moves": self.moves}
        if self.result is not None:
            known["result"] = self.result
        return json.dumps(known | self.extra, ensure_ascii=False)

    @classmethod
    def loads(cls, text: str | bytes) -> Record:
        """The record in a text; ``BadInput`` says what is wrong with it."""
        try:
            data = json.loads(
                text if isinstance(text, str) else text.decode("utf-8-sig"),
                object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_whole, parse_float=_decimal,
            )  # fmt: skip
        except BadInput:
            raise
        except json.JSONDecodeError as error:
            raise _bad(N_("not complete JSON ({why}, column {column})"), why=error.msg, column=error.colno) from error
        except UnicodeDecodeError as error:
            raise _bad(N_("it is not UTF-8 text")) from error
        except RecursionError as error:
            raise _bad(N_("it is nested too deeply")) from error
        if not _is_text(data):
            raise _bad(N_("half a character, \\ud800 to \\udfff, stands alone in it"))
        return cls.from_json(data)

    @classmethod
    def from_json(cls, data: object) -> Record:
        """The record in a JSON object."""
        if not isinstance(data, dict):
            raise _bad(N_("a record is a JSON object, and a file of several has one on each line"))
        if data.get("format") != FORMAT:
            raise _bad(N_("the format is {found}; this program reads {known}"), found=_short(data.get("format")), known=FORMAT)
        if not isinstance(data.get("game"), str):
            raise _must_be("game", str)
        game = registry.game(data["game"])
        if data.get("result", 0) is None:
            data = {key: value for key, value in data.items() if key != "result"}  # many programs write what is absent so
        for key, kind in (("board", str), ("options", dict), ("players", list), ("moves", list), ("result", dict), ("rules", int)):
            required = key in ("players", "moves")
            if (required and key not in data) or (key in data and not isinstance(data[key], kind)):
                raise _must_be(key, kind)
        for key in ("players", "moves"):
            for number, item in enumerate(data[key], 1):
                if not isinstance(item, str):
                    raise _bad(N_("“{key}” must be a list of texts; number {number} is {item}"), key=key, number=number, item=_short(item))
        rules = data.get("rules", game.RULES_VERSION)
        if rules is True or rules != game.RULES_VERSION:
            raise _bad(
                N_("it was played under version {found} of the rules; this program knows version {known}"),
                found=rules,
                known=game.RULES_VERSION,
            )
        return cls(
            data["game"], list(data["players"]), list(data["moves"]), dict(data.get("options", {})), data.get("board", ""),
            data.get("result"), rules, {key: value for key, value in data.items() if key not in KEYS},
        )  # fmt: skip

    def start(self, boards: Boards | None = None) -> State:
        """The position before the first move."""
        game = registry.game(self.game)
        options = choose(game.NAME, game.OPTIONS, self.options)
        return game.new(len(self.players), find_board(game, self.board, boards), **options)  # type: ignore[no-any-return]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        double = next(key for i, (key, _) in enumerate(pairs) if key in (k for k, _ in pairs[:i]))
        raise _bad(N_("“{key}” stands in it twice"), key=double)
    return found


def _no_constant(name: str) -> None:
    raise _bad(N_("{name} is no number of JSON"), name=name)


LONGEST_NUMBER = 1000
"""So many digits a whole number of a record has at most."""


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _bad(N_("a number in it has {found} digits, at most {most} are read"), found=len(digits.lstrip("-")), most=LONGEST_NUMBER)
    return int(digits)


def _decimal(text: str) -> float:
    if math.isinf(number := float(text)):
        raise _bad(N_("the number {text} is too large"), text=text if len(text) <= 40 else f"{text[:40]}…")
    return number


def _bad(sentence: str, **facts: object) -> BadInput:
    return BadInput(Reason("NOTATION", N_("This is no record of a game: {problem}."), {"problem": Reason("", sentence, facts)}))


def _must_be(key: str, kind: type) -> BadInput:
    return _bad(N_("“{key}” must be {kind}"), key=key, kind=Reason("", KINDS[kind]))


def _short(value: object) -> str:
    """A value of a file as a message quotes it."""
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _is_text(data: object) -> bool:
    """Whether all of it can be written down again."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def find_board(game: Game, board_id: str, boards: Boards | None = None) -> Any:
    """The board of an id: one of those given, or the game's own."""
    if boards and board_id in boards:
        return boards[board_id]
    own = game.load_board()
    if board_id != own.id:
        raise BadInput(Reason("BOARD", N_("The board “{board}” is not known here; give its file."), {"board": board_id}))
    return own


class Step(NamedTuple):
    """One move of a replay, already carried out."""

    number: int
    """From 1."""
    move: str
    state: State
    """The position after it; the next step changes it."""
    log: Log


def steps(record: Record, boards: Boards | None = None) -> Iterator[Step]:
    """Replay a record move by move; raises ``IllegalMove`` at the first that the rules forbid."""
    game = registry.game(record.game)
    state = record.start(boards)
    for number, move in enumerate(record.moves, 1):
        log: Log = []
        for action in game.unfold(state, move):
            state.apply(action, log)
        yield Step(number, move, state, log)


def replay(record: Record, boards: Boards | None = None) -> State:
    """The position after the last move of a record."""
    state = record.start(boards)
    for step in steps(record, boards):
        state = step.state
    return state


def result(state: State) -> dict[str, Any] | None:
    """The ``result`` of a record that ends in this position."""
    if state.seat != OVER:
        return None
    return {"cash": state.scores(), "winners": [seat + 1 for seat in state.winners()], "reason": state.reason}


class Scribe:
    """Writes the moves of a game down while it is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[str] = []
        self._turn: list[int] = []

    def note(self, action: int, state: State) -> None:
        """An action that has just led to this position."""
        self._turn.append(action)
        if state.whole():
            self.moves.append(self.game.fold(self._turn, state.board))
            self._turn = []


class Verdict(NamedTuple):
    """What the rules say of a record."""

    moves: int
    """Moves replayed."""
    reason: Reason | None = None
    """None if all is well."""
    text: str | None = None
    """The move that is illegal, if it is one; it is number ``moves`` + 1."""
    end: str = ""
    """Why the game has ended by the rules; empty if it has not."""


def verify(record: Record, boards: Boards | None = None) -> Verdict:
    """Replay a record and compare its end with its ``result``."""
    done = 0
    state = record.start(boards)
    try:
        for step in steps(record, boards):
            done, state = step.number, step.state
    except IllegalMove as illegal:
        return Verdict(done, illegal.reason, record.moves[done])
    wrong = None if record.result is None else _compare(record.result, result(state))
    return Verdict(done, wrong, end=state.reason)


def _compare(written: dict[str, Any], found: dict[str, Any] | None) -> Reason | None:
    if found is None:
        return Reason("NOTATION", N_("The record has a result, but the game is not over."))
    for key in ("cash", "winners", "reason"):
        if written.get(key) != found[key]:
            return Reason("NOTATION", N_("The record says {key} {written}, the rules say {found}."),
                          {"key": key, "written": _short(written.get(key)), "found": _short(found[key])})  # fmt: skip
    return None


LONGEST = 10_000_000
"""No record is longer, in characters or bytes; what is longer is refused unread, so that memory stays bounded."""


def read(lines: Iterable[str | bytes]) -> Iterator[Record | BadInput]:
    """The records of a JSON Lines file; a line that is no record comes as the refusal of it.

    A file that is one JSON object over several lines is one record, too. ``lines_of`` keeps lines short.
    """
    filled = (line if isinstance(line, bytes) else line.encode(errors="surrogatepass") for line in lines if line.strip())
    first = next(filled, None)
    if first is None:
        yield _bad(N_("the file is empty"))
        return
    found = _loads(first)
    second = next(filled, b"")
    if isinstance(found, BadInput) and second and (first.strip() == b"[" or not second.lstrip().startswith((b"{", b"["))):
        yield from _one_or_many([first, second], filled)
        return
    yield found
    yield from map(_loads, chain([second] if second else [], filled))


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long for a record only the beginning, which is refused then."""
    while line := file.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST + 1)


def _loads(line: bytes) -> Record | BadInput:
    if len(line) > LONGEST:
        return _bad(N_("it is longer than {most} bytes"), most=LONGEST)
    try:
        return Record.loads(line.strip())
    except BadInput as bad:
        return bad


def _one_or_many(parts: list[bytes], rest: Iterator[bytes]) -> Iterator[Record | BadInput]:
    """A file of one object over several lines; if it is none, and not broken altogether, the records of its lines.

    A file that begins with more lines without a record than a record is long is given up.
    """
    size = sum(map(len, parts))
    whole = None
    for line in rest:
        parts.append(line)
        size += len(line)
        if size > LONGEST:
            break
    else:
        whole = _loads(b"".join(parts))
    if isinstance(whole, Record) or not any(isinstance(_loads(line), Record) for line in parts):
        return iter([whole or _bad(N_("none of the first {lines} lines is one, and the others are not read"), lines=len(parts))])
    return map(_loads, chain(parts, rest))
