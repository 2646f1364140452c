"""Finished games, kept: one for each way a game can end, replayed to the last dollar by both programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails import record
from cuberails.core import OVER
from tests.credit_mobilier.naive import Game

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> record.Record:
    (found,) = record.read((GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    assert isinstance(found, record.Record)
    return found


def test_there_are_no_others() -> None:
    assert sorted(path.stem for path in GOLDEN.iterdir()) == sorted(name for name, *_ in ENDS)


ENDS = [
    ("last-die", [12, 11, 19, 13, 21], [5]),
    ("middle-of-a-move", [8, 6], [1]),
    ("tie-by-shares", [19, 17, 19], [3]),
    ("shared-victory", [10, 11, 12, 12], [3, 4]),
]


@pytest.mark.parametrize(("name", "cash", "winners"), ENDS)
def test_a_golden_game_ends_as_it_always_did(name: str, cash: list[int], winners: list[int]) -> None:
    kept = golden(name)
    assert kept.result == {"cash": cash, "winners": winners, "reason": "goods"}
    assert record.verify(kept) == record.Verdict(len(kept.moves), end="goods")
    naive = Game(len(kept.players))
    for move in kept.moves:
        assert not naive.over
        naive.play(move)
    assert naive.over
    assert naive.cash == cash
    assert [seat + 1 for seat in naive.winners()] == winners


@pytest.mark.parametrize(("name", "steps", "dice"), [("last-die", 1, 1), ("middle-of-a-move", 2, 4)])
def test_cm_20_how_many_of_the_dice_the_last_move_used(name: str, steps: int, dice: int) -> None:
    *_, roll, move = golden(name).moves
    _, colour, *made = move.split()
    assert len(made) == steps
    assert roll.split().count(colour) + roll.split().count("purple") == dice


def test_cm_21_the_tie_was_broken_by_shares() -> None:
    state = record.replay(golden("tie-by-shares"))
    assert state.seat == OVER
    assert [sum(state.held(seat)) for seat in (0, 2)] == [1, 2]
    assert sum(record.replay(golden("shared-victory")).held(2)) == sum(record.replay(golden("shared-victory")).held(3)) == 1


def test_a_record_that_claims_another_end_is_found_out() -> None:
    kept = golden("tie-by-shares")
    kept.result = {"cash": [19, 17, 19], "winners": [1, 3], "reason": "goods"}
    assert str(record.verify(kept).reason) == "NOTATION: The record says winners [1, 3], the rules say [3]."
