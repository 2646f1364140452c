"""Guests, accounts, tokens, and everything that keeps others out."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from argon2.exceptions import VerifyMismatchError

from cuberails.server import people
from cuberails.server.people import wait_after
from cuberails.server.rates import RATES
from tests.server.conftest import Running, run, settings
from tests.server.player import Player, Refused
from tests.server.test_play import two

PASSWORD = "correct horse battery"


def account(site: Running, password: str = PASSWORD) -> tuple[Player, str]:
    player, name = Player(site.base), f"Zoë {secrets.token_hex(5)}"
    player.post("/api/accounts", name=name, password=password)
    return player, name


def test_a_guest_plays_at_once_with_a_cookie_scripts_cannot_read(site: Running) -> None:
    response = httpx.post(site.base + "/api/guest", json={"name": "  Ada "}, headers={"X-Cuberails": "1"})
    assert response.json() == {"kind": "guest", "name": "Ada", "mail": None, "language": "en"}
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_a_guest_becomes_an_account_and_keeps_all_games(site: Running) -> None:
    ada, _, table = two(site)
    name = f"Ada {secrets.token_hex(5)}"
    ada.post("/api/accounts", name=name, password=PASSWORD, mail="ada@example.org")
    elsewhere = Player(site.base)
    assert elsewhere.post("/api/sign-in", name=name.upper(), password=PASSWORD)["mail"] == "ada@example.org"
    assert elsewhere.look(table)["you"] == [0]


def test_who_knew_the_key_of_a_guest_does_not_know_that_of_the_account(site: Running) -> None:
    ada, thief = site.player("Ada"), Player(site.base)
    thief.http.cookies = httpx.Cookies(ada.http.cookies)
    assert thief.get("/api/me")["kind"] == "guest"
    ada.post("/api/accounts", name=f"Ada {secrets.token_hex(5)}", password=PASSWORD)
    assert ada.get("/api/me")["kind"] == "account"
    assert thief.get("/api/me")["kind"] == "nobody"


def test_nobody_takes_the_name_of_an_account(site: Running) -> None:
    _, name = account(site)
    for path, body in (("guest", {}), ("accounts", {"password": PASSWORD})):
        with pytest.raises(Refused) as refused:
            Player(site.base).post(f"/api/{path}", name=name.lower(), **body)
        assert refused.value.code == "taken"
    with pytest.raises(Refused):
        site.player("Eve").put("/api/me", name=name)


def test_a_wrong_password_opens_nothing_and_guessers_wait(site: Running) -> None:
    player, name = account(site)
    eve = Player(site.base)
    codes = []
    for _ in range(7):
        with pytest.raises(Refused) as refused:
            eve.post("/api/sign-in", name=name, password="guess")
        codes.append(refused.value.code)
    assert codes[:5] == ["sign-in"] * 5
    assert codes[-1] == "too-many"
    with pytest.raises(Refused) as refused:
        eve.post("/api/sign-in", name=name, password=PASSWORD)
    assert refused.value.problem["retry_after"] >= 1
    assert player.get("/api/me")["kind"] == "account"
    assert wait_after(100, 5) == 900


def test_a_new_password_ends_the_other_sessions(site: Running) -> None:
    player, name = account(site)
    other = Player(site.base)
    other.post("/api/sign-in", name=name, password=PASSWORD)
    with pytest.raises(Refused):
        player.put("/api/me/password", old="wrong", new="another password")
    player.put("/api/me/password", old=PASSWORD, new="another password")
    assert player.get("/api/me")["kind"] == "account"
    assert other.get("/api/me")["kind"] == "nobody"
    other.post("/api/sign-in", name=name, password="another password")
    other.post("/api/sign-out")
    assert other.get("/api/me")["kind"] == "nobody"


def test_a_program_uses_a_token(site: Running) -> None:
    ada, _, table = two(site)
    made = ada.post("/api/me/tokens", label="my bot")
    program = Player(site.base, authorization=f"Bearer {made['token']}")
    del program.http.headers["x-cuberails"]
    program.move(table, "bid 12")
    assert made["token"] not in str(ada.get("/api/me/tokens"))
    for method, path, body in (
        ("POST", "accounts", {"name": "Mallory", "password": PASSWORD}), ("PUT", "me", {"name": "Mallory"}),
        ("PUT", "me/password", {"old": PASSWORD, "new": PASSWORD}), ("POST", "me/tokens", {"label": "more"}), ("GET", "me/tokens", None),
        ("DELETE", f"me/tokens/{made['id']}", None),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            program.ask(method, f"/api/{path}", json=body)
        assert refused.value.code == "not-allowed", path
    ada.delete(f"/api/me/tokens/{made['id']}")
    with pytest.raises(Refused) as refused:
        program.get("/api/me")
    assert refused.value.code == "sign-in"


def test_another_site_changes_nothing(site: Running) -> None:
    ada, _, table = two(site)
    for headers in ({"X-Cuberails": ""}, {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://[bad"}):
        ada.http.headers.update(headers)
        with pytest.raises(Refused) as refused:
            ada.do(table, "moves", seen=3, move="bid 12")
        assert refused.value.code == "cross-site"
        ada.http.headers.update({"X-Cuberails": "1"})
    ada.http.headers["Origin"] = site.base
    ada.move(table, "bid 12")


def test_every_answer_forbids_foreign_scripts(site: Running) -> None:
    for path in ("/", "/api/me", "/api/tables/none", "/health/live"):
        headers = httpx.get(site.base + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "x" * 10_000, "a\x00b", "a\nb", "\u202eadA", "\u200b", "ﷺ" * 40, 7, None])
def test_a_name_that_is_none_is_refused_by_name(site: Running, name: object) -> None:
    with pytest.raises(Refused) as refused:
        Player(site.base).post("/api/guest", name=name)
    assert refused.value.code == "bad-request"
    assert refused.value.problem["fields"][0]["field"] == "name"
    assert len(refused.value.problem["detail"]) < 300


def test_the_words_of_a_refusal_are_in_the_language_of_who_asks(site: Running) -> None:
    eve = Player(site.base, **{"accept-language": "fr-CA,en;q=0.5"})
    with pytest.raises(Refused) as refused:
        eve.post("/api/guest", name="", size=7)
    assert refused.value.problem["detail"].startswith("La requête ne se comprend pas")
    assert [found["problem"] for found in refused.value.problem["fields"]] == ["a moins de 1 caractère(s)", "n’est pas connu ici"]


@pytest.mark.parametrize(("asked", "found"), [("de-AT,de;q=0.9,en;q=0.5", "de"), ("en;q=0.1, fr;q=0.9", "fr"), ("xx, fr;q=0", "en")])
def test_the_language_that_is_liked_best_is_spoken(site: Running, asked: str, found: str) -> None:
    assert Player(site.base, **{"Accept-Language": asked}).get("/api/me")["language"] == found


def test_the_figures_are_for_whoever_runs_the_server(site: Running, tmp_path: Path) -> None:
    assert "cuberails_moves_total" in Player(site.base).get("/metrics")
    with pytest.raises(Refused) as refused:
        Player(site.base, **{"X-Forwarded-For": "198.51.100.7"}).get("/metrics")
    assert (refused.value.status, refused.value.code) == (403, "not-allowed")
    running = run(replace(settings(str(tmp_path / "a.db")), metrics_token="a token"))
    with pytest.raises(Refused):
        Player(running.base).get("/metrics")
    assert "cuberails_moves_total" in Player(running.base, Authorization="Bearer a token").get("/metrics")
    running.stop()


def test_passwords_are_hashed_one_at_a_time_and_a_crowd_is_sent_away(site: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = most = 0

    class Slow:
        def verify(self, hashed: str, password: str) -> bool:
            nonlocal at_once, most
            at_once, most = at_once + 1, max(most, at_once + 1)
            time.sleep(0.02)
            at_once -= 1
            raise VerifyMismatchError

    monkeypatch.setattr(people, "hasher", Slow())
    with ThreadPoolExecutor(50) as threads:
        codes = set(threads.map(lambda n: _guess(site, f"nobody {n}"), range(50)))
    assert (codes, most) == ({"sign-in", "too-many"}, 1)


def _guess(site: Running, name: str) -> str:
    with pytest.raises(Refused) as refused:
        Player(site.base).post("/api/sign-in", name=name, password="a wrong one")
    return refused.value.code


def test_names_that_look_the_same_are_the_same(site: Running) -> None:
    _, name = account(site)
    for same in (name.upper(), name.replace(" ", "  "), name + "\u200b", name.replace("Z", "\uff3a")):
        with pytest.raises(Refused) as refused:
            Player(site.base).post("/api/guest", name=same)
        assert refused.value.code == "taken"


def test_the_longest_name_has_an_account_too(site: Running) -> None:
    name = "ΐ" * 26 + secrets.token_hex(1)
    Player(site.base).post("/api/accounts", name=name, password=PASSWORD)
    assert Player(site.base).post("/api/sign-in", name=name, password=PASSWORD)["name"] == name


def test_a_body_that_is_too_long_is_not_read(site: Running) -> None:
    ada = site.player()
    with pytest.raises(Refused) as refused:
        ada.ask("POST", "/api/records", content=b"x" * 600_000)
    assert refused.value.code == "too-large"
    with pytest.raises(Refused) as refused:
        ada.ask("POST", "/api/records", content=iter([b"x" * 100_000] * 6))
    assert refused.value.status == 413


def test_too_many_requests_are_slowed_down(tmp_path: Path) -> None:
    begun = time.monotonic()
    running = run(settings(str(tmp_path / "a.db"), rate=True))

    def refused_after(done: int, kind: str, ask: Callable[[], object]) -> Refused:
        """The refusal that comes when the bucket is empty; it fills while this is going on."""
        most, seconds = RATES[kind]
        for number in range(done, 10 * most):
            try:
                ask()
            except Refused as refused:
                assert most <= number <= most + (time.monotonic() - begun) * most / seconds
                return refused
        raise AssertionError("never refused")

    ada, ben, table = two(running)
    refused = refused_after(0, "chat", lambda: ada.do(table, "chat", text="!"))
    assert (refused.status, refused.code) == (429, "too-many")
    ben.do(table, "chat", text="I may")
    refused_after(2, "people", running.player)
    running.stop()


def test_secrets_are_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    running = run(settings(str(tmp_path / "a.db")))
    player, name = account(running, "a very secret password")
    token = player.post("/api/me/tokens", label="x")["token"]
    with pytest.raises(Refused):
        player.post("/api/sign-in", name=name, password={"not": "text, but secret"})
    running.stop()
    logged = "".join(record.getMessage() for record in caplog.records if not record.name.startswith("http"))  # those are the client's
    kept = Path(tmp_path / "a.db").read_bytes() + logged.encode()
    for secret in ("very secret", "but secret", token, player.http.cookies["cuberails"]):
        assert secret.encode() not in kept
