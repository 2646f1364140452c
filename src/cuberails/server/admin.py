"""What whoever runs a server does beside it: lists, backup and restore, verification. It may run while servers do."""

from __future__ import annotations

import gzip
import json
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, NamedTuple

import sqlalchemy as sa

from cuberails import fairness
from cuberails.common.words import N_
from cuberails.core import BadInput, Reason, Refusal
from cuberails.server import schema
from cuberails.server.jsontext import dumps
from cuberails.server.names import key_of
from cuberails.server.news import CHANNEL, News, write
from cuberails.server.people import hasher
from cuberails.server.table import Entry, Table

FORMAT = "cuberails-tables/1"
OF_A_TABLE = (schema.tables, schema.seats, schema.entries, schema.limits, schema.notes)
TOGETHER = 500


def tables(engine: sa.Engine, status: str | None) -> list[dict[str, Any]]:
    """Every table, the newest first."""
    t = schema.tables.c
    query = sa.select(t.id, t.game, t.status, t.number, t.updated, t.summary).order_by(t.updated.desc())
    if status:
        query = query.where(t.status == status)
    with engine.connect() as connection:
        return [dict(row) | {"summary": json.loads(row["summary"])} for row in connection.execute(query).mappings()]


def users(engine: sa.Engine) -> list[dict[str, Any]]:
    """Every account."""
    u = schema.users.c
    with engine.connect() as connection:
        query = sa.select(u.id, u.name, u.mail, u.created).where(u.key.is_not(None)).order_by(u.name)
        return [dict(row) for row in connection.execute(query).mappings()]


def delete(engine: sa.Engine, ids: list[str]) -> None:
    """Delete tables for ever."""
    with engine.begin() as connection:
        for id_ in ids:
            if not connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == id_)).rowcount:
                raise BadInput(Reason("", N_("There is no table {id}; nothing was deleted."), {"id": id_}))
            if engine.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_notify(CHANNEL, write("admin", News(id_)))))


def reset_password(engine: sa.Engine, name: str) -> str:
    """A new password for an account; all its sessions and tokens end."""
    password = secrets.token_urlsafe(12)
    with engine.begin() as connection:
        u = schema.users
        id_ = connection.execute(sa.select(u.c.id).where(u.c.key == key_of(name))).scalar()
        if id_ is None:
            raise BadInput(Reason("", N_("There is no account of the name “{name}”."), {"name": name}))
        connection.execute(sa.update(u).where(u.c.id == id_).values(password=hasher.hash(password)))
        for table in (schema.sessions, schema.tokens):
            connection.execute(sa.delete(table).where(table.c.user_id == id_))
        connection.execute(sa.delete(schema.failures).where(schema.failures.c.key.startswith(key_of(name), autoescape=True)))
    return password


# -- Export and import, backup and restore ------------------------------------------------------------


def save(engine: sa.Engine, path: Path, ids: list[str] | None) -> int:
    """Write some tables, or with None everything, as they are at one moment; the number of rows."""
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        rows = _everything(connection) if ids is None else _some(connection, ids)
        count = 0
        with _open(path, "wt") as file:
            file.write(dumps({"format": FORMAT, "whole": ids is None}) + "\n")
            for name, row in rows:
                file.write(dumps({"table": name, "row": row}) + "\n")
                count += 1
    return count


def _everything(connection: sa.Connection) -> Iterator[tuple[str, dict[str, Any]]]:
    for table in schema.metadata.sorted_tables:
        for row in connection.execution_options(yield_per=TOGETHER).execute(sa.select(table)).mappings():
            yield table.name, dict(row)


