"""The ascending auction of one share (RULES A).

An auction is a value: a bid or a pass makes the next one, so positions share it freely.
"""

from __future__ import annotations

from typing import NamedTuple

from cuberails.common.ledger import SEATS, transfer
from cuberails.core import Log

NOBODY = -1
PASS = 0
"""The action id of a pass; a bid is an id of the game's plus the amount."""


class Auction(NamedTuple):
    lot: int
    """The company whose share is sold."""
    first: int
    """The first bidder."""
    least: int
    """The lowest legal bid."""
    bidders: int
    """The seats that have not dropped out, as a bitmask."""
    high: int
    """The highest bid so far, 0 before the first."""
    leader: int
    """Who bid it, or ``NOBODY``."""
    seat: int
    """Who is asked, or ``NOBODY`` when the auction is over."""


_new = tuple.__new__
"""Makes an auction without the call of a function between."""


def begin(accounts: list[int], seats: int, lot: int, first: int, opening: int) -> Auction:
    """An auction before its first bid (A-1, A-2)."""
    everybody = (1 << seats) - 1
    return _ask(accounts, seats, lot, first, opening, everybody, 0, NOBODY, first)


def legal(auction: Auction, accounts: list[int], first_bid: int) -> list[int]:
    """The actions of the seat that is asked (A-2, A-3)."""
    return [PASS, *range(first_bid + auction.least, first_bid + accounts[SEATS + auction.seat] + 1)]


def go_on(auction: Auction, action: int, accounts: list[int], seats: int, first_bid: int, log: Log | None) -> Auction:
    """After the seat that is asked has bid, or has passed and is out (A-4)."""
    lot, first, least, bidders, high, leader, seat = auction
    if action == PASS:
        if log is not None:
            log.append(("pass", seat))
        bidders &= ~(1 << seat)
    else:
        high, leader = action - first_bid, seat
        least = high + 1
        if log is not None:
            log.append(("bid", seat, high))
    return _ask(accounts, seats, lot, first, least, bidders, high, leader, seat + 1)


def close(auction: Auction, buyer: int, accounts: list[int], shares: list[int], unsold: list[int], log: Log | None) -> None:
    """The buyer pays the company and gets the share (A-5); ``NOBODY`` leaves it where it is."""
    lot, price, companies = auction.lot, auction.high, len(unsold)
    if buyer != NOBODY:
        transfer(accounts, SEATS + buyer, len(accounts) - companies + lot, price)
        shares[companies * buyer + lot] += 1
        unsold[lot] -= 1
        if log is not None:
            log.append(("sale", buyer, lot, price) if price else ("gift", buyer, lot))
    elif log is not None:
        log.append(("unsold", lot))


def _ask(accounts: list[int], seats: int, lot: int, first: int, least: int, bidders: int, high: int, leader: int, at: int) -> Auction:
    """Find who is asked next, clockwise from ``at``; who cannot bid drops out unasked (A-7).

    The auction is over when nobody but the leader is left in it (A-4, A-6).
    """
    for step in range(at, at + seats):
        seat = step % seats
        if seat == leader or not bidders >> seat & 1:
            continue
        if accounts[SEATS + seat] >= least:
            return _new(Auction, (lot, first, least, bidders, high, leader, seat))
        bidders &= ~(1 << seat)
    return _new(Auction, (lot, first, least, bidders, high, leader, NOBODY))
