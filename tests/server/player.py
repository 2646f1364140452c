"""A person or program at a table, over HTTP."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

GUARD = {"X-Cuberails": "1"}


class Refused(AssertionError):
    """A request was answered with a problem document."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(f"{response.request.method} {response.request.url}: {response.status_code} {response.text[:500]}")
        self.status = response.status_code
        self.problem = response.json()
        assert response.headers["content-type"] == "application/problem+json"

    @property
    def code(self) -> str:
        return self.problem["code"]  # type: ignore[no-any-return]


class Player:
    def __init__(self, base: str, **headers: str) -> None:
        self.base = base
        self.http = httpx.Client(base_url=base, headers=GUARD | headers, timeout=30)

    @classmethod
    def guest(cls, base: str, name: str) -> Player:
        player = cls(base)
        player.post("/api/guest", name=name)
        return player

    def ask(self, method: str, path: str, **more: Any) -> Any:
        response = self.http.request(method, path, **more)
        if response.status_code >= 400:
            raise Refused(response)
        if response.headers.get("content-type") == "application/json":
            return response.json()
        return response.text

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, params=query)

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, json=body)

    def put(self, path: str, **body: Any) -> Any:
        return self.ask("PUT", path, json=body)

    def delete(self, path: str, **query: Any) -> Any:
        return self.ask("DELETE", path, params=query)

    # -- Tables ---------------------------------------------------------------------------------

    def table(self, *seats: str | dict[str, Any], game: str = "chicago-express", **more: Any) -> str:
        """A new table; a seat is a kind or a wish."""
        wishes = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats]
        return self.post("/api/tables", game=game, seats=wishes, **more)["id"]  # type: ignore[no-any-return]

    def look(self, table: str) -> dict[str, Any]:
        return self.get(f"/api/tables/{table}")  # type: ignore[no-any-return]

    def do(self, table: str, what: str, **body: Any) -> Any:
        return self.post(f"/api/tables/{table}/{what}", **body)

    def move(self, table: str, move: str, seen: int | None = None) -> Any:
        return self.do(table, "moves", move=move, seen=self.look(table)["number"] if seen is None else seen)

    def log(self, table: str, after: int = 0) -> list[dict[str, Any]]:
        return self.get(f"/api/tables/{table}/log", after=after, limit=1000)["entries"]  # type: ignore[no-any-return]

    def moves(self, table: str) -> list[str]:
        """The moves that stand."""
        return json.loads(self.get(f"/api/tables/{table}/record"))["moves"]  # type: ignore[no-any-return]

    def wait(self, table: str, condition: Callable[[dict[str, Any]], bool], seconds: float = 20) -> dict[str, Any]:
        """The table as soon as something holds of it."""
        end = time.monotonic() + seconds
        while not condition(found := self.look(table)):
            assert time.monotonic() < end, f"never came: {json.dumps(found)[:600]}"
            time.sleep(0.02)
        return found

    def listen(self, path: str, **query: Any) -> Listener:
        return Listener(self, path, query)


class Listener:
    """An open stream, read in a thread."""

    def __init__(self, player: Player, path: str, query: dict[str, Any]) -> None:
        self.events: list[tuple[str, Any, int | None]] = []
        self.over = threading.Event()
        self.opened = threading.Event()
        self.http = httpx.Client(base_url=player.base, headers=player.http.headers, cookies=player.http.cookies, timeout=30)
        self.thread = threading.Thread(target=self._read, args=(path, query), daemon=True)
        self.thread.start()
        assert self.opened.wait(10)

    def _read(self, path: str, query: dict[str, Any]) -> None:
        try:
            with self.http.stream("GET", path, params=query) as response:
                for event in parse(response.iter_lines()):
                    self.events.append(event)
                    self.opened.set()
                    if self.over.is_set():
                        return
        except httpx.HTTPError:
            pass
        finally:
            self.over.set()

    def entries(self) -> list[dict[str, Any]]:
        return [data for name, data, _ in list(self.events) if name == "entry"]

    def wait(self, condition: Callable[[list[tuple[str, Any, int | None]]], bool], seconds: float = 10) -> None:
        end = time.monotonic() + seconds
        while not condition(list(self.events)):
            assert time.monotonic() < end, f"never came: {str(self.events)[-800:]}"
            time.sleep(0.01)

    def close(self) -> None:
        self.over.set()
        self.http.close()


def parse(lines: Iterator[str]) -> Iterator[tuple[str, Any, int | None]]:
    """The events of a stream: name, data, id."""
    name, data, number = "", "", None
    for line in lines:
        field, _, value = line.partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            data = value
        elif field == "id":
            number = int(value)
        elif not line and name:
            yield name, json.loads(data), number
            name, data, number = "", "", None
