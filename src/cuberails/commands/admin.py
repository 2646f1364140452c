"""``cuberails admin``: look after the tables and accounts of a server, also while it runs."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from cuberails.common.words import N_, reason, say
from cuberails.server import admin, database, settings


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser("admin", description="Look after the tables and accounts of a server; it may run meanwhile.")
    parser.add_argument("--db", default="", metavar="URL", help="postgresql://… or the path of an SQLite file (default: CUBERAILS_DB)")
    what = parser.add_subparsers(title="what", metavar="WHAT", required=True)
    one = _command(what, "tables", _tables, "list the tables")
    one.add_argument("--status", choices=("open", "running", "finished", "replay"))
    one = _command(what, "export", _export, "write tables to a file (.gz: compressed)")
    one.add_argument("file", metavar="FILE", type=Path)
    one.add_argument("ids", metavar="ID", nargs="+")
    _command(what, "import", _load, "read tables from a file").add_argument("file", metavar="FILE", type=Path)
    _command(what, "delete", _delete, "delete tables for ever").add_argument("ids", metavar="ID", nargs="+")
    _command(what, "users", _users, "list the accounts")
    _command(what, "reset-password", _reset, "give an account a new password, which is printed").add_argument("name", metavar="NAME")
    _command(what, "backup", _backup, "write everything to a file, as it is at one moment").add_argument("file", metavar="FILE", type=Path)
    _command(what, "restore", _load, "read a backup into an empty database").add_argument("file", metavar="FILE", type=Path)
    _command(what, "verify", _verify, "replay every stored game; exit code 1 if one fails")
    parser.set_defaults(run=run)


def _command(what: Any, name: str, do: Any, words: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = what.add_parser(name, help=words, description=words.capitalize() + ".")
    parser.set_defaults(do=do)
    return parser


def run(args: argparse.Namespace) -> int:
    engine = database.connect(settings.read(db=args.db).db)
    database.migrate(engine)
    try:
        code: int = args.do(engine, args)
    finally:
        engine.dispose()
    return code


def _tables(engine: sa.Engine, args: argparse.Namespace) -> int:
    for row in admin.tables(engine, args.status):
        players = ", ".join(name or "-" for name in row["summary"]["players"])
        print(f"{row['id']}  {_when(row['updated'])}  {row['status']:8}  {row['game']:15}  {row['summary']['moves']:4} moves  {players}")
    return 0


def _users(engine: sa.Engine, args: argparse.Namespace) -> int:
    for row in admin.users(engine):
        print(f"{row['id']}  {_when(row['created'])}  {row['name']}  {row['mail'] or ''}".rstrip())
    return 0


def _when(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))


def _export(engine: sa.Engine, args: argparse.Namespace) -> int:
    return _told(N_("{rows} rows written to {file}."), admin.save(engine, args.file, args.ids), args)


def _backup(engine: sa.Engine, args: argparse.Namespace) -> int:
    return _told(N_("{rows} rows written to {file}."), admin.save(engine, args.file, None), args)


def _load(engine: sa.Engine, args: argparse.Namespace) -> int:
    return _told(N_("{rows} rows read from {file}."), admin.load(engine, args.file), args)


def _told(sentence: str, rows: int, args: argparse.Namespace) -> int:
    print(say(sentence, rows=rows, file=args.file))
    return 0


def _delete(engine: sa.Engine, args: argparse.Namespace) -> int:
    admin.delete(engine, args.ids)
    print(say(N_("{count} tables deleted."), count=len(args.ids)))
    return 0


def _reset(engine: sa.Engine, args: argparse.Namespace) -> int:
    print(say(N_("The password of {name} is now {password}"), name=args.name, password=admin.reset_password(engine, args.name)))
    return 0


def _verify(engine: sa.Engine, args: argparse.Namespace) -> int:
    found = failed = 0
    for finding in admin.verify(engine):
        found += 1
        if finding.why:
            failed += 1
            print(say(N_("{id}: FAILS: {why}"), id=finding.id, why=reason(finding.why)))
    print(say(N_("{found} tables, {failed} failed."), found=found, failed=failed))
    return 1 if failed else 0
