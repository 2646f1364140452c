"""``cuberails play``: start the table's server, and a browser that looks at it."""

from __future__ import annotations

import argparse
from typing import Any

from cuberails.server import run as runner
from cuberails.server import settings


def add(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "play",
        description="Start the table's server and open it in a browser. Everything else is set by the environment (docs/server.md).",
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: %(default)s, this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="0: any free one (default: %(default)s)")
    parser.add_argument("--db", default="", metavar="URL", help="postgresql://… or the path of an SQLite file (default: CUBERAILS_DB)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return runner.serve(settings.read(db=args.db), args.host, args.port, not args.no_browser)
