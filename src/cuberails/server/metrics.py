"""What is counted, for ``/metrics``."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
MOVES = Counter("cuberails_moves_total", "Moves committed, by who made them", ["by"])
REFUSED = Counter("cuberails_problems_total", "Requests refused, by code", ["code"])
REQUESTS = Histogram("cuberails_request_seconds", "Time to answer a request", ["method", "route", "status"], buckets=FAST)
COMMITS = Histogram("cuberails_append_seconds", "Time until an append to a log is committed", buckets=FAST)
BOT_SECONDS = Histogram("cuberails_bot_seconds", "Time a bot took for a move", ["bot"], buckets=FAST)
BOT_FAILURES = Counter("cuberails_bot_failures_total", "Bots that crashed, were too slow or chose nothing legal", ["bot"])
STREAMS = Gauge("cuberails_streams", "Open event streams", ["kind"])
TABLES = Gauge("cuberails_cached_tables", "Tables in memory")
