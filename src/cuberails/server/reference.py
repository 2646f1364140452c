"""The API as a page to read (``/api/docs``), made from the OpenAPI document: no script, nothing from elsewhere."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from cuberails.server.jsontext import dumps

ME = {"kind": "guest", "name": "Ada", "mail": None, "language": "en"}
ENTRY = {
    "number": 4, "at": 1795071072.162, "kind": "move", "seat": 0, "by": "person", "move": "bid 12", "moves": 1,
    "events": [["bid", 0, 12]], "words": ["Ada bids $12."],
}  # fmt: skip
ENTRIES: dict[str, dict[str, Any]] = {
    "moves": ENTRY,
    "undo": {"kind": "undo", "seat": 0, "to": 0, "moves": 0, "words": ["Ada takes back: the game goes on after move 0."]},
    "takeback": {"kind": "takeback", "seat": 0, "to": 0, "words": ["Ada asks to go back to move 0."]},
    "takeback/answer": {"kind": "refuse", "seat": 1, "to": 0, "words": ["Ben refuses."]},
    "resign": {"kind": "resign", "seat": 0, "bot": "easy", "words": ["Ada leaves the seat to a bot (easy)."]},
    "return": {"kind": "return", "seat": 0, "words": ["Ada is back."]},
    "chat": {"kind": "chat", "seat": 0, "text": "Good luck!", "words": ["Good luck!"]},
}


def _appended(entry: dict[str, Any]) -> dict[str, Any]:
    return {"number": 5, "entries": [{"number": 5, "at": 1795071073.5} | entry]}


SUMMARY = {
    "id": "rzkndnt64cmb", "title": "", "game": "chicago-express", "status": "running", "visibility": "link", "players": ["Ada", "Ben"],
    "open": 0, "created": 1795071072.075, "updated": 1795071072.162, "moves": 1, "your_turn": False, "you": [0], "invited": False,
    "turn": 1, "deadline": None, "asked": False, "result": None, "host": True,
}  # fmt: skip
TABLE = {
    "id": "rzkndnt64cmb", "title": "", "game": "chicago-express", "board": "chicago-express", "options": {"dividends": "before-turn"},
    "status": "running", "visibility": "link", "spectators": "yes", "delay": 0, "created": 1795071072.075, "updated": 1795071072.162,
    "clock": {"kind": "none", "seconds": 0, "increment": 0, "bot": "easy"}, "players": ["Ada", "Ben"], "number": 4, "moves": 1,
    "turn": {"seat": 1, "deadline": None, "asks": "Ben: bid at least $13 for the PRR share, or pass."}, "takeback": None,
    "fairness": {"scheme": "cuberails-draw/1", "commitment": "27e0fd5d…", "contributions": ["", ""], "seed": None},
    "result": None, "rematch": None, "origin": None, "analysis": {}, "position": {"legal": []}, "host": True,
    "seats": [
        {"kind": "person", "name": "Ada", "bot": None, "you": True, "resigned": False, "left": None},
        {"kind": "person", "name": "Ben", "bot": None, "you": False, "resigned": False, "left": None},
    ],
    "you": [0], "undo": 0, "limits": [],
}  # fmt: skip
RECORD = {
    "format": "cuberails/1", "game": "chicago-express", "players": ["Ada", "Ben"], "moves": ["bid 12"],
    "board": "chicago-express", "options": {}, "rules": 1,
}  # fmt: skip
ANSWERS: dict[str, Any] = {
    "get /api/me": ME, "put /api/me": ME, "post /api/guest": ME,
    "post /api/accounts": ME | {"kind": "account"}, "post /api/sign-in": ME | {"kind": "account"},
    "get /api/me/tokens": {"tokens": [{"id": "u6k4g8e9msav", "label": "my bot", "created": 1795071072.0, "used": 1795071072.0}]},
    "post /api/me/tokens": {"id": "u6k4g8e9msav", "label": "my bot", "token": "cr_…"},
    "get /api/me/turns": {"tables": [SUMMARY | {"your_turn": True, "turn": 0}]},
    "get /api/tables": {"tables": [SUMMARY], "next": None},
    **{f"post /api/tables/{{table_id}}/{name}": TABLE for name in ("clone", "rematch", "sit", "leave", "contribution", "start")},
    "post /api/tables": TABLE, "post /api/records": TABLE | {"status": "replay"}, "put /api/tables/{table_id}/seats": TABLE,
    "get /api/tables/{table_id}": TABLE, "get /api/tables/{table_id}/at/{moves}": TABLE | {"turn": None, "undo": None},
    "put /api/tables/{table_id}/limit": TABLE, "delete /api/tables/{table_id}/limit": TABLE,
    **{f"post /api/tables/{{table_id}}/{name}": _appended(entry) for name, entry in ENTRIES.items()},
    "get /api/tables/{table_id}/log": {"entries": [ENTRY], "number": 4},
    "get /api/tables/{table_id}/history": {"moves": [
        {"move": "bid 12", "seat": 0, "by": "person", "number": 4, "events": [["bid", 0, 12]], "words": ["Ada bids $12."],
         "chart": {"cash": [60, 60]}},
    ]},
    "get /api/tables/{table_id}/record": RECORD,
    "get /api/tables/{table_id}/notes": {"text": "Ben wants Chicago."}, "put /api/tables/{table_id}/notes": {"text": "Ben wants Chicago."},
    "post /api/tables/{table_id}/preview": {
        "partial": ["build", "NYC", "R6"], "move": "build NYC R6", "whole": False, "complete": True, "legal": ["stop", "Q7", "S7"],
        "places": {"Q7": {"cost": 2, "gain": 1, "words": "Q7: $2 × 1 locomotives = $2. Income +1.", "rules": ["CE-23", "CE-26"]}},
        "company": "NYC", "spent": 4, "gained": 1, "companies": [{"treasury": -4, "income": 1}], "players": [{"cash": 0, "dividend": 2}],
        "events": [["track", 1, 3, 57, 2, 1, 9]], "words": ["…"],
    },
    "post /api/tables/{table_id}/explain": {"legal": False, "rule": "CE-19", "words": "…"},
    "get /api/games": {"games": [], "bots": [{"level": "easy", "plays": "easy"}], "languages": {}, "version": "0.1.0"},
    "get /api/boards/{game}/{board}": {
        "game": "chicago-express", "board": "chicago-express", "layout": "flat", "links": [],
        "places": [{"id": "A5", "x": 0.0, "y": 4.33, "q": 0, "r": 2, "name": "Chicago", "terrain": "chicago", "cost": 3, "income": 7,
                    "development": 0}],
    },
}  # fmt: skip
"""An example of each answer that is JSON; abridged where a value is an empty object or ends in a dot."""


TEXTS: dict[str, tuple[str, str]] = {
    "get /api/tables/{table_id}/stream": ("text/event-stream", f'''retry: 1000

event: hello
data: {{"version":"0.1.0","number":3}}

id: 4
event: entry
data: {dumps(ENTRY)}

event: table
data: {dumps(TABLE)}
'''),
    "get /api/me/stream": ("text/event-stream", f'''retry: 1000

event: hello
data: {{"version":"0.1.0"}}

event: games
data: {{"tables":[{dumps(SUMMARY)}]}}

event: game
data: {dumps(SUMMARY | {"your_turn": True, "turn": 0})}
'''),
    "get /health/live": ("text/plain", "ok\n"),
    "get /health/ready": ("text/plain", "ok\n"),
    "get /metrics": ("text/plain", 'cuberails_moves_total{by="person"} 42.0\ncuberails_streams{kind="table"} 2.0\n'),
}  # fmt: skip
"""An example of each answer that is text, and its kind."""
BODIES = {"post /api/records": RECORD}
"""Bodies that are read as they are."""
ORDER = ("people", "games", "tables", "play", "streams", "running")


def with_examples(openapi: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI document with the examples of the answers, and of the bodies that no model describes."""
    kinds = {key: "application/jsonl" if key.endswith("/record") else "application/json" for key in ANSWERS}
    answers = {key: {kind: {"schema": {"type": "object"}, "example": ANSWERS[key]}} for key, kind in kinds.items()}
    answers |= {key: {kind: {"schema": {"type": "string"}, "example": text}} for key, (kind, text) in TEXTS.items()}
    for key, content in answers.items():
        for status, answer in _at(openapi, key)["responses"].items():
            if status.startswith("2"):
                answer["content"] = content
    for key, example in BODIES.items():
        content = {"application/json": {"schema": {"type": "object"}, "example": example}}
        _at(openapi, key)["requestBody"] = {"required": True, "content": content}
    return openapi


