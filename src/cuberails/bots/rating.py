"""Ratings of bots from games of any number of players, with their 95% intervals.

Every game is read as a comparison of each two bots in it: who held more money, half a point each for
a tie. The ratings are those of the Bradley-Terry model on the scale of Elo (400 points are odds of
10 to 1), their mean is 0. The intervals come from drawing the games anew, with return (bootstrap);
the result of a game nobody has seen is drawn with them, so who never lost has no certain rating.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

ELO = 400 / math.log(10)
RESAMPLES = 200
ROUNDS = 60
UNSEEN = 0.5
"""What every two bots are given beforehand, a draw between them: so who never loses has a finite rating."""

Points = list[tuple[int, int, float]]
"""Of one game: a bot, another, and the points of the first against the second, from 0 to 1."""


class Interval(NamedTuple):
    value: float
    low: float
    high: float


def points(bots: Sequence[int], cash: Sequence[int]) -> Points:
    """The comparisons of one game; seats of the same bot are not compared.

    >>> points([0, 1, 1], [50, 40, 60])
    [(0, 1, 1.0), (0, 1, 0.0)]
    """
    found = []
    for seat, one in enumerate(bots):
        for other in range(seat + 1, len(bots)):
            if bots[other] != one:
                found.append((one, bots[other], 0.5 + 0.5 * (cash[seat] > cash[other]) - 0.5 * (cash[seat] < cash[other])))
    return found


def rate(games: Sequence[Points], bots: int, rng: Random) -> list[Interval]:
    """The rating of each bot, 95% of the resampled ones between its low and high."""
    values = _fit(games, [[UNSEEN] * bots] * bots)
    samples = [_fit([games[rng.randrange(len(games))] for _ in games], _unseen(bots, rng)) for _ in range(RESAMPLES)]
    found = []
    for bot, value in enumerate(values):
        ordered = sorted(sample[bot] for sample in samples)
        found.append(Interval(value, ordered[int(0.025 * RESAMPLES)], ordered[int(0.975 * RESAMPLES)]))
    return found


def _unseen(bots: int, rng: Random) -> list[list[float]]:
    """The points of each bot against each in one game more that might end anyhow (Jeffreys' prior)."""
    points = [[0.0] * bots for _ in range(bots)]
    for one, other in combinations(range(bots), 2):
        points[one][other] = 0.001 + 0.998 * rng.betavariate(UNSEEN, UNSEEN)  # nobody has nothing
        points[other][one] = 1 - points[one][other]
    return points


def _fit(games: Sequence[Points], beforehand: Sequence[Sequence[float]]) -> list[float]:
    """The most likely Bradley-Terry ratings, by minorisation."""
    bots = len(beforehand)
    won = [[(a != b) * beforehand[a][b] for b in range(bots)] for a in range(bots)]
    for game in games:
        for one, other, score in game:
            won[one][other] += score
            won[other][one] += 1 - score
    strength = [1.0] * bots
    for _ in range(ROUNDS):
        for bot in range(bots):
            games_over = sum((won[bot][b] + won[b][bot]) / (strength[bot] + strength[b]) for b in range(bots) if b != bot)
            if games_over:
                strength[bot] = sum(won[bot]) / games_over
        mean = math.exp(sum(map(math.log, strength)) / bots)
        strength = [value / mean for value in strength]
    return [ELO * math.log(value) for value in strength]


def wilson(hits: float, of: int) -> Interval:
    """A proportion with its 95% interval (Wilson).

    >>> [round(x, 3) for x in wilson(5, 10)]
    [0.5, 0.237, 0.763]
    """
    if not of:
        return Interval(0.0, 0.0, 1.0)
    z, p = 1.96, hits / of
    centre = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Interval(p, max(0.0, centre - half), min(1.0, centre + half))


def mean(values: Sequence[float]) -> Interval:
    """A mean with its 95% interval."""
    count = len(values)
    middle = sum(values) / count if count else 0.0
    if count < 2:
        return Interval(middle, middle, middle)
    half = 1.96 * math.sqrt(sum((value - middle) ** 2 for value in values) / (count - 1) / count)
    return Interval(middle, middle - half, middle + half)
