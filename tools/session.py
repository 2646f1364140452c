"""The recorded session of docs/terminal.md, played again: ``python tools/session.py``.

What is typed stands in the page itself, behind the prompts; the rest is written anew, as it looks in 120 columns.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "terminal.md"
BLOCK = re.compile(r"(?<=```text\n)\$ cuberails (terminal [^\n]*)\n(.*?)(?=```\n)", re.DOTALL)
PROMPT = re.compile(r"^(\w+> )(.*)\n", re.MULTILINE)


def play(arguments: str, typed: list[str]) -> str:
    """What the session shows; what is typed stands behind its prompts, and the folder of the run is not told."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-m", "cuberails.cli", *shlex.split(arguments)], input="".join(line + "\n" for line in typed), text=True,
            encoding="utf-8", capture_output=True, check=True, cwd=folder, env=os.environ | {"COLUMNS": "120", "XDG_DATA_HOME": folder},
        )  # fmt: skip
    lines = iter(typed)
    shown = PROMPT.sub(lambda prompt: f"{prompt[1]}{next(lines)}\n", done.stdout.replace(folder, "~/.local/share"))
    return re.sub(r" +$", "", shown, flags=re.MULTILINE)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(renewed, page), encoding="utf-8")


def renewed(block: re.Match[str]) -> str:
    arguments, before = block.groups()
    return f"$ cuberails {arguments}\n{play(arguments, [line for _, line in PROMPT.findall(before)])}"


if __name__ == "__main__":
    main()
