"""A state machine walks through the games as hypothesis pleases, and shrinks what it breaks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cuberails import record, registry
from cuberails.core import CHANCE, OVER, IllegalMove, play
from tests.helpers import CONFIGURATIONS


class Walk(RuleBasedStateMachine):
    """One game: the position, every action that led to it, and a position kept aside."""

    @initialize(configuration=st.sampled_from(CONFIGURATIONS))
    def begin(self, configuration: tuple[str, int, dict[str, str]]) -> None:
        self.name, self.seats, self.options = configuration
        self.game = registry.game(self.name)
        self.state = self.game.new(self.seats, **self.options)
        self.total = sum(self.state.accounts)
        self.actions: list[int] = []
        self.kept = self.state.copy()
        self.kept_json = json.dumps(self.kept.to_json())

    def fresh(self) -> Any:
        return self.game.new(self.seats, **self.options)

    @precondition(lambda self: self.state.seat != OVER)
    @rule(pick=st.integers(0, 10_000), steps=st.integers(1, 12))
    def act(self, pick: int, steps: int) -> None:
        for _ in range(steps):
            legal = self.state.legal()
            if not legal:
                return
            action = legal[pick % len(legal)]
            play(self.state, action)
            self.actions.append(action)
            pick = pick // 7 + steps

    @rule()
    def keep(self) -> None:
        self.kept = self.state.copy()
        self.kept_json = json.dumps(self.kept.to_json())

    @rule()
    def go_on_from_json(self) -> None:
        self.state = self.game.from_json(json.loads(json.dumps(self.state.to_json())))

    @precondition(lambda self: self.actions)
    @rule(back=st.integers(1, 20))
    def undo(self, back: int) -> None:
        """As a table does it: replay all but the last actions."""
        self.actions = self.actions[:-back]
        self.state = self.fresh()
        for action in self.actions:
            self.state.apply(action)

    @rule(action=st.integers(-3, 6000))
    def try_anything(self, action: int) -> None:
        before = json.dumps(self.state.to_json())
        if action in self.state.legal():
            assert self.state.why(action) is None
            return
        with pytest.raises(IllegalMove):
            play(self.state, action)
        assert json.dumps(self.state.to_json()) == before

    @rule()
    def replay_as_a_record(self) -> None:
        scribe, state = record.Scribe(self.game), self.fresh()
        for action in self.actions:
            state.apply(action)
            scribe.note(action, state)
        written = record.Record(self.name, ["x"] * self.seats, scribe.moves, self.options)
        replayed = record.replay(record.Record.loads(written.dumps()))
        if state.whole():
            assert replayed.to_json() == state.to_json() == self.state.to_json()

    @invariant()
    def nothing_is_lost(self) -> None:
        state = self.state
        assert sum(state.accounts) == self.total
        assert min(state.accounts[1:]) >= 0
        assert json.dumps(self.kept.to_json()) == self.kept_json
        legal = state.legal()
        assert legal == sorted(set(legal))
        assert (legal == []) == (state.seat == OVER)
        assert (state.seat == CHANCE) == bool(state.chance())


class TestWalk(Walk.TestCase):  # type: ignore[name-defined, misc]
    settings = settings(max_examples=25, stateful_step_count=25, deadline=None)


@pytest.mark.long
class TestLongWalk(Walk.TestCase):  # type: ignore[name-defined, misc]
    settings = settings(max_examples=400, stateful_step_count=80, deadline=None)
