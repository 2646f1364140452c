"""Tables: make, find, join, start; look at them, now and at any moment; records."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request, Response

from cuberails import record, registry
from cuberails.common.words import N_
from cuberails.core import BadInput, Reason
from cuberails.server import boards, bodies, commands, schema
from cuberails.server.commands import User, new_id
from cuberails.server.documents import Viewer, as_seen, at_move, document, document_text, summary
from cuberails.server.history import history
from cuberails.server.jsontext import dumps
from cuberails.server.live import Live
from cuberails.server.names import plain
from cuberails.server.people import People
from cuberails.server.problems import Problem, problem
from cuberails.server.table import FINISHED, OPEN, REPLAY, RUNNING, Seat, Table
from cuberails.server.web import Anybody, Server, Somebody, answer, who
from cuberails.server.words import entry_json

router = APIRouter(prefix="/api", tags=["tables"])
MOST_LISTED = 100


# -- Make ---------------------------------------------------------------------------------------------


@router.post("/tables", status_code=201)
async def create(server: Server, viewer: Somebody, body: bodies.NewTable) -> Response:
    """Lay a new table."""
    user = who(viewer)
    server.rates.spend("create", user.id)
    if body.clock.kind != "none" and body.clock.seconds < 1:
        raise problem("bad-request", N_("A clock needs at least one second."))
    seats = await _seats(server.people, user, body.seats)
    wish = body.model_dump(exclude={"seats"})
    live = await server.desk.create(new_id(), commands.create(user, wish, seats))
    return answer(document(live.table, viewer, []), 201)


async def _seats(people: People, user: User, wishes: list[bodies.SeatWish], keep: Table | None = None) -> list[Any]:
    """The seats that are wished for; with ``keep`` a number stands for who sits there already."""
    seats: list[Seat | int] = []
    bots = 0
    for wish in wishes:
        if wish.kind == "keep" and keep and wish.seat is not None:
            seats.append(wish.seat)
        elif wish.kind == "me":
            seats.append(Seat(wish.name or user.name, user.id))
        elif wish.kind == "bot":
            bots += 1
            level = wish.bot or "easy"
            seats.append(Seat(wish.name or f"Bot {bots} ({level})", None, level))
        elif wish.kind == "invited" and wish.name:
            guest = await people.by_name(wish.name)
            seats.append(Seat(guest.name, guest.id, None, guest.id != user.id))
        elif wish.kind == "open":
            seats.append(Seat())
        else:
            raise problem("bad-request", N_("A seat of the kind “{kind}” is not complete, or not possible here."), kind=wish.kind)
    return seats


@router.post("/tables/{table_id}/clone", status_code=201)
async def clone(server: Server, viewer: Somebody, table_id: str, body: bodies.Clone) -> Response:
    """A practice table from a moment of this one: fresh chance, no notes, no limits."""
    user = who(viewer)
    server.rates.spend("create", user.id)
    live = await server.desk.get(table_id)
    table = as_seen(live, viewer, server.desk.clock.now())
    _check_moment(table, body.at)
    seats = await _seats(server.people, user, body.seats) if body.seats else [Seat(name or "?", user.id) for name in table.players]
    if len(seats) != len(table.seats):
        raise problem("bad-request", N_("This game has {seats} seats."), seats=len(table.seats))
    if any(seat.kind not in ("person", "bot") for seat in seats):
        raise problem("bad-request", N_("A practice table has seats for yourself and for bots only."))
    wish = {name: table.about[name] for name in ("game", "board", "options", "title")} | {"start": True}
    base = [move.move for move in table.moves[: body.at]]
    made = await server.desk.create(new_id(), commands.create(user, wish, seats, base, {"table": table_id, "at": body.at}))
    return answer(document(made.table, viewer, []), 201)


def _check_moment(table: Table, at: int) -> None:
    if not 0 <= at <= len(table.moves):
        raise problem("bad-request", N_("The game has {most} moves."), most=len(table.moves))
    if table.result and at == len(table.moves):
        raise problem("wrong-time", N_("The game is over there: nothing is left to play."))


@router.post("/tables/{table_id}/rematch", status_code=201)
async def rematch(server: Server, viewer: Somebody, table_id: str, body: bodies.Nothing) -> Response:
    """The same players again; 200 and the table if somebody has asked before."""
    user = who(viewer)
    server.rates.spend("create", user.id)
    await server.desk.append(table_id, commands.rematch(user, new_id()))
    table = (await server.desk.get(table_id)).table
    assert table.rematch
    try:
        again, status = await server.desk.get(table.rematch), 200
    except Problem:
        again, status = await _play_again(server, user, table), 201
    return answer(document_text(again, as_seen(again, viewer, server.desk.clock.now()), viewer), status)


async def _play_again(server: Server, user: User, table: Table) -> Live:
    """The table that the log promises: made now, unless somebody else makes it at the same time."""
    assert table.rematch
    seats = [Seat(seat.name, seat.user, None if seat.user else seat.bot, bool(seat.user) and seat.user != user.id) for seat in table.seats]
    wish = {name: table.about[name] for name in ("game", "board", "options", "title", "visibility", "spectators", "delay", "clock")}
    with contextlib.suppress(sa.exc.IntegrityError):
        return await server.desk.create(table.rematch, commands.create(user, wish | {"start": True}, seats))
    return await server.desk.get(table.rematch)


@router.post("/records", status_code=201)
async def upload(server: Server, viewer: Somebody, request: Request) -> Response:
    """Upload a record (NOTATION) to look at it move by move."""
    user = who(viewer)
    server.rates.spend("create", user.id)
    given, seats = await asyncio.to_thread(_read_record, await request.body())
    more = {"replay": True, "extra": given.extra}
    wish = {"game": given.game, "board": given.board, "options": given.options, "more": more}
    live = await server.desk.create(new_id(), commands.create(user, wish, seats, given.moves))
    return answer(document(live.table, viewer, []), 201)


def _read_record(body: bytes) -> tuple[record.Record, list[Seat]]:
    """The record in a body, checked by the rules."""
    try:
        given = record.Record.loads(body.decode())
    except UnicodeDecodeError as error:
        raise problem("bad-request", N_("The body is not UTF-8 text.")) from error
    if len(given.moves) > bodies.MOST_MOVES or any(len(name) > 80 or not plain(name) for name in given.players):
        raise problem("bad-request", N_("A record has at most {moves} moves, and names of at most 80 characters that can all be seen."),
                      moves=bodies.MOST_MOVES)  # fmt: skip
    try:
        dumps([[[[given.extra]]]])  # it is kept and sent inside of other things
    except ValueError as error:
        raise problem("bad-request", N_("The record is nested too deeply.")) from error
    verdict = record.verify(given, {given.board: boards.load(given.game, given.board)})
    if verdict.reason:
        raise Problem(
            "illegal", Reason(verdict.reason.rule, N_("Move {number}: {why}"), {"number": verdict.moves + 1, "why": verdict.reason})
        )
    return given, [Seat(name) for name in given.players]


# -- Find ---------------------------------------------------------------------------------------------


@router.get("/tables")
async def tables(
    server: Server, viewer: Anybody, status: str | None = None, game: str | None = None, mine: bool = False,
    player: Annotated[str | None, Query(max_length=40)] = None, before: float | None = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
) -> Response:  # fmt: skip
    """Public tables, or mine; the newest first."""
    t = schema.tables.c
    where: list[sa.ColumnElement[bool]] = []
    if mine:
        where.append(t.id.in_(_tables_of(viewer.id or "")) | (t.host == (viewer.id or "")))
    else:
        where.append(t.visibility == "public")
    for column, value, known in ((t.status, status, (OPEN, RUNNING, FINISHED, REPLAY)), (t.game, game, tuple(registry.GAMES))):
        if value is not None:
            if value not in known:
                raise problem("bad-request", N_("“{value}” is not one of {known}."), value=value[:40], known=", ".join(known))
            where.append(column == value)
    if player:
        where.append(t.summary.contains(json.dumps(player, ensure_ascii=False), autoescape=True))
    if before is not None:
        where.append(t.updated < before)
    rows = await server.store.rows(where, t.updated.desc(), limit)
    shown = await _summaries(server, viewer, rows)
    return answer({"tables": shown, "next": rows[-1]["updated"] if len(rows) == limit else None})


def _tables_of(user: str) -> sa.Select[tuple[str]]:
    return sa.select(schema.seats.c.table_id).where(schema.seats.c.user_id == user)


async def _summaries(server: Server, viewer: Viewer, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    sittings = await server.store.sittings(viewer.id, [row["id"] for row in rows]) if viewer.id and rows else {}
    return [summary(row, viewer.user, sittings.get(row["id"], [])) for row in rows]


async def my_tables(server: Server, viewer: Viewer) -> list[dict[str, Any]]:
    """My open and running tables, the newest first."""
    t = schema.tables.c
    where = [t.id.in_(_tables_of(viewer.id or "")) | (t.host == (viewer.id or "")), t.status.in_((OPEN, RUNNING))]
    return await _summaries(server, viewer, await server.store.rows(where, t.updated.desc(), 500))


@router.get("/me/turns")
async def turns(server: Server, viewer: Somebody) -> Response:
    """The tables that wait for me, the one waiting longest first."""
    waiting = [shown for shown in await my_tables(server, viewer) if shown["your_turn"]]
    return answer({"tables": waiting[::-1]})


# -- Look ---------------------------------------------------------------------------------------------


@router.get("/tables/{table_id}")
async def look(server: Server, viewer: Anybody, table_id: str) -> Response:
    """The table document."""
    live = await server.desk.get(table_id)
    return answer(document_text(live, as_seen(live, viewer, server.desk.clock.now()), viewer))


@router.get("/tables/{table_id}/log")
async def log(
    server: Server, viewer: Anybody, table_id: str, after: Annotated[int, Query(ge=0, le=10**6)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 500,
) -> Response:  # fmt: skip
    """The entries of a table's log."""
    table = await _seen(server, viewer, table_id)
    entries = [entry_json(table, entry, viewer.language) for entry in table.entries[after : after + limit]]
    return answer({"entries": entries, "number": table.number})


