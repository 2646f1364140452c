"""The seats and options a game is started with, checked."""

from __future__ import annotations

from collections.abc import Mapping

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason


def check_seats(game: str, seats: object, allowed: range) -> None:
    """Refuse a number of players that the game is not made for."""
    if not isinstance(seats, int) or isinstance(seats, bool) or seats not in allowed:
        least, most = allowed[0], allowed[-1]
        raise BadInput(
            Reason("", N_("{game} is for {least} to {most} players, not {seats}."),
                   {"game": game, "least": least, "most": most, "seats": seats})
        )  # fmt: skip


def choose(game: str, known: Mapping[str, tuple[str, ...]], given: Mapping[str, object]) -> dict[str, str]:
    """Every known option with its value: the given one, or the first it knows."""
    for name, value in given.items():
        if name not in known:
            names = ", ".join(known) or "-"
            raise BadInput(
                Reason("", N_("{game} has no option “{name}”; its options: {names}."), {"game": game, "name": name, "names": names})
            )
        if value not in known[name]:
            raise BadInput(
                Reason("", N_("The option {name} is one of {values}, not “{value}”."),
                       {"name": name, "values": ", ".join(known[name]), "value": value})
            )  # fmt: skip
    return {name: str(given.get(name, values[0])) for name, values in known.items()}
