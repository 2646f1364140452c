"""Lines that people type: with completion and history on a terminal, plainly from anywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

Complete = Callable[[str], Iterable[str]]


class Reader:
    """Reads one line after the other; ``EOFError`` when there are no more, ``KeyboardInterrupt`` for Ctrl-C."""

    def __init__(self) -> None:
        self.session: Any = None
        if sys.stdin.isatty() and sys.stdout.isatty():
            from prompt_toolkit import PromptSession

            self.session = PromptSession(complete_while_typing=True, reserve_space_for_menu=4)

    def line(self, prompt: str, complete: Complete = lambda text: (), default: str = "") -> str:
        """What is typed; ``complete`` gives the words that may stand at the end of a beginning."""
        if self.session:
            return str(self.session.prompt(prompt, completer=_completer(complete), default=default)).strip()
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        print()
        if not line:
            raise EOFError
        return line.strip() or default


def _completer(complete: Complete) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        def get_completions(self, document: Any, _: Any) -> Iterable[Completion]:
            begun = document.get_word_before_cursor(WORD=True)
            for word in complete(document.text_before_cursor):
                yield Completion(word, start_position=-len(begun))

    return Words()
