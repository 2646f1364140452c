"""``python -m cuberails.server``: the same as ``cuberails play --no-browser``."""

import sys

from cuberails.cli import main

if __name__ == "__main__":
    sys.exit(main(["play", "--no-browser", *sys.argv[1:]]))
