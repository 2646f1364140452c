"""Games as a Parquet file: one row for each record, the same content as JSON Lines. Needs the extra ``data``.

Columns: ``game``, ``rules``, ``board``, ``options`` (a map), ``players``, ``moves`` (lists of texts), ``cash`` and
``winners`` (lists of numbers by seat; null while the game runs), ``reason``, and ``extra``: what else the record holds, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason
from cuberails.record import FORMAT, Record

SUFFIX = ".parquet"
GROUP = 1000
"""Games that are kept in memory until they are written."""


class Out:
    """Takes records line by line and writes them as rows.

    The file gets its name when it is complete: a program that is interrupted leaves a readable file, one that is
    killed leaves the file that was there before, or none, and an unfinished ``….part`` beside it.
    """

    def __init__(self, path: str) -> None:
        self.arrow = _arrow()
        self.path, self.part = Path(path), Path(f"{path}.part")
        self.rows: list[dict[str, Any]] = []
        self.schema = _schema(self.arrow)
        self.file = self.part.open("wb")
        self.writer = self.arrow.parquet.ParquetWriter(self.file, self.schema, compression="zstd")

    def __enter__(self) -> Out:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.file.closed:
            self._flush(last=True)

    def write(self, text: str) -> None:
        """Add one record, as its line of JSON."""
        record = Record.loads(text)
        result = record.result or {}
        row = {name: getattr(record, name) for name in ("game", "rules", "board", "players", "moves")}
        row |= {name: result.get(name) for name in ("cash", "winners", "reason")}
        self.rows.append(row | {"options": list(record.options.items()), "extra": json.dumps(record.extra, ensure_ascii=False)})
        if len(self.rows) == GROUP:
            self._flush()

    def _flush(self, last: bool = False) -> None:
        """Write the games that are kept; if that fails, when the disk is full, nothing is left behind."""
        rows, self.rows = self.rows, []
        try:
            if rows:
                self.writer.write_table(self.arrow.Table.from_pylist(rows, schema=self.schema))
            if last:
                self.writer.close()
                self.file.close()
                self.part.replace(self.path)
        except OSError as error:
            self.writer.is_open = False  # else it tries once more when it is thrown away
            self.part.unlink(missing_ok=True)
            with suppress(OSError):
                self.file.close()
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def records(path: Path) -> Iterator[Record]:
    """The records of a Parquet file, as they were written; ``BadInput`` if there are none in it."""
    return map(_record, _rows(path))


def read(path: Path) -> Iterator[Record | BadInput]:
    """The same, where a row that is no record comes as the refusal of it."""
    for row in _rows(path):
        try:
            yield _record(row)
        except BadInput as bad:
            yield bad


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    arrow = _arrow()
    schema = _schema(arrow)
    with path.open("rb") as file:
        try:
            for batch in arrow.parquet.ParquetFile(file).iter_batches(GROUP, columns=schema.names):
                yield from arrow.Table.from_batches([batch]).select(schema.names).cast(schema).to_pylist()
        except (arrow.ArrowException, KeyError, OSError) as error:
            why = str(error.args[0]).splitlines()[0]
            raise BadInput(Reason("", N_("{file} is no Parquet file of games: {why}"), {"file": path.name, "why": why})) from error


def _record(row: dict[str, Any]) -> Record:
    try:
        data = dict(json.loads(row["extra"] or "{}"))
    except (ValueError, TypeError) as error:
        raise BadInput(Reason("NOTATION", N_("The column “extra” of a game holds a JSON object."))) from error
    data |= {"format": FORMAT, "options": dict(row["options"] or ())}
    data |= {name: row[name] for name in ("game", "rules", "board", "players", "moves")}
    if row["cash"] is not None:
        data["result"] = {name: row[name] for name in ("cash", "winners", "reason")}
    return Record.from_json(data)


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise BadInput(Reason("", N_("Parquet files need the package pyarrow: pip install cuberails[data]."))) from error
    return pyarrow


def _schema(arrow: Any) -> Any:
    text, number = arrow.string(), arrow.int32()
    kinds = {
        "game": text, "rules": number, "board": text, "options": arrow.map_(text, text), "players": arrow.list_(text),
        "moves": arrow.list_(text), "cash": arrow.list_(number), "winners": arrow.list_(number), "reason": text, "extra": text,
    }  # fmt: skip
    return arrow.schema(list(kinds.items()))
