"""The one door money goes through.

The accounts of a game are one list: the bank, then the seats, then the companies. The bank is
unlimited, so its balance falls below zero; what all accounts hold together never changes.
"""

from __future__ import annotations

BANK = 0
SEATS = 1
"""The account of the first seat; the others follow."""


def transfer(accounts: list[int], payer: int, payee: int, amount: int) -> None:
    """Move money; nobody but the bank pays what they do not have (RULES A-8).

    >>> accounts = [-10, 6, 4]
    >>> transfer(accounts, 1, 2, 5); accounts
    [-10, 1, 9]
    """
    if amount < 0 or (payer != BANK and accounts[payer] < amount):
        raise AssertionError(f"account {payer} holds {accounts[payer]} and cannot pay {amount}")
    accounts[payer] -= amount
    accounts[payee] += amount