@router.get("/tables/{table_id}/history")
async def whole_history(server: Server, viewer: Anybody, table_id: str) -> Response:
    """The game move by move, for replays and charts."""
    table = await _seen(server, viewer, table_id)
    return answer(await asyncio.to_thread(lambda: dumps({"moves": history(table, viewer.language)})))


@router.get("/tables/{table_id}/at/{moves}")
async def moment(server: Server, viewer: Anybody, table_id: str, moves: int) -> Response:
    """The table document as it was after so many moves."""
    return answer(at_move(await _seen(server, viewer, table_id), moves, viewer))


@router.get("/tables/{table_id}/record")
async def download(server: Server, viewer: Anybody, table_id: str) -> Response:
    """The record of the game so far."""
    table = await _seen(server, viewer, table_id)
    if table.status == OPEN:
        raise problem("wrong-time", N_("The game has not begun."))
    name = f"{table.about['game']}-{table_id}.jsonl"
    return Response(
        table.record().dumps() + "\n", media_type="application/jsonl", headers={"content-disposition": f'attachment; filename="{name}"'}
    )


async def _seen(server: Server, viewer: Viewer, table_id: str) -> Table:
    return as_seen(await server.desk.get(table_id), viewer, server.desk.clock.now())


# -- Before the start ---------------------------------------------------------------------------------


