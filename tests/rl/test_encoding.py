"""Positions as arrays: stable, complete, seen from the observer's seat."""

from __future__ import annotations

import hashlib
import random
from copy import deepcopy
from itertools import islice
from typing import Any

import numpy as np
import pytest

from cuberails import registry
from cuberails.core import OVER, BadInput
from cuberails.rl.encoding import FORMS, Encoder, encoder
from tests.rl.tables import GAMES, MIDDLE, TABLES, positions

DIGESTS = {
    "chicago-express/1": "acd3a394461c6ff1",
    "german-railways/1": "87f5e91ce9cd40bf",
    "credit-mobilier/1": "b1acad3179997950",
}
"""A change of these is a new version of the encoding: raise ``version`` in the game's encoder."""


def block(ours: Encoder, observation: Any, name: str) -> list[float]:
    """The numbers of one block of the rest, in natural units."""
    at = 0
    for found in ours.parts.rest:
        if found.name == name:
            rest = observation["rest"] if isinstance(observation, dict) else observation[-sum(b.size for b in ours.parts.rest) :]
            return [round(float(number) * found.unit, 3) for number in rest[at : at + found.size]]
        at += found.size
    raise AssertionError(name)


@pytest.mark.parametrize("game", GAMES)
def test_the_encoding_is_what_its_version_was(game: str) -> None:
    ours = encoder(game, 3)
    digest = hashlib.sha256(repr((ours.describe(), ours.parts.names)).encode())
    digest.update(ours.edges.tobytes())
    others = {option: values[1] for option, values in registry.game(game).OPTIONS.items()}
    for options in ({}, others):
        for state in islice(positions(game, 3, 5, **options), 0, None, 7):
            for form in FORMS:
                seen = ours.observe(state, 1, form)
                for name, part in sorted(seen.items()) if isinstance(seen, dict) else [("", seen)]:
                    digest.update(name.encode() + part.tobytes())
    assert {ours.name: digest.hexdigest()[:16]} == {ours.name: DIGESTS[ours.name]}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_observation_is_in_its_space(game: str, seats: int) -> None:
    ours = encoder(game, seats)
    for number, state in enumerate(positions(game, seats, seats)):
        for form in FORMS if number % 25 == 0 else ():
            assert ours.space(form).contains(ours.observe(state, number % seats, form))


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_no_two_positions_of_a_game_look_alike(game: str, seats: int) -> None:
    ours = encoder(game, seats)
    for seed in range(3):
        rows = [ours.vector(state, 0).tobytes() for state in positions(game, seats, seed)]
        assert len(set(rows)) == len(rows)


STALE = {"builder", "laid", "company", "dice", "done", "at", "reason"}
"""What a position remembers although it no longer matters; the test below sees to that."""


def changed(facts: Any, rng: random.Random) -> tuple[Any, list[Any], int] | None:
    """The same facts with one number or yes-or-no changed, where, and to what; None if the place drawn holds something else."""
    facts = inside = deepcopy(facts)
    path: list[Any] = []
    while True:
        path.append(rng.choice(list(inside) if isinstance(inside, dict) else range(len(inside))))
        found = inside[path[-1]]
        if isinstance(found, int):
            inside[path[-1]] = not found if isinstance(found, bool) else found + rng.choice([-1, 1])
            return facts, path, inside[path[-1]]
        if not isinstance(found, dict | list) or not found:
            return None
        inside = found


def legal_for_a_while(state: Any, seed: int) -> list[list[int]]:
    """What is legal in the course of some random moves."""
    rng, seen = random.Random(seed), []
    state = state.copy()
    for _ in range(40):
        seen.append([state.seat, *state.scores(), *state.legal()])
        if state.seat != OVER:
            state.apply(rng.choice(state.legal()))
    return seen


@pytest.mark.parametrize(("game", "options"), [("chicago-express", {}), ("german-railways", {"end-vote": "on"}), ("credit-mobilier", {})])
def test_whatever_the_future_depends_on_is_seen(game: str, options: dict[str, str]) -> None:
    """Change one fact of a position: it looks different, or it goes on just the same."""
    module, ours, rng = registry.game(game), encoder(game, 3), random.Random(1)
    seen, unseen = 0, []
    for state in positions(game, 3, 11, **options):
        for _ in range(6 if state.seat != OVER else 0):
            found = changed(state.to_json(), rng)
            if found is None:
                continue
            facts, path, value = found
            if path in (["accounts", 0], ["auction", 6]) or (value not in range(3) and path[0] in ("seat", "turn")) or value == -2:
                continue  # what the bank has paid; who bids, told twice; no seat; less than nobody
            try:
                other = module.from_json(facts)
                look = ours.vector(other, 1)
                other.legal()
            except (ArithmeticError, AssertionError, LookupError, ValueError, BadInput):
                continue  # no such position
            if not np.array_equal(look, ours.vector(state, 1)):
                seen += 1
            else:
                unseen.append(path[0])
                assert legal_for_a_while(other, 1) == legal_for_a_while(state, 1), path
    assert set(unseen) <= STALE
    assert seen > 100


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_positions_one_decision_apart_look_different(game: str, seats: int) -> None:
    ours = encoder(game, seats)
    for state in islice(positions(game, seats, 4), 0, None, 5):
        looks: dict[bytes, Any] = {}
        for action in state.legal()[:40]:
            after = state.copy()
            after.apply(action)
            facts = {name: fact for name, fact in after.to_json().items() if name not in STALE}
            assert looks.setdefault(ours.vector(after, 0).tobytes(), facts) == facts


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_a_position_read_from_json_looks_the_same(game: str, seats: int) -> None:
    module, ours = registry.game(game), encoder(game, seats)
    for state in positions(game, seats, 2):
        again = module.from_json(state.to_json())
        assert np.array_equal(ours.vector(again, 1), ours.vector(state, 1))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_observer_stands_first(game: str, seats: int) -> None:
    ours = encoder(game, seats)
    for number, state in enumerate(positions(game, seats, 7)):
        if number % 20:
            continue
        for seat in range(seats):
            seen = ours.graph(state, seat)
            cash = state.scores()
            assert block(ours, seen, "cash") == cash[seat:] + cash[:seat]
            decides = [float(state.seat == (seat + i) % seats) for i in range(seats)]
            assert block(ours, seen, "to decide") == ([0.0] * seats if state.seat < 0 else decides)


