"""What every request needs: who asks, in which language, and answers as JSON."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Annotated, Any

from fastapi import Depends, Request, Response

from cuberails.common.words import LANGUAGES, N_
from cuberails.server.commands import User
from cuberails.server.documents import Viewer
from cuberails.server.jsontext import dumps
from cuberails.server.problems import Problem, problem
from cuberails.server.service import Service

COOKIE = "cuberails"


async def service_of(request: Request) -> Service:
    """What is behind the application. (Asynchronous, or it would be run in a thread for every request.)"""
    return request.app.state.service  # type: ignore[no-any-return]


def language_of(request: Request) -> str:
    """``?lang=``, else the language of ``Accept-Language`` that is liked best of those spoken here, else English."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else liked_best(request.headers.get("accept-language", ""))


@lru_cache(1000)
def liked_best(accepted: str) -> str:
    """The language for a header ``Accept-Language``.

    >>> liked_best("de-AT, de;q=0.9, en;q=0.5"), liked_best("en;q=0.1, fr;q=0.9"), liked_best("it, fr;q=0"), liked_best("")
    ('de', 'fr', 'en', 'en')
    """
    best, language = 0.0, "en"
    for part in accepted.split(",")[:10]:
        name, _, weight = part.partition(";")
        short = name.strip().lower().partition("-")[0]
        found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        liked = float(found[1]) if found else 0.0 if weight else 1.0
        if short in LANGUAGES and liked > best:
            best, language = liked, short
    return language


async def viewer_of(request: Request) -> Viewer:
    """Who asks, by token or by cookie; nobody without them."""
    service: Service = request.app.state.service
    people, language = service.people, language_of(request)
    authorization = request.headers.get("authorization")
    if authorization is not None:
        kind, _, token = authorization.partition(" ")
        user = await people.by_token(token.strip()) if kind.lower() == "bearer" else None
        if user is None:
            raise problem("sign-in", N_("That token is not valid."))
        return Viewer(user, language)
    key = request.cookies.get(COOKIE)
    return Viewer(await people.by_session(key) if key else None, language)


async def user_of(viewer: Annotated[Viewer, Depends(viewer_of)]) -> Viewer:
    """Who asks; a problem if nobody is signed in."""
    if viewer.user is None:
        raise problem("sign-in", N_("Say who you are first: take a name as a guest, or sign in."))
    return viewer


async def owner_of(request: Request, viewer: Annotated[Viewer, Depends(user_of)]) -> Viewer:
    """Who asks with a session: a token plays, but cannot take over the account, or make more tokens."""
    if "authorization" in request.headers:
        raise no_token()
    return viewer


def no_token() -> Problem:
    return problem("not-allowed", N_("A token cannot do that: sign in."))


Server = Annotated[Service, Depends(service_of)]
Anybody = Annotated[Viewer, Depends(viewer_of)]
Somebody = Annotated[Viewer, Depends(user_of)]
Owner = Annotated[Viewer, Depends(owner_of)]


def who(viewer: Viewer) -> User:
    """The user of a viewer that is somebody."""
    assert viewer.user
    return viewer.user


def address(request: Request) -> str:
    """Where a request comes from; of IPv6 the network, since each of its users has as many addresses as they like."""
    host = request.client.host if request.client else "?"
    return str(ip_network(f"{host}/64", strict=False)) if ":" in host else host


def on_this_machine(request: Request) -> bool:
    """Whether a program on the server's own machine asks, not for somebody behind it."""
    forwarded = any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))
    return not forwarded and request.client is not None and ip_address(request.client.host).is_loopback


def answer(value: Any, status: int = 200) -> Response:
    """A document as JSON."""
    return Response(value if isinstance(value, str) else dumps(value), status, media_type="application/json")
