"""German Railways: the rules. Numbers such as GR-23 are those of the rules page.

The order of a round is drawn token by token, each draw a chance action. A turn is decided in small steps:
its kind, then the company, for a build hex after hex until ``STOP``. Every phase has its ``_legal_…``
directly above its ``_apply_…``.
"""

from __future__ import annotations

from functools import cache
from operator import mul
from typing import Any, ClassVar, Self

from cuberails.common import auction
from cuberails.common.auction import NOBODY, Auction
from cuberails.common.hexmap import bits, listed
from cuberails.common.ledger import BANK, SEATS, transfer
from cuberails.common.options import check_seats, choose
from cuberails.core import CHANCE, OVER, Log, Outcomes, Reason
from cuberails.games.german_railways.board import HEX, LOCOMOTIVES, Board, load_board
from cuberails.games.german_railways.proof import hopeless
from cuberails.games.german_railways.ways import LINKS_NEEDED

NAME = "german-railways"
RULES_VERSION = 1
SEATS_ALLOWED = range(3, 6)
OPTIONS: dict[str, tuple[str, ...]] = {"order": ("by-income", "one-each"), "end-vote": ("off", "on")}

COMPANIES = ("PO", "NME", "KSS", "KBS", "MWB", "GBS", "CME", "BHE")
EACH = range(len(COMPANIES))
PO, NME, KSS, KBS, MWB, GBS, CME, BHE = EACH
SHARES = 3
MONEY = 120
OPENING_PRICE = 1
TRACK_PER_BUILD = (4, 3, 2, 3, 3, 3, 3, 3)
"""Hexes a company lays at most in one build (GR-12, GR-20, GR-22)."""
CME_BUDGET = 5
IDLE_ROUNDS = 3
"""So many rounds without a share sold or a hex built end the game (GR-41 c)."""
MOST_CASH = 21_120
"""More than anybody can hold while there is still a share to bid for; a test works out why."""

PASS, AUCTION, BUILD, PROPOSE, AGREE, REFUSE, STOP, COMPANY = range(8)
SEAT = COMPANY + len(COMPANIES)
"""The action ids; the companies follow ``COMPANY``, the tokens of the seats ``SEAT``, then come the hexes, then the bids."""
assert SEAT + SEATS_ALLOWED[-1] == HEX

REASONS = ("connected", "impossible", "agreed", "stalled")

BIDDING, DRAWING, CHOOSING, VOTING, OFFERING, STARTING, LAYING = range(7)
"""The phases: an auction runs; a token is drawn; kind of turn to choose; answer to a proposal to end the game;
share to offer; company to build; hex to lay."""


@cache
def _outcomes(bag: tuple[int, ...]) -> Outcomes:
    """Each seat with its tokens in the bag: so every order has the weight of drawing without return (GR-6)."""
    return Outcomes((SEAT + seat, tokens) for seat, tokens in enumerate(bag) if tokens)


