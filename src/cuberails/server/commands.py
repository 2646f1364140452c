"""What people may do at a table. Every command checks, then adds entries to a draft; the desk commits them.

A command may be called again on a newer draft, so it decides from the draft alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from cuberails import fairness, registry
from cuberails.common.words import N_
from cuberails.core import BadInput, IllegalMove, Reason
from cuberails.server import boards
from cuberails.server.live import Draft
from cuberails.server.problems import Problem, problem
from cuberails.server.table import FINISHED, OPEN, RUNNING, Seat, Table

Make = Callable[[Draft], None]
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


class User(NamedTuple):
    """Who asks."""

    id: str
    name: str
    account: bool


class Stale(Problem):
    """The position has changed since the sender looked; ``missed`` is filled in for who asked."""

    def __init__(self, table: Table, seen: int) -> None:
        super().__init__("stale", Reason("", N_("The table has moved on: look at what you missed and decide again.")))
        self.table = table
        self.seen = seen


def new_id() -> str:
    """An id nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


# -- Before the start -------------------------------------------------------------------------------


def create(
    user: User, wish: dict[str, Any], seats: list[Seat], base: list[str] | None = None, origin: dict[str, Any] | None = None
) -> Callable[[Draft, str], None]:
    """A new table; ``base``: moves it begins with."""
    game = registry.game(wish["game"])
    board = wish.get("board") or game.load_board().id
    game.new(len(seats), boards.load(wish["game"], board), **wish.get("options", {}))  # says what is wrong with them

    def make(draft: Draft, commitment: str) -> None:
        draft.add(
            "create", rules=game.RULES_VERSION,
 game=wish["game"], board=board, options=wish.get("options", {}), title=wish.get("title", ""),
            visibility=wish.get("visibility", "link"), spectators=wish.get("spectators", "yes"), delay=wish.get("delay", 0),
            clock=wish.get("clock") or NO_CLOCK, host=user.id, seats=[seat.to_json() for seat in seats], base=base or [],
            origin=origin, commitment=commitment, scheme=fairness.SCHEME, **wish.get("more", {}),
        )  # fmt: skip
        if wish.get("start") and all(seat.kind in ("person", "bot") for seat in seats):
            start(user)(draft)

    return make


NO_CLOCK = {"kind": "none", "seconds": 0, "increment": 0, "bot": "easy"}


def sit(user: User, seat: int | None, contribution: str | None) -> Make:
    """Take an open seat, or the one the user is invited to."""

    def make(draft: Draft) -> None:
        table = draft.table
        _must_be(table, OPEN)
        at = _seat_for(table, user, seat)
        if table.own(user.id) and table.seats[at].kind != "invited":
            raise problem("wrong-time", N_("You sit at this table already."))
        _reseat(draft, {at: Seat(user.name, user.id)})
        if contribution:
            draft.add("contribution", seat=at, text=contribution)

    return make


def _seat_for(table: Table, user: User, seat: int | None) -> int:
    free = [at for at, there in enumerate(table.seats) if there.kind == "invited" and there.user == user.id]
    free += [at for at, there in enumerate(table.seats) if there.kind == "open"]
    if seat is not None and seat not in free:
        raise problem("wrong-time", N_("That seat is taken."))
    if not free:
        raise problem("wrong-time", N_("No seat is free."))
    return free[0] if seat is None else seat


def leave(user: User, seat: int | None) -> Make:
    """Give up one's seats before the start; the host may empty any seat."""

    def make(draft: Draft) -> None:
        table = draft.table
        _must_be(table, OPEN)
        own = [at for at, there in enumerate(table.seats) if there.user == user.id]
        which = own if seat is None else [_existing(table, seat)]
        if not which or (user.id != table.host and any(at not in own for at in which)):
            raise _not_yours()
        _reseat(draft, {at: Seat() for at in which})

    return make


