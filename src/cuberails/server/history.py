"""A game move by move, for replays and charts."""

from __future__ import annotations

from typing import Any

from cuberails.analysis.reckon import reckon
from cuberails.core import Log
from cuberails.server.table import Table
from cuberails.server.words import names


def history(table: Table, language: str) -> list[dict[str, Any]]:
    """Every move that stands: what it was, what happened, and what everybody had then."""
    game, board, players = table.game, table.board, names(table, language)
    state = table.position(0)
    told = []
    for made in table.moves:
        log: Log = []
        seat = state.seat
        for action in game.unfold(state, made.move):
            state.apply(action, log)
        words = [game.describe(event, players, language, board) for event in log]
        told.append(
            {"move": made.move, "seat": seat, "by": made.by, "number": made.number, "events": log, "words": words, "chart": _chart(state)}
        )
    return told


def _chart(state: Any) -> dict[str, Any]:
    """What is drawn over the moves, by player and by company."""
    found = reckon(state)
    chart: dict[str, Any] = {"cash": state.scores()}
    for name in found["players"][0]:
        chart[name] = [player[name] for player in found["players"]]
    if hasattr(state, "income"):
        chart["company_income"] = list(state.income)
    return chart
