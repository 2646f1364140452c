"""RULES CE-50 and CE-51: the end, with a golden game for each reason (``golden``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuberails.core import OVER, IllegalMove, play
from cuberails.games import chicago_express as game
from cuberails.record import Record, replay, steps, verify
from tests.chicago_express.positions import Table

GOLDEN = [
    Record.loads(line)
    for path in sorted((Path(__file__).parent / "golden").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]
NAMES = [f"{record.result['reason']} {len(record.players)} {record.options['dividends']}" for record in GOLDEN if record.result]
every_golden_game = pytest.mark.parametrize("record", GOLDEN, ids=NAMES)


def holds(state: game.State) -> set[str]:
    """The conditions of CE-50 that are met."""
    met = {
        "locomotives": sum(left == 0 for left in state.locomotives) >= 3,
        "shares": sum(left == 0 for left in state.unsold) >= 3,
        "houses": state.reserve <= 3,
        "detroit": state.industry_value(0) == 8,
    }
    return {reason for reason, is_met in met.items() if is_met}


def test_there_is_a_golden_game_for_every_reason_and_option() -> None:
    found = {(record.result["reason"], record.options["dividends"]) for record in GOLDEN if record.result}
    assert found == {(r, d) for r in ("locomotives", "shares", "houses", "detroit") for d in game.OPTIONS["dividends"]}
    assert {2, 6} <= {len(record.players) for record in GOLDEN}


@every_golden_game
def test_golden_games_end_as_they_did(record: Record) -> None:
    state = replay(record)
    assert record.result is not None
    assert state.scores() == record.result["cash"]
    assert [seat + 1 for seat in state.winners()] == record.result["winners"]
    assert state.reason == record.result["reason"]
    assert verify(record).reason is None


@every_golden_game
def test_ce_50_the_game_ends_with_the_dividends_at_which_a_condition_holds(record: Record) -> None:
    """Never earlier, though the condition may hold long before; and the reason is the first in order that holds."""
    for step in steps(record):
        kinds = [event[0] for event in step.log]
        if "end" in kinds:
            met = holds(step.state)
            assert step.number == len(record.moves)
            assert step.state.reason == next(reason for reason in ("locomotives", "shares", "houses", "detroit") if reason in met)
            assert kinds[-1] == "end"
            assert "dividends" in kinds
        elif "reset" in kinds and record.options["dividends"] == "before-turn":
            assert holds(step.state) <= {"detroit"}  # which has just moved


@every_golden_game
def test_ce_50_nothing_is_played_after_the_end(record: Record) -> None:
    state = replay(record)
    assert (state.seat, state.legal()) == (OVER, [])
    for move in ("pass", "build -", "bid 12"):
        assert str(game.explain(state, move)) == "CE-50: The game is over: no move is made any more."
    with pytest.raises(IllegalMove, match="CE-50: The game is over"):
        play(state, 0)


def test_ce_50_a_closed_wabash_has_locomotives_and_shares() -> None:
    state = Table(2).state
    assert (state.locomotives[4], state.unsold[4]) == (11, 2)


def test_ce_51_most_cash_wins_and_treasuries_count_for_nothing() -> None:
    cycle = ", ".join(["auction -"] * 3 + ["develop -"] * 4)
    table = Table(3).opened(PRR=(0, 12), BO=(1, 11), CO=(2, 10), NYC=(0, 13)).do(", ".join([cycle] * 8))
    assert table.cash == [15 + 8 * 15, 29 + 8 * 6, 30 + 8 * 5]
    assert table.state.winners() == [0]
    assert table.events("end") == [("detroit",)]


def test_ce_51_a_tie_is_a_shared_victory() -> None:
    cycle = ", ".join(["auction -"] * 3 + ["develop -"] * 4)
    table = Table(2).opened(PRR=(0, 7), BO=(0, 6), CO=(1, 5), NYC=(1, 8)).do(", ".join([cycle] * 8))
    assert table.cash == [47 + 8 * 13, 47 + 8 * 13]
    assert table.state.winners() == [0, 1]
