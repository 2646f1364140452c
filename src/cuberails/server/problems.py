"""What is answered to a request that cannot be granted: a problem document (RFC 9457)."""

from __future__ import annotations

from typing import Any

from cuberails.common.words import N_, reason
from cuberails.core import Reason

STATUS = {
    "bad-request": 422,
    "illegal": 422,
    "not-a-move": 422,
    "stale": 409,
    "not-your-turn": 403,
    "not-your-seat": 403,
    "not-allowed": 403,
    "sign-in": 401,
    "cross-site": 403,
    "not-found": 404,
    "no-method": 405,
    "wrong-time": 409,
    "taken": 409,
    "too-large": 413,
    "too-many": 429,
    "unavailable": 503,
    "broken": 500,
}
TITLES = {
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
    413: "Content Too Large", 422: "Unprocessable Content", 429: "Too Many Requests", 500: "Internal Server Error",
    503: "Service Unavailable",
}  # fmt: skip


class Problem(Exception):
    """A request is refused; nothing was changed."""

    def __init__(self, code: str, why: Reason, status: int = 0, **more: Any) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why
        self.status = status or STATUS[code]
        self.more = more
        """Further members of the document."""

    def document(self, language: str) -> dict[str, Any]:
        """As it is sent."""
        body: dict[str, Any] = {
            "type": "about:blank", "title": TITLES[self.status], "status": self.status, "code": self.code,
            "detail": reason(self.why, language),
        }  # fmt: skip
        if self.why.rule:
            body["rule"] = self.why.rule
        return body | self.more


def problem(code: str, sentence: str, /, **facts: object) -> Problem:
    """A problem that is not a matter of the rules."""
    return Problem(code, Reason("", sentence, facts))


def nothing() -> Problem:
    return problem("not-found", N_("There is nothing at this address."))


def no_such_table() -> Problem:
    return problem("not-found", N_("There is no such table."))


def unavailable() -> Problem:
    return problem("unavailable", N_("The database does not answer. Look at the table again in a moment, then repeat what is missing."))
