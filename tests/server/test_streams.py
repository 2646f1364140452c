"""Streams: news in order, none lost, none twice, nothing private."""

from __future__ import annotations

import json
import socket
import time

import pytest

from tests.server.conftest import Running, run, settings
from tests.server.player import Refused
from tests.server.test_play import OPENING, play, two


def test_everybody_hears_of_a_move_at_once(site: Running) -> None:
    ada, ben, table = two(site)
    stream = ben.listen(f"/api/tables/{table}/stream", lang="fr")
    stream.wait(lambda events: [name for name, _, _ in events] == ["hello", "table"])
    ada.move(table, "bid 12")
    stream.wait(lambda events: len(events) == 4)
    (name, entry, number), (_, found, _) = stream.events[2:]
    assert (name, number, entry["move"], entry["words"]) == ("entry", entry["number"], "bid 12", ["Ada enchérit à 12\xa0$."])
    assert found["position"]["legal"][:2] == ["pass", "bid 13"]
    assert found["turn"]["asks"].startswith("Ben\xa0: enchérir")
    stream.close()


def test_a_stream_goes_on_where_it_was_left(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, OPENING[:4])
    last = ada.look(table)["number"]
    for query, headers in (({"after": last - 2}, {}), ({"after": 1}, {"last-event-id": str(last - 2)})):
        ada.http.headers.update(headers)
        stream = ada.listen(f"/api/tables/{table}/stream", **query)
        stream.wait(lambda events: len(events) >= 4)
        assert [entry["number"] for entry in stream.entries()] == [last - 1, last]
        stream.close()
    whole = ben.listen(f"/api/tables/{table}/stream", after=0, table=0)
    whole.wait(lambda events: len(events) == 1 + last)
    assert [entry["number"] for entry in whole.entries()] == list(range(1, last + 1))
    whole.close()


@pytest.mark.long
def test_spectators_with_a_delay_hear_later(site: Running) -> None:
    ada, _, table = two(site, delay=1)
    stream = site.player("Eve").listen(f"/api/tables/{table}/stream", table=0)
    time.sleep(1.2)
    ada.move(table, "bid 12")
    time.sleep(0.4)
    assert stream.entries() == []
    stream.wait(lambda events: events[-1][0] == "entry", 3)
    stream.close()


def test_a_person_hears_what_concerns_them(site: Running) -> None:
    ada, ben, table = two(site)
    stream = ben.listen("/api/me/stream")
    stream.wait(lambda events: [name for name, _, _ in events] == ["hello", "games"])
    assert [shown["id"] for shown in stream.events[1][1]["tables"]] == [table]
    ada.move(table, "bid 12")
    stream.wait(lambda events: events[-1][0] == "game")
    assert stream.events[-1][1]["your_turn"]
    count = len(stream.events)
    ada.do(table, "chat", text="hm")
    ada.do(table, "takeback", seen=ada.look(table)["number"], to=0)
    stream.wait(lambda events: len(events) == count + 1)
    assert stream.events[-1][1]["asked"]
    stream.close()


def test_nobody_without_a_name_has_a_personal_stream(site: Running) -> None:
    ada = site.player()
    ada.http.cookies.clear()
    with pytest.raises(Refused) as refused:
        ada.get("/api/me/stream")
    assert refused.value.code == "sign-in"


def test_streams_hold_nothing_private(site: Running) -> None:
    ada, ben, table = two(site)
    eve = site.player("Eve").listen(f"/api/tables/{table}/stream", after=0)
    ben.put(f"/api/tables/{table}/limit", up_to=11, then="pass")
    ben.put(f"/api/tables/{table}/notes", text="a secret plan")
    ada.move(table, "bid 7")
    eve.wait(lambda events: sum(name == "entry" for name, _, _ in events) >= 5)
    live = site.app.service.desk.tables[table]
    told = json.dumps(eve.events)
    for secret in ("secret", '"up_to"', live.seed, live.table.seats[0].user, live.table.seats[1].user):
        assert str(secret) not in told
    eve.close()


@pytest.mark.long
def test_a_server_that_stops_says_goodbye_and_nothing_is_lost(db: str) -> None:
    running = run(settings(db))
    ada, ben, table = two(running)
    streams = [ada.listen(f"/api/tables/{table}/stream"), ben.listen("/api/me/stream")]
    ada.move(table, "bid 12")
    began = time.monotonic()
    running.stop()
    assert time.monotonic() - began < 8
    for stream in streams:
        assert stream.over.wait(5)
        assert stream.events[-1][0] == "bye"
    again = run(settings(db))
    ben.http.base_url = again.base
    ben.base = again.base
    stream = ben.listen(f"/api/tables/{table}/stream", after=streams[0].entries()[-1]["number"])
    ben.move(table, "pass")
    stream.wait(lambda events: any(name == "entry" for name, _, _ in events))
    assert [entry["move"] for entry in stream.entries()] == ["pass"]
    again.stop()


@pytest.mark.long
def test_a_client_that_never_reads_holds_nobody_up(site: Running) -> None:
    ada, _, table = two(site)
    host, port = site.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(f"GET /api/tables/{table}/stream?after=0 HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        for _ in range(60):
            ada.move(table, "bid 7")
            ada.do(table, "undo", seen=ada.look(table)["number"])
        began = time.monotonic()
        ada.move(table, "bid 7")
        assert time.monotonic() - began < 1
    assert ada.look(table)["number"] == 3 + 121