def arrange(user: User, seats: list[Seat | int]) -> Make:
    """The host's new list of seats; a number keeps who sits there."""

    def make(draft: Draft) -> None:
        table = draft.table
        _must_be(table, OPEN)
        _must_host(table, user)
        kept = [_existing(table, seat) for seat in seats if isinstance(seat, int)]
        if len(set(kept)) != len(kept):
            raise problem("bad-request", N_("Nobody can sit in two places at once: a seat is kept twice."))
        new = [table.seats[seat] if isinstance(seat, int) else seat for seat in seats]
        table.game.new(len(new), table.board, **table.about["options"])
        if new != table.seats:
            draft.add("seats", seats=[seat.to_json() for seat in new])

    return make


def _reseat(draft: Draft, changed: dict[int, Seat]) -> None:
    seats = [changed.get(at, seat) for at, seat in enumerate(draft.table.seats)]
    draft.add("seats", seats=[seat.to_json() for seat in seats])


def contribute(user: User, text: str) -> Make:
    """A player's part of the chance."""

    def make(draft: Draft) -> None:
        _must_be(draft.table, OPEN)
        own = draft.table.own(user.id)
        if not own:
            raise _not_yours()
        if draft.table.contributions[own[0]] != text:
            draft.add("contribution", seat=own[0], text=text)

    return make


def start(user: User) -> Make:
    def make(draft: Draft) -> None:
        table = draft.table
        _must_be(table, OPEN)
        _must_host(table, user)
        for at, seat in enumerate(table.seats):
            if seat.kind not in ("person", "bot"):
                raise problem("wrong-time", N_("Seat {seat} is not taken yet."), seat=at + 1)
        draft.add("start")

    return make


# -- Playing ------------------------------------------------------------------------------------------


def move(user: User, seen: int, text: str) -> Make:
    def make(draft: Draft) -> None:
        table = draft.table
        _first_seat(table, user)
        _fresh(table, seen)
        _must_be(table, RUNNING)
        turn = table.turn()
        assert turn is not None
        if turn not in table.own(user.id):
            raise problem("not-your-turn", N_("It is the turn of {player}."), player=table.seats[turn].name)
        if table.seats[turn].bot:
            raise problem("not-your-turn", N_("A bot plays for you; come back first."))
        try:
            draft.add("move", seat=turn, by="person", user=user.id, move=canonical(table, text))
        except IllegalMove as illegal:
            raise refused(illegal) from illegal

    return make


def canonical(table: Table, text: str) -> str:
    """A legal move as the record writes it; ``IllegalMove`` if it is none."""
    return table.game.fold(table.game.unfold(table.state, text), table.board)


def refused(refusal: IllegalMove | BadInput) -> Problem:
    """The problem of a move that the rules forbid, or that is no move."""
    if refusal.reason.rule in ("", "NOTATION"):
        return Problem("not-a-move", refusal.reason)
    return Problem("illegal", refusal.reason)


def undo(user: User, seen: int) -> Make:
    """Take back an own last decision that nobody has answered."""

    def make(draft: Draft) -> None:
        table = draft.table
        _first_seat(table, user)
        _fresh(table, seen)
        _must_be(table, RUNNING)
        to = table.undo_to(user.id)
        if to is None:
            raise problem("wrong-time", N_("There is no decision of yours that could be taken back freely; ask for a take-back."))
        draft.add("undo", seat=table.moves[-1].seat, to=to)

    return make


def takeback(user: User, seen: int, to: int) -> Make:
    """Ask everybody to go back to an earlier moment."""

    def make(draft: Draft) -> None:
        table = draft.table
        seat = _first_seat(table, user)
        _fresh(table, seen)
        _must_be(table, RUNNING)
        base = len(table.about["base"])
        if not base <= to < len(table.moves):
            raise problem("bad-request", N_("You can go back to a number of moves from {least} to {most}, not {to}."),
                          least=base, most=len(table.moves) - 1, to=to)  # fmt: skip
        draft.add("takeback", seat=seat, to=to, user=user.id)
        _go_back_if_agreed(draft)

    return make


