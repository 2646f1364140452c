"""A game at the table: who sits where, what was played, and the way back. It shows nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from cuberails import bots, registry
from cuberails.bots import match
from cuberails.common.words import N_
from cuberails.core import CHANCE, OVER, BadInput, Log, Reason, draw
from cuberails.record import Record, find_board, result, steps


class Moment(NamedTuple):
    """One move that was made."""

    before: Any
    """The position it was made in."""
    move: str
    log: Log


class Table:
    """A running game of people and bots.

    Chance and bots draw from the seed and the number of the move, so a move taken back and made again
    meets the same luck.
    """

    def __init__(self, start: Record, board: Any, bot_seats: Mapping[int, str], seed: str) -> None:
        self.start = start
        self.board = board
        self.bot_seats = dict(bot_seats)
        """The bot of a seat; on all other seats sit people."""
        self.seed = seed
        self.game = registry.game(start.game)
        self.state: Any = start.start({board.id: board})
        self.moments: list[Moment] = []
        self._bots: dict[int, bots.Bot] = {}

    @property
    def names(self) -> list[str]:
        return self.start.players

    def is_human(self, seat: int) -> bool:
        return seat >= 0 and seat not in self.bot_seats

    def make(self, move: str) -> Moment:
        """A person's move; ``IllegalMove`` if the rules forbid it."""
        return self._carry_out(self.game.unfold(self.state, move))

    def go_on(self) -> Moment:
        """The next move of chance or of a bot."""
        trial = self.state.copy()
        actions: list[int] = []
        rng = random.Random(f"{self.seed}/{len(self.moments) + 1}")
        while not actions or not trial.whole():
            actions.append(self._decide(trial, rng))
            trial.apply(actions[-1])
        return self._carry_out(actions)

    def _decide(self, state: Any, rng: random.Random) -> int:
        if state.seat == CHANCE:
            return draw(state, rng)
        spec = self.bot_seats[state.seat]
        if state.seat not in self._bots:
            self._bots[state.seat] = bots.load(spec)
        return match.ask(self._bots[state.seat], spec, state, rng, None)

    def _carry_out(self, actions: list[int]) -> Moment:
        before, log = self.state.copy(), list[Any]()
        for action in actions:
            self.state.apply(action, log)
        moment = Moment(before, self.game.fold(actions, self.board), log)
        self.moments.append(moment)
        return moment

    def undo(self) -> bool:
        """Go back to the last decision of a person; whether there is one."""
        for at in range(len(self.moments) - 1, -1, -1):
            if self.is_human(self.moments[at].before.seat):
                self.state = self.moments[at].before
                del self.moments[at:]
                self._bots.clear()
                return True
        return False

    def record(self) -> Record:
        """The game so far; who plays which seat is kept in keys of ours."""
        start = self.start
        extra = {"seed": self.seed, "bots": {str(seat + 1): spec for seat, spec in self.bot_seats.items()}}
        moves = [moment.move for moment in self.moments]
        return Record(start.game, start.players, moves, self.state.options, start.board, result(self.state), self.game.RULES_VERSION, extra)

    @classmethod
    def of(cls, record: Record, boards: Mapping[str, Any]) -> Table:
        """The table a record was saved from; a record from elsewhere is gone on with by people."""
        board = find_board(registry.game(record.game), record.board, boards)
        start = Record(record.game, record.players, options=record.options, board=record.board)
        table = cls(start, board, _bots_of(record), str(record.extra.get("seed", "1")))
        before = table.state.copy()
        for step in steps(record, {board.id: board}):
            table.moments.append(Moment(before, step.move, step.log))
            before = step.state.copy()
        table.state = before
        return table

    def over(self) -> bool:
        return bool(self.state.seat == OVER)


def _bots_of(record: Record) -> dict[int, str]:
    found: dict[int, str] = {}
    written = record.extra.get("bots", {})
    for seat, spec in written.items() if isinstance(written, dict) else ():
        if not (isinstance(spec, str) and seat.isdigit() and 0 < int(seat) <= len(record.players)):
            raise BadInput(Reason("", N_("The record names the bot of a seat that is not there: {seat}."), {"seat": seat}))
        bots.load(spec)
        found[int(seat) - 1] = spec
    return found