def _at(openapi: dict[str, Any], key: str) -> dict[str, Any]:
    method, path = key.split(" ")
    return openapi["paths"][path][method]  # type: ignore[no-any-return]


def page(openapi: dict[str, Any]) -> str:
    """The whole page."""
    groups: dict[str, list[str]] = {tag: [] for tag in ORDER}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            groups[operation["tags"][0]].append(_operation(method, path, operation, openapi["components"]["schemas"]))
    contents = "".join(f'<li><a href="#{tag}">{tag.capitalize()}</a></li>' for tag in groups)
    parts = "".join(f'<h2 id="{tag}">{tag.capitalize()}</h2>{"".join(found)}' for tag, found in groups.items())
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<title>cuberails: API</title><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/api/docs.css"></head><body>'
        f"<h1>The API of cuberails {openapi['info']['version']}</h1>"
        "<p>JSON in and out. Whoever changes something sends the header <code>X-Cuberails: 1</code>, or a token "
        "(<code>Authorization: Bearer …</code>). Seats are numbered from 0. An error is a problem document with a "
        '<code>code</code>. The same for machines: <a href="/openapi.json">openapi.json</a>.</p>'
        f"<nav><ul>{contents}</ul></nav>{parts}</body></html>"
    )


def _operation(method: str, path: str, operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """One request: what it does, what it takes, what is answered."""
    shown = re.sub(r"{(\w+)}", r"<var>\1</var>", escape(path))
    parts = [f'<section id="{operation["operationId"]}"><h3><b>{method.upper()}</b> {shown}</h3><p>{escape(operation["description"])}</p>']
    rows = [_row(found["name"], found["schema"], found["required"], schemas) for found in operation.get("parameters", [])]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if "example" in body:
        parts.append(_example("Sent", body["example"]))
    elif body:
        schema = schemas[body["schema"]["$ref"].rsplit("/", 1)[1]]
        needed = schema.get("required", [])
        rows += [_row(name, found, name in needed, schemas) for name, found in schema.get("properties", {}).items()]
        parts.append(_example("Sent", schema["examples"][0]))
    if rows:
        parts.insert(1, f"<table>{''.join(rows)}</table>")
    status, answer = next((status, answer) for status, answer in operation["responses"].items() if status.startswith("2"))
    examples = [content["example"] for content in answer.get("content", {}).values()]
    parts += [_example(f"Answered ({status})", example) for example in examples] or [f"<p>Answered ({status}): nothing.</p>"]
    return "".join(parts) + "</section>"


def _row(name: str, schema: dict[str, Any], needed: bool, schemas: dict[str, Any]) -> str:
    optional = "" if needed else " <i>optional</i>"
    return f"<tr><th><code>{escape(name)}</code></th><td>{escape(_kind(schema, schemas))}{optional}</td></tr>"


def _kind(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """What a value may be, in a few words."""
    if "$ref" in schema:
        inner = schemas[schema["$ref"].rsplit("/", 1)[1]]
        return "{" + ", ".join(f"{name}: {_kind(found, schemas)}" for name, found in inner["properties"].items()) + "}"
    if "anyOf" in schema:
        return " or ".join(_kind(one, schemas) for one in schema["anyOf"] if one.get("type") != "null")
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'], schemas)}"
    kind = {"string": "text", "boolean": "true or false", "integer": "whole number"}.get(schema.get("type", ""), schema.get("type", "any"))
    bounds = [f"{word} {schema[key]:.0f}" for key, word in BOUNDS.items() if key in schema]
    return f"{kind} ({', '.join(bounds)})" if bounds else kind


BOUNDS = {
    "minimum": "from", "maximum": "to", "exclusiveMaximum": "below", "minLength": "at least", "maxLength": "at most",
}  # fmt: skip


def _example(title: str, value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
    return f"<details><summary>{title}</summary><pre>{escape(text)}</pre></details>"
