"""That the action ids of the bids reach far enough."""

from __future__ import annotations

from cuberails.games import chicago_express as game
from cuberails.games.chicago_express.board import load_board
from cuberails.games.chicago_express.rules import INDUSTRIAL_TRACK, LOCOMOTIVES, MONEY, SHARES, START_INCOME, WABASH


def most_cash() -> int:
    """More than anybody can hold when a bid is asked for.

    A player gets money from dividends only. Detroit moves at every general dividend that does not end the game and
    stands on 8 after seven of them, so a bid sees seven at most; and every company has one Chicago dividend at most.
    That makes eight dividends of each company. A company's income never exceeds that of its best hexes, as many as it has
    locomotives, all of them developed. Rounding up adds less than 1 a share. Let all of it go to one player, who began
    with all the money.
    """
    board = load_board()
    worth = [income + house for income, house in zip(board.income, board.development, strict=True)]
    for city, track in zip(board.industries, INDUSTRIAL_TRACK, strict=True):
        worth[city] = track[-1]
    worth.sort(reverse=True)
    dividends = len(INDUSTRIAL_TRACK[0]) - 1 + 1
    cash = MONEY
    for company in range(WABASH + 1):
        income = START_INCOME[company] + sum(worth[: LOCOMOTIVES[company]])  # the Wabash's start is a hex like others
        cash += dividends * (income + SHARES[company] - 1)
    return cash


def test_nobody_can_hold_more_than_the_highest_bid_there_is() -> None:
    assert most_cash() < game.MOST_CASH
    assert game.code(game.ACTIONS - 1) == f"bid {game.MOST_CASH}"
