"""The suites that ``python -m cuberails.rl.conformance`` runs."""

from __future__ import annotations

import sys

import pytest

from cuberails.rl import conformance
from tests.rl.tables import MIDDLE, TABLES

QUICK = ["pettingzoo-seed", "pettingzoo-render", "gymnasium-check", "gymnasium-vectors"]
OPENSPIEL = ["openspiel-serialisation", "openspiel-observation", "openspiel-search"]


def run(suite: str, game: str, seats: int) -> None:
    if suite.startswith("openspiel"):
        pytest.importorskip("pyspiel", reason="needs OpenSpiel, which has no wheels for Windows")
    conformance.run(suite, game, seats)


@pytest.mark.parametrize("suite", QUICK + OPENSPIEL)
@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_conformance(suite: str, game: str, seats: int) -> None:
    run(suite, game, seats)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_conformance_in_short(game: str, seats: int) -> None:
    conformance.pettingzoo_api(game, seats, cycles=100)
    pytest.importorskip("pyspiel", reason="needs OpenSpiel, which has no wheels for Windows")
    conformance.openspiel_simulation(game, seats, games=1)


@pytest.mark.long
@pytest.mark.parametrize("suite", conformance.SUITES)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_conformance_everywhere(suite: str, game: str, seats: int) -> None:
    run(suite, game, seats)


def test_the_command_names_the_suite_and_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance.main(["pettingzoo-seed", "--game", "credit-mobilier", "--players", "2"]) == 0
    line, end = capsys.readouterr().out.splitlines()
    assert line.split()[:3] == ["pettingzoo-seed", "credit-mobilier", "2"]
    assert line.endswith("ok")
    assert end == "All passed."


def test_a_suite_that_fails_is_told_and_the_others_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: str, seats: int) -> None:
        raise AssertionError("the mask is wrong")

    monkeypatch.setitem(conformance.SUITES, "pettingzoo-api", fail)
    assert conformance.main(["pettingzoo-api", "pettingzoo-seed", "--players", "6"]) == 1
    first, second, end = capsys.readouterr().out.splitlines()
    assert first.endswith("FAILS: AssertionError: the mask is wrong")
    assert second.endswith("ok")
    assert end == "1 failed."


@pytest.mark.parametrize(("arguments", "words"), [(["chess"], "there is no suite chess"), (["--players", "9"], "no such game is for 9")])
def test_what_the_command_refuses(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        conformance.main(arguments)
    assert words in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cuberails.rl")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"cuberails\.rl needs pettingzoo: pip install 'cuberails\[rl\]'"):
        import cuberails.rl  # noqa: F401
