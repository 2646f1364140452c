"""Private limits in an auction: "bid up to N, then pass" or "then ask me". The server carries them out at once."""

from __future__ import annotations

from typing import NamedTuple

from cuberails.common.auction import Auction
from cuberails.server.table import RUNNING, Table


class Limit(NamedTuple):
    """A private order of a seat, for the auction that runs."""

    seat: int
    lot: int
    """The company whose share is sold."""
    up_to: int
    then: str
    """``pass`` or ``ask``."""


def auction(table: Table) -> Auction | None:
    """The auction that runs at a table."""
    return getattr(table.state, "auction", None) if table.status == RUNNING else None


def lot(table: Table) -> int | None:
    """The company whose share is being auctioned."""
    sale = auction(table)
    return sale.lot if sale else None


def limited(table: Table, limits: list[Limit]) -> Limit | None:
    """The limit that decides for the seat on turn."""
    sale, turn = auction(table), table.turn()
    if not sale or turn is None or not table.seats[turn].active:
        return None
    return next((limit for limit in limits if limit.seat == turn == sale.seat and limit.lot == sale.lot), None)


def limit_move(table: Table, limit: Limit) -> str | None:
    """The move a limit makes; None if the seat is to be asked."""
    sale = auction(table)
    assert sale
    if sale.least <= limit.up_to:
        return f"bid {sale.least}"
    return "pass" if limit.then == "pass" else None