def moved_on(facts: Any, by: int) -> Any:
    """The same position with everybody so many seats further round the table."""
    facts = deepcopy(facts)
    seats = len(facts["shares"])

    def turned(row: list[Any]) -> list[Any]:
        return row[-by:] + row[:-by] if row else row

    def on(seat: int) -> int:
        return (seat + by) % seats if seat >= 0 else seat

    facts["accounts"][1 : 1 + seats] = turned(facts["accounts"][1 : 1 + seats])
    facts |= {name: turned(facts[name]) for name in ("shares", "bag") if name in facts}
    facts |= {name: on(facts[name]) for name in ("seat", "turn")}
    if "order" in facts:
        facts["order"] = [on(seat) for seat in facts["order"]]
    if facts.get("auction"):
        lot, first, least, bidders, high, leader, seat = facts["auction"]
        bidders = sum(1 << on(bidder) for bidder in range(seats) if bidders >> bidder & 1)
        facts["auction"] = [lot, on(first), least, bidders, high, on(leader), on(seat)]
    return facts


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_table_seen_from_one_seat_on_looks_the_same_when_all_move_one_seat_on(game: str, seats: int) -> None:
    """No number says which seat somebody has: what is learned on one seat holds on all."""
    module, ours = registry.game(game), encoder(game, seats)
    for number, state in enumerate(positions(game, seats, 9)):
        if number % 5:
            continue
        for by in range(1, seats):
            other = module.from_json(moved_on(state.to_json(), by))
            seat = number % seats
            assert np.array_equal(ours.vector(other, (seat + by) % seats), ours.vector(state, seat))


@pytest.mark.parametrize(("game", "seats"), MIDDLE)
def test_the_forms_say_the_same(game: str, seats: int) -> None:
    ours = encoder(game, seats)
    rows, columns = np.array(ours.parts.cells).T
    fixed = sum(part.size for part in ours.parts.fixed)
    for state in positions(game, seats, 3):
        vector, planes, graph = ours.vector(state, 2), ours.planes(state, 2), ours.graph(state, 2)
        changing = graph["nodes"][:, fixed:]
        assert np.array_equal(vector, np.concatenate([changing.ravel(), graph.get("links", np.zeros(0)).ravel(), graph["rest"]]))
        assert np.array_equal(planes["planes"][:, rows, columns].T[:, 1:], graph["nodes"])
        assert planes["planes"][0].sum() == len(graph["nodes"]), "the first plane shows where the board is"
        assert np.array_equal(planes["rest"], graph["rest"])


@pytest.mark.parametrize("game", GAMES)
def test_what_is_joined_lies_side_by_side_on_the_planes(game: str) -> None:
    ours = encoder(game, 3)
    cells = ours.parts.cells
    assert len(set(cells)) == len(cells)
    far = [(a, b) for a, b in ours.edges.T if max(abs(x - y) for x, y in zip(cells[a], cells[b], strict=True)) > 1]
    named = {"german-railways": {"G20"}, "credit-mobilier": {"PC"}}.get(game, set())
    names = ours.parts.names
    assert [pair for pair in far if not {names[place] for place in pair} & named] == []


def test_a_board_of_another_game() -> None:
    with pytest.raises(BadInput, match="german-railways is no board of chicago-express"):
        encoder("chicago-express", 3, registry.game("german-railways").load_board())


def test_a_form_that_is_none() -> None:
    with pytest.raises(BadInput, match="The form of an observation is one of vector, planes, graph, not “pixels”"):
        encoder("chicago-express", 3).space("pixels")


def test_chicago_express_auction_and_gauges() -> None:
    game, ours = registry.game("chicago-express"), encoder("chicago-express", 3)
    state = game.new(3)
    for text in ("bid 9", "pass"):
        state.apply(game.parse(text))
    seen = ours.vector(state, 1)
    assert block(ours, seen, "lot") == [1, 0, 0, 0, 0]
    assert (block(ours, seen, "least bid"), block(ours, seen, "highest bid")) == ([10], [9])
    assert block(ours, seen, "leader") == [0, 0, 1], "seat 1 is the last, seen from seat 2"
    assert block(ours, seen, "still bidding") == [0, 1, 1]
    assert block(ours, seen, "gauge auction") == [1, 0, 0, 0]
    for text in (*["pass"] * 10, "develop", "-"):
        state.apply(game.parse(text))
    seen = ours.vector(state, 0)
    assert block(ours, seen, "lot") == [0] * 5
    assert block(ours, seen, "gauge develop") == [0, 1, 0, 0, 0]
    assert state.seat != OVER
