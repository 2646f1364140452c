"""The ascending auction of one share (RULES A).

An auction is a value: a bid or a pass makes the next one, so positions share it freely.
"""

from __future__ import annotations

from typing import NamedTuple

from cuberails.common.ledger import SEATS

NOBODY = -1


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


def begin(accounts: list[int], seats: int, lot: int, first: int, opening: int) -> Auction:
    """An auction before its first bid (A-1, A-2)."""
    everybody = (1 << seats) - 1
    return _ask(accounts, seats, lot, first, opening, everybody, 0, NOBODY, first)


def bid(auction: Auction, accounts: list[int], seats: int, amount: int) -> Auction:
    """After the seat that is asked has bid ``amount``."""
    lot, first, _, bidders, _, _, seat = auction
    return _ask(accounts, seats, lot, first, amount + 1, bidders, amount, seat, seat + 1)


def drop(auction: Auction, accounts: list[int], seats: int) -> Auction:
    """After the seat that is asked has passed (A-4)."""
    lot, first, least, bidders, high, leader, seat = auction
    return _ask(accounts, seats, lot, first, least, bidders & ~(1 << seat), high, leader, seat + 1)


def _ask(accounts: list[int], seats: int, lot: int, first: int, least: int, bidders: int, high: int, leader: int, at: int) -> Auction:
    """Find who is asked next, clockwise from ``at``; who cannot bid drops out unasked (A-7).

    The auction is over when nobody but the leader is left in it (A-4, A-6).
    """
    for step in range(at, at + seats):
        seat = step % seats
        if seat == leader or not bidders >> seat & 1:
            continue
        if accounts[SEATS + seat] >= least:
            return Auction(lot, first, least, bidders, high, leader, seat)
        bidders &= ~(1 << seat)
    return Auction(lot, first, least, bidders, high, leader, NOBODY)
