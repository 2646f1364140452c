"""A table is what its log says: `Table.take` reads the log entry by entry, and nothing else changes a table.

No clock, no chance and no input or output here: the same log is the same table, in every process and after
every restart.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from cuberails import record, registry
from cuberails.core import CHANCE, Event, Game, State
from cuberails.server import boards

OPEN, RUNNING, FINISHED, REPLAY = "open", "running", "finished", "replay"
EVERY = 32
"""A copy of the position is kept every so many moves, so that going back is quick."""


class Entry(NamedTuple):
    """One thing that happened at a table."""

    number: int
    """From 1; the log has no gaps."""
    at: float
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Seat:
    """Who sits there."""

    name: str = ""
    user: str | None = None
    bot: str | None = None
    """The level that plays: of the bot that sits here, or of the one that stands in for who resigned."""
    invited: bool = False
    """Kept for ``user``, who has not come yet."""

    @property
    def kind(self) -> str:
        if self.invited:
            return "invited"
        if self.user:
            return "person"
        return "bot" if self.bot else "open"

    @property
    def active(self) -> bool:
        """A person decides here."""
        return bool(self.user) and not self.bot and not self.invited

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "user": self.user, "bot": self.bot, "invited": self.invited}


class Move(NamedTuple):
    """A move that stands."""

    move: str
    seat: int
    by: str
    """``person``, ``bot``, ``clock``, ``chance`` or ``record``."""
    user: str | None
    number: int
    """Of its entry."""
    used: float = 0.0
    """Seconds the decision took."""
    left: tuple[float, ...] = ()
    """The clocks of all seats before it."""


class Takeback(NamedTuple):
    """A request to go back, and who has not answered it."""

    seat: int
    to: int
    waiting: list[int]


@dataclass
class Table:
    id: str
    game: Game = field(init=False)
    board: Any = field(init=False)
    state: State = field(init=False)
    about: dict[str, Any] = field(init=False)
    """The data of the entry ``create``."""
    status: str = OPEN
    began: int = 0
    """The entry ``start``."""
    seats: list[Seat] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    events: dict[int, list[Event]] = field(default_factory=dict)
    """What happened in a move, by the number of its entry."""
    after: dict[int, int] = field(default_factory=dict)
    """How many moves stood after an entry that changed the position."""
    moves: list[Move] = field(default_factory=list)
    checkpoints: list[State] = field(default_factory=list)
    """The positions after 0, ``EVERY``, 2 ``EVERY``... moves."""
    drawn: int = 0
    """Moves ever made, those taken back included: the number that a draw is derived from."""
    draws: dict[int, int] = field(default_factory=dict)
    """For a chance move, by the number of its entry: the number it was derived from."""
    changed: int = 0
    """The last entry that changed the position or who may decide."""
    since: float = 0.0
    """When the present decision began."""
    left: list[float] = field(default_factory=list)
    """Seconds left by seat at that moment (clock ``game``)."""
    contributions: list[str] = field(default_factory=list)
    takeback: Takeback | None = None
    result: dict[str, Any] | None = None
    seed: str | None = None
    """Known when the game is over."""
    rematch: str | None = None

    # -- What the outside asks ------------------------------------------------------------------

    @property
    def number(self) -> int:
        return len(self.entries)

    @property
    def players(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def host(self) -> str | None:
        return self.about["host"]  # type: ignore[no-any-return]

    @property
    def veiled(self) -> bool:
        """Others than the players see it late, or not at all."""
        return self.status == RUNNING and bool(self.about["delay"] or self.about["spectators"] == "no")

    def turn(self) -> int | None:
        """The seat that must decide."""
        return self.state.seat if self.status == RUNNING and self.state.seat >= 0 else None

    def own(self, user: str | None) -> list[int]:
        """The seats of a user."""
        return [at for at, seat in enumerate(self.seats) if user and seat.user == user and not seat.invited]

    def decides(self) -> str | None:
        """The level of the bot that must decide, if it is one."""
        turn = self.turn()
        return None if turn is None else self.seats[turn].bot

    def deadline(self) -> float | None:
        """When the time of the seat on turn runs out."""
        turn, clock = self.turn(), self.about["clock"]
        if turn is None or clock["kind"] == "none" or self.seats[turn].bot:
            return None
        return self.since + float(clock["seconds"] if clock["kind"] == "move" else self.left[turn])

    def undo_to(self, user: str | None) -> int | None:
        """How many moves are left when a user takes back an own last decision, if that is free."""
        if self.status != RUNNING or not self.moves or not user:
            return None
        last = self.moves[-1]
        return len(self.moves) - 1 if last.by == "person" and last.user == user else None

    def position(self, moves: int) -> State:
        """A copy of the position after so many of the moves that stand."""
        state = self.checkpoints[moves // EVERY].copy()
        for made in self.moves[moves - moves % EVERY : moves]:
            for action in self.game.unfold(state, made.move):
                state.apply(action)
        return state

    def record(self) -> record.Record:
        """The game as a record; what proves the chance fair goes into ``fairness``."""
        extra = dict(self.about.get("extra", {}))
        if self.about["commitment"] and any(move.by == "chance" for move in self.moves):
            extra["fairness"] = {
                "scheme": self.about["scheme"], "commitment": self.about["commitment"], "seed": self.seed,
                "contributions": self.contributions,
                "numbers": [self.draws.get(move.number) if move.by == "chance" else None for move in self.moves],
            }  # fmt: skip
        return record.Record(
            self.about["game"], self.players, [move.move for move in self.moves], dict(self.about["options"]), self.about["board"],
            self.result, self.game.RULES_VERSION, extra,
        )  # fmt: skip

    def fork(self) -> Table:
        """A copy that can take further entries without changing this one."""
        twin = copy(self)
        for name in ("seats", "entries", "events", "after", "moves", "checkpoints", "draws", "left", "contributions"):
            setattr(twin, name, copy(getattr(self, name)))
        if self.entries:
            twin.state = self.state.copy()
        return twin

    # -- The log --------------------------------------------------------------------------------

    def take(self, entry: Entry) -> None:
        """Carry out the next entry of the log."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        self.entries.append(entry)
        getattr(self, f"_take_{entry.kind}")(entry)

    def _take_create(self, entry: Entry) -> None:
        data = self.about = entry.data
        self.game = registry.game(data["game"])
        self.board = boards.load(data["game"], data["board"])
        self._sit(data["seats"])
        self.state = self.game.new(len(self.seats), self.board, **data["options"])
        self.checkpoints = [self.state.copy()]
        for move in data["base"]:
            self._play(move, self.state.seat, "record", None, entry.number)
        if data.get("replay"):
            self.status = REPLAY
            self.result = record.result(self.state)

    def _take_seats(self, entry: Entry) -> None:
        self._sit(entry.data["seats"])

    def _sit(self, seats: list[dict[str, Any]]) -> None:
        was = {(seat.user, seat.name): text for seat, text in zip(self.seats, self.contributions, strict=True)}
        self.seats = [Seat(**seat) for seat in seats]
        self.contributions = [was.get((seat.user, seat.name), "") for seat in self.seats]

    def _take_contribution(self, entry: Entry) -> None:
        self.contributions[entry.data["seat"]] = entry.data["text"]

    def _take_start(self, entry: Entry) -> None:
        self.status = RUNNING
        self.began = self.changed = entry.number
        self.since = entry.at
        self.left = [float(self.about["clock"]["seconds"])] * len(self.seats)

    def _take_move(self, entry: Entry) -> None:
        data = entry.data
        used, left = max(0.0, entry.at - self.since), tuple(self.left)
        turn = self.turn()
        if turn is not None and not self.seats[turn].bot:
            self.left[turn] = max(0.0, self.left[turn] - used) + self.about["clock"]["increment"]
        self._play(data["move"], data["seat"], data["by"], data.get("user"), entry.number, used, left)
        self.since = entry.at

    def _play(self, move: str, seat: int, by: str, user: str | None, number: int, used: float = 0.0, left: tuple[float, ...] = ()) -> None:
        log: list[Event] = []
        self.drawn += 1
        if seat == CHANCE:
            self.draws[number] = self.drawn
        for action in self.game.unfold(self.state, move):
            self.state.apply(action, log)
        self.moves.append(Move(move, seat, by, user, number, used, left))
        if len(self.moves) % EVERY == 0:
            self.checkpoints.append(self.state.copy())
        self.events[number] = log
        self._moved(number)

    def _moved(self, number: int) -> None:
        self.after[number] = len(self.moves)
        self.changed = number
        self.takeback = None

    def _take_undo(self, entry: Entry) -> None:
        to = entry.data["to"]
        gone = self.moves[to]
        self.left, self.since = list(gone.left), entry.at - gone.used  # the clocks go back too: nobody gains time by it
        self.state = self.position(to)
        del self.moves[to:]
        del self.checkpoints[to // EVERY + 1 :]
        self._moved(entry.number)

    def _take_takeback(self, entry: Entry) -> None:
        waiting = [at for at, seat in enumerate(self.seats) if seat.active and seat.user != entry.data["user"]]
        self.takeback = Takeback(entry.data["seat"], entry.data["to"], waiting)

    def _take_agree(self, entry: Entry) -> None:
        self._answered(self.own(entry.data["user"]))

    def _answered(self, seats: list[int]) -> None:
        assert self.takeback
        self.takeback = self.takeback._replace(waiting=[at for at in self.takeback.waiting if at not in seats])

    def _take_refuse(self, entry: Entry) -> None:
        self.takeback = None

    def _take_resign(self, entry: Entry) -> None:
        self._stand_in(entry, entry.data["bot"])

    def _take_return(self, entry: Entry) -> None:
        self._stand_in(entry, None)

    def _stand_in(self, entry: Entry, bot: str | None) -> None:
        at = entry.data["seat"]
        if self.takeback:
            self._answered([at])
        self.seats[at] = replace(self.seats[at], bot=bot)
        self.changed = entry.number

    def _take_chat(self, entry: Entry) -> None:
        pass

    def _take_end(self, entry: Entry) -> None:
        self.status = FINISHED
        self.result = entry.data["result"]
        self.seed = entry.data["seed"]
        self.takeback = None

    def _take_rematch(self, entry: Entry) -> None:
        self.rematch = entry.data["table"]
