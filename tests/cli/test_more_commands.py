"""fuzz, board check, replay and bench, run in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cuberails import record, registry
from cuberails.cli import main
from cuberails.commands import bench
from cuberails.commands.replay import frames
from cuberails.games.chicago_express import rules

GAME = "chicago-express"
OPENING = ["bid 12", "pass", "bid 7", "pass", "bid 9", "pass", "pass", "pass"]


def write(path: Path, moves: list[str]) -> str:
    path.write_text(record.Record(GAME, ["Ada", "Ben"], moves).dumps() + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_short_fuzz_finds_nothing(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["fuzz", name, "--seconds", "0.4", "--seed", "1", "--out", str(tmp_path)]) == 0
    assert "nothing broken" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_a_long_fuzz_finds_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["fuzz", "--seconds", "20", "--out", str(tmp_path)]) == 0, capsys.readouterr().err


def test_fuzz_finds_money_from_nowhere(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    honest = rules.State._apply_developing

    def dishonest(self: Any, action: int, log: Any) -> None:
        honest(self, action, log)
        self.accounts[1] += 1

    phases = (*rules._APPLY[: rules.DEVELOPING], dishonest)
    monkeypatch.setattr(rules, "_APPLY", phases)
    assert main(["fuzz", GAME, "--seconds", "20", "--seed", "1", "--out", str(tmp_path)]) == 1
    assert "money came from nowhere" in capsys.readouterr().err
    (path,) = tmp_path.iterdir()
    kept = json.loads(path.read_text())
    assert kept["game"] == GAME
    assert kept["error"].startswith("AssertionError: money came from nowhere")
    assert kept["actions"] == [] or kept["actions"][0] == "develop"


@pytest.mark.parametrize("name", registry.GAMES)
def test_our_own_boards_are_good(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(str(registry.game(name).__file__)).with_name("board.csv")  # type: ignore[attr-defined]
    assert main(["board", "check", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"board.csv: a good board for {name}.")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("chicago,3,7", "lake,3,7", "bad.csv, line 2: terrain must be one of"),
        ("Fort Wayne", "Fort Worth", "bad.csv: there must be one hex named Fort Wayne"),
        ("hex,terrain", "hexagon,terrain", "bad.csv is no board: its first line names the columns of no game"),
    ],
)
def test_bad_boards_are_refused_by_line(old: str, new: str, why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = Path(str(registry.game(GAME).__file__)).with_name("board.csv").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    path = tmp_path / "bad.csv"
    path.write_text(own.replace(old, new), encoding="utf-8")
    assert main(["board", "check", str(path)]) == 1
    assert why in capsys.readouterr().err


def test_a_board_of_ones_own_is_played_on_and_checked(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = Path(str(registry.game(GAME).__file__)).with_name("board.csv").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    path, games = tmp_path / "mine.csv", tmp_path / "g.jsonl"
    path.write_text(own.replace("Toledo", "Sandusky"), encoding="utf-8")
    assert main(["simulate", GAME, "--games", "3", "--jobs", "2", "--board", str(path), "--out", str(games)]) == 0
    assert json.loads(games.read_text().splitlines()[0])["board"] == "mine"
    assert main(["check", str(games), "--board", str(path)]) == 0
    assert main(["check", str(games)]) == 1
    assert "The board “mine” is not known here; give its file." in capfd.readouterr().out


def test_a_changed_board_must_not_go_by_the_name_of_the_games_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = Path(str(registry.game(GAME).__file__)).with_name("board.csv").read_text(encoding="utf-8")  # type: ignore[attr-defined]
    path = tmp_path / f"{GAME}.csv"
    path.write_text(own.replace("Toledo", "Sandusky"), encoding="utf-8")
    assert main(["perft", GAME, "--depth", "1", "--board", str(path)]) == 1
    assert "give the file a name of its own" in capsys.readouterr().err


def test_replay_tells_every_move_and_shows_the_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", OPENING)
    assert main(["replay", path]) == 0
    out = capsys.readouterr().out
    assert "1. bid 12\n  Ada bids $12." in out
    assert "Ada buys the PRR share for $12." in out
    assert "PRR" in out.rsplit("Company", 1)[1]


def test_replay_at_a_move_in_french(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", OPENING)
    assert main(["replay", path, "--at", "1", "--language", "fr"]) == 0
    out = capsys.readouterr().out
    assert "Ada enchérit à 12" in out
    assert "2. pass" not in out


def test_replay_stops_at_an_illegal_move_and_says_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path / "g.jsonl", ["bid 12", "bid 12", "pass"])
    assert main(["replay", path]) == 1
    out, err = capsys.readouterr()
    assert "1. bid 12" in out
    assert err == "cuberails: A-2: Move 2 “bid 12”: $12 is too little: the highest bid is $12.\n"


@pytest.mark.parametrize(("extra", "why"), [(["--game", "2"], "has no record 2"), (["--at", "9"], "There is no move 9: 8 moves")])
def test_replay_of_what_is_not_there(extra: list[str], why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", write(tmp_path / "g.jsonl", OPENING), *extra]) == 1
    assert why in capsys.readouterr().err


def test_frames_do_not_change_each_other() -> None:
    film, wrong = frames(record.Record(GAME, ["Ada", "Ben"], OPENING), {})
    assert wrong is None
    assert [frame.number for frame in film] == list(range(9))
    assert film[0].state.scores() == [60, 60]
    assert film[2].state.scores() == [48, 60]


def test_bench_counts_what_it_plays() -> None:
    playing = bench.Playing(registry.game("credit-mobilier"))
    tally = playing.round(0.01)
    assert tally.games >= 1
    assert 0 < tally.real <= tally.decisions
    assert tally.chances > 20  # the towns at least
    figures = bench.extras(registry.game(GAME), quick=True)
    assert all(value > 0 for value in figures.values())
