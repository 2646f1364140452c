"""Private limits: a table where they bid is the same table, for everybody else, as one where their owners bid by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cuberails.games import chicago_express
from tests.server.conftest import Running
from tests.server.player import Player

NAMES = ("Ada", "Ben", "Cleo")
LIMITS = st.dictionaries(st.integers(0, 2), st.tuples(st.integers(0, 45), st.sampled_from(["pass", "ask"])), min_size=1)
RAISES = st.lists(st.integers(-3, 6), min_size=40, max_size=40)
"""What is bid by hand: so much more than the least bid; below 0: pass."""


def by_hand(limits: dict[int, tuple[int, str]], raises: list[int]) -> list[tuple[str, int, bool]]:
    """The first auction of Chicago Express: every move, its seat, and whether its owner had to be asked."""
    state: Any = chicago_express.new(3)
    made, lot, left = [], state.auction.lot, dict(limits)
    while state.auction and state.auction.lot == lot:
        seat, least = state.seat, state.auction.least
        up_to, then = left.get(seat, (-1, "ask"))
        if least <= up_to:
            move, asked = f"bid {least}", False
        elif then == "pass":
            move, asked = "pass", False
        else:
            left.pop(seat, None)
            more = raises[len(made)]
            bid = f"bid {least + more}"
            move, asked = bid if more >= 0 and chicago_express.explain(state, bid) is None else "pass", True
        made.append((move, seat, asked))
        for action in chicago_express.unfold(state, move):
            state.apply(action)
    return made


def sit_down(site: Running) -> tuple[list[Player], str]:
    players = [site.player(name) for name in NAMES]
    table = players[0].table("me", "open", "open")
    for player in players[1:]:
        player.do(table, "sit")
    players[0].do(table, "start")
    return players, table


def seen(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everything but the time."""
    return [{name: value for name, value in entry.items() if name != "at"} for entry in entries]


@pytest.mark.long
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(limits=LIMITS, raises=RAISES)
def test_limits_leave_the_table_their_owners_would_have_left(site: Running, limits: dict[int, tuple[int, str]], raises: list[int]) -> None:
    made = by_hand(limits, raises)
    players, table = sit_down(site)
    for move, seat, _ in made:
        players[seat].move(table, move)
    others, limited = sit_down(site)
    watcher = site.player("Eve")
    streams = [person.listen(f"/api/tables/{limited}/stream") for person in (watcher, *others)]
    # Who is to bid first sets the limit last: or the server bids before the others have set theirs.
    for seat in sorted(limits, reverse=True):
        others[seat].put(f"/api/tables/{limited}/limit", up_to=limits[seat][0], then=limits[seat][1])
    for number, (move, seat, asked) in enumerate(made):
        if asked:
            others[seat].wait(limited, lambda found, number=number: found["moves"] == number)  # type: ignore[misc]
            others[seat].move(limited, move)
    others[0].wait(limited, lambda found: found["moves"] == len(made))
    log = seen(players[0].log(table))
    assert seen(others[0].log(limited)) == log
    for seat, stream in enumerate(streams, -1):
        stream.wait(lambda _, stream=stream: len(stream.entries()) == len(made))  # type: ignore[misc]
        assert seen(stream.entries()) == log[-len(made) :]
        told = {limit["seat"] for name, document, _ in stream.events if name == "table" for limit in document["limits"]}
        assert told <= {seat}, "somebody is told of another one's limit"
        stream.close()
