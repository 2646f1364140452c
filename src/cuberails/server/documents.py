"""The table document and the summary (docs/api.md), seen by one person; what one may not see is left out here."""

from __future__ import annotations

from typing import Any, NamedTuple

from cuberails.analysis.asks import asks
from cuberails.analysis.reckon import reckon
from cuberails.common.words import N_
from cuberails.server.commands import User
from cuberails.server.desk import shown
from cuberails.server.jsontext import dumps
from cuberails.server.limits import Limit
from cuberails.server.live import Live
from cuberails.server.problems import problem
from cuberails.server.store import Sitting
from cuberails.server.table import OPEN, REPLAY, RUNNING, Seat, Table
from cuberails.server.words import names

WATCHER = -3
"""The seat of who only looks."""


class Viewer(NamedTuple):
    """Who looks at a table."""

    user: User | None
    language: str

    @property
    def id(self) -> str | None:
        return self.user.id if self.user else None


def as_seen(live: Live, viewer: Viewer, now: float) -> Table:
    """The table as somebody may see it: as it is, or for spectators with a delay as it was; a problem if not at all."""
    table = live.table
    if not table.veiled or takes_part(table, viewer):
        return table
    if table.about["spectators"] == "no":
        raise problem("not-allowed", N_("This table is played without spectators."))
    number = number_at(table, now - table.about["delay"])
    early = live.early
    if early is None or early.number > number:
        early = Table(table.id)
    if early.number < number:
        early = early.fork()
        for entry in table.entries[early.number : number]:
            early.take(entry)
    live.early = early
    return early


def takes_part(table: Table, viewer: Viewer) -> bool:
    """Who made the table, sits there or is invited."""
    return viewer.id is not None and (viewer.id == table.host or any(seat.user == viewer.id for seat in table.seats))


def number_at(table: Table, moment: float) -> int:
    """How long the log was at a moment; the entries up to the start are always seen."""
    number = table.number
    while number > table.began and table.entries[number - 1].at > moment:
        number -= 1
    return number


def document(table: Table, viewer: Viewer, limits: list[Limit]) -> dict[str, Any]:
    """The table document."""
    return _own(table, viewer, limits) | _common(table, viewer.language) | {"position": _position(table, viewer)}


def _common(table: Table, language: str) -> dict[str, Any]:
    """What everybody sees alike."""
    about, begun = table.about, table.status != OPEN or bool(table.moves)
    return {
        "id": table.id, "title": about["title"], "game": about["game"], "board": about["board"],
        "options": table.state.options, "status": table.status, "visibility": about["visibility"],
        "spectators": about["spectators"], "delay": about["delay"], "created": table.entries[0].at, "updated": table.entries[-1].at,
        "clock": about["clock"], "players": names(table, language), "number": table.number, "moves": len(table.moves),
        "turn": _turn(table, language), "takeback": table.takeback._asdict() if table.takeback else None,
        "fairness": _fairness(table), "result": table.result, "rematch": table.rematch, "origin": about["origin"],
        "analysis": reckon(table.state) if begun else None,
    }  # fmt: skip


def _own(table: Table, viewer: Viewer, limits: list[Limit]) -> dict[str, Any]:
    """What depends on who looks."""
    own = table.own(viewer.id)
    return {
        "host": viewer.id is not None and viewer.id == table.host,
        "seats": [_seat(table, at, seat, viewer) for at, seat in enumerate(table.seats)],
        "you": own,
        "undo": table.undo_to(viewer.id),
        "limits": [{"seat": limit.seat, "up_to": limit.up_to, "then": limit.then} for limit in limits if limit.seat in own],
    }


