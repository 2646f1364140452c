"""What stands before every request: size, cross-site protection, security headers, and the measure of time."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request

from cuberails import __version__
from cuberails.common.words import N_
from cuberails.server import metrics
from cuberails.server.jsontext import dumps
from cuberails.server.problems import Problem, nothing, problem
from cuberails.server.web import language_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
MOST_BYTES = 512 * 1024
MOST_PATH = 250
SAFE = {"GET", "HEAD", "OPTIONS"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-cuberails-version", __version__.encode()),
]


class Guard:
    """The outermost ASGI application."""

    def __init__(self, app: Any, base_url: str) -> None:
        self.app = app
        self.base = urlsplit(base_url)
        self.headers = HEADERS + ([(b"strict-transport-security", b"max-age=31536000")] if self.base.scheme == "https" else [])

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                present = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *[pair for pair in self.headers if pair[0] not in present]]
            await send(message)

        request = Request(scope)
        if request.method == "HEAD" and not request.url.path.endswith("/stream"):
            scope = {**scope, "method": "GET"}  # who sends the answer leaves the body out
        try:
            self._check(request)
        except Problem as refused:
            await respond(refused, language_of(request), send_guarded)
        else:
            await self.app(scope, _counted(receive), send_guarded)
        route = getattr(scope.get("route"), "path", "other")
        if not route.endswith("/stream"):
            metrics.REQUESTS.labels(request.method, route, status).observe(time.perf_counter() - began)

    def _check(self, request: Request) -> None:
        path = request.scope["path"]
        if "\0" in path or len(path) > MOST_PATH:
            raise nothing()
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MOST_BYTES:
            raise too_large()
        if request.method in SAFE or "authorization" in request.headers:
            return
        if request.headers.get("x-cuberails") != "1":
            raise problem("cross-site", N_("Requests that change something carry the header X-Cuberails: 1."))
        origin = request.headers.get("origin")
        if origin and _site(origin) not in (request.headers.get("host"), self.base.netloc or None):
            raise problem("cross-site", N_("Another site may not ask for this."))


def _site(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def too_large() -> Problem:
    return problem("too-large", N_("At most {most} bytes are taken at once."), most=MOST_BYTES)


def _counted(receive: Receive) -> Receive:
    """A body sent without its length is counted while it comes."""
    taken = 0

    async def counting() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MOST_BYTES:
            raise too_large()
        return message

    return counting


async def respond(refused: Problem, language: str, send: Send) -> None:
    """Send a problem document."""
    metrics.REFUSED.labels(refused.code).inc()
    body = dumps(refused.document(language)).encode()
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if "retry_after" in refused.more:
        headers.append((b"retry-after", str(refused.more["retry_after"]).encode()))
    if refused.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