def answer(user: User, agree: bool, to: int | None) -> Make:
    """Answer a request to go back; ``to``: where to, if the one who answers says it."""

    def make(draft: Draft) -> None:
        table = draft.table
        _must_be(table, RUNNING)
        asked = table.takeback
        mine = [at for at in table.own(user.id) if asked and at in asked.waiting]
        if not asked or not mine:
            raise problem("wrong-time", N_("Nobody asks you to go back."))
        if to not in (None, asked.to):
            raise problem("wrong-time", N_("You are now asked to go back to move {to}."), to=asked.to)
        draft.add("agree" if agree else "refuse", seat=mine[0], to=asked.to, user=user.id)
        _go_back_if_agreed(draft)

    return make


def _go_back_if_agreed(draft: Draft) -> None:
    asked = draft.table.takeback
    if asked and not asked.waiting:
        draft.add("undo", seat=asked.seat, to=asked.to)


def resign(user: User, seat: int | None, bot: str) -> Make:
    """A bot plays on."""

    def make(draft: Draft) -> None:
        table = draft.table
        _must_be(table, RUNNING)
        active = [at for at in table.own(user.id) if table.seats[at].active]
        if (seat not in active) if seat is not None else not active:
            raise _not_yours()
        for at in active if seat is None else [seat]:
            draft.add("resign", seat=at, bot=bot)
        _go_back_if_agreed(draft)

    return make


def come_back(user: User, seat: int | None) -> Make:
    """Take one's seat back from the bot."""

    def make(draft: Draft) -> None:
        table = draft.table
        _must_be(table, RUNNING)
        away = [at for at in table.own(user.id) if table.seats[at].bot]
        if (seat not in away) if seat is not None else not away:
            raise problem("wrong-time", N_("No bot plays for you there."))
        for at in away if seat is None else [seat]:
            draft.add("return", seat=at)

    return make


def chat(user: User, text: str) -> Make:
    def make(draft: Draft) -> None:
        draft.add("chat", seat=_first_seat(draft.table, user), text=text, user=user.id)

    return make


def rematch(user: User, table_id: str) -> Make:
    """Note that the game is played again at another table; nothing if somebody was quicker."""

    def make(draft: Draft) -> None:
        _first_seat(draft.table, user)
        if draft.table.status != FINISHED:
            raise problem("wrong-time", N_("The game is not over."))
        if not draft.table.rematch:
            draft.add("rematch", table=table_id)

    return make


# -- Conditions ---------------------------------------------------------------------------------------


def _fresh(table: Table, seen: int) -> None:
    if seen > table.number:
        raise problem("bad-request", N_("You cannot have seen entry {seen}: the log has {number}."), seen=seen, number=table.number)
    if table.changed > seen:
        raise Stale(table, seen)


def _must_be(table: Table, status: str) -> None:
    if table.status == status:
        return
    if status == OPEN:
        raise problem("wrong-time", N_("The game has begun."))
    if table.status == OPEN:
        raise problem("wrong-time", N_("The game has not begun."))
    raise problem("wrong-time", N_("The game is over."))


def _must_host(table: Table, user: User) -> None:
    if table.host != user.id:
        raise problem("not-allowed", N_("Only who made the table may do that."))


def _existing(table: Table, seat: int) -> int:
    if not 0 <= seat < len(table.seats):
        raise problem("bad-request", N_("There is no seat {seat}; the seats are 0 to {last}."), seat=seat, last=len(table.seats) - 1)
    return seat


def _first_seat(table: Table, user: User) -> int:
    """Asked before anything else: whoever may not sit here learns nothing of the table from a refusal."""
    own = table.own(user.id)
    if not own:
        raise _not_yours()
    return own[0]


def _not_yours() -> Problem:
    return problem("not-your-seat", N_("That is not your seat."))
