"""``cuberails check``: replay the records of a file through the rules and say of each whether it holds."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cuberails import fairness
from cuberails.commands import pool, shared
from cuberails.common.words import LANGUAGES, N_, reason, say
from cuberails.core import BadInput, Reason
from cuberails.record import Boards, Record, Verdict, lines_of, read, verify

BATCH = 64
LONGEST_TEXT = 200


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "check",
        description="Replay every record of a file through the rules: is every move legal, and does the result agree? "
        "One line for each record; exit code 1 if one fails.",
    )
    parser.add_argument("file", metavar="FILE", help="records: JSON Lines, a name in .parquet is a Parquet file; - is standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object for each record instead of a line for people")
    parser.add_argument("--jobs", type=shared.positive, default=1, metavar="J", help="how many processes (default: %(default)s)")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the reasons (default: %(default)s)")
    shared.add_board(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    boards = shared.boards(args.board)
    records = read(lines_of(sys.stdin.buffer)) if args.file == "-" else shared.records(Path(args.file))
    found = failed = 0
    for number, finding in enumerate(pool.ordered(partial(judge, boards), records, args.jobs, BATCH), 1):
        found += 1
        failed += finding.reason is not None
        print(as_json(number, finding, args.language) if args.json else as_line(number, finding, args.language))
    if not args.json:
        print(say(N_("{found} records, {failed} failed."), args.language, found=found, failed=failed))
    return 1 if failed else 0


class Finding(NamedTuple):
    """What ``check`` has found out about one record."""

    moves: int
    """Moves that hold."""
    reason: Reason | None
    text: str | None
    """The move that is illegal, if it is one."""
    game: str
    end: str
    """Why the game ended; empty if it goes on."""


def judge(boards: Boards, record: Record | BadInput) -> Finding:
    if isinstance(record, BadInput):
        return Finding(0, record.reason, None, "", "")
    try:
        verdict = verify(record, boards)
        if verdict.reason is None and (proof := fairness.verify(record, boards)):
            verdict = verdict._replace(reason=proof.reason)
    except BadInput as bad:
        verdict = Verdict(0, bad.reason)
    return Finding(verdict.moves, verdict.reason, verdict.text, record.game, verdict.end)


def as_json(number: int, finding: Finding, language: str) -> str:
    if finding.reason is None:
        return json.dumps({"record": number, "ok": True, "moves": finding.moves})
    move = None if finding.text is None else finding.moves + 1
    why = {"rule": finding.reason.rule or None, "why": reason(finding.reason, language)}
    plain_ascii = not sys.stdout.encoding.lower().startswith("utf")  # else what it cannot show would be escaped as JSON is not
    return json.dumps({"record": number, "ok": False, "move": move, "text": finding.text} | why, ensure_ascii=plain_ascii)


def as_line(number: int, finding: Finding, language: str) -> str:
    if finding.reason is None:
        end = finding.end or say(N_("not over"), language)
        return say(
            N_("{number}: ok, {game}, {moves} moves, {end}"), language, number=number, game=finding.game, moves=finding.moves, end=end
        )
    rule = f"{finding.reason.rule}: " if finding.reason.rule else ""
    why = rule + plain(reason(finding.reason, language))
    if finding.text is None:
        return say(N_("{number}: FAILS: {why}"), language, number=number, why=why)
    move, text = finding.moves + 1, plain(finding.text)
    return say(N_("{number}: FAILS at move {move} “{text}”: {why}"), language, number=number, move=move, text=text, why=why)


def plain(text: str) -> str:
    """A text from a file, fit for a terminal: one line, not too long, no control characters.

    >>> plain("bid\\x1b[2J 12")
    'bid\\\\x1b[2J 12'
    """
    shown = text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)
