"""Whatever the OpenAPI page allows, and much that it does not: an answer, and never a 5xx."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from cuberails.server import reference
from tests.server import conftest
from tests.server.conftest import run
from tests.server.test_play import OPENING, play, two

EXAMPLES = 25


def test_every_request_has_an_example(site: conftest.Running) -> None:
    page = site.player().get("/openapi.json")
    for path, methods in page["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (path, method)
            if body := operation.get("requestBody"):
                content = body["content"]["application/json"]
                name = content["schema"].get("$ref", "").rsplit("/", 1)[-1]
                assert content.get("example") or page["components"]["schemas"][name]["examples"], (path, method)
            for status, answer in operation["responses"].items():
                if status.startswith("2") and status != "204":
                    assert all(content["example"] for content in answer["content"].values()), (path, method)


def test_answers_are_of_the_kind_that_is_promised(site: conftest.Running) -> None:
    ada, _, table = two(site)
    for key, (kind, _) in reference.TEXTS.items():
        with ada.http.stream("GET", key.split(" ")[1].format(table_id=table)) as response:
            assert (response.status_code, response.headers["content-type"].split(";")[0]) == (200, kind)


def test_the_page_of_the_api_needs_nothing_from_elsewhere(site: conftest.Running) -> None:
    ada = site.player()
    page, openapi = ada.get("/api/docs"), ada.get("/openapi.json")
    assert "<script" not in page
    assert "style=" not in page
    assert re.findall(r'(?:src|href)="(?!#)([^"]*)"', page) == ["/icon.svg", "/api/docs.css", "/openapi.json"]
    assert ada.http.get("/api/docs.css").headers["content-type"].startswith("text/css")
    assert page.count("<section") == sum(len(methods) for methods in openapi["paths"].values())


def test_the_examples_of_answers_are_like_the_answers(site: conftest.Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, OPENING[:1])
    facts = {"table_id": table, "moves": 1, "game": "chicago-express", "board": "chicago-express"}
    bodies = {"preview": {"partial": []}, "explain": {"move": "bid 1"}, "clone": {"at": 1}, "chat": {"text": "hm"}, "undo": {"seen": 5}}
    tried = 0
    for key, example in sorted(reference.ANSWERS.items(), key=lambda pair: pair[0]):  # what asks first, what changes then
        method, path = key.split(" ")
        body = bodies.get(path.rsplit("/", 1)[1])
        if method == "get" or body:
            answer = ada.ask(method.upper(), path.format(**facts), json=body)
            _alike(json.loads(answer) if isinstance(answer, str) else answer, example, key)
            tried += 1
    assert tried > 15


def _alike(answer: Any, example: Any, where: str) -> None:
    """The same keys, as far as the example goes."""
    if isinstance(example, dict) and example:
        assert set(example) <= set(answer), where
        abridged = where.endswith((".position", ".chart")) or where.startswith("get /api/tables/{table_id}/record")
        assert abridged or set(answer) == set(example), (where, set(answer) ^ set(example))
        for name, value in example.items():
            if name != "places" or isinstance(value, list):
                _alike(answer[name], value, f"{where}.{name}")
    elif isinstance(example, list) and example and answer and isinstance(example[0], dict):
        _alike(answer[-1], example[-1], where)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/%00", 404), ("GET", "/api/tables/%00", 404), ("DELETE", "/api/me/tokens/%00", 404), ("GET", "/" + "x" * 5000, 404),
     ("GET", "/api/tables/none/at/" + "9" * 30, 404), ("POST", "/api/nothing", 404), ("PUT", "/api/tables/none", 405), ("POST", "/", 405),
     ("GET", "/api/tables?player=%00", 200), ("GET", "/api/tables?before=nan", 200), ("GET", "/api/tables?limit=x", 422),
     ("HEAD", "/health/live", 200), ("HEAD", "/api/tables/none/stream", 405)],
)  # fmt: skip
def test_every_address_has_its_answer(site: conftest.Running, method: str, path: str, status: int) -> None:
    response = site.player().http.request(method, path)
    assert response.status_code == status
    assert status < 400 or response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[" * 100_000, b'"text"', b'{"seen": ' + b"9" * 5000 + b"}", b'{"seen": NaN, "move": "pass"}',
                b'{"seen": -1, "move": "pass"}', b'{"seen": 3, "move": "\\ud800"}', b"\xff\xfe\xff"]
)  # fmt: skip
@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data; boundary=x"])
def test_a_body_that_is_none_is_refused(site: conftest.Running, content: bytes, kind: str) -> None:
    ada, _, table = two(site)
    for path in (f"/api/tables/{table}/moves", "/api/records"):
        response = ada.http.post(path, content=content, headers={"content-type": kind})
        assert response.status_code == 422
        assert response.json()["code"] == "bad-request"


@pytest.mark.long
def test_no_request_breaks_the_server(tmp_path: Path) -> None:
    running = run(conftest.settings(str(tmp_path / "a.db")))
    ada, ben, table = two(running)
    play([ada, ben], table, OPENING)
    raw = ada.get("/openapi.json")
    raw["paths"] = {path: methods for path, methods in raw["paths"].items() if not path.endswith("/stream")}
    schema = schemathesis.openapi.from_dict(raw)
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path != "/api/sign-out":  # whoever signs out asks no more
            tried += _try(operation, running.base, table, dict(ada.http.cookies))
    assert tried > 500
    ben.look(table)
    running.stop()


def _try(operation: Any, base: str, table: str, cookies: dict[str, str]) -> int:
    """Ask for one operation in many ways; how often."""
    tried = 0

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def ask(case: schemathesis.Case) -> None:
        nonlocal tried
        tried += 1
        if "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = table
        response = case.call(base_url=base, headers={"X-Cuberails": "1"}, cookies=cookies)
        assert response.status_code < 500, (operation.label, response.status_code, response.text)

    ask()
    return tried
