"""The application: routes, errors as problem documents, start and stop."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

import sqlalchemy as sa
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from cuberails import __version__
from cuberails.common.words import N_
from cuberails.core import BadInput, Refusal
from cuberails.server import api_people, api_play, api_site, api_tables, commands, metrics, reference, streams
from cuberails.server.guard import Guard
from cuberails.server.invalid import Invalid
from cuberails.server.jsontext import dumps
from cuberails.server.problems import Problem, nothing, problem, unavailable
from cuberails.server.service import Service
from cuberails.server.settings import Settings
from cuberails.server.store import Gone
from cuberails.server.web import language_of
from cuberails.server.words import entry_json

log = logging.getLogger("cuberails.app")
FROM_STATUS = {404: "not-found", 405: "no-method", 413: "too-large"}


class App:
    """An ASGI application for some settings; ``service`` is what is behind it."""

    def __init__(self, settings: Settings) -> None:
        self.service = Service(settings)
        self.api = FastAPI(
            title="cuberails", version=__version__, description="Tables for three railway share games.",
            docs_url=None, redoc_url=None, lifespan=self._life, responses=PROBLEMS,
        )  # fmt: skip
        self.api.state.service = self.service
        # What is asked most comes first: routes are tried in this order.
        for router in (api_play.router, streams.router, api_tables.router, api_people.router, api_site.router):
            self.api.include_router(router)
        reference.with_examples(self.api.openapi())
        for kind in (Problem, Refusal, RequestValidationError, HTTPException, sa.exc.DBAPIError, Gone, Exception):
            self.api.add_exception_handler(kind, _refuse)
        self.asgi = Guard(self.api, settings.base_url)

    @contextlib.asynccontextmanager
    async def _life(self, _: FastAPI) -> AsyncIterator[None]:
        await self.service.start()
        yield
        await self.service.stop()


PROBLEM_SCHEMA = {
    "type": "object", "required": ["type", "title", "status", "code", "detail"],
    "properties": {
        "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"}, "code": {"type": "string"},
        "detail": {"type": "string"}, "rule": {"type": "string"}, "missed": {"type": "array"}, "fields": {"type": "array"},
    },
    "example": {"type": "about:blank", "title": "Not Found", "status": 404, "code": "not-found", "detail": "There is no such table."},
}  # fmt: skip
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": "A problem document", "content": {"application/problem+json": {"schema": PROBLEM_SCHEMA}}}
    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 503)
}


async def _refuse(request: Request, error: Exception) -> Response:
    """The problem document of whatever went wrong."""
    unknown = request.scope.get("endpoint") is api_site.client and request.url.path.startswith("/api/")
    refused = nothing() if unknown else _problem_of(error)
    language = language_of(request)
    if isinstance(refused, commands.Stale):
        table = refused.table
        refused.more["missed"] = [entry_json(table, entry, language) for entry in table.entries[refused.seen :]]
    metrics.REFUSED.labels(refused.code).inc()
    headers = dict(getattr(error, "headers", None) or {})
    if "retry_after" in refused.more:
        headers["retry-after"] = str(refused.more["retry_after"])
    if refused.status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(dumps(refused.document(language)), refused.status, headers, "application/problem+json")


def _problem_of(error: Exception) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, HTTPException) and isinstance(error.__cause__, Problem):
        return error.__cause__
    if isinstance(error, Refusal):
        return Problem("bad-request" if isinstance(error, BadInput) else "illegal", error.reason)
    if isinstance(error, RequestValidationError):
        return Invalid(error)
    if isinstance(error, HTTPException):
        if error.status_code == 400:
            return problem("bad-request", N_("The body of the request cannot be read: it should be JSON in UTF-8."))
        return problem(FROM_STATUS.get(error.status_code, "bad-request"), N_("This request cannot be served here."))
    if isinstance(error, Gone):
        return problem("not-found", N_("There is no such table."))
    if isinstance(error, sa.exc.DBAPIError):
        log.error("the database failed: %s", str(error.orig).splitlines()[0])
        return unavailable()
    return problem("broken", N_("Something broke here; it has been written down."))