@router.post("/tables/{table_id}/sit")
async def sit(server: Server, viewer: Somebody, table_id: str, body: bodies.Sit) -> Response:
    """Take an open seat, or the one kept for you."""
    return await _arranged(server, viewer, table_id, commands.sit(who(viewer), body.seat, body.contribution))


@router.post("/tables/{table_id}/leave")
async def leave(server: Server, viewer: Somebody, table_id: str, body: bodies.SeatOnly) -> Response:
    """Give up a seat before the start."""
    return await _arranged(server, viewer, table_id, commands.leave(who(viewer), body.seat))


@router.put("/tables/{table_id}/seats")
async def arrange(server: Server, viewer: Somebody, table_id: str, body: bodies.Seats) -> Response:
    """Rearrange the seats before the start."""
    live = await server.desk.get(table_id)
    seats = await _seats(server.people, who(viewer), body.seats, live.table)
    return await _arranged(server, viewer, table_id, commands.arrange(who(viewer), seats))


@router.post("/tables/{table_id}/contribution")
async def contribute(server: Server, viewer: Somebody, table_id: str, body: bodies.Contribution) -> Response:
    """Add your part to the chance."""
    return await _arranged(server, viewer, table_id, commands.contribute(who(viewer), body.text))


@router.post("/tables/{table_id}/start")
async def start(server: Server, viewer: Somebody, table_id: str, body: bodies.Nothing) -> Response:
    """Begin the game."""
    return await _arranged(server, viewer, table_id, commands.start(who(viewer)))


async def _arranged(server: Server, viewer: Viewer, table_id: str, make: commands.Make) -> Response:
    server.rates.spend("play", viewer.id or "")
    try:
        await server.desk.append(table_id, make)
    except BadInput as bad:
        raise Problem("bad-request", bad.reason) from bad
    live: Live = await server.desk.get(table_id)
    return answer(document_text(live, live.table, viewer))
