"""Chicago Express: the rules. Numbers such as CE-23 are those of the rules page.

A turn is decided in small steps, each one action: the gauge, then the company or hex (or ``DECLINE``),
for a build hex after hex until ``STOP``. Every phase has its ``_legal_…`` directly above its ``_apply_…``.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from cuberails.common import auction
from cuberails.common.auction import NOBODY, Auction
from cuberails.common.hexmap import bits, listed, mask_of
from cuberails.common.ledger import BANK, SEATS, transfer
from cuberails.common.options import check_seats, choose
from cuberails.core import OVER, Log, Outcomes, Reason
from cuberails.games.chicago_express.board import HEX, WABASH_START, Board, load_board

NAME = "chicago-express"
RULES_VERSION = 1
SEATS_ALLOWED = range(2, 7)
OPTIONS: dict[str, tuple[str, ...]] = {"dividends": ("before-turn", "before-action")}

COMPANIES = ("PRR", "BO", "CO", "NYC", "WAB")
WABASH = WABASH_START
SHARES = (3, 4, 6, 5, 2)
LOCOMOTIVES = (20, 22, 26, 24, 11)
START_INCOME = (7, 6, 5, 8, 0)
"""The opening price of the first share, too (CE-3)."""
MONEY = 120
HOUSES = 20
MOST_CASH = 4095
"""More than anybody can hold while there is still a share to bid for; a test works out why."""

PASS, AUCTION, BUILD, DEVELOP, DECLINE, STOP, COMPANY = range(7)
"""The action ids; the companies follow ``COMPANY``, then the hexes, then the bids."""

GAUGES = ("auction", "build", "develop")
RED = (3, 5, 4)
"""Steps until a gauge is on red (CE-12)."""
TRACK_PER_BUILD = 3
FOREST_SUBSIDY = 2
DETROIT, WHEELING, PITTSBURGH = range(3)
INDUSTRIAL_TRACK = ((1, 2, 3, 4, 5, 6, 7, 8), (3, 4, 5, 6), (4, 6, 8))

REASONS = ("locomotives", "shares", "houses", "detroit")

BIDDING, CHOOSING, OFFERING, STARTING, LAYING, DEVELOPING = range(6)
"""The phases: an auction runs; gauge to choose; share to offer; company to build; hex to lay; hex to develop."""


class State:
    """One position of Chicago Express."""

    game: ClassVar[str] = NAME

    __slots__ = (
        "accounts",
        "auction",
        "before_action",
        "board",
        "builder",
        "closed",
        "gauges",
        "houses",
        "income",
        "industry",
        "laid",
        "locomotives",
        "phase",
        "reach",
        "reason",
        "reserve",
        "seat",
        "seats",
        "shares",
        "track",
        "turn",
        "unsold",
        "within",
    )  # fmt: skip

    board: Board
    seats: int
    before_action: bool
    """CE-43 instead of CE-42."""
    phase: int
    seat: int
    turn: int
    """Whose turn it is; ``NOBODY`` during the four auctions before the game."""
    accounts: list[int]
    """The bank, the seats, the companies."""
    income: list[int]
    shares: list[int]
    """Shares of company c held by seat s, at 5 s + c."""
    unsold: list[int]
    locomotives: list[int]
    """Left to build with, by company."""
    track: list[int]
    """The hexes of a company, as a bitmask."""
    reach: list[int]
    """The hexes that touch a company's hexes."""
    within: list[int]
    """``within[money]``: the hexes where the next locomotive costs no more than that."""
    closed: int
    """Forests and mountains with a locomotive."""
    houses: int
    """The hexes with a house."""
    reserve: int
    """Houses left."""
    industry: list[int]
    """Steps of Detroit, Wheeling and Pittsburgh on the industrial track."""
    gauges: list[int]
    auction: Auction | None
    builder: int
    """The company that is being built."""
    laid: int
    """The hexes it has laid in this action."""
    reason: str

    # -- What the outside asks ------------------------------------------------------------------

    def legal(self) -> list[int]:
        if self.seat == OVER:
            return []
        return _LEGAL[self.phase](self)

    def chance(self) -> Outcomes:
        return Outcomes()

    def apply(self, action: int, log: Log | None = None) -> None:
        _APPLY[self.phase](self, action, log)

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.board = self.board
        new.seats = self.seats
        new.before_action = self.before_action
        new.phase = self.phase
        new.seat = self.seat
        new.turn = self.turn
        new.accounts = self.accounts[:]
        new.income = self.income[:]
        new.shares = self.shares[:]
        new.unsold = self.unsold[:]
        new.locomotives = self.locomotives[:]
        new.track = self.track[:]
        new.reach = self.reach[:]
        new.within = self.within[:]
        new.closed = self.closed
        new.houses = self.houses
        new.reserve = self.reserve
        new.industry = self.industry[:]
        new.gauges = self.gauges[:]
        new.auction = self.auction
        new.builder = self.builder
        new.laid = self.laid
        new.reason = self.reason
        return new

    def why(self, action: int) -> Reason | None:
        from cuberails.games.chicago_express.why import why

        return why(self, action)

    def scores(self) -> list[int]:
        return self.accounts[SEATS : SEATS + self.seats]

    def winners(self) -> list[int]:
        """The richest; a tie is shared (CE-51)."""
        cash = self.scores()
        return [seat for seat in range(self.seats) if cash[seat] == max(cash)]

    def whole(self) -> bool:
        return self.phase in (BIDDING, CHOOSING) or self.seat == OVER

    @property
    def options(self) -> dict[str, str]:
        return {"dividends": OPTIONS["dividends"][self.before_action]}

    def treasury(self, company: int) -> int:
        return self.accounts[SEATS + self.seats + company]

    def sold(self, company: int) -> int:
        return SHARES[company] - self.unsold[company]

    def price(self, company: int) -> int:
        """The opening price of the next share (CE-14)."""
        return -(-self.income[company] // (self.sold(company) + 1))

    def dividend(self, company: int) -> int:
        """What each sold share pays (CE-34)."""
        sold = self.sold(company)
        return -(-self.income[company] // sold) if sold else 0

    def industry_value(self, industry: int) -> int:
        return INDUSTRIAL_TRACK[industry][self.industry[industry]]

    def crowd(self, hex_: int) -> int:
        """How many locomotives stand on a hex."""
        bit = 1 << hex_
        return sum(1 for track in self.track if track & bit)

    def cost(self, hex_: int) -> int:
        """What the next locomotive there costs (CE-23)."""
        return self.board.cost[hex_] * (self.crowd(hex_) + 1)

    def gain(self, hex_: int) -> int:
        """What a locomotive there adds to a company's income (CE-26, CE-27)."""
        board = self.board
        if hex_ in board.industries:
            return self.industry_value(board.industries.index(hex_))
        return board.income[hex_] + (board.development[hex_] if self.houses >> hex_ & 1 else 0)

    # -- An auction runs ------------------------------------------------------------------------

    def _legal_bidding(self) -> list[int]:
        assert self.auction is not None
        return auction.legal(self.auction, self.accounts, self.board.bid)

    def _apply_bidding(self, action: int, log: Log | None) -> None:
        assert self.auction is not None
        self.auction = auction.go_on(self.auction, action, self.accounts, self.seats, self.board.bid, log)
        self._go_on_with_auction(log)

    def _begin_auction(self, company: int, first: int, log: Log | None) -> None:
        price = self.price(company)
        if log is not None:
            log.append(("offer", first, company, price))
        self.phase = BIDDING
        self.auction = auction.begin(self.accounts, self.seats, company, first, price)

    def _go_on_with_auction(self, log: Log | None) -> None:
        """Ask the next bidder, or close the sale and whatever auction follows at once."""
        while (sale := self.auction) is not None:
            if sale.seat != NOBODY:
                self.seat = sale.seat
                return
            buyer = sale.leader
            if buyer == NOBODY and self.turn == NOBODY:
                buyer = sale.first  # CE-8
            self.auction = None
            auction.close(sale, buyer, self.accounts, self.shares, self.unsold, log)
            if self.turn != NOBODY:
                self._next_turn(log)
            elif sale.lot + 1 < WABASH:
                self._begin_auction(sale.lot + 1, buyer, log)  # CE-9
            else:
                self._begin_turn(self.shares[:: len(COMPANIES)].index(1), log)  # CE-10

    # -- A turn: the gauge is chosen ------------------------------------------------------------

    def _legal_choosing(self) -> list[int]:
        gauges = self.gauges
        return [AUCTION + gauge for gauge in range(3) if gauges[gauge] < RED[gauge]]

    def _apply_choosing(self, action: int, log: Log | None) -> None:
        gauge = action - AUCTION
        self.gauges[gauge] += 1
        if log is not None:
            log.append(("needle", self.seat, gauge, self.gauges[gauge], RED[gauge]))
        if self.before_action and self._dividends_are_due():
            self._general_dividends(log)
        self.phase = OFFERING + gauge if gauge != DEVELOP - AUCTION else DEVELOPING

    def _next_turn(self, log: Log | None) -> None:
        self._begin_turn((self.turn + 1) % self.seats, log)

    def _begin_turn(self, seat: int, log: Log | None) -> None:
        self.phase = CHOOSING
        self.turn = self.seat = seat
        if self._dividends_are_due():
            self._general_dividends(log)  # CE-42

    def _decline(self, gauge: int, log: Log | None) -> None:
        if log is not None:
            log.append(("decline", self.seat, gauge))
        self._next_turn(log)

    # -- A share is offered ---------------------------------------------------------------------

    def _legal_offering(self) -> list[int]:
        offers = [COMPANY + company for company in range(len(COMPANIES)) if self.unsold[company]]
        if not self.track[WABASH] and offers[-1:] == [COMPANY + WABASH]:
            offers.pop()  # CE-13
        return [DECLINE, *offers]

    def _apply_offering(self, action: int, log: Log | None) -> None:
        if action == DECLINE:
            self._decline(0, log)
            return
        self._begin_auction(action - COMPANY, self.seat, log)
        self._go_on_with_auction(log)

    # -- Track is built -------------------------------------------------------------------------

    def _sites(self, company: int) -> int:
        """The hexes a company can lay now (CE-19 to CE-25)."""
        if not self.locomotives[company]:
            return 0
        within = self.within
        treasury = self.accounts[SEATS + self.seats + company]
        affordable = within[treasury] if treasury < len(within) else within[-1]
        return self.reach[company] & affordable & ~self.track[company] & ~self.closed

    def _legal_starting(self) -> list[int]:
        held = len(COMPANIES) * self.seat
        return [
            DECLINE,
            *[COMPANY + company for company in range(len(COMPANIES)) if self.shares[held + company] and self._sites(company)],
        ]

    def _apply_starting(self, action: int, log: Log | None) -> None:
        if action == DECLINE:
            self._decline(1, log)
            return
        self.phase = LAYING
        self.builder = action - COMPANY
        self.laid = 0

    def _legal_laying(self) -> list[int]:
        sites = listed(self._sites(self.builder), HEX)
        return [STOP, *sites] if self.laid else sites

    def _apply_laying(self, action: int, log: Log | None) -> None:
        if action == STOP:
            self._next_turn(log)
            return
        hex_ = action - HEX
        company = self.builder
        cost, gain = self.cost(hex_), self.gain(hex_)
        transfer(self.accounts, SEATS + self.seats + company, BANK, cost)
        self._place(company, hex_)
        self.income[company] += gain
        self.laid += 1
        if log is not None:
            log.append(("track", self.seat, company, hex_, cost, gain, self.income[company]))
        if hex_ == self.board.chicago:
            self._chicago(company, log)
        elif self.laid == TRACK_PER_BUILD:
            self._next_turn(log)

    def _place(self, company: int, hex_: int) -> None:
        """Put a locomotive on a hex."""
        board = self.board
        bit = 1 << hex_
        if board.exclusive & bit:
            self.closed |= bit
        else:
            paid = self.cost(hex_)
            within = self.within
            for money in range(paid, min(paid + board.cost[hex_], len(within))):
                within[money] &= ~bit
        self.track[company] |= bit
        self.reach[company] |= board.near[hex_]
        self.locomotives[company] -= 1

    def _chicago(self, company: int, log: Log | None) -> None:
        """The Chicago phase (CE-44 to CE-47)."""
        if log is not None:
            log.append(("chicago", company))
        self._pay(company, log)
        if self.track[WABASH]:
            self._next_turn(log)
            return
        fort_wayne = self.board.fort_wayne
        self._place(WABASH, fort_wayne)
        self.income[WABASH] = self.gain(fort_wayne)
        if log is not None:
            log.append(("wabash", fort_wayne, self.income[WABASH]))
        self._begin_auction(WABASH, self.seat, log)
        self._go_on_with_auction(log)

    # -- A hex is developed ---------------------------------------------------------------------

    def _legal_developing(self) -> list[int]:
        board = self.board
        prr, bo, co, nyc, wabash = self.track
        occupied = prr | bo | co | nyc | wabash
        targets = occupied & board.houses & ~self.houses if self.reserve else 0
        for industry in (WHEELING, PITTSBURGH):
            if self.industry[industry] + 1 < len(INDUSTRIAL_TRACK[industry]):
                targets |= occupied & 1 << board.industries[industry]
        return [DECLINE, *listed(targets, HEX)]

    def _apply_developing(self, action: int, log: Log | None) -> None:
        if action == DECLINE:
            self._decline(2, log)
            return
        hex_ = action - HEX
        board = self.board
        if hex_ in board.industries:
            self._advance(board.industries.index(hex_), log)
        else:
            self.houses |= 1 << hex_
            self.reserve -= 1
            if log is not None:
                log.append(("house", self.seat, hex_, self.reserve))
            if board.forests >> hex_ & 1:
                company = next(c for c, track in enumerate(self.track) if track >> hex_ & 1)
                transfer(self.accounts, BANK, SEATS + self.seats + company, FOREST_SUBSIDY)  # CE-31
                if log is not None:
                    log.append(("subsidy", company, FOREST_SUBSIDY))
            else:
                self._raise(hex_, board.development[hex_], log)
        self._next_turn(log)

    def _advance(self, industry: int, log: Log | None) -> None:
        """One step on the industrial track (CE-32, CE-36)."""
        old = self.industry_value(industry)
        self.industry[industry] += 1
        new = self.industry_value(industry)
        if log is not None:
            log.append(("industry", industry, old, new))
        self._raise(self.board.industries[industry], new - old, log)

    def _raise(self, hex_: int, gain: int, log: Log | None) -> None:
        """The income of every company on a hex grows (CE-30)."""
        for company, track in enumerate(self.track):
            if track >> hex_ & 1:
                self.income[company] += gain
                if log is not None:
                    log.append(("income", company, gain, self.income[company]))

    # -- Dividends and the end ------------------------------------------------------------------

    def _dividends_are_due(self) -> bool:
        auctions, builds, developments = self.gauges
        return (auctions == RED[0]) + (builds == RED[1]) + (developments == RED[2]) >= 2

    def _pay(self, company: int, log: Log | None) -> None:
        """Each share of a company pays its dividend (CE-34)."""
        each = self.dividend(company)
        for seat in range(self.seats):
            held = self.shares[len(COMPANIES) * seat + company]
            if held:
                transfer(self.accounts, BANK, SEATS + seat, held * each)
                if log is not None:
                    log.append(("dividend", company, seat, held * each, held, each))

    def _general_dividends(self, log: Log | None) -> None:
        if log is not None:
            log.append(("dividends",))
        for company in range(len(COMPANIES)):
            self._pay(company, log)
        reason = self.end_in_sight()
        if reason:
            self.seat = OVER
            self.reason = reason
            if log is not None:
                log.append(("end", reason))
            return
        self.gauges = [0, 0, 0]  # CE-35
        if log is not None:
            log.append(("reset",))
        if self.industry[DETROIT] + 1 < len(INDUSTRIAL_TRACK[DETROIT]):
            self._advance(DETROIT, log)

    def end_in_sight(self) -> str:
        """Why the game will end at the next general dividends, or nothing (CE-50)."""
        if self.locomotives.count(0) >= 3:
            return "locomotives"
        if self.unsold.count(0) >= 3:
            return "shares"
        if self.reserve <= 3:
            return "houses"
        if self.industry_value(DETROIT) == INDUSTRIAL_TRACK[DETROIT][-1]:
            return "detroit"
        return ""

    # -- As JSON --------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        hexes = self.board.hexes
        return {
            "game": NAME,
            "board": self.board.id,
            "options": self.options,
            "phase": self.phase,
            "seat": self.seat,
            "turn": self.turn,
            "accounts": self.accounts[:],
            "income": self.income[:],
            "shares": [list(self.shares[at : at + len(COMPANIES)]) for at in range(0, len(self.shares), len(COMPANIES))],
            "unsold": self.unsold[:],
            "locomotives": self.locomotives[:],
            "track": [[hexes[hex_] for hex_ in bits(track)] for track in self.track],
            "houses": [hexes[hex_] for hex_ in bits(self.houses)],
            "reserve": self.reserve,
            "industry": self.industry[:],
            "gauges": self.gauges[:],
            "auction": list(self.auction) if self.auction else None,
            "builder": self.builder,
            "laid": self.laid,
            "reason": self.reason,
        }


_LEGAL = (
    State._legal_bidding, State._legal_choosing, State._legal_offering,
    State._legal_starting, State._legal_laying, State._legal_developing,
)  # fmt: skip
_APPLY = (
    State._apply_bidding, State._apply_choosing, State._apply_offering,
    State._apply_starting, State._apply_laying, State._apply_developing,
)  # fmt: skip


def new(seats: int, board: Board | None = None, **options: str) -> State:
    """The position before the first bid (CE-1 to CE-7)."""
    check_seats(NAME, seats, SEATS_ALLOWED)
    chosen = choose(NAME, OPTIONS, options)
    state = State()
    state.board = board = board or load_board()
    state.seats = seats
    state.before_action = chosen["dividends"] == "before-action"
    state.turn = NOBODY
    state.accounts = [-MONEY, *[MONEY // seats] * seats, *[0] * len(COMPANIES)]
    state.income = list(START_INCOME)
    state.shares = [0] * (len(COMPANIES) * seats)
    state.unsold = list(SHARES)
    state.locomotives = list(LOCOMOTIVES)
    state.track = [0] * len(COMPANIES)
    state.reach = [0] * len(COMPANIES)
    state.within = board.within[:]
    state.closed = 0
    state.houses = 0
    state.reserve = HOUSES
    state.industry = [0, 0, 0]
    state.gauges = [0, 0, 0]
    state.builder = NOBODY
    state.laid = 0
    state.reason = ""
    for company, start in enumerate(board.starts[:WABASH]):
        state._place(company, start)
    state._begin_auction(0, 0, None)
    state._go_on_with_auction(None)
    return state


def from_json(data: dict[str, Any], board: Board | None = None) -> State:
    """The inverse of ``State.to_json``."""
    state = new(len(data["shares"]), board, **data["options"])
    board = state.board
    for company, names in enumerate(data["track"]):
        for name in names:
            if not state.track[company] >> board.number[name] & 1:
                state._place(company, board.number[name])
    state.houses = mask_of([board.number[name] for name in data["houses"]])
    state.shares = [held for row in data["shares"] for held in row]
    state.auction = Auction(*data["auction"]) if data["auction"] else None
    for name in ("phase", "seat", "turn", "reserve", "builder", "laid", "reason"):
        setattr(state, name, data[name])
    for name in ("accounts", "income", "unsold", "locomotives", "industry", "gauges"):
        setattr(state, name, list(data[name]))
    return state
