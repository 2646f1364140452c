"""The public format (``docs/notation.md``): what it accepts, what it refuses, and that its page is true."""

from __future__ import annotations

import doctest
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cuberails import registry
from cuberails.core import BadInput
from cuberails.record import Record, Verdict, read, replay, verify
from tests.helpers import NAMES

PAGE = Path(__file__).parent.parent / "docs" / "notation.md"
GOOD: dict[str, Any] = {"format": "cuberails/1", "game": "chicago-express", "players": ["Ada", "Ben"], "moves": ["bid 12"]}


def refusal(data: object) -> str:
    with pytest.raises(BadInput) as bad:
        Record.loads(data if isinstance(data, str) else json.dumps(data)).start()
    return str(bad.value)


def test_the_page_shows_what_happens() -> None:
    test = doctest.DocTestParser().get_doctest(PAGE.read_text(encoding="utf-8"), {}, PAGE.name, str(PAGE), 0)
    report: list[str] = []
    assert doctest.DocTestRunner().run(test, out=report.append).failed == 0, "\n".join(report)
    assert len(test.examples) > 10


def test_the_record_on_the_page_is_one() -> None:
    shown = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    found = list(read(shown[0].splitlines(keepends=True)))
    assert len(found) == 1
    assert isinstance(found[0], Record)
    assert verify(found[0]) == Verdict(14)
    assert set(json.loads(shown[1])) == {"cash", "winners", "reason"}


@pytest.mark.parametrize("name", NAMES)
def test_the_page_knows_every_option_and_company(name: str) -> None:
    text, game = PAGE.read_text(encoding="utf-8"), registry.game(name)
    for option, values in game.OPTIONS.items():
        assert f"`{option}`" in text
        assert ", ".join(f"`{value}`" for value in values) in text
    assert " ".join(f"`{company}`" for company in game.COMPANIES) in text or f"`{game.COMPANIES[-1]}`" in text


def test_defaults_may_be_left_out() -> None:
    read_back = Record.loads(json.dumps(GOOD))
    assert (read_back.board, read_back.rules, read_back.options, read_back.result) == ("chicago-express", 1, {}, None)
    assert replay(read_back).options == {"dividends": "before-turn"}


def test_a_result_of_null_is_none() -> None:
    assert Record.loads(json.dumps(GOOD | {"result": None})) == Record.loads(json.dumps(GOOD))


def test_unknown_keys_are_kept() -> None:
    data = GOOD | {"seed": 7, "ratings": {"Ada": [1, None]}, "started": "today"}
    assert Record.loads(json.dumps(data)).extra == {"seed": 7, "ratings": {"Ada": [1, None]}, "started": "today"}
    assert json.loads(Record.loads(json.dumps(data)).dumps()).items() >= data.items()


def test_a_record_is_one_line() -> None:
    assert "\n" not in Record("chicago-express", ["A\nda", "Zoé"], ["bid 12"]).dumps()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"format": "cuberails/2"}, 'the format is "cuberails/2"; this program reads cuberails/1'),
        ({"format": None}, "the format is null; this program reads cuberails/1"),
        ({"game": None}, "“game” must be text"),
        ({"game": "chess"}, "There is no game “chess”; the games are chicago-express, german-railways, credit-mobilier."),
        ({"players": "Ada"}, "“players” must be a list"),
        ({"players": ["Ada", 3]}, "“players” must be a list of texts; number 2 is 3"),
        ({"players": ["Ada"]}, "chicago-express is for 2 to 6 players, not 1."),
        ({"players": ["x"] * 7}, "chicago-express is for 2 to 6 players, not 7."),
        ({"moves": {}}, "“moves” must be a list"),
        ({"moves": ["bid 12", ["pass"]]}, '“moves” must be a list of texts; number 2 is ["pass"]'),
        ({"options": []}, "“options” must be an object"),
        ({"options": {"seats": "3"}}, "chicago-express has no option “seats”; its options: dividends."),
        ({"options": {"dividends": "never"}}, "The option dividends is one of before-turn, before-action, not “never”."),
        ({"options": {"dividends": ["before-turn"]}}, "The option dividends is one of before-turn, before-action"),
        ({"board": 3}, "“board” must be text"),
        ({"board": "moon"}, "The board “moon” is not known here; give its file."),
        ({"rules": "1"}, "“rules” must be a number"),
        ({"rules": 9}, "it was played under version 9 of the rules; this program knows version 1"),
        ({"result": "won"}, "“result” must be an object"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(change: dict[str, Any], why: str) -> None:
    assert why in refusal(GOOD | change)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not complete JSON"),
        ('{"format": "cuberails/1", "game": "chic', "not complete JSON"),
        ("[]", "a record is a JSON object"),
        ('"x"', "a record is a JSON object"),
        (
            '{"format": "cuberails/1", "game": "chicago-express", "players": ["A", "B"], "moves": [], "moves": []}',
            "“moves” stands in it twice",
        ),
        ('{"a": NaN}', "NaN is no number of JSON"),
        ('{"a": "\\ud800"}', "half a character"),
        ("[" * 100_000, "nested too deeply"),
        ('{"seed": ' + "9" * 5000 + "}", "a number in it has 5000 digits, at most 1000 are read"),
        ('{"seed": -1e999}', "the number -1e999 is too large"),
    ],
)
def test_what_is_no_record_is_said(text: str, why: str) -> None:
    assert why in refusal(text)


@pytest.mark.parametrize("key", ["game", "players", "moves", "format"])
def test_a_missing_key_is_named(key: str) -> None:
    assert key in refusal({name: value for name, value in GOOD.items() if name != key})


