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


def written(path: Path, games: int = 3) -> Path:
    pytest.importorskip("pyarrow", reason="needs pyarrow: pip install cuberails[data]")
    assert cli.main(["simulate", "chicago-express", "--games", str(games), "--out", str(path)]) == 0
    return path


def test_check_and_replay_read_parquet_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "games.parquet")
    assert cli.main(["check", str(path)]) == 0
    assert capsys.readouterr().out.endswith("3 records, 0 failed.\n")
    assert cli.main(["replay", str(path), "--game", "2", "--at", "1"]) == 0


def test_a_file_has_its_name_when_it_is_complete(tmp_path: Path) -> None:
    path = written(tmp_path / "games.parquet")
    before = path.read_bytes()
    with parquet.Out(str(path)) as out:
        out.write(next(parquet.records(path)).dumps())
        assert path.read_bytes() == before
    assert len(list(parquet.records(path))) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_leaves_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "games.parquet")
    before = path.read_bytes()
    out = parquet.Out(str(path))

    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(out.writer, "write_table", full)
    monkeypatch.setattr(parquet, "Out", lambda _: out)
    assert cli.main(["simulate", "chicago-express", "--out", str(path)]) == 1
    assert capsys.readouterr().err == f"cuberails: {path}: No space left on device.\n"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_files_that_hold_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path / "games.parquet")
    arrow = pytest.importorskip("pyarrow")
    table = arrow.parquet.read_table(good)
    for name, content in (("moves", arrow.array([1, 2, 3])), ("price", arrow.array([1, 2, 3]))):
        other = table.drop_columns("moves").append_column(name, content)
        arrow.parquet.write_table(other, tmp_path / f"{name}.parquet")
    (tmp_path / "text.parquet").write_text("a text")
    for name, words in (("moves", "Unsupported cast"), ("price", "moves"), ("text", "smaller than the minimum")):
        assert cli.main(["check", str(tmp_path / f"{name}.parquet")]) == 1
        problem = capsys.readouterr().err
        assert problem.startswith(f"cuberails: {name}.parquet is no Parquet file of games: ")
        assert words in problem


def test_a_row_that_is_no_record_is_told_and_the_others_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "games.parquet")
    arrow = pytest.importorskip("pyarrow")
    table = arrow.parquet.read_table(path)
    extra = ["{}", "[1]", "{}"]
    arrow.parquet.write_table(table.set_column(table.column_names.index("extra"), "extra", arrow.array(extra)), path)
    assert cli.main(["check", str(path)]) == 1
    first, second, third, end = capsys.readouterr().out.splitlines()
    assert first.startswith("1: ok")
    assert second == "2: FAILS: NOTATION: The column “extra” of a game holds a JSON object."
    assert third.startswith("3: ok")
    assert end == "3 records, 1 failed."


def test_without_pyarrow_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert cli.main(["simulate", "chicago-express", "--out", str(tmp_path / "games.parquet")]) != 0
    assert "Parquet files need the package pyarrow: pip install cuberails[data]." in capsys.readouterr().err