def _seat(table: Table, at: int, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    timed = table.status == RUNNING and table.about["clock"]["kind"] == "game"
    return {
        "kind": "person" if table.status == REPLAY else seat.kind, "name": seat.name, "bot": seat.bot,
        "you": viewer.id is not None and seat.user == viewer.id,
        "resigned": bool(seat.user and seat.bot), "left": round(table.left[at], 3) if timed else None,
    }  # fmt: skip


def _turn(table: Table, language: str) -> dict[str, Any] | None:
    turn = table.turn()
    if turn is None:
        return None
    return {"seat": turn, "deadline": table.deadline(), "asks": asks(table.state, names(table, language), language)}


def _fairness(table: Table) -> dict[str, Any] | None:
    about = table.about
    if table.status == REPLAY:
        return about["extra"].get("fairness")  # type: ignore[no-any-return]
    return {
        "scheme": about["scheme"], "commitment": about["commitment"], "contributions": table.contributions, "seed": table.seed,
    }  # fmt: skip


def _lit(table: Table, viewer: Viewer) -> int:
    """The seat whose legal actions somebody is shown."""
    turn = table.turn()
    return turn if turn is not None and table.seats[turn].active and table.seats[turn].user == viewer.id else WATCHER


def _position(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    if table.status == OPEN and not table.moves:
        return None
    return table.game.view(table.state, _lit(table, viewer))


def document_text(live: Live, table: Table, viewer: Viewer) -> str:
    """The table document as JSON; what several people see is made once."""
    made, number = live.documents, table.number
    whole = ("whole", number, viewer.id if takes_part(table, viewer) else None, viewer.language)
    if whole not in made:
        common, position = ("common", number, viewer.language), ("position", number, _lit(table, viewer))
        if common not in made:
            made[common] = dumps(_common(table, viewer.language))
        if position not in made:
            made[position] = dumps(_position(table, viewer))
        own = dumps(_own(table, viewer, live.limits))
        made[whole] = f'{made[common][:-1]},"position":{made[position]},{own[1:]}'
    return made[whole]  # type: ignore[no-any-return]


def at_move(table: Table, moves: int, viewer: Viewer) -> dict[str, Any]:
    """The table document as it was after so many of the moves that stand."""
    if not 0 <= moves <= len(table.moves):
        raise problem("not-found", N_("The game has {most} moves."), most=len(table.moves))
    state = table.position(moves)
    return document(table, viewer, []) | {
        "moves": moves, "turn": None, "undo": None, "takeback": None,
        "position": table.game.view(state, WATCHER), "analysis": reckon(state),
    }  # fmt: skip


def summary(row: dict[str, Any], user: User | None, sittings: list[Sitting]) -> dict[str, Any]:
    """A row of a list."""
    about, host = row["summary"], user is not None and row["host"] == user.id
    mine = [sitting.seat for sitting in sittings if not sitting.invited]
    active = [sitting.seat for sitting in sittings if sitting.active]
    if about.get("veiled") and not sittings and not host:
        row, about = row | {"turn": None}, about | {"moves": None, "deadline": None}
    return {
        "id": row["id"], "title": about["title"], "game": row["game"], "status": row["status"], "visibility": row["visibility"],
        "players": about["players"], "open": about["players"].count(None), "created": row["created"], "updated": row["updated"],
        "moves": about["moves"], "your_turn": row["status"] == RUNNING and row["turn"] in active, "you": mine,
        "invited": any(sitting.invited for sitting in sittings), "turn": row["turn"], "deadline": about["deadline"],
        "asked": any(seat in about["waiting"] for seat in mine), "result": about["result"],
        "host": host,
    }  # fmt: skip


def summary_of(table: Table, user: User) -> dict[str, Any]:
    """The summary of a table in memory, as the lists show it."""
    row = {
        "id": table.id, "game": table.about["game"], "status": table.status, "visibility": table.about["visibility"], "host": table.host,
        "turn": table.turn(), "created": table.entries[0].at, "updated": table.entries[-1].at, "summary": shown(table),
    }  # fmt: skip
    sittings = [Sitting(at, user.id, seat.active, seat.invited) for at, seat in enumerate(table.seats) if seat.user == user.id]
    return summary(row, user, sittings)