def _some(connection: sa.Connection, ids: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for id_ in ids:
        found = False
        for table in OF_A_TABLE:
            column = table.c.id if table is schema.tables else table.c.table_id
            for row in connection.execute(sa.select(table).where(column == id_)).mappings():
                found = True
                yield table.name, dict(row)
        if not found:
            raise BadInput(Reason("", N_("There is no table {id}."), {"id": id_}))


def load(engine: sa.Engine, path: Path) -> int:
    """Read what ``save`` wrote, all or nothing; a whole backup goes into an empty database only. The number of rows."""
    with _open(path, "rt") as file, engine.begin() as connection:
        head = _parse(path, 1, next(iter(file), ""))
        if head.get("format") != FORMAT:
            raise BadInput(Reason("", N_("{file} is no export of tables."), {"file": path.name}))
        if head.get("whole") and any(connection.execute(sa.select(table).limit(1)).first() for table in schema.metadata.sorted_tables):
            raise BadInput(Reason("", N_("A whole backup is restored into an empty database; this one holds something.")))
        try:
            return _insert(connection, (_parse(path, number, line) for number, line in enumerate(file, 2)))
        except (sa.exc.IntegrityError, sa.exc.StatementError) as error:
            raise BadInput(Reason("", N_("{file} does not fit into this database: {why}"),
                                  {"file": path.name, "why": str(error.orig).splitlines()[0]})) from error  # fmt: skip


def _insert(connection: sa.Connection, lines: Iterable[dict[str, Any]]) -> int:
    count, waiting, name = 0, list[dict[str, Any]](), ""
    for line in chain(lines, [{"table": "", "row": {}}]):
        if waiting and (line["table"] != name or len(waiting) == TOGETHER):
            connection.execute(sa.insert(schema.metadata.tables[name]), waiting)
            waiting = []
        name = line["table"]
        waiting.append(line["row"])
        count += 1
    return count - 1


def _parse(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
        if number > 1 and (found["table"] not in schema.metadata.tables or not isinstance(found["row"], dict)):
            raise ValueError
    except (ValueError, TypeError, KeyError) as error:
        raise BadInput(
            Reason("", N_("{file}, line {line} is not part of an export of tables."), {"file": path.name, "line": number})
        ) from error
    return found  # type: ignore[no-any-return]


@contextmanager
def _open(path: Path, mode: str) -> Iterator[IO[str]]:
    opener: Any = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, mode, encoding="utf-8") as file:
            yield file
    except (gzip.BadGzipFile, EOFError, UnicodeDecodeError) as error:
        raise BadInput(Reason("", N_("{file} is no export of tables."), {"file": path.name})) from error


# -- Verification -------------------------------------------------------------------------------------


class Finding(NamedTuple):
    id: str
    entries: int
    why: Reason | None
    """None if the table is as it should be."""


def verify(engine: sa.Engine) -> Iterator[Finding]:
    """Replay the log of every table under the rules of this program."""
    t = schema.tables.c
    with engine.connect() as connection:
        for id_, number, seed in connection.execute(sa.select(t.id, t.number, t.seed).order_by(t.created)).all():
            e = schema.entries.c
            query = sa.select(e.number, e.at, e.kind, e.data).where(e.table_id == id_).order_by(e.number)
            entries = [Entry(n, at, kind, json.loads(data)) for n, at, kind, data in connection.execute(query)]
            yield Finding(id_, len(entries), _wrong(id_, entries, number, seed))


def _wrong(id_: str, entries: list[Entry], number: int, seed: str) -> Reason | None:
    """What is wrong with a table."""
    if [entry.number for entry in entries] != list(range(1, number + 1)):
        return Reason("", N_("The log should have {wanted} entries and has {found}."), {"wanted": number, "found": len(entries)})
    table = Table(id_)
    for entry in entries:
        try:
            table.take(entry)
        except Refusal as refusal:
            return Reason(refusal.reason.rule, N_("Entry {number}: {why}"), {"number": entry.number, "why": refusal.reason})
        if entry.number == 1 and entry.data["rules"] != table.game.RULES_VERSION:
            return Reason("", N_("It is played under version {found} of the rules; this program knows version {known}."),
                          {"found": entry.data["rules"], "known": table.game.RULES_VERSION})  # fmt: skip
    if fairness.commitment(bytes.fromhex(seed)) != table.about["commitment"]:
        return Reason("FAIRNESS", fairness.WRONG_SEED)
    proof = fairness.verify(table.record()) if table.seed else None
    return proof.reason if proof else None
