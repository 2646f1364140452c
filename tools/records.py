"""Simulate and check many games of every game, seat count and option: ``python tools/records.py --games 2000 --jobs 2``."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

from cuberails import registry


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="2000")
    parser.add_argument("--bots", default="random")
    parser.add_argument("--jobs", default="2")
    asked = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "games.jsonl")
        for name in registry.GAMES:
            game = registry.game(name)
            for seats, values in product(game.SEATS, product(*game.OPTIONS.values())):
                options = [f"--option={option}={value}" for option, value in zip(game.OPTIONS, values, strict=True)]
                play = ["simulate", name, "--players", str(seats), "--games", asked.games, "--bots", asked.bots, *options]
                subprocess.run([sys.executable, "-m", "cuberails.cli", *play, "--jobs", asked.jobs, "--out", file], check=True)
                check = [sys.executable, "-m", "cuberails.cli", "check", file, "--jobs", asked.jobs]
                done = subprocess.run(check, capture_output=True, text=True)
                print(name, seats, *values, "-", done.stdout.splitlines()[-1], flush=True)
                failed += done.returncode != 0
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
