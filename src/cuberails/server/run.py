"""Run a server until it is told to stop."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason
from cuberails.server.app import App
from cuberails.server.settings import Settings

STOP_SECONDS = 10


class JsonLines(logging.Formatter):
    """One JSON object a line. (The standard library suffices: nothing is logged but a moment, a level, a place and a sentence.)"""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(kind: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class Server(uvicorn.Server):
    """Tells the streams to reconnect before it waits for requests to finish."""

    def __init__(self, config: uvicorn.Config, app: App, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.told_app = app
        self.told_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.told_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.told_app.service.hub.stop()
        await super().shutdown(sockets)


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens; ``BadInput`` if the port is taken."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadInput(
            Reason("", N_("Nothing can be served at {host}:{port}: {why}."), {"host": host, "port": port, "why": why})
        ) from error
    return listening


def make(app: App, started: Callable[[], None] = lambda: None) -> Server:
    """A server for an application."""
    settings = app.service.settings
    config = uvicorn.Config(
        app.asgi, log_config=None, access_log=False, lifespan="on", timeout_graceful_shutdown=STOP_SECONDS, timeout_keep_alive=75,
        proxy_headers=bool(settings.trusted_proxies), forwarded_allow_ips=settings.trusted_proxies or None, server_header=False,
    )  # fmt: skip
    return Server(config, app, started)


def serve(settings: Settings, host: str, port: int, browser: bool) -> int:
    """Serve until a signal; the exit code."""
    set_up_logs(settings.log)
    listening = bind(host, port)
    address = settings.base_url or f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{listening.getsockname()[1]}"
    app = App(settings)

    def started() -> None:
        print(f"cuberails: the table is laid at {address}", flush=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises the signal again after it has stopped in order
    make(app, started).run(sockets=[listening])
    return 0
