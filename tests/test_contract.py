"""The contract of ``core``, for every game, number of players and choice of options."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

from cuberails import record, registry
from cuberails.common.words import LANGUAGES
from cuberails.core import CHANCE, OVER, BadInput, Event, IllegalMove, play
from tests.helpers import CONFIGURATIONS, NAMES, choose, random_game

every_game = pytest.mark.parametrize("name", NAMES)
every_configuration = pytest.mark.parametrize(
    ("name", "seats", "options"),
    CONFIGURATIONS,
    ids=[" ".join([name, str(seats), *options.values()]) for name, seats, options in CONFIGURATIONS],
)
LONGEST = 20_000
"""Actions: no random game comes near it."""


def as_text(state: Any) -> str:
    return json.dumps(state.to_json())


def play_on(state: Any, seed: int, actions: int) -> list[str]:
    """The positions of some random play from here."""
    source, seen = Random(seed), []
    for _ in range(actions):
        if state.seat == OVER:
            break
        play(state, choose(state, source))
        seen.append(as_text(state))
    return seen


@every_game
def test_codes_are_unique_and_invertible(name: str) -> None:
    game = registry.game(name)
    codes = [game.code(action) for action in range(game.ACTIONS)]
    assert len(set(codes)) == game.ACTIONS
    assert [game.parse(code) for code in codes] == list(range(game.ACTIONS))


@every_game
@pytest.mark.parametrize("text", ["", " ", "nonsense", "bid", "bid -1", "bid 01", "bid 1.5", "pass ", "PASS", "bid ١", "bid 1\n"])
def test_other_texts_are_no_codes(name: str, text: str) -> None:
    with pytest.raises(BadInput):
        registry.game(name).parse(text)


@every_game
def test_the_module_is_complete(name: str) -> None:
    game = registry.game(name)
    assert name == game.NAME
    assert game.SEATS.step == 1
    assert all(len(values) > 1 for values in game.OPTIONS.values())
    state = game.new(game.SEATS[0])
    assert state.options == {option: values[0] for option, values in game.OPTIONS.items()}
    assert state.board.id == game.load_board().id == name


@every_game
@pytest.mark.parametrize("seats", [-1, 0, 1, 7, True, "3", None, 2.0])
def test_wrong_numbers_of_players_are_refused(name: str, seats: Any) -> None:
    with pytest.raises(BadInput, match="players"):
        registry.game(name).new(seats)


@every_game
def test_wrong_options_are_refused(name: str) -> None:
    game = registry.game(name)
    with pytest.raises(BadInput, match="no option “weather”"):
        game.new(3, weather="fine")
    for option, values in game.OPTIONS.items():
        with pytest.raises(BadInput, match=", ".join(values)):
            game.new(3, **{option: "sometimes"})


@every_configuration
def test_the_legal_list_is_sound_to_the_end(name: str, seats: int, options: dict[str, str]) -> None:
    game = registry.game(name)
    for number, (state, _, _) in enumerate(random_game(name, seats, options, seed=1)):
        assert number < LONGEST
        legal = state.legal()
        if state.seat == OVER:
            assert legal == []
            assert state.chance() == []
            assert state.reason
            assert state.whole()
            break
        assert legal
        assert legal == sorted(set(legal))
        assert legal[0] >= 0
        assert legal[-1] < game.ACTIONS
        assert not state.reason
        if state.seat == CHANCE:
            weights = state.chance()
            assert legal == sorted(action for action, _ in weights)
            assert all(type(weight) is int and weight > 0 for _, weight in weights)
        else:
            assert 0 <= state.seat < seats
            assert state.chance() == []
    assert len(state.scores()) == seats
    best = max(state.scores())
    assert state.winners()
    assert all(state.scores()[seat] == best for seat in state.winners())


@every_configuration
def test_why_is_silent_for_legal_actions_only(name: str, seats: int, options: dict[str, str]) -> None:
    """Every illegal action has a reason; ``play`` gives it and changes nothing."""
    game, source = registry.game(name), Random(seats)
    for number, (state, _, _) in enumerate(random_game(name, seats, options, seed=2)):
        if state.seat != OVER and number % 53:
            continue
        legal, before = set(state.legal()), as_text(state)
        for action in range(game.ACTIONS):
            assert (state.why(action) is None) == (action in legal), game.code(action)
        for action in [-1, game.ACTIONS, *source.sample(range(game.ACTIONS), 20)]:
            if action in legal:
                continue
            with pytest.raises(IllegalMove) as refusal:
                play(state, action)
            reason = refusal.value.reason
            assert re.fullmatch(r"(A|CE|GR|CM)-[0-9]+|NOTATION", reason.rule)
            assert re.search(r"\w", str(reason))
            assert not re.search(r"[{}]", str(reason))
        assert as_text(state) == before


@every_configuration
def test_copies_are_independent(name: str, seats: int, options: dict[str, str]) -> None:
    for number, (state, _, _) in enumerate(random_game(name, seats, options, seed=3)):
        if number % 61:
            continue
        before, twin, other = as_text(state), state.copy(), state.copy()
        assert as_text(twin) == before
        assert play_on(twin, 1, 40) == play_on(other, 1, 40)
        assert as_text(state) == before


@every_configuration
def test_json_keeps_a_position_and_its_future(name: str, seats: int, options: dict[str, str]) -> None:
    game = registry.game(name)
    for number, (state, _, _) in enumerate(random_game(name, seats, options, seed=4)):
        if state.seat != OVER and number % 37:
            continue
        again = game.from_json(json.loads(as_text(state)))
        assert again.to_json() == state.to_json()
        assert again.legal() == state.legal()
        assert again.chance() == state.chance()
        assert again.whole() == state.whole()
        assert play_on(again, 2, 30) == play_on(state.copy(), 2, 30)


@every_configuration
def test_replay_equals_play(name: str, seats: int, options: dict[str, str]) -> None:
    game = registry.game(name)
    scribe, positions = record.Scribe(game), list[str]()
    for state, action, _ in random_game(name, seats, options, seed=5):
        if action < 0:
            continue
        scribe.note(action, state)
        if state.whole():
            positions.append(as_text(state))
    written = record.Record(name, ["x"] * seats, scribe.moves, options, result=record.result(state))
    read = record.Record.loads(written.dumps())
    assert read == written
    assert [as_text(step.state) for step in record.steps(read)] == positions
    assert record.verify(read) == record.Verdict(len(scribe.moves), end=state.reason)


@every_configuration
def test_money_is_accounted_for_to_the_dollar(name: str, seats: int, options: dict[str, str]) -> None:
    total = None
    for state, _, _ in random_game(name, seats, options, seed=6):
        accounts = state.accounts
        total = sum(accounts) if total is None else total
        assert sum(accounts) == total
        assert min(accounts[1:]) >= 0
        assert state.scores() == accounts[1 : 1 + seats]


@every_configuration
def test_every_event_has_its_sentence(name: str, seats: int, options: dict[str, str]) -> None:
    game, players = registry.game(name), [f"Player {seat}" for seat in range(1, seats + 1)]
    seen: dict[str, Event] = {}
    for _, _, log in random_game(name, seats, options, seed=7):
        seen |= {event[0]: event for event in log}
    assert len(seen) > 5
    for event in seen.values():
        said = {language: game.describe(event, players, language) for language in LANGUAGES}
        assert len(set(said.values())) == len(said), f"the same in two languages: {said}"
        assert all(sentence.endswith(".") and not re.search(r"[{}]", sentence) for sentence in said.values()), said


@every_configuration
def test_everybody_may_look(name: str, seats: int, options: dict[str, str]) -> None:
    """A view is JSON, and shows a seat its legal actions when it is asked."""
    game = registry.game(name)
    for number, (state, _, _) in enumerate(random_game(name, seats, options, seed=8)):
        if number % 41 == 0:
            for seat in range(seats):
                view = json.loads(json.dumps(game.view(state, seat)))
                assert bool(view["legal"]) == (seat == state.seat)
