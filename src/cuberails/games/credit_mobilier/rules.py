"""Credit Mobilier: the rules. Numbers such as CM-14 are those of the rules page.

Chance sets up the towns one by one, draws the first player and rolls the dice. A turn chooses an action and
its colour; a build then goes on link by link and a move step by step until the dice are used up or ``STOP``.
Every phase has its ``_legal_…`` directly above its ``_apply_…``.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, ClassVar, NamedTuple, Self

from cuberails.common.hexmap import listed
from cuberails.common.ledger import BANK, SEATS, transfer
from cuberails.common.options import check_seats, choose
from cuberails.core import CHANCE, OVER, Log, Outcomes, Reason
from cuberails.games.credit_mobilier.board import COLOURS, LINK, Board, load_board

NAME = "credit-mobilier"
RULES_VERSION = 1
SEATS_ALLOWED = range(2, 6)
OPTIONS: dict[str, tuple[str, ...]] = {}

COMPANIES = ("red", "green", "yellow", "blue", "purple")
"""The four companies that own cubes and links, and the Credit Mobilier."""
PURPLE = COLOURS
ORANGE = PURPLE + 1
FACES = (*COMPANIES, "orange")
DICE = 5

START_MONEY = 3
SHARE_PRICE = 1
LINK_MONEY = 2
"""For the Credit Mobilier, at each link (CM-11)."""
STEP_MONEY = 2
"""For the cube's company and again for the link's, at each step west (CM-14)."""

NOBODY = -1

PASS, STOP, BUILD = range(3)
MOVE = BUILD + COLOURS
BUY = MOVE + COLOURS
"""One share of red, two of red, ..., five of purple."""
DIVIDEND = BUY + DICE * len(COMPANIES)
"""One round of red, two of red, ..., five of purple."""
CUBE = DIVIDEND + DICE * len(COMPANIES)
FIRST = CUBE + COLOURS
ROLL = FIRST + SEATS_ALLOWED[-1]
"""The action ids; the rolls are followed by the board's links (``LINK``) and steps (``Board.step_id``)."""


class Roll(NamedTuple):
    """What five dice can show, in any order."""

    faces: tuple[int, ...]
    """In alphabetical order of their names."""
    dice: tuple[int, ...]
    """How many there are of each face."""
    weight: int
    """In how many ways five dice, one after the other, can show it."""
    allowed: tuple[tuple[int, int, int], ...]
    """What may be chosen (CM-5): a company, its actions (CM-6, CM-7), its rounds of dividends (CM-16, 0 without orange)."""


