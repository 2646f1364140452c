"""What lies in the database. The migrations (``migrations/versions``) make these tables; a test holds the two together."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables", metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("visibility", sa.String(10), nullable=False),
    sa.Column("host", sa.String(16)),
    sa.Column("number", sa.Integer, nullable=False),  # entries in the log
    sa.Column("turn", sa.Integer),  # the seat that must decide
    sa.Column("due", sa.Float),  # when a server must look after it: time is up, a bot has not moved
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),  # secret until the end
    sa.Column("summary", sa.Text, nullable=False),  # what lists show
    sa.Index("tables_updated", "status", "visibility", "updated"),
    sa.Index("tables_due", "due"),
)  # fmt: skip

seats = sa.Table(
    "seats", metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.String(16), nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),  # decides here: neither invited only nor resigned
    sa.Column("invited", sa.Boolean, nullable=False),
    sa.Index("seats_user", "user_id"),
)  # fmt: skip

entries = sa.Table(
    "entries", metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)  # fmt: skip

limits = sa.Table(
    "limits", metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("lot", sa.Integer, nullable=False),
    sa.Column("up_to", sa.Integer, nullable=False),
    sa.Column("then", sa.String(4), nullable=False),
)  # fmt: skip

notes = sa.Table(
    "notes", metadata,
    sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", sa.String(16), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)  # fmt: skip

users = sa.Table(
    "users", metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("key", sa.String(80), unique=True),  # the name as it is compared; null for guests
    sa.Column("password", sa.String(200)),
    sa.Column("mail", sa.String(200)),
    sa.Column("created", sa.Float, nullable=False),
)  # fmt: skip

sessions = sa.Table(
    "sessions", metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("user_id", sa.String(16), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
    sa.Index("sessions_user", "user_id"),
)  # fmt: skip

tokens = sa.Table(
    "tokens", metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("hash", sa.String(64), nullable=False, unique=True),
    sa.Column("user_id", sa.String(16), sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False),
    sa.Column("label", sa.String(80), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=False),
    sa.Index("tokens_user", "user_id"),
)  # fmt: skip

failures = sa.Table(
    "failures", metadata,
    sa.Column("key", sa.String(140), primary_key=True),  # a name and an address, or a name alone
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("last", sa.Float, nullable=False),
)  # fmt: skip
