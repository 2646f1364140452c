"""Chance that proves itself (docs/server.md)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cuberails import cli, fairness, registry
from cuberails.core import CHANCE
from cuberails.fairness import Draws
from cuberails.record import Record, Scribe

SEED = bytes(range(32))
TEXTS = ["heads", "", "été"]


def played(moves: int = 20) -> Record:
    """The beginning of a Credit Mobilier game whose chance is drawn from ``SEED``."""
    game = registry.game("credit-mobilier")
    state, scribe, numbers = game.new(3), Scribe(game), []
    while len(scribe.moves) < moves:
        before = len(scribe.moves)
        number = before + 1 if state.seat == CHANCE else None
        if number:
            actions = game.unfold(state, fairness.draw_move(state, Draws(SEED, TEXTS).source(number)))
        else:
            actions = [state.legal()[0]]
        for action in actions:
            state.apply(action)
            scribe.note(action, state)
        if len(scribe.moves) > before:
            numbers.append(number)
    told = {"scheme": fairness.SCHEME, "commitment": fairness.commitment(SEED), "seed": SEED.hex()}
    told |= {"contributions": TEXTS, "numbers": numbers}
    return Record("credit-mobilier", ["A", "B", "C"], scribe.moves, extra={"fairness": told})


def changed(**changes: Any) -> Record:
    record = played()
    record.extra["fairness"] |= changes
    return record


def test_the_construction_is_the_documented_one() -> None:
    """Written again with nothing but the standard library."""
    commitment = hashlib.sha256(SEED).hexdigest()
    found = []
    for block in range(3):
        message = f'["cuberails-draw/1","{commitment}",["heads","","été"],7,{block}]'.encode()
        found.append(int.from_bytes(hmac.new(SEED, message, "sha256").digest(), "big") % 1000)
    source = Draws(SEED, TEXTS).source(7)
    assert [source.randrange(1000) for _ in range(3)] == found


def test_a_fair_record_verifies() -> None:
    proof = fairness.verify(played())
    assert proof is not None
    assert proof.reason is None
    assert proof.draws == sum(number is not None for number in played().extra["fairness"]["numbers"]) > 5


def test_draws_are_even() -> None:
    counts = Counter(Draws(SEED, []).source(number).randrange(3) for number in range(3000))
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": "00" * 32}, "not the one that was promised"),
        ({"seed": None}, "seed is missing"),
        ({"seed": "x"}, "seed is missing"),
        ({"contributions": ["tails", "", "été"]}, "the seed draws"),
        ({"contributions": ["heads"]}, "one text for each player"),
        ({"scheme": "dice"}, "does not know"),
        ({"numbers": [1]}, "one for each move"),
        ({"numbers": "no"}, "one for each move"),
    ],
)
def test_a_record_that_was_tampered_with_does_not(changes: dict[str, Any], words: str) -> None:
    record = changed(**changes)
    record.result = {} if changes == {"seed": None} else None
    proof = fairness.verify(record)
    assert proof is not None
    assert proof.reason is not None
    assert words in format(proof.reason)


def test_a_draw_of_ones_own_is_found() -> None:
    record = played()
    at = next(i for i, move in enumerate(record.moves) if move.startswith("roll"))
    record.moves[at] = "roll blue blue blue blue blue" if "yellow" in record.moves[at] else "roll yellow yellow yellow yellow yellow"
    proof = fairness.verify(Record(record.game, record.players, record.moves[: at + 1], extra=_cut(record, at + 1)))
    assert proof is not None
    assert proof.reason is not None
    assert proof.reason.facts["number"] == at + 1


def test_no_draw_can_be_left_out_of_the_proof() -> None:
    record = played()
    numbers = record.extra["fairness"]["numbers"]
    last = max(i for i, number in enumerate(numbers) if number)
    proof = fairness.verify(changed(numbers=[*numbers[:last], None, *numbers[last + 1 :]]))
    assert proof is not None
    assert proof.reason is not None
    assert fairness.verify(changed(numbers=[None] * len(numbers))) == fairness.Proof(0)


def test_a_record_without_a_proof_is_not_judged() -> None:
    assert fairness.verify(Record("credit-mobilier", ["A", "B"])) is None


def _cut(record: Record, moves: int) -> dict[str, Any]:
    told = json.loads(json.dumps(record.extra["fairness"]))
    return {"fairness": told | {"numbers": told["numbers"][:moves]}}


def test_check_verifies_every_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(played().dumps() + "\n" + changed(contributions=["tails", "", ""]).dumps() + "\n")
    assert cli.main(["check", str(file)]) == 1
    fair, foul, _ = capsys.readouterr().out.splitlines()
    assert fair.startswith("1: ok")
    assert foul.startswith("2: FAILS: FAIRNESS: Move 1: the seed draws")