def _roll(faces: tuple[int, ...]) -> Roll:
    dice = tuple(faces.count(face) for face in range(len(FACES)))
    orange, purple = dice[ORANGE], dice[PURPLE]
    allowed = []
    for company in range(COLOURS):
        if dice[company]:
            actions = dice[company] + purple
            allowed.append((company, actions, max(orange, actions) if orange else 0))
    if purple or orange:
        allowed.append((PURPLE, purple, max(orange, purple) if orange else 0))
    return Roll(faces, dice, factorial(DICE) // prod(factorial(number) for number in dice), tuple(allowed))


ROLLS = [_roll(faces) for faces in combinations_with_replacement(sorted(range(len(FACES)), key=FACES.__getitem__), DICE)]
_ROLL_ACTIONS = list(range(ROLL, ROLL + len(ROLLS)))
_ROLL_CHANCES = Outcomes((ROLL + number, roll.weight) for number, roll in enumerate(ROLLS))

SETTING, STARTING, ROLLING, CHOOSING, LAYING, MOVING = range(6)
"""The phases: towns get their cubes; the first player is drawn; dice are rolled; action to choose; link to lay; step to make."""


class State:
    """One position of Credit Mobilier."""

    game: ClassVar[str] = NAME

    __slots__ = (
        "accounts",
        "board",
        "built",
        "company",
        "cubes",
        "dice",
        "done",
        "frontier",
        "outside",
        "owner",
        "paths",
        "phase",
        "reason",
        "roll",
        "seat",
        "seats",
        "shares",
        "sold",
        "tracks",
        "turn",
    )  # fmt: skip

    board: Board
    seats: int
    phase: int
    seat: int
    turn: int
    """Whose turn it is, the dice in hand or rolling; ``NOBODY`` before the first player is drawn."""
    accounts: list[int]
    """The bank, the seats, the companies."""
    shares: list[int]
    """Shares of company c held by seat s, at 5 s + c."""
    sold: list[int]
    """Shares held by anybody, by company."""
    cubes: list[int]
    """Cubes of colour c in a place, at (number of places) c + place."""
    outside: list[int]
    """Cubes outside the Pacific Coast, by colour."""
    paths: list[int]
    """The steps, over built links or not, from the places where cubes of a colour stand, as a bitmask."""
    owner: list[int]
    """Whose marker is on a link."""
    built: int
    """The links with a marker."""
    frontier: int
    """The links with an end that is connected to the east side (CM-10), built or not."""
    tracks: int
    """The steps over built links."""
    roll: int
    """Which of ``ROLLS`` lies there; ``NOBODY`` before the first."""
    company: int
    """The colour that is being built or moved."""
    dice: int
    """The links or steps that build or move has left."""
    done: int
    """Those it has made."""
    reason: str

    # -- What the outside asks ------------------------------------------------------------------

    def legal(self) -> list[int]:
        if self.seat == OVER:
            return []
        return _LEGAL[self.phase](self)

    def chance(self) -> Outcomes:
        if self.phase == ROLLING:
            return _ROLL_CHANCES
        if self.phase == SETTING:
            cubes = self.board.cubes
            return Outcomes((CUBE + colour, cubes - drawn) for colour, drawn in enumerate(self.outside) if drawn < cubes)
        if self.phase == STARTING:
            return Outcomes((FIRST + seat, 1) for seat in range(self.seats))
        return Outcomes()

    def apply(self, action: int, log: Log | None = None) -> None:
        _APPLY[self.phase](self, action, log)

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.board = self.board
        new.seats = self.seats
        new.phase = self.phase
        new.seat = self.seat
        new.turn = self.turn
        new.accounts = self.accounts[:]
        new.shares = self.shares[:]
        new.sold = self.sold[:]
        new.cubes = self.cubes[:]
        new.outside = self.outside[:]
        new.paths = self.paths[:]
        new.owner = self.owner[:]
        new.built = self.built
        new.frontier = self.frontier
        new.tracks = self.tracks
        new.roll = self.roll
        new.company = self.company
        new.dice = self.dice
        new.done = self.done
        new.reason = self.reason
        return new

    def why(self, action: int) -> Reason | None:
        from cuberails.games.credit_mobilier.why import why

        return why(self, action)

    def scores(self) -> list[int]:
        return self.accounts[SEATS : SEATS + self.seats]

    def winners(self) -> list[int]:
        """The richest; of several those with most shares; then it is shared (CM-21)."""
        rank = [(cash, sum(self.held(seat))) for seat, cash in enumerate(self.scores())]
        return [seat for seat in range(self.seats) if rank[seat] == max(rank)]

    def whole(self) -> bool:
        if self.phase == SETTING:
            return not any(self.outside)
        return self.phase < LAYING or self.seat == OVER

    @property
    def options(self) -> dict[str, str]:
        return {}

    def treasury(self, company: int) -> int:
        return self.accounts[SEATS + self.seats + company]

    def held(self, seat: int) -> list[int]:
        """The shares of a seat, by company."""
        return self.shares[len(COMPANIES) * seat : len(COMPANIES) * (seat + 1)]

    def count(self, colour: int, place: int) -> int:
        """The cubes of a colour in a place."""
        return self.cubes[len(self.board.places) * colour + place]

    # -- The cubes are drawn --------------------------------------------------------------------

    def _legal_setting(self) -> list[int]:
        return [CUBE + colour for colour, drawn in enumerate(self.outside) if drawn < self.board.cubes]

    def _apply_setting(self, action: int, log: Log | None) -> None:
        colour, town = action - CUBE, sum(self.outside)
        self.outside[colour] += 1
        self._put(colour, town)
        if log is not None:
            log.append(("cube", colour, town))
        if town + 1 == len(self.board.towns):
            self.phase = STARTING

    def _put(self, colour: int, place: int) -> None:
        """Put a cube in a place."""
        self.cubes[len(self.board.places) * colour + place] += 1
        self.paths[colour] |= self.board.leaving[place]

    # -- The first player is drawn --------------------------------------------------------------

    def _legal_starting(self) -> list[int]:
        return list(range(FIRST, FIRST + self.seats))

    def _apply_starting(self, action: int, log: Log | None) -> None:
        self.turn = action - FIRST
        self.phase = ROLLING
        if log is not None:
            log.append(("first", self.turn))

    # -- The dice are rolled --------------------------------------------------------------------

    def _legal_rolling(self) -> list[int]:
        return _ROLL_ACTIONS[:]

    def _apply_rolling(self, action: int, log: Log | None) -> None:
        self.roll = action - ROLL
        self.phase = CHOOSING
        self.seat = self.turn
        if log is not None:
            log.append(("roll", self.turn, ROLLS[self.roll].faces))

    # -- The action is chosen -------------------------------------------------------------------

    def _legal_choosing(self) -> list[int]:
        sites = self.frontier & ~self.built
        tracks, paths = self.tracks, self.paths
        cash = self.accounts[SEATS + self.seat]
        treasuries = SEATS + self.seats
        builds, moves, buys, dividends = [], [], [], []
        for company, actions, rounds in ROLLS[self.roll].allowed:
            if company != PURPLE:
                if sites:
                    builds.append(BUILD + company)
                if paths[company] & tracks:
                    moves.append(MOVE + company)
            buys += _NUMBERS[BUY + DICE * company][actions if actions < cash else cash]
            if rounds and self.accounts[treasuries + company] and self.sold[company]:
                dividends += _NUMBERS[DIVIDEND + DICE * company][rounds]
        return builds + moves + buys + dividends or [PASS]

    def _apply_choosing(self, action: int, log: Log | None) -> None:
        if action >= DIVIDEND:
            company, rounds = divmod(action - DIVIDEND, DICE)
            self._pay(company, rounds + 1, log)
            self._next_turn()
        elif action >= BUY:
            company, count = divmod(action - BUY, DICE)
            self._buy(company, count + 1, log)
            self._next_turn()
        elif action == PASS:
            if log is not None:
                log.append(("pass", self.seat))
            self._next_turn()
        else:
            self.company, self.phase = (action - MOVE, MOVING) if action >= MOVE else (action - BUILD, LAYING)
            dice = ROLLS[self.roll].dice
            self.dice = dice[self.company] + dice[PURPLE]  # CM-6
            self.done = 0

    def _next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        self.phase = ROLLING
        self.seat = CHANCE

    def _buy(self, company: int, count: int, log: Log | None) -> None:
        """Shares, a dollar each (CM-12)."""
        seat = self.seat
        transfer(self.accounts, SEATS + seat, BANK, SHARE_PRICE * count)
        self.shares[len(COMPANIES) * seat + company] += count
        self.sold[company] += count
        if log is not None:
            log.append(("buy", seat, company, count, SHARE_PRICE * count))

    def _pay(self, company: int, rounds: int, log: Log | None) -> None:
        """Up to so many rounds of dividends (CM-17, CM-18)."""
        treasury = SEATS + self.seats + company
        held = self.shares[company :: len(COMPANIES)]
        clockwise = [*range(self.seat, self.seats), *range(self.seat)]
        for number in range(1, rounds + 1):
            if log is not None:
                log.append(("round", company, number, rounds))
            paid = _one_round(held, clockwise, self.accounts[treasury])
            for seat in clockwise:
                if paid[seat]:
                    transfer(self.accounts, treasury, SEATS + seat, paid[seat])
                    if log is not None:
                        log.append(("dividend", company, seat, paid[seat], held[seat]))
            if not self.accounts[treasury]:
                if log is not None:
                    log.append(("empty", company))
                return

    # -- Links are built ------------------------------------------------------------------------

    def _legal_laying(self) -> list[int]:
        links = listed(self.frontier & ~self.built, LINK)
        return [STOP, *links] if self.done else links

    def _apply_laying(self, action: int, log: Log | None) -> None:
        if action == STOP:
            self._next_turn()
            return
        link = action - LINK
        self._lay(self.company, link)
        transfer(self.accounts, BANK, SEATS + self.seats + PURPLE, LINK_MONEY)  # CM-11
        if log is not None:
            log.append(("link", self.seat, self.company, link, LINK_MONEY))
        self._used_a_die()

    def _lay(self, company: int, link: int) -> None:
        """Put a marker on a link, which connects what it leads to (CM-10)."""
        board = self.board
        start, end = board.links[link]
        self.owner[link] = company
        self.built |= 1 << link
        self.frontier |= board.touching[start] | board.touching[end]
        self.tracks |= board.over[link]

    def _used_a_die(self) -> None:
        self.done += 1
        self.dice -= 1
        if not self.dice:
            self._next_turn()

    # -- Cubes are moved ------------------------------------------------------------------------

    def _legal_moving(self) -> list[int]:
        steps = listed(self.paths[self.company] & self.tracks, self.board.step_id)
        return [STOP, *steps] if self.done else steps

    def _apply_moving(self, action: int, log: Log | None) -> None:
        if action == STOP:
            self._next_turn()
            return
        board, company = self.board, self.company
        start, end, link, west = board.steps[action - board.step_id]
        at = len(board.places) * company + start
        self.cubes[at] -= 1
        if not self.cubes[at]:
            self.paths[company] &= ~board.leaving[start]
        self._put(company, end)
        if log is not None:
            log.append(("step", self.seat, company, start, end))
        if west:
            self._step_money(company, log)
            self._step_money(self.owner[link], log)
        if end == board.pacific:
            self.outside[company] -= 1
            if self.outside.count(0) >= COLOURS - 2:  # CM-20
                self._end(log)
                return
        self._used_a_die()

    def _step_money(self, company: int, log: Log | None) -> None:
        """What a step west brings to a company (CM-14)."""
        transfer(self.accounts, BANK, SEATS + self.seats + company, STEP_MONEY)
        if log is not None:
            log.append(("freight", company, STEP_MONEY))

    def _end(self, log: Log | None) -> None:
        self.seat = OVER
        self.reason = "goods"
        if log is not None:
            log.append(("end", self.reason))

    # -- As JSON --------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        board = self.board
        size = len(board.places)
        return {
            "game": NAME,
            "board": board.id,
            "options": self.options,
            "phase": self.phase,
            "seat": self.seat,
            "turn": self.turn,
            "accounts": self.accounts[:],
            "shares": [self.held(seat) for seat in range(self.seats)],
            "cubes": [
                {place: number for place, number in zip(board.places, self.cubes[size * colour :], strict=False) if number}
                for colour in range(COLOURS)
            ],
            "links": [[name for name, owner in zip(board.link_names, self.owner, strict=True) if owner == c] for c in range(COLOURS)],
            "roll": [FACES[face] for face in ROLLS[self.roll].faces] if self.roll != NOBODY else [],
            "company": self.company,
            "dice": self.dice,
            "done": self.done,
            "reason": self.reason,
        }


def _numbers(first: int) -> list[list[int]]:
    """For every most number 0 to 5 the action ids of 1 up to it."""
    return [list(range(first, first + most)) for most in range(DICE + 1)]


_NUMBERS = {first: _numbers(first) for first in range(BUY, CUBE, DICE)}


def _one_round(held: list[int], clockwise: list[int], treasury: int) -> list[int]:
    """What each seat gets in one round of dividends (CM-17)."""
    if treasury >= sum(held):
        return held
    paid = [0] * len(held)
    for share in range(max(held)):
        for seat in clockwise:
            if held[seat] > share:
                if not treasury:
                    return paid
                paid[seat] += 1
                treasury -= 1
    return paid


_LEGAL = (
    State._legal_setting, State._legal_starting, State._legal_rolling,
    State._legal_choosing, State._legal_laying, State._legal_moving,
)  # fmt: skip
_APPLY = (
    State._apply_setting, State._apply_starting, State._apply_rolling,
    State._apply_choosing, State._apply_laying, State._apply_moving,
)  # fmt: skip


def new(seats: int, board: Board | None = None, **options: str) -> State:
    """The position before the first cube is drawn (CM-1 to CM-3)."""
    check_seats(NAME, seats, SEATS_ALLOWED)
    choose(NAME, OPTIONS, options)
    state = State()
    state.board = board = board or load_board()
    state.seats = seats
    state.phase = SETTING
    state.seat = CHANCE
    state.turn = NOBODY
    state.accounts = [-START_MONEY * seats, *[START_MONEY] * seats, *[0] * len(COMPANIES)]
    state.shares = [0, 0, 0, 0, 1] * seats
    state.sold = [0, 0, 0, 0, seats]
    state.cubes = [0] * (COLOURS * len(board.places))
    state.outside = [0] * COLOURS
    state.paths = [0] * COLOURS
    state.owner = [NOBODY] * len(board.links)
    state.built = 0
    state.frontier = board.from_east
    state.tracks = 0
    state.roll = NOBODY
    state.company = NOBODY
    state.dice = 0
    state.done = 0
    state.reason = ""
    return state


def from_json(data: dict[str, Any], board: Board | None = None) -> State:
    """The inverse of ``State.to_json``."""
    state = new(len(data["shares"]), board, **data["options"])
    board = state.board
    for colour, cubes in enumerate(data["cubes"]):
        for place, number in cubes.items():
            for _ in range(number):
                state._put(colour, board.number[place])
                state.outside[colour] += place != board.places[board.pacific]
    for company, names in enumerate(data["links"]):
        for name in names:
            state._lay(company, board.link[name])
    state.shares = [held for row in data["shares"] for held in row]
    state.sold = [sum(state.shares[company :: len(COMPANIES)]) for company in range(len(COMPANIES))]
    state.accounts = list(data["accounts"])
    state.roll = next((i for i, roll in enumerate(ROLLS) if [FACES[face] for face in roll.faces] == data["roll"]), NOBODY)
    for name in ("phase", "seat", "turn", "company", "dice", "done", "reason"):
        setattr(state, name, data[name])
    return state
