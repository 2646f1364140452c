"""``cuberails admin``, beside a running server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from cuberails import cli
from cuberails.server import schema
from cuberails.server.database import connect, metadata_differences, migrate
from tests.server.conftest import fresh_database, run, settings
from tests.server.player import Player, Refused
from tests.server.test_play import OPENING, play, two


def admin(db: str, *words: str) -> int:
    return cli.main(["admin", "--db", db, *words])


def test_the_migrations_make_the_tables_of_the_schema(db: str) -> None:
    engine = connect(db)
    migrate(engine)
    migrate(engine)
    assert metadata_differences(engine) == []
    engine.dispose()


def test_a_backup_of_a_running_server_is_restored_elsewhere(
    db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    running = run(settings(db))
    ada, ben, table = two(running)
    play([ada, ben], table, OPENING)
    before, file = ada.look(table), str(tmp_path / "all.gz")
    assert admin(db, "backup", file) == 0
    assert admin(db, "verify") == 0
    assert capsys.readouterr().out.endswith("1 tables, 0 failed.\n")
    running.stop()
    for other in fresh_database("sqlite", tmp_path):
        assert admin(other, "restore", file) == 0
        assert admin(other, "restore", file) == 1
        assert "empty database" in capsys.readouterr().err
        again = run(settings(other))
        ada.http.base_url = again.base
        assert ada.look(table) == before
        again.stop()


def test_a_table_is_exported_deleted_and_imported(db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = run(settings(db))
    ada, ben, table = two(running)
    play([ada, ben], table, OPENING[:3])
    file = str(tmp_path / "one.jsonl")
    assert admin(db, "tables") == 0
    assert table in capsys.readouterr().out
    assert admin(db, "export", file, table) == 0
    assert admin(db, "delete", table) == 0
    with pytest.raises(Refused) as refused:
        ben.move(table, OPENING[3])
    assert refused.value.status == 404
    assert admin(db, "delete", table) == 1
    assert admin(db, "import", file) == 0
    assert admin(db, "import", file) == 1
    ben.move(table, OPENING[3])
    assert ada.moves(table) == OPENING[:4]
    running.stop()


def test_verify_finds_a_log_that_was_tampered_with(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    running = run(settings(db))
    ada, _, table = two(running)
    ada.move(table, "bid 12")
    running.stop()
    engine, e = connect(db), schema.entries
    with engine.begin() as connection:
        query = sa.select(e.c.data).where(e.c.table_id == table, e.c.kind == "move")
        data = json.loads(connection.execute(query).scalar_one()) | {"move": "bid 3"}
        connection.execute(sa.update(e).where(e.c.table_id == table, e.c.kind == "move").values(data=json.dumps(data)))
    engine.dispose()
    assert admin(db, "verify") == 1
    assert "FAILS: Entry 4: $3 is too little" in capsys.readouterr().out


def test_a_reset_password_ends_all_sessions(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    running = run(settings(db))
    ada = Player(running.base)
    ada.post("/api/accounts", name="Ada", password="correct horse")
    assert admin(db, "users") == 0
    assert "Ada" in capsys.readouterr().out
    assert admin(db, "reset-password", "ada") == 0
    password = capsys.readouterr().out.split()[-1]
    running.stop()
    again = run(settings(db))
    ada.http.base_url = again.base
    assert ada.get("/api/me")["kind"] == "nobody"
    assert ada.post("/api/sign-in", name="Ada", password=password)["kind"] == "account"
    assert admin(db, "reset-password", "Eve") == 1
    again.stop()


@pytest.mark.parametrize(
    "text", ["", "{}", '{"format": "cuberails-tables/1"}\nno', '{"format": "cuberails-tables/1"}\n{"table": "x", "row": {}}']
)
def test_a_file_that_is_no_export_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    assert admin(str(tmp_path / "a.db"), "import", str(file)) == 1
    assert "x.jsonl" in capsys.readouterr().err