@cache
def _without(bag: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The bag after a token of that seat was drawn."""
    return (*bag[:seat], bag[seat] - 1, *bag[seat + 1 :])


class State:
    """One position of German Railways."""

    game: ClassVar[str] = NAME

    __slots__ = (
        "accounts",
        "at",
        "auction",
        "bag",
        "board",
        "builder",
        "built",
        "by_income",
        "closed",
        "dearest",
        "end_vote",
        "idle",
        "income",
        "laid",
        "links",
        "locomotives",
        "order",
        "phase",
        "proposed",
        "reach",
        "reason",
        "seat",
        "seats",
        "shares",
        "sold",
        "spent",
        "spots",
        "taken",
        "track",
        "turn",
        "unsold",
        "ways",
        "within",
    )  # fmt: skip

    board: Board
    seats: int
    by_income: bool
    """GR-5, not GR-7."""
    end_vote: bool
    """GR-41 b is played."""
    phase: int
    seat: int
    turn: int
    """Whose turn it is; ``NOBODY`` during the eight auctions before the game, and while the order is drawn."""
    accounts: list[int]
    """The bank, the seats, the companies."""
    income: list[int]
    shares: list[int]
    """Shares of company c held by seat s, at 8 s + c."""
    unsold: list[int]
    locomotives: list[int]
    """Left to build with, by company."""
    track: list[int]
    """The hexes of a company, as a bitmask."""
    reach: list[int]
    """The hexes that touch a company's hexes."""
    spots: list[int]
    """``track`` in the board's picture of the map."""
    taken: int
    """``closed`` in the board's picture of the map."""
    links: list[int]
    """The companies a company is directly connected to, as a bitmask; a build counts when it is done (GR-30)."""
    ways: int
    """The counters of the known ways (see ``ways``)."""
    within: list[int]
    """``within[money]``: the hexes where the next locomotive costs no more than that, powers aside."""
    closed: int
    """Hexes that hold one locomotive only and have it."""
    bag: tuple[int, ...]
    """The tokens of each seat in the bag while the order is drawn, else nothing."""
    order: tuple[int, ...]
    """The seats drawn for this round."""
    at: int
    """The place in the order of the turn that is being played."""
    sold: bool
    """A share was sold in this round."""
    built: bool
    """A hex was built in this round."""
    idle: int
    """Whole rounds in a row, up to this one, without either."""
    proposed: bool
    """The end was proposed in this round."""
    auction: Auction | None
    builder: int
    """The company that is being built, or ``NOBODY``."""
    laid: int
    """The hexes it has laid in this build."""
    spent: int
    """What it has paid for them."""
    dearest: int
    """What the terrain of the dearest of them that is no city costs: the one that is free for GBS (GR-24)."""
    reason: str

    # -- What the outside asks ------------------------------------------------------------------

    def legal(self) -> list[int]:
        if self.seat == OVER:
            return []
        return _LEGAL[self.phase](self)

    def chance(self) -> Outcomes:
        return _outcomes(self.bag)

    def apply(self, action: int, log: Log | None = None) -> None:
        _APPLY[self.phase](self, action, log)

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.board = self.board
        new.seats = self.seats
        new.by_income = self.by_income
        new.end_vote = self.end_vote
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
        new.spots = self.spots[:]
        new.taken = self.taken
        new.links = self.links[:]
        new.ways = self.ways
        new.within = self.within[:]
        new.closed = self.closed
        new.bag = self.bag
        new.order = self.order
        new.at = self.at
        new.sold = self.sold
        new.built = self.built
        new.idle = self.idle
        new.proposed = self.proposed
        new.auction = self.auction
        new.builder = self.builder
        new.laid = self.laid
        new.spent = self.spent
        new.dearest = self.dearest
        new.reason = self.reason
        return new

    def why(self, action: int) -> Reason | None:
        from cuberails.games.german_railways.why import why

        return why(self, action)

    def to_json(self) -> dict[str, Any]:
        from cuberails.games.german_railways.as_json import to_json

        return to_json(self)

    def scores(self) -> list[int]:
        return self.accounts[SEATS : SEATS + self.seats]

    def winners(self) -> list[int]:
        """The richest; a tie is shared (GR-42)."""
        cash = self.scores()
        return [seat for seat in range(self.seats) if cash[seat] == max(cash)]

    def whole(self) -> bool:
        return self.phase in (BIDDING, CHOOSING, VOTING) or (self.phase == DRAWING and not self.order) or self.seat == OVER

    @property
    def options(self) -> dict[str, str]:
        return {"order": OPTIONS["order"][not self.by_income], "end-vote": OPTIONS["end-vote"][self.end_vote]}

    def treasury(self, company: int) -> int:
        return self.accounts[SEATS + self.seats + company]

    def player_income(self, seat: int) -> int:
        """The income of a player (GR-4)."""
        held = len(COMPANIES) * seat
        return sum(map(mul, self.shares[held : held + len(COMPANIES)], self.income))

    def crowd(self, hex_: int) -> int:
        """How many locomotives stand on a hex."""
        return sum([track >> hex_ & 1 for track in self.track])

    def cost(self, company: int, hex_: int) -> int:
        """What the company pays for a hex now, as the next one of the build that runs (GR-16, GR-21 to GR-24)."""
        cost = self.board.cost[hex_]
        if self.board.single >> hex_ & 1:
            if company == GBS:
                return min(cost, self.dearest)  # the dearer of the two is free
        elif company != NME:
            cost += self.crowd(hex_)
        return cost - 1 if company == KBS else cost  # no terrain costs less than 1

    def gain(self, company: int, hex_: int) -> int:
        """What a locomotive there adds to the income of the company (GR-18, GR-27)."""
        value = self.board.value[hex_]
        return value + max(value - self.doubled(), 0) if company == MWB else value

    def doubled(self) -> int:
        """The value of the most valuable city of MWB."""
        track = self.track[MWB]
        return next(value for value, cities in self.board.values if cities & track)

    def withholds(self, company: int) -> bool:
        """Whether the company pays no dividends yet (GR-26)."""
        board = self.board
        return company == BHE and not (self.track[BHE] >> board.berlin & self.track[BHE] >> board.hamburg & 1)

    # -- An auction runs ------------------------------------------------------------------------

    def _legal_bidding(self) -> list[int]:
        assert self.auction is not None
        return auction.legal(self.auction, self.accounts, self.board.bid)

    def _apply_bidding(self, action: int, log: Log | None) -> None:
        assert self.auction is not None
        self.auction = auction.go_on(self.auction, action, self.accounts, self.seats, self.board.bid, log)
        self._go_on_with_auction(log)

    def _begin_auction(self, company: int, first: int, log: Log | None) -> None:
        if log is not None:
            log.append(("offer", first, company, OPENING_PRICE))
        self.phase = BIDDING
        self.auction = auction.begin(self.accounts, self.seats, company, first, OPENING_PRICE)

    def _go_on_with_auction(self, log: Log | None) -> None:
        """Ask the next bidder, or close the sale and whatever auction follows at once."""
        while (sale := self.auction) is not None:
            if sale.seat != NOBODY:
                self.seat = sale.seat
                return
            buyer = sale.leader
            if buyer == NOBODY and self.turn == NOBODY:
                buyer = sale.first  # GR-3
            self.auction = None
            auction.close(sale, buyer, self.accounts, self.shares, self.unsold, log)
            self.sold |= buyer != NOBODY
            if self.turn != NOBODY:
                self._next_turn(log)
            elif sale.lot + 1 < len(COMPANIES):
                self._begin_auction(sale.lot + 1, buyer, log)
            else:
                self._begin_round(log)

    # -- The order of a round is drawn ----------------------------------------------------------

    def _legal_drawing(self) -> list[int]:
        return [SEAT + seat for seat, tokens in enumerate(self.bag) if tokens]

    def _apply_drawing(self, action: int, log: Log | None) -> None:
        seat = action - SEAT
        self.bag = _without(self.bag, seat)
        self.order += (seat,)
        if log is not None:
            log.append(("drawn", seat, len(self.order)))
        if len(self.order) == self.seats:
            self.bag = ()
            self._begin_turn(0)

    def _begin_round(self, log: Log | None) -> None:
        """End the game (GR-40, GR-41), or fill the bag (GR-5)."""
        self.idle = 0 if self.sold or self.built else self.idle + 1
        self.turn = NOBODY
        reason = self._end_of_round(log)
        if reason:
            self._end(reason, log)
            return
        self.phase = DRAWING
        self.seat = CHANCE
        self.order = ()
        self.sold = self.built = self.proposed = False
        if not self.by_income:
            self.bag = (1,) * self.seats
            return
        incomes = [self.player_income(seat) for seat in range(self.seats)]
        ranks = sorted(set(incomes), reverse=True)
        self.bag = tuple([1 + ranks.index(income) for income in incomes])
        if log is not None:
            log.extend(("tokens", seat, income, self.bag[seat]) for seat, income in enumerate(incomes))

    def _begin_turn(self, at: int) -> None:
        self.phase = CHOOSING
        self.at = at
        self.turn = self.seat = self.order[at]

    def _next_turn(self, log: Log | None) -> None:
        if self.at + 1 < self.seats:
            self._begin_turn(self.at + 1)
        else:
            self._begin_round(log)

    # -- A turn: its kind is chosen -------------------------------------------------------------

    def _legal_choosing(self) -> list[int]:
        actions = [PASS]
        if any(self.unsold):
            actions.append(AUCTION)  # a third share waits for others to be sold, never for nothing (GR-9)
        shares, at = self.shares, len(COMPANIES) * self.seat
        for company in EACH:
            if shares[at + company] and self._sites(company):
                actions.append(BUILD)
                break
        if self.end_vote and not self.proposed:
            actions.append(PROPOSE)
        return actions

    def _apply_choosing(self, action: int, log: Log | None) -> None:
        if action == PASS:
            if log is not None:
                log.append(("rest", self.seat))
            self._next_turn(log)
        elif action == PROPOSE:
            if log is not None:
                log.append(("propose", self.seat))
            self.proposed = True
            self.phase = VOTING
            self.seat = (self.turn + 1) % self.seats
        else:
            self.phase = OFFERING if action == AUCTION else STARTING

    # -- The others answer a proposal to end the game (GR-41 b) ---------------------------------

    def _legal_voting(self) -> list[int]:
        return [AGREE, REFUSE]

    def _apply_voting(self, action: int, log: Log | None) -> None:
        if log is not None:
            log.append(("agree" if action == AGREE else "refuse", self.seat))
        if action == REFUSE:
            self._begin_turn(self.at)
            return
        self.seat = (self.seat + 1) % self.seats
        if self.seat == self.turn:
            self._end("agreed", log)

    # -- A share is offered ---------------------------------------------------------------------

    def _legal_offering(self) -> list[int]:
        least = 1 if max(self.unsold) < SHARES - 1 else 2  # GR-9
        return [COMPANY + company for company, unsold in enumerate(self.unsold) if unsold >= least]

    def _apply_offering(self, action: int, log: Log | None) -> None:
        self._begin_auction(action - COMPANY, self.seat, log)
        self._go_on_with_auction(log)

    # -- Track is built -------------------------------------------------------------------------

    def _sites(self, company: int) -> int:
        """The hexes a company can lay as the next of its build (GR-12 to GR-17); ``cost`` says the same of the price of one."""
        money = self.accounts[SEATS + self.seats + company]
        if not self.locomotives[company] or (not money and company != GBS):
            return 0
        board, within = self.board, self.within
        if company == NME:
            within = board.within
        elif company == KBS:
            money += 1
        elif company == CME:
            money = min(money, CME_BUDGET - self.spent)
        affordable = within[money] if money < len(within) else within[-1]
        if company == GBS and self.dearest <= money:
            affordable |= board.single
        track = self.track[company]
        sites = self.reach[company] & affordable & ~(track | self.closed)
        return sites & ~board.outskirts if track & board.outskirts else sites  # GR-14

    def _legal_starting(self) -> list[int]:
        shares, at = self.shares, len(COMPANIES) * self.seat
        return [COMPANY + company for company in EACH if shares[at + company] and self._sites(company)]

    def _apply_starting(self, action: int, log: Log | None) -> None:
        self.phase = LAYING
        self.builder = action - COMPANY

    def _legal_laying(self) -> list[int]:
        sites = listed(self._sites(self.builder), HEX)
        return [STOP, *sites] if self.laid else sites

    def _apply_laying(self, action: int, log: Log | None) -> None:
        if action == STOP:
            self._finish_build(log)
            return
        hex_ = action - HEX
        company = self.builder
        cost, gain = self.cost(company, hex_), self.gain(company, hex_)
        if self.board.single >> hex_ & 1:
            self.dearest = max(self.dearest, self.board.cost[hex_])
        transfer(self.accounts, SEATS + self.seats + company, BANK, cost)
        self.spent += cost
        self._place(company, hex_)
        self.income[company] += gain
        self.laid += 1
        if log is not None:
            log.append(("track", self.seat, company, hex_, cost, gain, self.income[company]))
            if gain > self.board.value[hex_]:
                log.append(("doubled", company, hex_))
        if self.laid == TRACK_PER_BUILD[company]:
            self._finish_build(log)

    def _place(self, company: int, hex_: int) -> None:
        """Put a locomotive on a hex."""
        board = self.board
        bit, spot = 1 << hex_, board.spot[hex_]
        if board.single & bit:
            self.closed |= bit
            self.taken |= spot
        else:
            self.within[board.cost[hex_] + self.crowd(hex_)] &= ~bit
        self.track[company] |= bit
        self.spots[company] |= spot
        self.reach[company] |= board.near[hex_]
        self.locomotives[company] -= 1
        self.ways -= board.ways.toll[company][hex_]

    def _finish_build(self, log: Log | None) -> None:
        company = self.builder
        self.builder = NOBODY
        self.laid = self.spent = self.dearest = 0
        self.built = True
        found = self._connect(company)
        if found:
            if log is not None:
                log.extend(("connected", company, other) for other in bits(found))
            self._dividends(company, log)
        self._next_turn(log)

    # -- Connections and dividends --------------------------------------------------------------

    def _connect(self, company: int) -> int:
        """Note the companies this one has become directly connected to (GR-30), and name them."""
        cities = self.track[company] & self.board.cities
        before = self.links[company]
        found = 0
        for other, track in enumerate(self.track):
            if track & cities and other != company and not before >> other & 1:
                found |= 1 << other
                self.links[other] |= 1 << company
        self.links[company] = before | found
        return found

    def _dividends(self, builder: int, log: Log | None) -> None:
        """All companies pay, the builder twice (GR-31, GR-32)."""
        if log is not None:
            log.append(("dividends", builder))
        for company, each in enumerate(self.income):
            if self.withholds(company):
                if log is not None:
                    log.append(("withheld", company))
                continue
            times = 2 if company == builder else 1
            for seat in range(self.seats):
                held = self.shares[len(COMPANIES) * seat + company]
                if held:
                    amount = times * held * each
                    transfer(self.accounts, BANK, SEATS + seat, amount)
                    if log is not None:
                        log.append(("dividend" if times == 1 else "double", company, seat, amount, held, each))

    # -- The end --------------------------------------------------------------------------------

    def _end(self, reason: str, log: Log | None) -> None:
        self.seat = OVER
        self.reason = reason
        if log is not None:
            log.append(("end", reason))

    def _end_of_round(self, log: Log | None) -> str:
        """Why the game ends before the order is drawn, or nothing."""
        if self.built:
            if all(links.bit_count() >= LINKS_NEEDED for links in self.links):
                return "connected"
            company = hopeless(self)
            if company != NOBODY:
                if log is not None:
                    log.append(("hopeless", company))
                return "impossible"
        return "stalled" if self.idle == IDLE_ROUNDS else ""


_LEGAL = (
    State._legal_bidding, State._legal_drawing, State._legal_choosing, State._legal_voting,
    State._legal_offering, State._legal_starting, State._legal_laying,
)  # fmt: skip
_APPLY = (
    State._apply_bidding, State._apply_drawing, State._apply_choosing, State._apply_voting,
    State._apply_offering, State._apply_starting, State._apply_laying,
)  # fmt: skip


def new(seats: int, board: Board | None = None, **options: str) -> State:
    """The position before the first bid (GR-1 to GR-3)."""
    check_seats(NAME, seats, SEATS_ALLOWED)
    chosen = choose(NAME, OPTIONS, options)
    state = State()
    state.board = board = board or load_board()
    state.seats = seats
    state.by_income = chosen["order"] == "by-income"
    state.end_vote = chosen["end-vote"] == "on"
    state.turn = NOBODY
    state.accounts = [-MONEY, *[MONEY // seats] * seats, *[0] * len(COMPANIES)]
    state.shares = [0] * (len(COMPANIES) * seats)
    state.unsold = [SHARES] * len(COMPANIES)
    state.locomotives = list(LOCOMOTIVES)
    state.track = [0] * len(COMPANIES)
    state.reach = [0] * len(COMPANIES)
    state.spots = [0] * len(COMPANIES)
    state.links = [0] * len(COMPANIES)
    state.ways = board.ways.start
    state.within = board.within[:]
    state.closed = state.taken = 0
    state.bag = state.order = ()
    state.at = state.idle = 0
    state.sold = state.proposed = False
    state.built = True  # the start pieces: the first round looks at them, too
    state.builder = NOBODY
    state.laid = state.spent = state.dearest = 0
    state.reason = ""
    for company, start in enumerate(board.starts):
        state._place(company, start)
    state.income = [board.value[start] for start in board.starts]
    state.income[MWB] *= 2
    state._begin_auction(0, 0, None)
    state._go_on_with_auction(None)
    return state
