"""What the terminal shows: positions drawn by the module of their game, sentences, the end."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rich.console import Console, RenderableType

from cuberails import registry
from cuberails.common.words import N_, say
from cuberails.core import OVER, Log
from cuberails.terminal.parts import money

DRAWERS = {
    "chicago-express": "cuberails.terminal.chicago_express",
    "german-railways": "cuberails.terminal.german_railways",
    "credit-mobilier": "cuberails.terminal.credit_mobilier",
}


class Screen:
    """A terminal that shows one game in one language."""

    def __init__(self, language: str) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.language = language
        self._seen: dict[str, str] = {}
        """What was drawn last, by kind."""

    def show(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style)

    def tell(self, sentence: str, style: str = "", /, **facts: object) -> None:
        """One sentence in the language of the screen."""
        self.show(say(sentence, self.language, **facts), style)

    def position(self, state: Any, names: Sequence[str]) -> None:
        """Everything there is to see: the board and the tables."""
        self._seen.clear()
        self.changes(state, names)

    def changes(self, state: Any, names: Sequence[str]) -> None:
        """What looks otherwise than when it was last drawn."""
        size, drawer = self.console.size, _drawer(state)
        self._draw("board", drawer.board(state, size.width, size.height, self.language))
        self._draw("tables", drawer.tables(state, names, size.width, self.language))

    def _draw(self, kind: str, picture: RenderableType) -> None:
        with self.console.capture() as capture:
            self.console.print(picture)
        if self._seen.get(kind) != capture.get():
            self._seen[kind] = capture.get()
            self.console.file.write(capture.get())

    def question(self, state: Any, names: Sequence[str]) -> None:
        self.show(_drawer(state).question(state, names, self.language), "bold")

    def events(self, log: Log, state: Any, names: list[str]) -> None:
        """What happened, in sentences."""
        for sentence in sentences(log, state, names, self.language):
            self.show(f"  {sentence}")

    def end(self, state: Any, names: Sequence[str]) -> None:
        """Who has won, and everybody's cash."""
        assert state.seat == OVER
        ranking = sorted(range(state.seats), key=lambda seat: -state.scores()[seat])
        cash = [f"{names[seat]} {money(state.game, state.scores()[seat], self.language)}" for seat in ranking]
        self.tell(N_("Cash: {cash}."), cash=", ".join(cash))
        self.tell(N_("The winner: {names}."), "bold", names=", ".join(names[seat] for seat in state.winners()))


def sentences(log: Log, state: Any, names: list[str], language: str) -> list[str]:
    game = registry.game(state.game)
    return [game.describe(event, names, language, state.board) for event in log]


def _drawer(state: Any) -> Any:
    return import_module(DRAWERS[state.game])
