"""Who is who: guests, accounts, sessions, tokens. Passwords, session keys and tokens are stored as hashes only, and never logged."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from cuberails.common.words import N_
from cuberails.server import schema
from cuberails.server.commands import User, new_id
from cuberails.server.database import Refused
from cuberails.server.names import MOST_KEY, key_of
from cuberails.server.problems import Problem, problem
from cuberails.server.store import Store

DAY = 86400.0
SESSION_DAYS = 180
REMEMBERED, REMEMBERED_SECONDS = 20_000, 30.0
"""Who a key belongs to is looked up again after so long: a session ended at another server lives no longer."""
FREE_GUESSES, FREE_GUESSES_FROM_EVERYWHERE = 5, 50
LONGEST_WAIT = 900.0
TOKENS_EACH = 20
HASHES_WAITING = 32
hasher = PasswordHasher(parallelism=1)  # argon2id, on one core
DUMMY = hasher.hash("nobody's password")
u, s, t, f = schema.users, schema.sessions, schema.tokens, schema.failures


class Known(NamedTuple):
    """Whose key it is."""

    user: User
    until: float
    """Look it up again after this moment."""


class Taken(Refused):
    """The name belongs to an account."""


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def wait_after(count: int, free: int) -> float:
    """Seconds to wait after so many wrong passwords.

    >>> [wait_after(count, 5) for count in (4, 5, 6, 10, 30)]
    [0.0, 1.0, 2.0, 32.0, 900.0]
    """
    return min(2.0 ** min(count - free, 20), LONGEST_WAIT) if count >= free else 0.0


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, Known] = OrderedDict()
        self.hashing = asyncio.Lock()
        """Hashing takes memory and a core: one at a time, and not too many may wait for it."""
        self.hashes = 0

    # -- Who asks -------------------------------------------------------------------------------

    async def by_session(self, key: str) -> User | None:
        return await self._who(s, "s" + digest(key))

    async def by_token(self, token: str) -> User | None:
        return await self._who(t, "t" + digest(token))

    async def _who(self, table: sa.Table, key: str) -> User | None:
        found = self.known.get(key)
        if found and found.until > time.monotonic():
            return found.user
        now = time.time()
        query = sa.select(u.c.id, u.c.name, u.c.key, table.c.used).where(table.c.hash == key[1:], table.c.user_id == u.c.id)
        row = await self.store.read(lambda c: c.execute(query).first())
        if row is None or (table is s and row.used < now - SESSION_DAYS * DAY):
            self.known.pop(key, None)
            return None
        if row.used < now - DAY / 24:
            await self.store.writer.do("", lambda c: c.execute(sa.update(table).where(table.c.hash == key[1:]).values(used=now)) and None)
        user = User(row.id, row.name, row.key is not None)
        self.known[key] = Known(user, time.monotonic() + REMEMBERED_SECONDS)
        if len(self.known) > REMEMBERED:
            self.known.popitem(last=False)
        return user

    def _forget(self, user: str) -> None:
        for key in [key for key, known in self.known.items() if known.user.id == user]:
            del self.known[key]

    # -- Guests and accounts --------------------------------------------------------------------

    async def guest(self, name: str) -> tuple[User, str]:
        """A new guest and the key of the session."""
        user, session = User(new_id(), name, False), secrets.token_urlsafe(32)

        def job(connection: sa.Connection) -> None:
            _free(connection, name, None)
            connection.execute(sa.insert(u).values(id=user.id, name=name, key=None, created=time.time()))
            _open_session(connection, user.id, session)

        await self._write(job)
        return user, session

    async def account(self, guest: User | None, name: str, password: str, mail: str | None) -> tuple[User, str]:
        """A new account, or a guest made one; and the key of a new session, the only one."""
        if guest and guest.account:
            raise problem("wrong-time", N_("You have an account already."))
        hashed = await self._hash(password)
        user, session = User(guest.id if guest else new_id(), name, True), secrets.token_urlsafe(32)
        values = {"name": name, "key": key_of(name), "password": hashed, "mail": mail}

        def job(connection: sa.Connection) -> None:
            _free(connection, name, user.id)
            if guest:
                connection.execute(sa.update(u).where(u.c.id == user.id).values(**values))
                connection.execute(sa.delete(s).where(s.c.user_id == user.id))  # whoever knew the guest's key does not know the account's
            else:
                connection.execute(sa.insert(u).values(id=user.id, created=time.time(), **values))
            _open_session(connection, user.id, session)

        await self._write(job)
        self._forget(user.id)
        return user, session

    async def sign_in(self, name: str, password: str, address: str) -> tuple[User, str]:
        """The user of a name and password; guessers wait longer and longer."""
        key = key_of(name)[:MOST_KEY]
        guesses = {f"{key} {address}"[:140]: FREE_GUESSES, key: FREE_GUESSES_FROM_EVERYWHERE}
        await self._wait_for_guesses(guesses)
        row = await self.store.read(lambda c: c.execute(sa.select(u.c.id, u.c.name, u.c.password).where(u.c.key == key)).first())
        if not await self._verify(row.password if row else None, password) or row is None:
            await self.store.writer.do("", lambda c: _count_failure(c, list(guesses)))
            raise wrong_password()
        user, session = User(row.id, row.name, True), secrets.token_urlsafe(32)

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(f).where(f.c.key == next(iter(guesses))))
            _open_session(connection, user.id, session)

        await self._write(job)
        return user, session

    async def _wait_for_guesses(self, guesses: dict[str, int]) -> None:
        query = sa.select(f.c.key, f.c.count, f.c.last).where(f.c.key.in_(guesses))
        rows = await self.store.read(lambda c: c.execute(query).all())
        wait = max((last + wait_after(count, guesses[key]) - time.time() for key, count, last in rows), default=0.0)
        if wait > 0:
            raise too_many(wait)

    async def sign_out(self, session: str) -> None:
        self.known.pop("s" + digest(session), None)
        await self._write(lambda c: c.execute(sa.delete(s).where(s.c.hash == digest(session))) and None)

    async def change(self, user: User, name: str | None, mail: str | None) -> User:
        """Another name or mail address."""

        def job(connection: sa.Connection) -> None:
            values: dict[str, Any] = {}
            if name:
                _free(connection, name, user.id)
                values |= {"name": name} | ({"key": key_of(name)} if user.account else {})
            if mail is not None:
                values["mail"] = mail or None
            if values:
                connection.execute(sa.update(u).where(u.c.id == user.id).values(**values))

        await self._write(job)
        self._forget(user.id)
        return user._replace(name=name or user.name)

    async def change_password(self, user: User, old: str, new: str, session: str | None, address: str) -> None:
        """A new password; every other session ends."""
        guesses = {f"{user.id} {address}"[:140]: FREE_GUESSES}
        await self._wait_for_guesses(guesses)
        password = await self.store.read(lambda c: c.execute(sa.select(u.c.password).where(u.c.id == user.id)).scalar())
        if not await self._verify(password, old):
            await self.store.writer.do("", lambda c: _count_failure(c, list(guesses)))
            raise wrong_password()
        hashed = await self._hash(new)
        keep = digest(session) if session else ""

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.update(u).where(u.c.id == user.id).values(password=hashed))
            connection.execute(sa.delete(s).where(s.c.user_id == user.id, s.c.hash != keep))

        await self._write(job)
        self._forget(user.id)

    async def mail(self, user: User) -> str | None:
        return await self.store.read(lambda c: c.execute(sa.select(u.c.mail).where(u.c.id == user.id)).scalar())

    async def by_name(self, name: str) -> User:
        """The account of a name."""
        query = sa.select(u.c.id, u.c.name).where(u.c.key == key_of(name))
        row = await self.store.read(lambda c: c.execute(query).first())
        if row is None:
            raise problem("not-found", N_("There is no account of the name “{name}”."), name=name)
        return User(row.id, row.name, True)

    # -- Tokens ---------------------------------------------------------------------------------

    async def tokens(self, user: User) -> list[dict[str, Any]]:
        query = sa.select(t.c.id, t.c.label, t.c.created, t.c.used).where(t.c.user_id == user.id).order_by(t.c.created)
        return [dict(row) for row in await self.store.read(lambda c: c.execute(query).mappings().all())]

    async def new_token(self, user: User, label: str) -> dict[str, str]:
        token, id_ = "cr_" + secrets.token_urlsafe(32), new_id()
        if len(await self.tokens(user)) >= TOKENS_EACH:
            raise problem("wrong-time", N_("You have {most} tokens; delete one first."), most=TOKENS_EACH)
        values = {"id": id_, "hash": digest(token), "user_id": user.id, "label": label, "created": time.time(), "used": time.time()}
        await self._write(lambda c: c.execute(sa.insert(t).values(**values)) and None)
        return {"id": id_, "label": label, "token": token}

    async def delete_token(self, user: User, id_: str) -> None:
        gone = await self._write(lambda c: c.execute(sa.delete(t).where(t.c.id == id_, t.c.user_id == user.id)).rowcount)
        self._forget(user.id)
        if not gone:
            raise problem("not-found", N_("There is no such token."))

    # -- Helpers --------------------------------------------------------------------------------

    async def _write(self, job: Any) -> Any:
        try:
            return await self.store.writer.do("", job)
        except (Taken, sa.exc.IntegrityError) as taken:
            raise problem("taken", N_("That name belongs to somebody.")) from taken

    async def _hash(self, password: str) -> str:
        async with self._in_turn():
            return await asyncio.to_thread(hasher.hash, password)

    async def _verify(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password; takes as long if there is no account."""
        async with self._in_turn():
            try:
                return await asyncio.to_thread(hasher.verify, hashed or DUMMY, password) and hashed is not None
            except (VerifyMismatchError, InvalidHashError):
                return False

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        if self.hashes >= HASHES_WAITING:
            raise too_many(5)
        self.hashes += 1
        try:
            async with self.hashing:
                yield
        finally:
            self.hashes -= 1


