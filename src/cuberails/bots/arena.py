"""Which bot is stronger: games on rotated seats, and what they say.

The games come in rounds: one line-up, one order of it, and all its rotations, so that everybody sits
on every seat equally often. Orders change from round to round until all have been played, line-ups
too when there are more bots than seats. Everything derives from one seed; each game has its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import Any, NamedTuple

from cuberails.bots import match, rating
from cuberails.bots.rating import Interval
from cuberails.common.words import N_
from cuberails.core import BadInput, Reason
from cuberails.record import Record


class Pairing(NamedTuple):
    """One game to be played."""

    number: int
    bots: tuple[str, ...]
    """By seat."""
    seed: str


class Played(NamedTuple):
    """One game that was played."""

    bots: tuple[str, ...]
    record: Record
    seconds: list[float]
    """What each seat thought all in all."""
    longest: list[float]
    """Its longest decision."""
    decisions: list[int]


class Row(NamedTuple):
    """What the games say of one bot."""

    bot: str
    games: int
    """Seats it has played."""
    rating: Interval
    first: Interval
    """First places for each seat played; a shared one counts in parts."""
    cash: Interval
    """Its share of the players' money at the end."""
    decision: float
    """Seconds for a decision, on average."""
    longest: float


class Seat(NamedTuple):
    """What the games say of one seat, whoever sat there."""

    seat: int
    first: Interval
    cash: Interval


class Table(NamedTuple):
    game: str
    players: int
    games: int
    seed: str
    rows: list[Row]
    """The best first."""
    seats: list[Seat]
    reasons: dict[str, int]
    """How the games ended."""
    moves: float
    """Moves of a game, on average."""


def schedule(bots: Sequence[str], players: int, games: int, seed: str) -> Iterator[Pairing]:
    """The games of an arena, in order."""
    if len(bots) < players:
        raise BadInput(
            Reason("", N_("{players} seats need {players} bots, not {found}; a bot may be named more than once."),
                   {"players": players, "found": len(bots)})
        )  # fmt: skip
    return (Pairing(number, seats, f"{seed}/{number}") for number, seats in enumerate(islice(_seatings(bots, players, seed), games), 1))


def _seatings(bots: Sequence[str], players: int, seed: str) -> Iterator[tuple[str, ...]]:
    rng = random.Random(f"{seed}/seats")
    line_ups = sorted(set(combinations(bots, players)))
    orders: dict[tuple[str, ...], Iterator[tuple[str, ...]]] = {line_up: _orders(line_up, rng) for line_up in line_ups}
    while True:
        for line_up in rng.sample(line_ups, len(line_ups)):
            order = next(orders[line_up])
            for turn in range(players):
                yield order[turn:] + order[:turn]


def _orders(line_up: tuple[str, ...], rng: random.Random) -> Iterator[tuple[str, ...]]:
    """The orders of a line-up around the table, rotations apart, all of them before one comes again."""
    head, *rest = line_up
    orders = sorted({(head, *order) for order in permutations(rest)})
    while True:
        yield from rng.sample(orders, len(orders))


def play(start: Record, board: Any, pairing: Pairing) -> Played:
    """Play one game of the schedule; ``start`` says which, with which options."""
    names = match.players(pairing.bots)
    own = Record(start.game, names, options=start.options, board=start.board)
    watch = match.Stopwatch(len(names))
    record = match.play(own, pairing.bots, pairing.seed, board, watch)
    record.extra["bots"] = list(pairing.bots)
    return Played(pairing.bots, record, watch.seconds, watch.longest, watch.decisions)


def tally(games: Sequence[Played], seed: str) -> Table:
    """What the games say; at least one."""
    names = sorted({bot for game in games for bot in game.bots})
    number = {name: i for i, name in enumerate(names)}
    ratings = rating.rate(
        [rating.points([number[bot] for bot in game.bots], _cash(game)) for game in games], len(names), random.Random(f"{seed}/bootstrap")
    )
    rows = [_row(name, ratings[i], games) for i, name in enumerate(names)]
    rows.sort(key=lambda row: (-row.rating.value, row.bot))
    players = len(games[0].bots)
    reasons = [_result(game)["reason"] for game in games]
    return Table(
        games[0].record.game, players, len(games), seed, rows, [_seat(seat, games) for seat in range(players)],
        {reason: reasons.count(reason) for reason in sorted(set(reasons))}, sum(len(game.record.moves) for game in games) / len(games),
    )  # fmt: skip


def _row(name: str, rated: Interval, games: Sequence[Played]) -> Row:
    at = [(game, seat) for game in games for seat, bot in enumerate(game.bots) if bot == name]
    thought = sum(game.seconds[seat] for game, seat in at)
    decisions = sum(game.decisions[seat] for game, seat in at)
    first = rating.wilson(sum(_first(game, seat) for game, seat in at), len(at))
    cash = rating.mean([_share(game, seat) for game, seat in at])
    return Row(name, len(at), rated, first, cash, thought / max(1, decisions), max(game.longest[seat] for game, seat in at))


def _seat(seat: int, games: Sequence[Played]) -> Seat:
    first = rating.wilson(sum(_first(game, seat) for game in games), len(games))
    return Seat(seat + 1, first, rating.mean([_share(game, seat) for game in games]))


def _result(game: Played) -> dict[str, Any]:
    assert game.record.result is not None
    return game.record.result


def _cash(game: Played) -> list[int]:
    cash: list[int] = _result(game)["cash"]
    return cash


def _first(game: Played, seat: int) -> float:
    winners = _result(game)["winners"]
    return (seat + 1 in winners) / len(winners)


def _share(game: Played, seat: int) -> float:
    cash = _cash(game)
    return cash[seat] / (sum(cash) or 1)


def to_json(table: Table) -> dict[str, Any]:
    """The table as JSON; what depends on the machine stands under ``seconds``."""
    return {
        "game": table.game,
        "players": table.players,
        "games": table.games,
        "seed": table.seed,
        "bots": [
            {"bot": row.bot, "seats": row.games, "rating": row.rating._asdict(), "first": row.first._asdict(), "cash": row.cash._asdict()}
            for row in table.rows
        ],
        "seats": [{"seat": seat.seat, "first": seat.first._asdict(), "cash": seat.cash._asdict()} for seat in table.seats],
        "reasons": table.reasons,
        "moves": table.moves,
        "seconds": {row.bot: {"decision": row.decision, "longest": row.longest} for row in table.rows},
    }
