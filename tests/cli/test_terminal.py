"""The table in the terminal, driven by lines as a person types them, and once by keys through a pseudo-terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from cuberails import record, registry
from cuberails.bots import match
from cuberails.cli import main
from cuberails.common.words import LANGUAGES, say
from cuberails.terminal import moves
from cuberails.terminal.screen import DRAWERS, Screen
from cuberails.terminal.table import Table

GAME = "chicago-express"
Play = Callable[..., str]
every_translation = pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    """Runs the terminal with lines typed into it; what it printed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")

    def run(
        *lines: str, arguments: tuple[str, ...] = (GAME, "--players", "2", "--human", "1,2", "--names", "Ada,Ben", "--seed", "1")
    ) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
        assert main(["terminal", *arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


def recorded(name: str, seats: int, bot: str = "lively") -> record.Record:
    return match.play(record.Record(name, [f"P{seat}" for seat in range(1, seats + 1)]), [bot] * seats, "1/1")


def people_only(name: str, seats: int) -> tuple[str, ...]:
    everybody = ",".join(map(str, range(1, seats + 1)))
    return (name, "--players", str(seats), "--human", everybody, "--names", ",".join(f"P{seat}" for seat in range(1, seats + 1)))


def test_a_whole_game_at_one_keyboard(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")  # no map: it is drawn again with every build
    game = recorded(GAME, 3)
    assert game.result
    out = play(*game.moves, arguments=people_only(GAME, 3))
    winners = ", ".join(game.players[seat - 1] for seat in game.result["winners"])
    assert f"The winner: {winners}." in out
    for player, cash in zip(game.players, game.result["cash"], strict=True):
        assert f"{player} ${cash}" in out


@pytest.mark.parametrize("name", registry.GAMES)
def test_a_person_who_only_presses_one_key_gets_through_every_game(play: Play, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other seats are bots; the person does the first thing that is legal, again and again."""
    monkeypatch.setenv("COLUMNS", "60")
    idle = {"chicago-express": ["pass", "auction -", "build -", "develop -"], "german-railways": ["pass"]}
    lines = idle.get(name, ["pass", *[f"buy {colour} 1" for colour in ("red", "green", "yellow", "blue", "purple")],
                            *[f"dividend {colour} 1" for colour in ("red", "green", "yellow", "blue", "purple")]])  # fmt: skip
    out = play(*lines * 30, "quit", arguments=(name, "--players", "3", "--bots", "lively", "--seed", "3", "--names", "Ada"))
    assert "Ada" in out
    assert "The winner" in out or "The game is kept" in out


def test_what_is_typed_is_forgiven(play: Play) -> None:
    out = play("BID   $12", "Pass", "pass", "7", "pass", "log 1")
    assert "Ada bids $12." in out
    assert "Ada buys the PRR share for $12." in out
    assert "Ben bids $7." in out or "Ada bids $7." in out


def test_illegal_moves_are_explained_with_their_rule(play: Play) -> None:
    out = play("bid 6", "bid 99", "build PRR Q11", "jump", "?", "? build NYC", "load", "save", "load /nowhere/x")
    assert "A-2: $6 is too little: the opening price is $7." in out
    assert "A-3: You have $60 and cannot bid $99." in out
    assert "NOTATION: “jump” is not a move" in out
    assert "bid 7…60" in out
    assert "No move goes on like that." in out
    assert "Say from where: load FILE." in out
    assert "Say where to: save FILE." in out
    assert "No such file or directory" in out


def test_undo_goes_back_to_ones_own_last_decision(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    with_bots = (GAME, "--players", "3", "--names", "Ada", "--bots", "lively", "--seed", "5")
    out = play("undo", "bid 20", "undo", "bid 9", f"save {path}", arguments=with_bots)
    assert "There is no decision of yours to take back." in out
    assert "Taken back to your last decision." in out
    assert record.Record.loads(path.read_text()).moves[0] == "bid 9"


def test_a_move_taken_back_and_made_again_meets_the_same_luck() -> None:
    game = registry.game("credit-mobilier")
    table = Table(record.Record(game.NAME, ["Ada", "Ben"]), game.load_board(), {1: "lively"}, "5")
    while not table.is_human(table.state.seat):
        table.go_on()
    move = game.fold(table.state.legal()[-1:])
    seen = []
    for _ in range(2):
        table.make(move)
        while not table.is_human(table.state.seat):
            table.go_on()
        seen.append(table.record())
        assert table.undo()
    assert len(seen[0].moves) > len(table.moments) + 3
    assert seen[0] == seen[1]


def test_save_and_load_go_on_with_the_same_game(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    arguments = (GAME, "--players", "3", "--names", "Ada", "--bots", "lively,random", "--seed", "5")
    play("bid 9", f"save {path}", "pass", "quit", arguments=arguments)
    saved = record.Record.loads(path.read_text())
    assert saved.players == ["Ada", "lively", "random"]
    assert record.verify(saved).reason is None
    out = play("log", f"load {path}", "quit", arguments=("--load", str(path)))
    assert "1. bid 9" in out
    assert f"Loaded from {path}: {len(saved.moves)} moves." in out


def test_leaving_keeps_the_game(play: Play, tmp_path: Path) -> None:
    out = play("bid 9")  # then the lines are at an end, like Ctrl-D
    kept = tmp_path / "data" / "cuberails" / "terminal.jsonl"
    assert f"The game is kept; go on with:\n  cuberails terminal --load {kept}\n" in out
    assert record.Record.loads(kept.read_text()).moves == ["bid 9"]


def test_how_to_go_on_names_the_board_and_the_language(play: Play, tmp_path: Path) -> None:
    board = tmp_path / "club map.csv"
    board.write_bytes(Path(str(registry.game(GAME).__file__)).with_name("board.csv").read_bytes())  # type: ignore[attr-defined]
    out = play("bid 9", "quit", arguments=(*people_only(GAME, 2), "--board", str(board), "--language", "fr"))
    again = re.findall(r"^  cuberails (terminal .*)$", out, re.MULTILINE)[0]
    assert "bid 9" in play("log", "quit", arguments=tuple(shlex.split(again)[1:]))
    assert shlex.split(again)[3:] == ["--board", str(board), "--language", "fr"]


def test_loading_what_is_no_game_changes_nothing(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"format": "cuberails/1"')
    wrong = tmp_path / "wrong.json"
    wrong.write_text(record.Record(GAME, ["a", "b"], ["bid 999"]).dumps())
    out = play("bid 9", f"load {path}", f"load {wrong}", "pass", "log")
    assert "not complete JSON" in out
    assert "A-3: You have $60 and cannot bid $999." in out
    assert "2. pass" in out


def test_the_setup_is_asked_for(play: Play) -> None:
    out = play("chess", "2", "9", "", "quit", arguments=("--names", "Ada", "--seed", "1", "--bots", "random"))
    assert "Answer with a number from 1 to 3." in out
    assert "Answer with a number from 3 to 5." in out
    assert "Ada: a PO share is for sale." in out


@every_translation
def test_everything_is_said_in_another_language(play: Play, language: str) -> None:
    arguments = (GAME, "--players", "2", "--human", "1,2", "--names", "Ada,Ben", "--language", language)
    out = play("?", "bid 99", "bid 9", "help", "pass", "undo", "quit", arguments=arguments)
    assert say("{seat} bids ${amount}.", language, seat="Ada", amount=9) in out
    for english in ("Type a move", "Company", "treasury", "back to your", "for sale", "is kept"):
        assert english not in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((GAME, "--players", "2", "--human", "3"), "No seat of a person is left among 2 seats."),
        ((GAME, "--players", "9"), "2 to 6 players, not 9"),
        ((GAME, "--players", "3", "--bots", "deep"), "There is no bot “deep”"),
        (("--load", "nowhere.json"), "nowhere.json: No such file or directory"),
    ],
)
def test_wrong_setups_get_one_line(arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["terminal", *arguments]) == 1
    err = capsys.readouterr().err
    assert why in err
    assert err.count("\n") == 1


def position(name: str, seats: int, share: float) -> tuple[record.Record, object]:
    game = recorded(name, seats)
    cut = record.Record(name, game.players, game.moves[: int(len(game.moves) * share)])
    return cut, record.replay(cut)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DRAWERS)
def test_no_line_of_a_drawing_is_wider_than_the_terminal(name: str, language: str) -> None:
    for share in (0.1, 0.9):
        cut, state = position(name, max(registry.game(name).SEATS), share)
        for width, height in ((40, 20), (80, 24), (100, 30), (120, 40), (200, 60)):
            screen = Screen(language)
            screen.console = Console(width=width, height=height, file=io.StringIO(), highlight=False, markup=False)
            screen.position(state, cut.players)
            drawn = screen.console.file.getvalue().splitlines()  # type: ignore[attr-defined]
            assert max(map(len, drawn)) <= width


def test_every_locomotive_is_on_the_map() -> None:
    _, state = position(GAME, 4, 0.9)
    screen = Screen("en")
    screen.console = Console(width=120, file=io.StringIO(), highlight=False, markup=False)
    screen.console.print(__import__(DRAWERS[GAME], fromlist=["board"]).board(state, 120, 40, "en"))
    picture = screen.console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    for company, track in zip(registry.game(GAME).COMPANIES, state.to_json()["track"], strict=True):  # type: ignore[attr-defined]
        for name in track:
            column, row = ord(name[0]) - ord("A"), int(name[1:]) - 1
            assert picture[row][6 * column :].startswith(name)
            assert company[0] in picture[row + 1][6 * column : 6 * column + 6]


def after_opening() -> object:
    return record.replay(record.Record(GAME, ["a", "b"], ["bid 12", "pass", "bid 7", "pass", "bid 9", "pass", "pass", "pass"]))


def test_completion_goes_word_by_word_through_what_is_legal() -> None:
    state = after_opening()
    assert moves.completions("", state) == ["auction", "build", "develop"]
    assert moves.completions("bu", state) == ["build"]
    assert "PRR" in moves.completions("build p", state)
    first = moves.completions("build PRR ", state)
    assert first == sorted(first)
    assert "R10" in first
    assert "Q9" in moves.completions("build prr r10 ", state)  # it touches R10, not Philadelphia
    assert moves.completions("build -", state) == ["-"]
    assert moves.completions("build - ", state) == []
    assert moves.completions("fly ", state) == []


def test_the_list_of_legal_moves_tells_costs_and_income() -> None:
    lines = dict(line.split(" ", 2)[1:] for line in moves.listing(["build"], after_opening()) if line != "build -")
    assert "R10 $1" in lines["PRR"]


def test_what_is_listed_is_legal_and_what_is_legal_is_listed() -> None:
    """Word by word through a whole game, every recorded move is offered by completion."""
    for name in DRAWERS:
        game = recorded(name, 3)
        for step in record.steps(record.Record(name, game.players, game.moves[:150])):
            state, following = step.state, game.moves[step.number : step.number + 1]
            if not following or state.seat < 0:
                continue
            words = following[0].split(" ")
            for at, word in enumerate(words):
                assert word in moves.completions(" ".join([*words[:at], ""]) if at else "", state)


@pytest.mark.skipif(not hasattr(pty, "fork"), reason="no pseudo-terminals here")
def test_with_keys_through_a_terminal(tmp_path: Path) -> None:
    """Completion by Tab, a move, Ctrl-C: the game is kept and the exit is clean."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40", "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "cuberails.cli", "terminal", GAME, "--players", "2", "--human", "1,2", "--names", "Ada,Ben"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True) as running:
        os.close(theirs)
        seen = ""

        def until(text: str) -> None:
            nonlocal seen
            end = time.monotonic() + 15
            while text not in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen):
                assert time.monotonic() < end, f"{text!r} did not come: {seen[-500:]!r}"
                if select.select([ours], [], [], 0.2)[0]:
                    seen += os.read(ours, 65536).decode(errors="replace")
                    if "\x1b[6n" in seen:  # the terminal is asked where its cursor is
                        os.write(ours, b"\x1b[1;1R")
                        seen = seen.replace("\x1b[6n", "")

        try:
            until("Ada>")
            os.write(ours, b"bi")
            until("bi")
            os.write(ours, b"\t")
            until("bid")
            os.write(ours, b" 12\r")
            until("Ada bids $12.")
            until("Ben>")
            os.write(ours, b"\x03")
            until("The game is kept")
            assert running.wait(10) == 0
        finally:
            running.kill()
    os.close(ours)
    kept = json.loads((tmp_path / "cuberails" / "terminal.jsonl").read_text())
    assert kept["moves"] == ["bid 12"]


@pytest.mark.parametrize(("width", "seen"), [(80, "Det."), (120, "Syrac."), (160, "Pittsb."), (240, "Indianapolis")])
def test_names_are_abbreviated_until_there_is_room_for_them(width: int, seen: str) -> None:
    state = registry.game(GAME).new(2)
    screen = Screen("en")
    screen.console = Console(width=width, file=io.StringIO(), highlight=False, markup=False)
    screen.position(state, ["a", "b"])
    assert seen in screen.console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", registry.GAMES)
def test_the_names_of_places_are_told_in_full(play: Play, name: str) -> None:
    board = registry.game(name).load_board()
    out = " ".join(play("names", "quit", arguments=people_only(name, 3)).split())
    for place, town in zip(getattr(board, "hexes", None) or board.places, board.names, strict=True):
        assert not town or f"{place} {town}" in out


def test_towns_are_typed_by_their_names_in_any_keyboard() -> None:
    state = registry.game("german-railways").new(3)
    assert moves.proper("build po konigsberg, frankfurt (oder) STRASSBURG münster", state) == "build PO A42 H25 R3 I4"


def test_dollars_are_written_as_the_language_does_and_thalers_without_a_sign(play: Play) -> None:
    assert "Bid at least $7, or pass." in play("quit", arguments=people_only(GAME, 3))
    assert "7\N{NO-BREAK SPACE}$" in play("quit", arguments=(*people_only(GAME, 3), "--language", "fr"))
    sold = [line for _ in range(8) for line in ("bid 5", "pass", "pass")]
    out = play(*sold, "pass", "? build PO", "quit", arguments=(*people_only("german-railways", 3), "--seed", "1"))
    assert re.search(r"^  build PO [A-Z]\d+ 2\b", out, re.MULTILINE)
    assert "$" not in out