def wrong_password() -> Problem:
    return problem("sign-in", N_("Name and password do not belong together."))


def too_many(wait: float) -> Problem:
    slow = problem("too-many", N_("Too many tries: wait {seconds} s."), seconds=int(wait) + 1)
    slow.more["retry_after"] = int(wait) + 1
    return slow


def _free(connection: sa.Connection, name: str, user: str | None) -> None:
    """Nobody bears the name of somebody else's account."""
    if connection.execute(sa.select(u.c.id).where(u.c.key == key_of(name), u.c.id != (user or ""))).first():
        raise Taken


def _open_session(connection: sa.Connection, user: str, session: str) -> None:
    now = time.time()
    connection.execute(sa.delete(s).where(s.c.user_id == user, s.c.used < now - SESSION_DAYS * DAY))
    connection.execute(sa.insert(s).values(hash=digest(session), user_id=user, created=now, used=now))


def _count_failure(connection: sa.Connection, keys: list[str]) -> None:
    now = time.time()
    connection.execute(sa.delete(f).where(f.c.last < now - DAY))
    for key in keys:
        if not connection.execute(sa.update(f).where(f.c.key == key).values(count=f.c.count + 1, last=now)).rowcount:
            connection.execute(sa.insert(f).values(key=key, count=1, last=now))