def test_the_first_illegal_move_is_named() -> None:
    verdict = verify(Record("chicago-express", ["Ada", "Ben"], ["bid 12", "bid 12", "pass"]))
    assert (verdict.moves, verdict.text, str(verdict.reason)) == (1, "bid 12", "A-2: $12 is too little: the highest bid is $12.")


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ({"cash": [1, 2], "winners": [2], "reason": "detroit"}, "NOTATION: The record has a result, but the game is not over."),
        ({}, "NOTATION: The record has a result, but the game is not over."),
    ],
)
def test_a_result_before_the_end_is_wrong(result: dict[str, Any], why: str) -> None:
    assert str(verify(Record("chicago-express", ["Ada", "Ben"], ["bid 12"], result=result)).reason) == why


def test_a_wrong_result_is_compared() -> None:
    line = (Path(__file__).parent / "chicago_express" / "golden" / "houses.jsonl").read_text(encoding="utf-8").splitlines()[0]
    good = json.loads(line)
    right = good["result"]
    assert verify(Record.from_json(good)).reason is None
    for key, wrong in (("cash", [0]), ("winners", [9]), ("reason", "detroit"), ("cash", None)):
        reason = verify(Record.from_json(good | {"result": right | {key: wrong}})).reason
        assert str(reason) == f"NOTATION: The record says {key} {json.dumps(wrong)}, the rules say {json.dumps(right[key])}."
    late = verify(Record.from_json(good | {"moves": [*good["moves"], "build -"]}))
    assert (late.moves, str(late.reason)) == (len(good["moves"]), "CE-50: The game is over: no move is made any more.")


def test_the_end_by_the_rules_is_known_without_a_result() -> None:
    line = (Path(__file__).parent / "chicago_express" / "golden" / "houses.jsonl").read_text(encoding="utf-8").splitlines()[0]
    over = Record.loads(line)
    over.result = None
    assert verify(over) == Verdict(len(over.moves), end="houses")
    over.moves.pop()
    assert verify(over) == Verdict(len(over.moves))


def test_an_array_over_several_lines_is_refused_once() -> None:
    for text in (json.dumps([GOOD, GOOD], indent=1), "[\n" + json.dumps(GOOD) + ",\n" + json.dumps(GOOD) + ",\n]\n"):
        assert [type(found) for found in read(text.splitlines(keepends=True))] == [BadInput]


def test_an_endless_file_without_a_record_is_refused_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cuberails.record.LONGEST", 100)
    nonsense = ["no record\n"] * 1000
    (refused,) = read(nonsense)
    assert "none of the first 11 lines is one, and the others are not read" in str(refused)
    early = [*nonsense[:5], json.dumps(GOOD) + "\n", *nonsense]
    monkeypatch.setattr("cuberails.record.LONGEST", 200)
    assert [type(found) for found in read(early)] == [*[BadInput] * 5, Record, *[BadInput] * 1000]


def test_a_file_is_read_line_by_line() -> None:
    lines = [json.dumps(GOOD) + "\n", "\n", "nonsense\n", json.dumps(GOOD | {"game": "chess"}) + "\n", json.dumps(GOOD)]
    assert [type(found) for found in read(lines)] == [Record, BadInput, BadInput, Record]


def test_a_file_of_one_object_over_several_lines_is_a_record() -> None:
    assert list(read(json.dumps(GOOD, indent=1).splitlines(keepends=True))) == [Record.from_json(GOOD)]


@pytest.mark.parametrize("bad", [["nonsense", "more of it"], [json.dumps(GOOD | {"format": 9}), "12"], ["{", "{}"], ["[", "}"]])
def test_bad_lines_at_the_beginning_hide_no_record(bad: list[str]) -> None:
    lines = [f"{line}\n" for line in [*bad, json.dumps(GOOD), "nonsense", json.dumps(GOOD)]]
    assert [type(found) for found in read(lines)] == [BadInput, BadInput, Record, BadInput, Record]


def test_a_broken_object_over_several_lines_is_refused_once() -> None:
    lines = json.dumps(GOOD, indent=1).splitlines(keepends=True)
    assert [type(found) for found in read(lines[:-2])] == [BadInput]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
near_records = st.fixed_dictionaries(
    {},
    optional={
        "format": st.just("cuberails/1") | json_values,
        "game": st.sampled_from(NAMES) | json_values,
        "players": st.lists(st.text(max_size=4), max_size=7) | json_values,
        "moves": st.lists(st.sampled_from(["bid 12", "pass", "build -", "auction NYC"]) | st.text(max_size=6), max_size=6) | json_values,
        "options": st.dictionaries(st.sampled_from(["dividends", "order", "seats", "board", "self"]), json_values, max_size=2)
        | json_values,
        "board": st.sampled_from([*NAMES, "moon"]) | json_values,
        "rules": st.just(1) | json_values,
        "result": json_values,
        "note": json_values,
    },
)


def survives(text: str) -> None:
    """A text is a record, which can be written, read and verified, or it is refused."""
    with suppress(BadInput):
        found = Record.loads(text)
        assert Record.loads(found.dumps().encode().decode()) == found
        assert 0 <= verify(found).moves <= len(found.moves)


@settings(max_examples=30, deadline=None)
@given(near_records | json_values)
def test_any_json_is_a_record_or_refused(data: object) -> None:
    survives(json.dumps(data))


@pytest.mark.long
@settings(max_examples=2000, deadline=None)
@given(near_records | json_values)
def test_much_json_is_a_record_or_refused(data: object) -> None:
    survives(json.dumps(data))


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    survives(text)
    for found in read(text.splitlines(keepends=True)):
        assert isinstance(found, Record | BadInput)
