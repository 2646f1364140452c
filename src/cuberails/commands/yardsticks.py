"""Other programs that play random games in Python, measured by their public interfaces like ours."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any


def available() -> tuple[dict[str, Callable[[float], Any]], list[str]]:
    """The yardsticks that are installed, and the names of those that are not."""
    found: dict[str, Callable[[float], Any]] = {}
    missing = []
    for name, make in (("catanatron", _catanatron), ("python-chess", _chess)):
        try:
            found[name] = make()
        except ImportError:
            missing.append(name)
    return found, missing


def _catanatron() -> Callable[[float], Any]:
    """Catan with four of its random players."""
    from catanatron import Color, Game, RandomPlayer

    from cuberails.commands.bench import Tally

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    limit = 1000  # turns; catanatron stops its own games there, too

    def play(seconds: float) -> Tally:
        games = decisions = real = 0
        begun = time.process_time()
        while time.process_time() < begun + seconds:
            game = Game([RandomPlayer(colour) for colour in colours])
            while game.winning_color() is None and game.state.num_turns < limit:
                decisions += 1
                real += len(game.state.playable_actions) > 1
                game.play_tick()
            games += 1
        return Tally(games, decisions, real, 0, time.process_time() - begun)

    return play


def _chess() -> Callable[[float], Any]:
    """Chess, from the first move to the end of the game."""
    import chess

    from cuberails.commands.bench import Tally

    random = Random(1).random

    def play(seconds: float) -> Tally:
        games = decisions = real = 0
        begun = time.process_time()
        while time.process_time() < begun + seconds:
            board = chess.Board()
            while not board.is_game_over():
                moves = list(board.legal_moves)
                decisions += 1
                real += len(moves) > 1
                board.push(moves[int(random() * len(moves))])
            games += 1
        return Tally(games, decisions, real, 0, time.process_time() - begun)

    return play
