"""Finished games, kept: one for each way a game can end, replayed to the last thaler by both programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails import record
from cuberails.core import OVER
from cuberails.games import german_railways as game
from tests.german_railways.naive import Game

GOLDEN = Path(__file__).parent / "golden"
ENDS = [
    ("connected", "connected", [216, 149, 134], [1]),
    ("connected-one-each", "connected", [132, 122, 113, 82, 94], [1]),
    ("impossible", "impossible", [28, 40, 10, 0], [2]),
    ("agreed", "agreed", [17, 0, 3, 22], [4]),
    ("stalled", "stalled", [236, 167, 205, 82], [1]),
    ("shared-victory", "stalled", [237, 237, 214], [1, 2]),
]


def golden(name: str) -> record.Record:
    (found,) = record.read((GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    assert isinstance(found, record.Record)
    return found


def test_there_are_no_others() -> None:
    assert sorted(path.stem for path in GOLDEN.iterdir()) == sorted(name for name, *_ in ENDS)


@pytest.mark.parametrize(("name", "reason", "cash", "winners"), ENDS)
def test_a_golden_game_ends_as_it_always_did(name: str, reason: str, cash: list[int], winners: list[int]) -> None:
    kept = golden(name)
    assert kept.result == {"cash": cash, "winners": winners, "reason": reason}
    assert record.verify(kept) == record.Verdict(len(kept.moves), end=reason)
    naive = Game(len(kept.players), kept.options.get("order", "by-income"), kept.options.get("end-vote", "off"))
    for move in kept.moves:
        assert not naive.over
        naive.play(move)
    assert (naive.over, naive.cash) == (reason, cash)


def test_gr_40_the_game_goes_on_until_the_next_order_is_due() -> None:
    """All companies have their two connections a few turns before the end; the round is played out."""
    kept = golden("connected")
    done: list[bool] = []
    for step in record.steps(kept):
        assert isinstance(step.state, game.State)
        done.append(all(links.bit_count() >= 2 for links in step.state.links))
    first = done.index(True)
    assert not any(move.startswith("order") for move in kept.moves[first:])
    assert first + 1 < len(kept.moves)


def test_gr_41_the_proof_names_the_company() -> None:
    *_, last = record.steps(golden("impossible"))
    assert [event[0] for event in last.log][-2:] == ["hopeless", "end"]


def test_gr_41_three_quiet_rounds_and_no_fewer() -> None:
    kept = golden("stalled")
    rounds: list[list[str]] = []
    for step in record.steps(kept):
        if step.move.startswith("order"):
            rounds.append([])
        elif rounds:
            rounds[-1] += [str(event[0]) for event in step.log if event[0] in ("sale", "track")]
    assert [bool(done) for done in rounds[-4:]] == [True, False, False, False]


def test_gr_42_a_tie_is_shared_and_shares_count_for_nothing() -> None:
    state = record.replay(golden("shared-victory"))
    assert state.seat == OVER
    assert state.winners() == [0, 1]
    assert isinstance(state, game.State)
    assert sum(state.shares[:8]) != sum(state.shares[8:16])
