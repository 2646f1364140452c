"""Chance nobody has to trust: every draw follows from a secret fixed before the game and shown after it.

The construction ``cuberails-draw/1``:

1. Before anybody sits down the drawer takes a *seed*, 32 random bytes, and publishes its *commitment*: the SHA-256 of
   those bytes, in hexadecimal.
2. Then every player may add a text of their own, the *contribution*; they are public.
3. The draw number n (moves are counted from 1; those taken back count too, so no number comes twice) reads from the blocks
   ``HMAC-SHA256(seed, message)``, where the message is the UTF-8 text of the JSON list
   ``["cuberails-draw/1", commitment, contributions, n, i]`` without spaces and i counts the blocks from 0.
4. A number below m is the next block, as a big-endian integer, modulo m; a block not below the greatest multiple of m
   is skipped. That number picks an outcome: the outcomes stand in the order of ``State.chance``, each as often as it weighs.
   A move of several draws goes on with the next block.
5. After the game the seed is published. Whoever has the record can repeat all this; ``cuberails check`` does. In a record
   the key ``fairness`` holds ``scheme``, ``commitment``, ``seed``, ``contributions`` (by seat) and ``numbers``: for each move the n
   of its draw, null for decisions, and for chance that a game cloned from another brought along.

Neither side can steer: the seed was fixed before the contributions were known, and nobody knew it while contributing.

>>> source = Draws(bytes(32), ["", "heads"]).source(7)
>>> [source.randrange(6) for _ in range(8)]
[5, 1, 3, 5, 0, 3, 3, 4]
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from typing import Any, NamedTuple

from cuberails import registry
from cuberails.common.words import N_
from cuberails.core import CHANCE, OVER, Reason, Source, State, draw
from cuberails.record import Boards, Record, Scribe

SCHEME = "cuberails-draw/1"
BLOCK = 1 << 256
WRONG_SEED = N_("The seed is not the one that was promised: its SHA-256 is not the commitment.")


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """What is published before the game."""
    return hashlib.sha256(seed).hexdigest()


class Draws(NamedTuple):
    """All draws of one game."""

    seed: bytes
    contributions: list[str]

    def source(self, number: int) -> Source:
        """The randomness of the move of that number."""
        return _Blocks(self.seed, [SCHEME, commitment(self.seed), self.contributions, number])


class _Blocks:
    def __init__(self, seed: bytes, head: list[Any]) -> None:
        self.seed = seed
        self.head = head
        self.block = 0

    def randrange(self, stop: int, /) -> int:
        while True:
            message = json.dumps([*self.head, self.block], ensure_ascii=False, separators=(",", ":"))
            value = int.from_bytes(hmac.digest(self.seed, message.encode(), "sha256"), "big")
            self.block += 1
            if value < BLOCK - BLOCK % stop:
                return value % stop


def draw_move(state: State, source: Source) -> str:
    """The whole move of the record that chance makes in this position; does not change it."""
    trial = state.copy()
    scribe = Scribe(registry.game(state.game))
    while not scribe.moves:
        action = draw(trial, source)
        trial.apply(action)
        scribe.note(action, trial)
    return scribe.moves[0]


class Proof(NamedTuple):
    """What a record proves about its chance."""

    draws: int
    """Draws repeated with the same outcome."""
    reason: Reason | None = None
    """None if all is well."""


def verify(record: Record, boards: Boards | None = None) -> Proof | None:
    """Repeat every draw of a record that tells how it was drawn; None if it does not tell.

    The record must be one that replays (``record.verify``).
    """
    told = record.extra.get("fairness")
    if told is None or (isinstance(told, dict) and told.get("seed") is None and record.result is None):
        return None
    problem = _unreadable(told, record)
    if problem:
        return Proof(0, Reason("FAIRNESS", problem))
    seed = bytes.fromhex(told["seed"])
    if commitment(seed) != told["commitment"]:
        return Proof(0, Reason("FAIRNESS", WRONG_SEED))
    return _repeat(record, Draws(seed, told["contributions"]), told["numbers"], boards)


def _unreadable(told: object, record: Record) -> str:
    """What is wrong with the form of the proof."""
    if not isinstance(told, dict) or told.get("scheme") != SCHEME:
        return N_("The proof is of a kind that this program does not know.")
    if not (isinstance(told.get("seed"), str) and re.fullmatch("[0-9a-f]{64}", told["seed"])):
        return N_("The seed is missing, or not 64 hexadecimal digits.")
    texts = told.get("contributions")
    if not (isinstance(texts, list) and len(texts) == len(record.players) and all(isinstance(text, str) for text in texts)):
        return N_("The contributions are not one text for each player.")
    numbers = told.get("numbers")
    if not (isinstance(numbers, list) and len(numbers) == len(record.moves)):
        return N_("The numbers of the draws are not one for each move.")
    drawn = [number for number in numbers if number is not None]
    if not all(type(number) is int and number > 0 for number in drawn) or sorted(set(drawn)) != drawn:
        return N_("The numbers of the draws do not ascend.")
    return ""


def _repeat(record: Record, draws: Draws, numbers: list[int | None], boards: Boards | None) -> Proof:
    game = registry.game(record.game)
    state = record.start(boards)
    done = 0
    for at, (move, number) in enumerate(zip(record.moves, numbers, strict=True), 1):
        if state.seat == OVER:
            break
        if (state.seat == CHANCE) != (number is not None) and (done or state.seat != CHANCE):
            return Proof(
                done, Reason("FAIRNESS", N_("Move {number}: exactly the moves of chance have a number of their draw."), {"number": at})
            )
        if number is not None:
            found = draw_move(state, draws.source(number))
            if found != move:
                return Proof(done, Reason("FAIRNESS", N_("Move {number}: the seed draws “{found}”, the record says “{written}”."),
                                          {"number": at, "found": found, "written": move}))  # fmt: skip
            done += 1
        for action in game.unfold(state, move):
            state.apply(action)
    return Proof(done)
