"""The contract every game meets, and the two ways to move in it.

A game is a module (``cuberails.games.chicago_express`` and its sisters); a position is a
``State``. A decision is one small int, chance is a decision too (made by the seat ``CHANCE``),
and ``State.legal`` is the only truth about what may be done.

>>> from cuberails import registry
>>> game = registry.game("chicago-express")
>>> state = game.new(3)
>>> state.seat, game.code(state.legal()[-1])
(0, 'bid 40')
>>> play(state, game.parse("bid 12"))
>>> play(state, game.parse("bid 12"))
Traceback (most recent call last):
    ...
cuberails.core.IllegalMove: A-2: $12 is too little: the highest bid is $12.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

CHANCE = -1
OVER = -2

Event = tuple[Any, ...]
Log = list[Event]


class Reason(NamedTuple):
    """Why something is refused: a rule id, an English sentence that is also the key of its
    translations, and what fills its ``{braces}``: names, numbers, or another reason."""

    rule: str
    """The number of the rule, or "" when it is not a matter of the rules."""
    sentence: str
    facts: dict[str, object] = {}

    def __format__(self, _: str) -> str:
        return self.sentence.format(**self.facts)

    def __str__(self) -> str:
        return f"{self.rule}: {format(self)}" if self.rule else format(self)


class Refusal(ValueError):
    """Something a person or a program asked for and cannot have; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


class IllegalMove(Refusal):
    """A move that the rules forbid in this position."""


class BadInput(Refusal):
    """A name, option, file or record that is not what it should be."""


class Outcomes(list[tuple[int, int]]):
    """What can be drawn, each with its integer weight. Positions share such lists: do not change one."""

    __slots__ = ("sums",)

    def __init__(self, outcomes: Iterable[tuple[int, int]] = ()) -> None:
        super().__init__(outcomes)
        self.sums = list(accumulate(weight for _, weight in self))
        """The running sums of the weights."""


class Board(Protocol):
    """The facts of a map; every game has its own kind."""

    id: str


class State(Protocol):
    """One position. Flat, copyable, free of chance and of text."""

    game: ClassVar[str]
    """The name of the game, as ``registry.game`` takes it."""

    seat: int
    """Who decides: a seat from 0, ``CHANCE`` or ``OVER``."""

    @property
    def board(self) -> Any: ...

    @property
    def seats(self) -> int:
        """How many players there are."""

    @property
    def options(self) -> dict[str, str]:
        """Every option of the game with the value it has here."""

    @property
    def reason(self) -> str:
        """Why the game ended, as NOTATION names it; empty before the end."""

    def legal(self) -> list[int]:
        """Every action possible now, ascending; empty only when the game is over."""

    def chance(self) -> Outcomes:
        """The outcomes of the draw to be made; none where somebody decides."""

    def apply(self, action: int, log: Log | None = None) -> None:
        """Carry out an action of ``legal()``; append what happened to ``log``."""

    def why(self, action: int) -> Reason | None:
        """Why this action is illegal now; None if it is legal."""

    def copy(self) -> Self: ...

    def scores(self) -> list[int]:
        """Cash by seat."""

    def winners(self) -> list[int]:
        """The seats that are ahead; who has won, once the game is over."""

    def whole(self) -> bool:
        """Whether no turn is half decided: here a move of the record ends."""

    def to_json(self) -> dict[str, Any]: ...


S = TypeVar("S", bound=State)


class Game(Protocol):
    """What the module of a game offers."""

    NAME: str
    SEATS: range
    RULES_VERSION: int
    OPTIONS: dict[str, tuple[str, ...]]
    """Option names with their values, the default first."""
    COMPANIES: tuple[str, ...]
    ACTIONS: int
    """How many action ids there are on the game's own board."""

    def load_board(self, path: Path | None = None) -> Any:
        """The board in a file (checked), or the game's own."""

    def new(self, seats: int, board: Any = None, **options: str) -> Any:
        """The position at the start; ``BadInput`` for wrong seats or options."""

    def from_json(self, data: dict[str, Any], board: Any = None) -> Any: ...

    def code(self, action: int, board: Any = None) -> str:
        """The text of one action, free of context."""

    def parse(self, text: str, board: Any = None) -> int:
        """The inverse of ``code``; ``BadInput`` for anything else."""

    def fold(self, actions: list[int], board: Any = None) -> str:
        """The move of the record that these actions together are."""

    def unfold(self, state: Any, move: str) -> list[int]:
        """The actions of a move of the record, legal in this position one after the other;
        ``IllegalMove`` otherwise. Does not change the state."""

    def explain(self, state: Any, move: str) -> Reason | None:
        """Why a move of the record is illegal now; None if it is legal."""

    def describe(self, event: Event, players: list[str], language: str = "en", board: Any = None) -> str:
        """An event of the log as a sentence."""

    def view(self, state: Any, seat: int) -> dict[str, Any]:
        """The position as a client of that seat is shown it."""


class Source(Protocol):
    """A source of randomness: ``random.Random`` is one."""

    def randrange(self, stop: int, /) -> int: ...


def play(state: State, action: int, log: Log | None = None) -> None:
    """Carry out an action if it is legal, else raise ``IllegalMove`` and change nothing."""
    if action not in state.legal():
        reason = state.why(action)
        assert reason is not None, f"no reason why {action} is illegal"
        raise IllegalMove(reason)
    state.apply(action, log)


def draw(state: State, source: Source) -> int:
    """An outcome of the chance that is due, drawn by its weight."""
    outcomes = state.chance()
    sums = outcomes.sums
    return outcomes[bisect(sums, source.randrange(sums[-1]))][0]
