"""The settings of a server: all from the environment, all in one table (docs/server.md shows it)."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cuberails.common.words import N_
from cuberails.core import BadInput, Reason

TABLE: tuple[tuple[str, str, str], ...] = (
    ("CUBERAILS_DB", "", "where tables are kept: postgresql://USER:PASSWORD@HOST/NAME, or the path of an SQLite file; "
     "by default cuberails.db in the user's data folder"),
    ("CUBERAILS_BASE_URL", "", "the address people see, such as https://cuberails.example; by default whatever the request names. "
     "With https cookies are sent over TLS only"),
    ("CUBERAILS_BOARDS", "", "a folder with boards of one's own, GAME/ID.csv"),
    ("CUBERAILS_BOT_WORKERS", "1", "processes in which bots think"),
    ("CUBERAILS_BOT_SECONDS", "2", "how long a bot may think about one decision"),
    ("CUBERAILS_CACHED_TABLES", "2000", "tables kept in memory; the others are read when they are asked for"),
    ("CUBERAILS_TRUSTED_PROXIES", "", "addresses, separated by commas, whose X-Forwarded-For and X-Forwarded-Proto are believed"),
    ("CUBERAILS_METRICS_TOKEN", "", "who sends it as a bearer token reads /metrics; by default only programs on this machine do"),
    ("CUBERAILS_RATE_LIMITS", "on", "off: no limits on requests (for load tests only)"),
    ("CUBERAILS_LOG", "plain", "plain: lines for people; json: one object a line"),
)  # fmt: skip
"""Name, default, meaning."""


@dataclass(frozen=True)
class Settings:
    db: str
    base_url: str = ""
    bot_workers: int = 1
    bot_seconds: float = 2.0
    cached_tables: int = 2000
    trusted_proxies: str = ""
    metrics_token: str = ""
    rate_limits: bool = True
    log: str = "plain"

    @property
    def sqlite(self) -> bool:
        return self.db.startswith("sqlite")


def read(environment: Mapping[str, str] = os.environ, db: str = "") -> Settings:
    """The settings of an environment; ``db`` overrides ``CUBERAILS_DB``. ``BadInput`` names what is wrong."""
    value = {name: environment.get(name, "") or default for name, default, _ in TABLE}
    return Settings(
        database(db or value["CUBERAILS_DB"]),
        value["CUBERAILS_BASE_URL"].rstrip("/"),
        int(_number("CUBERAILS_BOT_WORKERS", value, 1, 64)),
        _number("CUBERAILS_BOT_SECONDS", value, 0.05, 600),
        int(_number("CUBERAILS_CACHED_TABLES", value, 10, 1_000_000)),
        value["CUBERAILS_TRUSTED_PROXIES"],
        value["CUBERAILS_METRICS_TOKEN"],
        _choice("CUBERAILS_RATE_LIMITS", value, ("on", "off")) == "on",
        _choice("CUBERAILS_LOG", value, ("plain", "json")),
    )


def database(text: str) -> str:
    """The address of a database as SQLAlchemy takes it."""
    if text.startswith(("postgresql:", "postgres:")):
        return "postgresql+psycopg:" + text.split(":", 1)[1]
    if text.startswith("postgresql+psycopg:"):
        return text
    path = text.removeprefix("sqlite:///")
    if "://" in path:
        scheme = text.split(":", 1)[0]
        raise BadInput(Reason("", N_("CUBERAILS_DB must be postgresql://… or the path of a file, not “{text}”."), {"text": scheme}))
    return "sqlite:///" + str(Path(path).expanduser().absolute() if path else data_folder() / "cuberails.db")


def data_folder() -> Path:
    """Where programs keep a user's data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "cuberails"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "cuberails"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "cuberails"


def _number(name: str, value: Mapping[str, str], least: float, most: float) -> float:
    try:
        number = float(value[name])
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise BadInput(Reason("", N_("{name} must be a number from {least} to {most}, not “{text}”."),
                              {"name": name, "least": least, "most": most, "text": value[name]}))  # fmt: skip
    return number


def _choice(name: str, value: Mapping[str, str], choices: tuple[str, ...]) -> str:
    if value[name] not in choices:
        raise BadInput(Reason("", N_("{name} must be one of {choices}, not “{text}”."),
                              {"name": name, "choices": ", ".join(choices), "text": value[name]}))  # fmt: skip
    return value[name]
