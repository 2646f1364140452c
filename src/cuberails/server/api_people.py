"""Guests, accounts, sign-in, tokens."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from cuberails.server import bodies
from cuberails.server.commands import User
from cuberails.server.people import DAY, SESSION_DAYS
from cuberails.server.web import COOKIE, Anybody, Owner, Server, address, answer, language_of, no_token, who

router = APIRouter(prefix="/api", tags=["people"])


@router.get("/me")
async def me(server: Server, viewer: Anybody) -> Response:
    """Who am I?"""
    mail = await server.people.mail(viewer.user) if viewer.user and viewer.user.account else None
    return answer(_me(viewer.user, mail, viewer.language))


@router.post("/guest", status_code=201)
async def guest(server: Server, request: Request, viewer: Anybody, body: bodies.Guest) -> Response:
    """Play at once, under a name."""
    server.rates.spend("people", address(request))
    user, session = await server.people.guest(body.name)
    return _with_cookie(server, request, answer(_me(user, None, viewer.language), 201), session)


@router.post("/accounts", status_code=201)
async def account(server: Server, request: Request, viewer: Anybody, body: bodies.Account) -> Response:
    """Make an account; a guest becomes it and keeps all games."""
    server.rates.spend("people", address(request))
    if "authorization" in request.headers:
        raise no_token()
    user, session = await server.people.account(viewer.user, body.name, body.password, body.mail)
    return _with_cookie(server, request, answer(_me(user, body.mail, viewer.language), 201), session)


@router.post("/sign-in")
async def sign_in(server: Server, request: Request, body: bodies.SignIn) -> Response:
    """Sign in to an account."""
    server.rates.spend("people", address(request))
    user, session = await server.people.sign_in(body.name, body.password, address(request))
    return _with_cookie(server, request, answer(_me(user, await server.people.mail(user), language_of(request))), session)


@router.post("/sign-out", status_code=204)
async def sign_out(server: Server, request: Request) -> Response:
    """End this session."""
    if key := request.cookies.get(COOKIE):
        await server.people.sign_out(key)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


@router.put("/me")
async def change(server: Server, request: Request, viewer: Owner, body: bodies.Me) -> Response:
    """Another name or mail address."""
    server.rates.spend("people", address(request))
    user = await server.people.change(who(viewer), body.name, body.mail)
    return answer(_me(user, await server.people.mail(user), viewer.language))


@router.put("/me/password", status_code=204)
async def password(server: Server, request: Request, viewer: Owner, body: bodies.NewPassword) -> Response:
    """Another password; all other sessions end."""
    server.rates.spend("people", address(request))
    await server.people.change_password(who(viewer), body.old, body.new, request.cookies.get(COOKIE), address(request))
    return Response(status_code=204)


@router.get("/me/tokens")
async def tokens(server: Server, viewer: Owner) -> Response:
    """My tokens for programs, without their secrets."""
    return answer({"tokens": await server.people.tokens(who(viewer))})


@router.post("/me/tokens", status_code=201)
async def new_token(server: Server, request: Request, viewer: Owner, body: bodies.NewToken) -> Response:
    """A token for a program; it is shown this once."""
    server.rates.spend("people", address(request))
    return answer(await server.people.new_token(who(viewer), body.label), 201)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def delete_token(server: Server, viewer: Owner, token_id: str) -> Response:
    """Make a token invalid."""
    await server.people.delete_token(who(viewer), token_id)
    return Response(status_code=204)


def _me(user: User | None, mail: str | None, language: str) -> dict[str, Any]:
    kind = "nobody" if user is None else "account" if user.account else "guest"
    return {"kind": kind, "name": user.name if user else None, "mail": mail, "language": language}


def _with_cookie(server: Server, request: Request, response: Response, session: str) -> Response:
    secure = (server.settings.base_url or str(request.base_url)).startswith("https:")
    response.set_cookie(COOKIE, session, max_age=int(SESSION_DAYS * DAY), path="/", httponly=True, samesite="lax", secure=secure)
    return response
