"""The entries of a log as they are sent: for programs, and in sentences."""

from __future__ import annotations

from typing import Any

from cuberails.common.words import N_, say
from cuberails.core import CHANCE
from cuberails.server.jsontext import dumps
from cuberails.server.live import Live
from cuberails.server.table import Entry, Table

SENTENCES = {
    "create": N_("The table is laid."),
    "seats": N_("At the table: {players}."),
    "contribution": N_("{seat} adds something to the chance."),
    "start": N_("The game begins."),
    "undo": N_("{seat} takes back: the game goes on after move {to}."),
    "takeback": N_("{seat} asks to go back to move {to}."),
    "agree": N_("{seat} agrees."),
    "refuse": N_("{seat} refuses."),
    "resign": N_("{seat} leaves the seat to a bot ({bot})."),
    "return": N_("{seat} is back."),
    "end": N_("The seed of the chance is open now; everybody can check the draws."),
    "rematch": N_("The game is played again at another table."),
}
LATEST = 8
TIME_UP = N_("The time of {seat} is up: a bot decides.")
OPEN_SEAT = N_("an open seat")


def entry_json(table: Table, entry: Entry, language: str) -> dict[str, Any]:
    """An entry of the log of a table, without anything private."""
    data = entry.data
    shown: dict[str, Any] = {"number": entry.number, "at": entry.at, "kind": entry.kind}
    for name in ("seat", "by", "move", "to", "bot", "text", "result", "seed", "table"):
        if name in data:
            shown[name] = data[name]
    if entry.kind in ("create", "seats"):
        shown["players"] = [seat["name"] for seat in data["seats"]]
    if entry.number in table.after:
        shown["moves"] = table.after[entry.number]
    if entry.kind == "move":
        shown["events"] = table.events[entry.number]
    shown["words"] = words(table, entry, language)
    return shown


def entry_text(live: Live, table: Table, entry: Entry, language: str) -> str:
    """An entry as JSON; one of the latest is made once for all who read the language."""
    if entry.number <= table.number - LATEST:
        return dumps(entry_json(table, entry, language))
    key = ("entry", entry.number, language)
    if key not in live.documents:
        live.documents[key] = dumps(entry_json(table, entry, language))
    return live.documents[key]  # type: ignore[no-any-return]


def words(table: Table, entry: Entry, language: str) -> list[str]:
    """What happened, in sentences."""
    data, players = entry.data, names(table, language)
    seat = players[data["seat"]] if data.get("seat", CHANCE) != CHANCE else ""
    if entry.kind == "chat":
        return [data["text"]]
    if entry.kind == "move":
        told = [table.game.describe(event, players, language, table.board) for event in table.events[entry.number]]
        return [say(TIME_UP, language, seat=seat), *told] if data["by"] == "clock" else told
    facts: dict[str, object] = {"seat": seat, "to": data.get("to"), "bot": data.get("bot")}
    if entry.kind == "seats":
        facts["players"] = ", ".join(there["name"] or say(OPEN_SEAT, language) for there in data["seats"])
    return [say(SENTENCES[entry.kind], language, **facts)]


def names(table: Table, language: str) -> list[str]:
    """What the players are called in sentences."""
    return [seat.name or say(OPEN_SEAT, language) for seat in table.seats]
