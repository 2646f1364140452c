"""The arena: who sits where, what the games say, and the command."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from cuberails import cli
from cuberails.bots import arena, chart, rating
from cuberails.core import BadInput
from cuberails.record import Record, read, verify


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    seats = Counter((bot, seat) for pairing in arena.schedule(["a", "b", "c"], 3, 12, "1") for seat, bot in enumerate(pairing.bots))
    assert set(seats.values()) == {4}


def test_all_orders_of_a_line_up_are_played() -> None:
    orders = [pairing.bots for pairing in arena.schedule(["a", "b", "c", "d"], 4, 24, "1")]
    assert len(set(orders)) == 24


def test_more_bots_than_seats_play_every_line_up() -> None:
    played = Counter(bot for pairing in arena.schedule(["a", "b", "c", "d"], 3, 12, "1") for bot in pairing.bots)
    assert played == {"a": 9, "b": 9, "c": 9, "d": 9}


def test_every_game_has_a_seed_of_its_own() -> None:
    assert [pairing.seed for pairing in arena.schedule(["a", "b"], 2, 3, "x")] == ["x/1", "x/2", "x/3"]


def test_too_few_bots_are_refused() -> None:
    with pytest.raises(BadInput, match="4 seats need 4 bots, not 2"):
        arena.schedule(["a", "b"], 4, 1, "1")


def test_ratings_order_the_bots_and_hold_the_truth() -> None:
    """Bot 0 beats 1 with odds 3 to 1, that is 191 points."""
    games = [rating.points([0, 1], [1, 0] if number % 4 else [0, 1]) for number in range(400)]
    one, other = rating.rate(games, 2, Random(1))
    assert one.low < 191 / 2 < one.high
    assert one.value == pytest.approx(191 / 2, abs=1)
    assert abs(one.value + other.value) < 1e-6


def test_who_never_loses_has_a_finite_rating() -> None:
    one, other = rating.rate([rating.points([0, 1], [9, 3])] * 50, 2, Random(1))
    assert 300 < one.value - other.value < 2000


def test_six_victories_in_six_games_are_no_certain_rating() -> None:
    one, _ = rating.rate([rating.points([0, 1], [9, 3])] * 6, 2, Random(1))
    assert one.low < one.value - 30
    assert one.value + 100 < one.high < 1500


def played(games: int) -> list[arena.Played]:
    return [
        arena.play(Record("chicago-express", ["?"] * 3), None, pairing)
        for pairing in arena.schedule(["medium", "random", "lively"], 3, games, "t")
    ]


def test_the_table_adds_up() -> None:
    table = arena.tally(played(3), "t")
    assert sum(row.first.value for row in table.rows) == pytest.approx(1)
    assert sum(row.cash.value for row in table.rows) == pytest.approx(1)
    assert sum(seat.first.value for seat in table.seats) == pytest.approx(1)
    assert [row.games for row in table.rows] == [3, 3, 3]
    assert sum(table.reasons.values()) == 3
    assert all(row.decision <= row.longest for row in table.rows)


def test_the_chart_is_svg_with_every_bot() -> None:
    texts = [element.text for element in ElementTree.fromstring(chart.draw(arena.tally(played(3), "t"))).iter()]
    assert {"medium", "random", "lively"} <= set(texts)


def run(folder: Path, *more: str) -> tuple[bytes, dict[str, object]]:
    arguments = ["arena", "chicago-express", "--bots", "greedy,random,random", "--games", "4", "--seed", "9"]
    assert cli.main([*arguments, "--out", str(folder / "g.jsonl"), "--json", str(folder / "t.json"), *more]) == 0
    table = json.loads((folder / "t.json").read_text())
    del table["seconds"]
    return (folder / "g.jsonl").read_bytes(), table


def test_the_command_plays_the_same_whatever_the_jobs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = run(tmp_path)
    assert run(tmp_path, "--jobs", "2", "--chart", str(tmp_path / "c.svg")) == alone
    assert "greedy" in capsys.readouterr().out
    with (tmp_path / "g.jsonl").open() as file:
        records = [record for record in read(file) if isinstance(record, Record)]
    assert [verify(record).reason for record in records] == [None] * 4
    assert records[0].extra == {"seed": "9/1", "bots": records[0].extra["bots"]}


@pytest.mark.long
def test_a_cluster_plays_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    assert run(tmp_path, "--cluster", "--jobs", "2") == run(tmp_path)


MORTAL = """
import os, pathlib, signal

class Mortal:
    def choose(self, state, rng, clock):
        if not pathlib.Path("died").exists():
            pathlib.Path("died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return state.legal()[0]
"""


@pytest.mark.long
def test_the_games_of_a_killed_worker_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    (tmp_path / "mortal.py").write_text(MORTAL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    arguments = ["arena", "chicago-express", "--bots", "mortal:Mortal,random", "--games", "4", "--out", "g.jsonl"]
    assert cli.main([*arguments, "--cluster", "--jobs", "2"]) == 0
    assert Path("died").exists()
    games = Path("g.jsonl").read_bytes()
    assert cli.main(arguments) == 0
    assert Path("g.jsonl").read_bytes() == games


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "--bots", "random,random"], "There is no game “chess”"),
        (["chicago-express", "--bots", "random,nobody"], "There is no bot “nobody”"),
        (["chicago-express", "--bots", "random"], "for 2 to 6 players, not 1"),
        (["chicago-express", "--bots", "random,random", "--players", "3"], "3 seats need 3 bots, not 2"),
        (["chicago-express", "--bots", "random,random", "--out", "/no/such/folder/g.jsonl"], "No such file"),
    ],
)
def test_wrong_arguments_get_one_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", *arguments]) == 1
    message = capsys.readouterr().err
    assert words in message
    assert message.count("\n") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise RuntimeError('no board')", "cannot be loaded: RuntimeError: no board (clumsy.py:1)"),
        ("class Bot(", "cannot be loaded: '(' was never closed (clumsy.py, line 1)"),
        ("class Bot:\n def choose(self, state, rng, clock):\n  return 1 // 0", "failed: ZeroDivisionError: integer division"),
        ("class Bot:\n def choose(self, state, rng, clock):\n  return 'C4'", "chose C4, which is not legal there"),
    ],
)
def test_a_clumsy_bot_is_told_in_one_line(
    code: str, words: str, jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "clumsy.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "clumsy", raising=False)
    assert cli.main(["arena", "chicago-express", "--bots", "clumsy:Bot,random", "--games", "2", "--jobs", jobs]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("option", ["--json", "--chart"])
def test_a_file_that_cannot_be_written_is_known_before_the_games(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = tmp_path / "games.jsonl"
    where = str(tmp_path / "nowhere" / "table")
    assert cli.main(["arena", "chicago-express", "--bots", "random,random", "--out", str(games), option, where]) == 1
    assert "No such file or directory" in capsys.readouterr().err
    assert not games.exists()
