"""Games, maps, health, metrics, and the files of the browser client."""

from __future__ import annotations

from hmac import compare_digest
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse

from cuberails import __version__, bots, registry
from cuberails.common.words import LANGUAGES, N_
from cuberails.core import BadInput
from cuberails.server import boards, reference
from cuberails.server.botpool import LADDER, ladder
from cuberails.server.maps import board_text
from cuberails.server.problems import Problem, nothing, problem
from cuberails.server.web import Server, answer, on_this_machine

router = APIRouter()
STATIC = Path(__file__).parent / "static"
NAMES = {"chicago-express": "Chicago Express", "german-railways": "German Railways", "credit-mobilier": "Credit Mobilier"}
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>cuberails</title>
<h1>cuberails</h1>
<p>The server is running, but the browser client has not been built. In a checkout: <code>make web</code>.</p>
<p>Programs find the <a href="/api/docs">API</a> here.</p></html>
"""


@router.get("/api/games", tags=["games"])
async def games() -> Response:
    """The games, their options and boards; the levels of the bots; the languages."""
    return answer({"games": [_game(name) for name in registry.GAMES], "bots": _bots(), "languages": LANGUAGES, "version": __version__})


def _game(name: str) -> dict[str, Any]:
    game = registry.game(name)
    return {
        "game": name, "name": NAMES[name], "seats": [game.SEATS[0], game.SEATS[-1]], "rules": game.RULES_VERSION, "options": game.OPTIONS,
        "companies": game.COMPANIES, "boards": boards.names(name),
    }  # fmt: skip


def _bots() -> list[dict[str, str]]:
    known = bots.names()
    return [{"level": level, "plays": ladder(level)[0]} for level in LADDER if level in known or level == "easy"]


@router.get("/api/boards/{game}/{board}", tags=["games"])
async def board(game: str, board: str, request: Request) -> Response:
    """The map: everything that never changes."""
    try:
        text, tag = board_text(game, board)
    except BadInput as bad:
        raise Problem("not-found", bad.reason) from bad
    headers = {"etag": f'"{tag}"', "cache-control": "public, max-age=3600"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type="application/json", headers=headers)


@router.get("/api/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    """This API, as a page."""
    return HTMLResponse(reference.page(request.app.openapi()))


@router.get("/api/docs.css", include_in_schema=False)
async def docs_style() -> Response:
    """How the page looks."""
    return FileResponse(Path(__file__).parent / "reference.css")


@router.get("/health/live", tags=["running"])
async def live() -> Response:
    """The process runs."""
    return PlainTextResponse("ok\n")


@router.get("/health/ready", tags=["running"])
async def ready(server: Server) -> Response:
    """The process can serve: the database takes writes, and nobody is stopping it."""
    if server.hub.stopping or not await server.ready():
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ok\n")


@router.get("/metrics", tags=["running"])
async def metrics(server: Server, request: Request) -> Response:
    """Figures for Prometheus: how often something private is done at the tables is nobody else's business."""
    token = server.settings.metrics_token
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not (compare_digest(sent.encode(), token.encode()) if token else on_this_machine(request)):
        raise problem("not-allowed", N_("Only whoever runs the server reads its figures."))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/{path:path}", include_in_schema=False)
async def client(path: str, request: Request) -> Response:
    """The files of the browser client; its own addresses all lead to its page."""
    if path.startswith(("api/", "health/")):
        raise nothing()
    file = (STATIC / path).resolve()
    if path and file.is_relative_to(STATIC) and file.is_file():
        fixed = path.startswith("assets/")  # their names change with their content
        return _file(file, request, "public, max-age=31536000, immutable" if fixed else "no-cache")
    if "." in path.rsplit("/", 1)[-1]:
        raise nothing()
    page = STATIC / "index.html"
    if page.is_file():
        return _file(page, request, "no-cache")
    return HTMLResponse(NOT_BUILT)


def _file(file: Path, request: Request, cache: str) -> Response:
    """A file of the client; the copy that the build has compressed, if the browser takes it."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    packed = file.with_name(file.name + ".gz")
    if "gzip" not in request.headers.get("accept-encoding", "") or not packed.is_file():
        return FileResponse(file, headers=headers)
    return FileResponse(packed, headers=headers | {"content-encoding": "gzip"}, media_type=guess_type(file.name)[0])
