"""``simulate --out games.parquet``: the same games as JSON Lines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cuberails import cli
from cuberails.commands import parquet
from cuberails.record import Record
from tests.rl.tables import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_parquet_file_holds_the_games_of_the_lines(game: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow: pip install cuberails[data]")
    arguments = ["simulate", game, "--players", "3", "--games", "3", "--seed", "9", "--out"]
    for name in ("games.parquet", "games.jsonl"):
        assert cli.main([*arguments, str(tmp_path / name)]) == 0
    lines = [Record.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert list(parquet.records(tmp_path / "games.parquet")) == lines
    assert len(lines) == 3


def test_columns_are_those_the_page_names(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow: pip install cuberails[data]")
    with parquet.Out(str(tmp_path / "games.parquet")) as out:
        out.write(Record("chicago-express", ["Ada", "Ben"], ["bid 12"], extra={"table": 7}).dumps())
    columns = arrow.read_schema(tmp_path / "games.parquet").names
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    assert [name for name in columns if f"| `{name}` |" not in page] == []
    (record,) = parquet.records(tmp_path / "games.parquet")
    assert (record.result, record.extra) == (None, {"table": 7})


def test_without_pyarrow_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert cli.main(["simulate", "chicago-express", "--out", str(tmp_path / "games.parquet")]) != 0
    assert "Parquet files need the package pyarrow: pip install cuberails[data]." in capsys.readouterr().err
