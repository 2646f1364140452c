"""Search: thousands of short imagined continuations along the plans of the guide.

Monte Carlo tree search for any number of seats: every seat maximises its own reward, chance is
drawn by its weights, the guide's worth is the first opinion of every plan and ends every
continuation. With a budget of simulations alone the same source gives the same decision.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random as Source
from typing import Any

from cuberails.bots.guide import Guide, guide, lead, odds, reward
from cuberails.core import CHANCE, OVER, draw

CONTRAST = 4.0
"""Plans that differ by so many grains of the game differ in prior weight by a factor of e."""
WIDTH = 3
"""Plans looked at first; as many again for every doubling of the visits' root."""
HORIZON = 16
"""Actions of quick play before a position is judged."""
BREADTH = 30
"""Plans looked at for each simulation of the budget; where turns have more, fewer simulations must do."""
AGES = 400
"""Nodes searched for the position that the others' moves have led to."""


Judge = Callable[[Any, Guide, Source], list[float]]


class Edge:
    """A plan of a node, and what came of it."""

    __slots__ = ("actions", "child", "prior", "total", "visits")

    def __init__(self, actions: tuple[int, ...], prior: float, first: list[float]) -> None:
        self.actions = actions
        self.prior = prior
        self.visits = 1
        self.total = first
        self.child: Node | None = None


class Node:
    """A position in the tree."""

    __slots__ = ("edges", "outcomes", "state", "visits")

    def __init__(self, state: Any) -> None:
        self.state = state
        self.visits = 0
        self.edges: list[Edge] = []
        """The plans of the seat on turn, the best prior first; empty until it is expanded."""
        self.outcomes: dict[int, Node] = {}
        """Where chance has led, by its outcome."""


class Mcts:
    """Searches for so many simulations, or until the clock runs out."""

    def __init__(self, simulations: int = 200) -> None:
        self.simulations = simulations
        self._plan: tuple[int, ...] = ()
        self._expected: Any = None
        self._root: Node | None = None

    def choose(self, state: Any, rng: Source, clock: float | None) -> int:
        actions: list[int] = state.legal()
        if len(actions) == 1:
            return actions[0]
        if self._plan and self._expected is not None and same(self._expected, state):
            return self._follow(state)
        root = self._find(state)
        self._search(root, rng, clock)
        best = max(root.edges, key=lambda edge: (edge.visits, edge.total[state.seat] / edge.visits))
        self._root = root
        self._plan = best.actions
        return self._follow(state)

    def _follow(self, state: Any) -> int:
        """The next action of the plan; the rest is kept for the position it leads to."""
        action, self._plan = self._plan[0], self._plan[1:]
        self._expected = None
        if self._plan:
            self._expected = state.copy()
            self._expected.apply(action)
        return action

    def _find(self, state: Any) -> Node:
        """The node of this position in the last tree, or a new one."""
        front = [self._root] if self._root else []
        for node in front:
            if len(front) > AGES:
                break
            if same(node.state, state):
                return node
            front += [edge.child for edge in node.edges if edge.child]
            front += node.outcomes.values()
        return Node(state.copy())

    def _search(self, root: Node, rng: Source, clock: float | None) -> None:
        book = guide(root.state.game)
        if not root.edges:
            expand(root, book)
        if len(root.edges) == 1:
            return
        stop = time.monotonic() + clock if clock is not None else math.inf
        luck, plans = rng.getrandbits(32), BREADTH * self.simulations
        for _ in range(root.visits, self.simulations):
            plans -= simulate(root, book, luck, self.judge)
            if plans < 0 or time.monotonic() > stop:
                break

    def judge(self, state: Any, book: Guide, rng: Source) -> list[float]:
        """For each seat about the odds of winning from a position never seen; a learned bot may know better."""
        return _continue(state, book, rng)


def same(one: Any, two: Any) -> bool:
    """Whether two states of a game are the same position."""
    return type(one) is type(two) and all(getattr(one, name) == getattr(two, name) for name in one.__slots__)


def expand(node: Node, book: Guide) -> None:
    """Give a node the plans of the seat on turn, with the guide's opinion of each."""
    seat = node.state.seat
    plans = book.plans(node.state)
    haze = book.haze(node.state)
    worths = [book.worth(plan.after) for plan in plans]
    scores = [lead(worth, seat, plan.after.seat == OVER) for plan, worth in zip(plans, worths, strict=True)]
    best = max(scores)
    contrast = CONTRAST * book.GRAIN
    weights = [math.exp((score - best) / contrast) for score in scores]
    total = sum(weights)
    node.edges = [
        Edge(plan.actions, weight / total, odds(plan.after, worth, haze))
        for plan, worth, weight in zip(plans, worths, weights, strict=True)
    ]
    node.edges.sort(key=lambda edge: -edge.prior)


def simulate(root: Node, book: Guide, luck: int, judge: Judge) -> int:
    """Go down the tree to a position never seen, judge it, and tell it to all on the way; how many new plans were looked at.

    The n-th visits of all plans of the root meet the same luck: they differ by what the plans are worth, not by the dice.
    """
    node, rng, plans = root, Source(luck + root.visits), 0
    path: list[Edge] = []
    while True:
        node.visits += 1
        seat = node.state.seat
        if seat == OVER:
            value = reward(book, node.state)
            break
        if seat == CHANCE:
            node = _drawn(node, rng)
            continue
        if not node.edges:
            if node.visits == 1:
                value = judge(node.state, book, rng)
                break
            expand(node, book)
            plans += len(node.edges)
        edge = _select(node, seat, book.CURIOSITY)
        if not path:
            rng.seed(luck + edge.visits)
        path.append(edge)
        if edge.child is None:
            state = node.state.copy()
            for action in edge.actions:
                state.apply(action)
            edge.child = Node(state)
        node = edge.child
    for edge in path:
        edge.visits += 1
        total = edge.total
        for seat, gain in enumerate(value):
            total[seat] += gain
    return plans


def _drawn(node: Node, rng: Source) -> Node:
    """Where chance leads this time."""
    outcome = draw(node.state, rng)
    if outcome not in node.outcomes:
        state = node.state.copy()
        state.apply(outcome)
        node.outcomes[outcome] = Node(state)
    return node.outcomes[outcome]


def _select(node: Node, seat: int, curiosity: float) -> Edge:
    """The most promising of the plans that are looked at so far (progressive widening)."""
    root = math.sqrt(node.visits)
    best, most = node.edges[0], -math.inf
    for edge in node.edges[: WIDTH + int(root)]:
        hope = edge.total[seat] / edge.visits + curiosity * edge.prior * root / edge.visits
        if hope > most:
            best, most = edge, hope
    return best


def _continue(state: Any, book: Guide, rng: Source) -> list[float]:
    """The reward of each seat after some quick play."""
    state = state.copy()
    whim = Source(rng.getrandbits(32))  # of its own, so that the same dice come whatever is thought about
    for _ in range(HORIZON):
        if state.seat == OVER:
            break
        state.apply(draw(state, rng) if state.seat == CHANCE else book.quick(state, whim))
    return reward(book, state)
