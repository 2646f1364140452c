"""Playing: moves, taking back, resigning, private limits, chat, notes; previews and reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Response

from cuberails.analysis.preview import preview
from cuberails.common.words import N_, reason
from cuberails.core import BadInput, IllegalMove, State
from cuberails.server import bodies, commands
from cuberails.server.documents import Viewer, as_seen, document_text
from cuberails.server.limits import Limit, limited, lot
from cuberails.server.problems import problem
from cuberails.server.table import RUNNING, Table
from cuberails.server.web import Anybody, Server, Somebody, answer, who
from cuberails.server.words import entry_text, names

router = APIRouter(prefix="/api/tables/{table_id}", tags=["play"])


@router.post("/moves")
async def move(server: Server, viewer: Somebody, table_id: str, body: bodies.Move) -> Response:
    """Make a move; it is answered when it is committed."""
    return await _append(server, viewer, table_id, commands.move(who(viewer), body.seen, body.move), body.seen)


@router.post("/undo")
async def undo(server: Server, viewer: Somebody, table_id: str, body: bodies.Seen) -> Response:
    """Take back your last decision, as long as nobody has decided and nothing was drawn since."""
    return await _append(server, viewer, table_id, commands.undo(who(viewer), body.seen), body.seen)


@router.post("/takeback")
async def takeback(server: Server, viewer: Somebody, table_id: str, body: bodies.Takeback) -> Response:
    """Ask everybody to go back to an earlier moment."""
    return await _append(server, viewer, table_id, commands.takeback(who(viewer), body.seen, body.to), body.seen)


@router.post("/takeback/answer")
async def answer_takeback(server: Server, viewer: Somebody, table_id: str, body: bodies.Answer) -> Response:
    """Agree to go back, or refuse."""
    return await _append(server, viewer, table_id, commands.answer(who(viewer), body.agree, body.to))


@router.post("/resign")
async def resign(server: Server, viewer: Somebody, table_id: str, body: bodies.Resign) -> Response:
    """Let a bot play on for you."""
    return await _append(server, viewer, table_id, commands.resign(who(viewer), body.seat, body.bot))


@router.post("/return")
async def come_back(server: Server, viewer: Somebody, table_id: str, body: bodies.SeatOnly) -> Response:
    """Take your seat back from the bot."""
    return await _append(server, viewer, table_id, commands.come_back(who(viewer), body.seat))


@router.post("/chat")
async def chat(server: Server, viewer: Somebody, table_id: str, body: bodies.Chat) -> Response:
    """Say something to everybody at the table."""
    server.rates.spend("chat", who(viewer).id)
    return await _append(server, viewer, table_id, commands.chat(who(viewer), body.text))


async def _append(server: Server, viewer: Viewer, table_id: str, make: commands.Make, seen: int = 0) -> Response:
    server.rates.spend("play", viewer.id or "")
    await server.desk.catch_up(table_id, seen)
    entries = await server.desk.append(table_id, make)
    live = await server.desk.get(table_id)
    shown = ",".join(entry_text(live, live.table, entry, viewer.language) for entry in entries)
    return answer(f'{{"number":{entries[-1].number if entries else live.table.number},"entries":[{shown}]}}')


# -- Private things -----------------------------------------------------------------------------------


@router.put("/limit")
async def set_limit(server: Server, viewer: Somebody, table_id: str, body: bodies.LimitWish) -> Response:
    """Bid for me up to a limit in this auction, then pass or ask me. Nobody else learns of it."""
    server.rates.spend("play", viewer.id or "")
    seat = _limit_seat((await server.desk.get(table_id)).table, viewer, body.seat)

    def wish(table: Table) -> Limit:
        sold = lot(table)
        if sold is None:
            raise problem("wrong-time", N_("No share is being auctioned."))
        if body.company not in (None, table.game.COMPANIES[sold]):
            raise problem("wrong-time", N_("Another share is being auctioned now: {company}."), company=table.game.COMPANIES[sold])
        return Limit(_limit_seat(table, viewer, seat), sold, body.up_to, body.then)

    return await _limit(server, viewer, table_id, seat, wish)


@router.delete("/limit")
async def delete_limit(
    server: Server, viewer: Somebody, table_id: str, seat: Annotated[int | None, Query(ge=0, lt=bodies.MOST_SEATS)] = None
) -> Response:
    """Take the limit back."""
    live = await server.desk.get(table_id)
    return await _limit(server, viewer, table_id, _limit_seat(live.table, viewer, seat), None)


def _limit_seat(table: Table, viewer: Viewer, seat: int | None) -> int:
    own = [at for at in table.own(viewer.id) if table.seats[at].active]
    if table.status != RUNNING:
        raise problem("wrong-time", N_("No share is being auctioned."))
    if not own or (seat is not None and seat not in own):
        raise problem("not-your-seat", N_("That is not your seat."))
    turn = table.turn()
    return seat if seat is not None else turn if turn in own and turn is not None else own[0]


async def _limit(server: Server, viewer: Viewer, table_id: str, seat: int, wish: Callable[[Table], Limit] | None) -> Response:
    live = await server.desk.set_limit(table_id, seat, wish)
    if limited(live.table, live.limits):
        await server.desk.attend(table_id)
    live = await server.desk.get(table_id)
    return answer(document_text(live, live.table, viewer))


@router.get("/notes")
async def notes(server: Server, viewer: Somebody, table_id: str) -> Response:
    """My notes at this table."""
    await server.desk.get(table_id)
    return answer({"text": await server.store.note(table_id, who(viewer).id)})


@router.put("/notes")
async def set_notes(server: Server, viewer: Somebody, table_id: str, body: bodies.Notes) -> Response:
    """Write my notes; nobody else sees them."""
    server.rates.spend("play", viewer.id or "")
    live = await server.desk.get(table_id)
    as_seen(live, viewer, server.desk.clock.now())
    await server.store.set_note(table_id, who(viewer).id, body.text)
    return answer({"text": body.text})


# -- What a move would do -----------------------------------------------------------------------------


@router.post("/preview")
async def show_preview(server: Server, viewer: Anybody, table_id: str, body: bodies.Partial) -> Response:
    """What may come next in a move, what it costs and brings; nothing is changed."""
    table, state = await _position(server, viewer, table_id, body.at)
    try:
        seen = preview(state, body.partial)
    except (IllegalMove, BadInput) as refusal:
        raise commands.refused(refusal) from refusal
    players, language = names(table, viewer.language), viewer.language
    return answer({
        "partial": body.partial, "move": seen.move, "whole": seen.whole, "complete": seen.move is not None, "legal": seen.legal,
        "places": {
            code: {"cost": place.cost, "gain": place.gain, "words": " ".join(reason(why, language) for why in place.why),
                   "rules": [why.rule for why in place.why]}
            for code, place in seen.places.items()
        },
        "company": None if seen.company is None else table.game.COMPANIES[seen.company],
        "spent": 0 if seen.company is None else -seen.treasuries[seen.company],
        "gained": 0 if seen.company is None else seen.incomes[seen.company],
        "companies": [{"treasury": money, "income": income} for money, income in zip(seen.treasuries, seen.incomes, strict=True)],
        "players": [{"cash": cash, "dividend": dividend} for cash, dividend in zip(seen.cash, seen.dividends, strict=True)],
        "events": seen.events, "words": [table.game.describe(event, players, language, table.board) for event in seen.events],
    })  # fmt: skip


@router.post("/explain")
async def explain(server: Server, viewer: Anybody, table_id: str, body: bodies.Why) -> Response:
    """Why a move is illegal, or the next atom of a partial one."""
    table, state = await _position(server, viewer, table_id, body.at)
    if (body.move is None) == (body.atom is None):
        raise problem("bad-request", N_("Ask for a whole “move”, or for an “atom” after what is “partial”."))
    try:
        if body.move is not None:
            why = table.game.explain(state, body.move)
        else:
            for text in body.partial:
                action = table.game.parse(text, table.board)
                if why := state.why(action):
                    break
                state.apply(action)
            else:
                why = state.why(table.game.parse(body.atom or "", table.board))
    except (IllegalMove, BadInput) as refusal:
        why = refusal.reason
    if why is None:
        return answer({"legal": True})
    return answer({"legal": False, "rule": why.rule, "words": reason(why, viewer.language)})


async def _position(server: Server, viewer: Viewer, table_id: str, at: int | None) -> tuple[Table, State]:
    """A copy of the position after so many moves, or now."""
    server.rates.spend("play", viewer.id or table_id)
    table = as_seen(await server.desk.get(table_id), viewer, server.desk.clock.now())
    if at is None:
        return table, table.state.copy()
    if at > len(table.moves):
        raise problem("bad-request", N_("The game has {most} moves."), most=len(table.moves))
    return table, table.position(at)
