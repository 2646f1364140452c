"""``common.auction`` against an auction told move by move, as RULES A tells it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cuberails.common import auction
from cuberails.common.auction import NOBODY
from cuberails.common.ledger import SEATS
from cuberails.core import Log

BID = 100
"""The action id of a bid is this plus the amount."""


class Told:
    """A table of people: who still is in, who bid what, and whose word it is."""

    def __init__(self, cash: list[int], first: int, opening: int) -> None:
        self.cash, self.opening = cash, opening
        self.out: set[int] = set()
        self.bids: list[tuple[int, int]] = []
        self.word = first
        self._listen()

    @property
    def least(self) -> int:
        return self.bids[-1][1] + 1 if self.bids else self.opening

    @property
    def leader(self) -> int | None:
        return self.bids[-1][0] if self.bids else None

    @property
    def over(self) -> bool:
        return set(range(len(self.cash))) - self.out <= {self.leader}

    def _listen(self) -> None:
        """Go round to the next who has something to say; who cannot bid is out (A-7)."""
        while not self.over:
            if self.word not in self.out and self.word != self.leader:
                if self.cash[self.word] >= self.least:
                    return
                self.out.add(self.word)
            self.word = (self.word + 1) % len(self.cash)

    def speak(self, bid: int | None) -> None:
        if bid is None:
            self.out.add(self.word)
        else:
            self.bids.append((self.word, bid))
        self.word = (self.word + 1) % len(self.cash)
        self._listen()


@given(
    cash=st.lists(st.integers(0, 25), min_size=2, max_size=6),
    first=st.integers(0, 5),
    opening=st.integers(1, 20),
    words=st.lists(st.none() | st.integers(0, 30), max_size=60),
)
def test_an_auction_goes_as_it_is_told(cash: list[int], first: int, opening: int, words: list[int | None]) -> None:
    seats, first = len(cash), first % len(cash)
    accounts = [-sum(cash), *cash, 0, 0]
    told, sale = Told(cash, first, opening), auction.begin(accounts, seats, 7, first, opening)
    while not told.over:
        cash_in_hand = accounts[SEATS + sale.seat]
        assert auction.legal(sale, accounts, BID) == [auction.PASS, *range(BID + told.least, BID + cash_in_hand + 1)]
        assert (sale.seat, sale.least, sale.leader) == (told.word, told.least, NOBODY if told.leader is None else told.leader)
        raised = words.pop() if words else None
        bid = None if raised is None else told.least + raised
        log: Log = []
        if bid is None or bid > cash_in_hand:
            told.speak(None)
            action, said = auction.PASS, ("pass", sale.seat)
        else:
            told.speak(bid)
            action, said = BID + bid, ("bid", sale.seat, bid)
        sale = auction.go_on(sale, action, accounts, seats, BID, log)
        assert log == [said]
    assert sale.seat == NOBODY
    assert (sale.leader, sale.high) == (told.bids[-1] if told.bids else (NOBODY, 0))
    assert (sale.lot, sale.first) == (7, first)
    assert accounts == [-sum(cash), *cash, 0, 0]


def test_a_5_the_buyer_pays_the_company_and_gets_the_share() -> None:
    accounts, shares, unsold = [-20, 12, 8, 0, 0], [0, 0, 0, 0], [3, 2]
    sale = auction.begin(accounts, 2, lot=1, first=0, opening=5)
    for action in (BID + 7, auction.PASS):
        sale = auction.go_on(sale, action, accounts, 2, BID, None)
    log: Log = []
    auction.close(sale, sale.leader, accounts, shares, unsold, log)
    assert (accounts, shares, unsold, log) == ([-20, 5, 8, 0, 7], [0, 1, 0, 0], [3, 1], [("sale", 0, 1, 7)])


def test_ce_16_a_share_that_nobody_buys_stays_and_no_money_moves() -> None:
    accounts, shares, unsold = [-8, 4, 4, 0, 0], [0, 0, 0, 0], [3, 2]
    sale = auction.begin(accounts, 2, lot=0, first=1, opening=5)
    log: Log = []
    auction.close(sale, NOBODY, accounts, shares, unsold, log)
    assert (accounts, shares, unsold, log) == ([-8, 4, 4, 0, 0], [0, 0, 0, 0], [3, 2], [("unsold", 0)])
