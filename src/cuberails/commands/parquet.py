"""Games as a Parquet file: one row for each record, the same content as JSON Lines. Needs the extra ``data``.

Columns: ``game``, ``rules``, ``board``, ``options`` (a map), ``players``, ``moves`` (lists of texts), ``cash`` and
``winners`` (lists of numbers by seat; null while the game runs), ``reason``, and ``extra``: what else the record holds, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason
from cuberails.record import FORMAT, Record

SUFFIX = ".parquet"
GROUP = 1000
"""Games that are kept in memory until they are written."""


class Out:
    """Takes records line by line and writes them as rows; a program that is interrupted leaves a readable file."""

    def __init__(self, path: str) -> None:
        self.arrow = _arrow()
        self.rows: list[dict[str, Any]] = []
        self.schema = _schema(self.arrow)
        self.writer = self.arrow.parquet.ParquetWriter(path, self.schema, compression="zstd")

    def __enter__(self) -> Out:
        return self

    def __exit__(self, *_: object) -> None:
        self._flush()
        self.writer.close()

    def write(self, text: str) -> None:
        """Add one record, as its line of JSON."""
        record = Record.loads(text)
        result = record.result or {}
        row = {name: getattr(record, name) for name in ("game", "rules", "board", "players", "moves")}
        row |= {name: result.get(name) for name in ("cash", "winners", "reason")}
        self.rows.append(row | {"options": list(record.options.items()), "extra": json.dumps(record.extra, ensure_ascii=False)})
        if len(self.rows) == GROUP:
            self._flush()

    def _flush(self) -> None:
        if self.rows:
            self.writer.write_table(self.arrow.Table.from_pylist(self.rows, schema=self.schema))
            self.rows.clear()


def records(path: Path) -> Iterator[Record]:
    """The records of a Parquet file, as they were written."""
    for batch in _arrow().parquet.ParquetFile(path).iter_batches(GROUP):
        for row in batch.to_pylist():
            result = None if row["cash"] is None else {name: row[name] for name in ("cash", "winners", "reason")}
            data = {"format": FORMAT, **{name: row[name] for name in ("game", "rules", "board", "players", "moves")}}
            data |= {"options": dict(row["options"]), **json.loads(row["extra"])}
            yield Record.from_json(data if result is None else data | {"result": result})


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
