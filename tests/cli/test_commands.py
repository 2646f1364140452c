"""The command line as people meet it: exit codes, messages, files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cuberails.cli import COMMANDS, main
from cuberails.commands import simulate

GAME = "chicago-express"


def cuberails(*arguments: str, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "cuberails.cli", *arguments], input=stdin, capture_output=True, timeout=60, cwd=cwd, check=False
    )


def line_of(**changes: object) -> bytes:
    record = {"format": "cuberails/1", "game": GAME, "players": ["Ada", "Ben"], "moves": ["bid 12", "pass"]}
    return json.dumps(record | changes).encode() + b"\n"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "g.jsonl"
    assert cuberails("simulate", GAME, "--players", "3", "--games", "4", "--seed", "7", "--out", str(path)).returncode == 0
    return path


def test_same_seed_same_bytes_whatever_the_jobs(games: Path, tmp_path: Path) -> None:
    other = tmp_path / "two.jsonl"
    assert cuberails("simulate", GAME, "--players", "3", "--games", "4", "--seed", "7", "--jobs", "2", "--out", str(other)).returncode == 0
    assert other.read_bytes() == games.read_bytes()
    again = cuberails("simulate", GAME, "--players", "3", "--games", "4", "--seed", "8")
    assert again.returncode == 0
    assert again.stdout != games.read_bytes()


def test_bots_are_repeated_by_seat_and_named_apart() -> None:
    done = cuberails("simulate", GAME, "--players", "3", "--bots", "lively,random")
    assert json.loads(done.stdout)["players"] == ["lively 1", "random", "lively 2"]


def test_a_bot_from_the_working_directory(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("class First:\n    def choose(self, state, rng, clock):\n        return state.legal()[0]\n")
    (tmp_path / "bad.py").write_text("class Cheat:\n    def choose(self, state, rng, clock):\n        return -5\n")
    assert json.loads(cuberails("simulate", GAME, "--bots", "mine:First", cwd=tmp_path).stdout)["players"][0] == "mine:First 1"
    cheat = cuberails("simulate", GAME, "--bots", "bad:Cheat", cwd=tmp_path)
    assert (cheat.returncode, cheat.stderr) == (1, "cuberails: The bot “bad:Cheat” chose -5, which is not legal there.\n".encode())


def test_check_of_good_games(games: Path) -> None:
    for jobs in ("1", "2"):
        done = cuberails("check", str(games), "--jobs", jobs)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.splitlines()[-1] == b"4 records, 0 failed."
    objects = [json.loads(line) for line in cuberails("check", "--json", "-", stdin=games.read_bytes()).stdout.splitlines()]
    moves = [len(json.loads(line)["moves"]) for line in games.read_text().splitlines()]
    assert objects == [{"record": n, "ok": True, "moves": moves[n - 1]} for n in range(1, 5)]


def test_check_knows_that_a_game_without_a_result_is_over(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    reason = record.pop("result")["reason"]
    cut = record | {"moves": record["moves"][:-1]}
    done = cuberails("check", "-", stdin=b"".join(json.dumps(each).encode() + b"\n" for each in (record, cut)))
    number = len(record["moves"])
    assert done.stdout.decode().splitlines()[:2] == [
        f"1: ok, {GAME}, {number} moves, {reason}",
        f"2: ok, {GAME}, {number - 1} moves, not over",
    ]


def test_check_names_the_move_and_the_rule(games: Path) -> None:
    record = json.loads(games.read_text().splitlines()[0])
    dear = record | {"moves": ["bid 41", *record["moves"][1:]]}
    late = record | {"moves": [*record["moves"], "pass"]}
    rich = record | {"result": record["result"] | {"cash": [999, 0, 0]}}
    done = cuberails("check", "--json", "-", stdin=b"".join(json.dumps(each).encode() + b"\n" for each in (dear, late, rich)))
    first, second, third = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 1
    assert first == {"record": 1, "ok": False, "move": 1, "text": "bid 41", "rule": "A-3", "why": "You have $40 and cannot bid $41."}
    assert (second["move"], second["text"], second["rule"]) == (len(late["moves"]), "pass", "CE-50")
    assert (third["move"], third["text"], third["rule"]) == (None, None, "NOTATION")
    assert "cash [999, 0, 0]" in third["why"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"),
        (line_of()[:60], "not complete JSON"),
        (line_of(format="cuberails/2"), "the format is \"cuberails/2\"; this program reads cuberails/1"),
        (line_of(game="chess"), "There is no game “chess”"),
        (line_of(players=list("abcdefg")), "2 to 6 players, not 7"),
        (line_of(players=[1, 2]), "must be a list of texts"),
        (line_of(moves="bid 12"), "“moves” must be a list"),
        (line_of(options={"dividends": "never"}), "The option dividends is one of before-turn, before-action, not “never”"),
        (line_of(options={"seats": "3"}), "has no option “seats”"),
        (line_of(board="moon"), "The board “moon” is not known here"),
        (line_of(rules=9), "version 9 of the rules"),
        (line_of(moves=["bid twelve"]), "A bid is a whole number of dollars, not “twelve”"),
        (line_of(moves=["bid 12", "pass", "pass", "pass", "pass", "pass", "pass", "pass", "auction XYZ"]), "There is no company “XYZ”"),
        (line_of(result={"cash": [1, 2], "winners": [2], "reason": "detroit"}), "the game is not over"),
        (b'{"format": "cuberails/1", "format": "cuberails/1"}\n', "“format” stands in it twice"),
        (b"\xff\xfe\n", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"format": NaN}\n', "NaN is no number of JSON"),
        (b"no json at all\n" * 200_000, "not complete JSON"),
        (b"[]\n", "a record is a JSON object"),
    ],
)  # fmt: skip
def test_bad_records_get_one_clear_line(content: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    assert main(["check", str(path), "--json"]) == 1
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert (err, len(found)) == ("", 1)
    assert not found[0]["ok"]
    assert why in found[0]["why"]


def test_a_truncated_line_does_not_hide_the_next() -> None:
    done = cuberails("check", "-", "--json", stdin=line_of()[:50] + b"\n" + line_of())
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [False, True]


def test_a_record_over_several_lines() -> None:
    text = json.dumps(json.loads(line_of()), indent=1).encode()
    assert json.loads(cuberails("check", "-", "--json", stdin=b"\xef\xbb\xbf" + text).stdout) == {"record": 1, "ok": True, "moves": 2}


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["simulate", "chess"], 1, "There is no game “chess”"),
        (["simulate", GAME, "--players", "9"], 1, "for 2 to 6 players, not 9"),
        (["simulate", GAME, "--players", "many"], 2, "a whole number from 1"),
        (["simulate", GAME, "--players", "0"], 2, "a whole number from 1"),
        (["simulate", GAME, "--players", "2", "--bots", "random,random,random"], 1, "3 bots are too many for the 2 seats"),
        (["simulate", GAME, "--option", "dividends=before-turn", "--option", "dividends=before-turn"], 1, "dividends is given twice"),
        (["simulate", GAME, "--option", "dividends=never"], 1, "one of before-turn, before-action"),
        (["simulate", GAME, "--option", "colour=red"], 1, "has no option “colour”"),
        (["simulate", GAME, "--option", "colour"], 2, "write key=value"),
        (["simulate", GAME, "--games", "0"], 2, "a whole number from 1"),
        (["simulate", GAME, "--bots", "deep"], 1, "There is no bot “deep”; the bots are random, lively"),
        (["simulate", GAME, "--bots", "nowhere:Bot"], 1, "cannot be loaded: No module named 'nowhere'"),
        (["simulate", GAME, "--board", "nowhere.csv"], 1, "nowhere.csv: the file cannot be read"),
        (["simulate", GAME, "--out", "/nowhere/g.jsonl"], 1, "/nowhere/g.jsonl: No such file or directory"),
        (["check", "nowhere.jsonl"], 1, "nowhere.jsonl: No such file or directory"),
        (["check"], 2, "required: FILE"),
        (["perft", GAME, "--depth", "-1"], 2, "a whole number from 1"),
        (["fly"], 2, "invalid choice: 'fly'"),
        ([], 2, "usage: cuberails"),
        (["fuzz", "--seconds", "nan"], 2, "a number of seconds belongs here, more than 0"),
        (["fuzz", "--seconds", "-1"], 2, "a number of seconds belongs here, more than 0"),
    ],
)  # fmt: skip
def test_wrong_arguments_get_a_clear_line(arguments: list[str], code: int, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        found = main(arguments)
    except SystemExit as usage:
        found = int(str(usage.code))
    out, err = capsys.readouterr()
    assert (found, out) == (code, "")
    assert why in err
    if arguments:
        assert err.count("\n") == 1


@pytest.mark.parametrize(("words", "code"), [([], 2), (["help"], 0), (["--help"], 0)])
def test_without_a_command_all_of_them_are_listed(words: list[str], code: int) -> None:
    done = cuberails(*words)
    assert done.returncode == code
    assert all(f"  {name} " in (done.stdout or done.stderr).decode() for name in COMMANDS)


def test_help_of_a_command() -> None:
    assert cuberails("help", "check").stdout == cuberails("check", "--help").stdout


def test_json_stays_json_where_the_terminal_knows_only_ascii() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "cuberails.cli", "check", "--json", "--language", "fr", "-"]
    done = subprocess.run(command, input=line_of(moves=["bid é"]), capture_output=True, timeout=60, env=environment, check=False)
    assert json.loads(done.stdout)["text"] == "bid é"


def test_exit_codes_reach_the_shell() -> None:
    assert [cuberails(*words).returncode for words in (["--version"], ["check", "nowhere"], ["fly"])] == [0, 1, 2]


def heed_interrupts() -> None:
    """Tests that run in the background of a shell were told to ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_simulate_leaves_whole_lines(tmp_path: Path, jobs: str, how: signal.Signals) -> None:
    path = tmp_path / "g.jsonl"
    command = [sys.executable, "-m", "cuberails.cli", "simulate", GAME, "--games", "100000", "--jobs", jobs, "--out", str(path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heed_interrupts) as running:
        while not (path.exists() and path.stat().st_size > 20_000):
            time.sleep(0.01)
        os.killpg(running.pid, how)
        _, said = running.communicate(timeout=20)
    lines = path.read_bytes().split(b"\n")
    assert (running.returncode, lines.pop()) == (130, b"")
    assert all(json.loads(line)["result"] for line in lines)
    assert f"interrupted; {len(lines)} of 100000 games are written." in said.decode()
    assert said.count(b"\n") == 1


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_a_killed_simulate_leaves_whole_lines_and_no_process(tmp_path: Path) -> None:
    path = tmp_path / "g.jsonl"
    command = [sys.executable, "-m", "cuberails.cli", "simulate", GAME, "--games", "100000", "--jobs", "2", "--out", str(path)]
    with subprocess.Popen(command, start_new_session=True) as running:
        while not (path.exists() and path.stat().st_size > 20_000):
            time.sleep(0.01)
        running.kill()
    assert all(json.loads(line)["result"] for line in path.read_text().splitlines())
    end = time.monotonic() + 20
    while working_on(path):
        assert time.monotonic() < end, "a worker lives on"
        time.sleep(0.05)


def working_on(path: Path) -> bool:
    """Whether a process has this path among its arguments."""
    for arguments in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(path).encode() in arguments.read_bytes():
                return True
        except OSError:
            continue  # it has just ended
    return False


def test_an_interruption_waits_until_a_game_is_written_and_counted() -> None:
    told: list[str] = []
    before = signal.signal(signal.SIGINT, lambda *_: told.append("interrupted"))
    try:
        with simulate.whole():
            signal.raise_signal(signal.SIGINT)
            told.append("written")
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert told == ["written", "interrupted", "interrupted"]


def test_output_into_a_pipe_that_closes() -> None:
    script = f"{sys.executable} -m cuberails.cli simulate {GAME} --games 2000 | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=30, check=True)
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


def test_perft_divides_by_first_action() -> None:
    lines = cuberails("perft", GAME, "--players", "2", "--depth", "2", "--divide").stdout.decode().splitlines()
    counts = dict(line.rsplit(": ", 1) for line in lines[:-1])
    assert counts["pass"] == "55"  # Ben passes or bids 7 to 60
    assert counts["bid 60"] == "56"  # nobody can bid 61; for the B&O, Ada has nothing left: Ben passes or bids 6 to 60
    assert sum(map(int, counts.values())) == int(lines[-1])


def test_a_line_that_is_too_long_is_refused_unread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(b'{"x": "' + b"y" * 25_000_000 + b'"}\n' + line_of())
    assert main(["check", "--json", str(path)]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert "longer than 10000000 bytes" in first["why"]
    assert second["ok"]
