"""What others than the players may see, and when: nothing reaches them by a side door."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.server.conftest import Running
from tests.server.player import Player, Refused
from tests.server.test_play import BOT, OPENING, two


def veiled(site: Running, **more: Any) -> tuple[Player, Player, Player, str]:
    """A table with a move and some chat, and Eve, who is not to know."""
    ada, ben, table = two(site, visibility="public", **more)
    ada.move(table, "bid 12")
    ada.do(table, "chat", text="hm")
    return ada, ben, site.player("Eve"), table


@pytest.mark.parametrize("more", [{"delay": 3600}, {"spectators": "no"}])
def test_no_refusal_tells_who_does_not_sit_there_what_happened(site: Running, more: dict[str, Any]) -> None:
    _, _, eve, table = veiled(site, **more)
    for what, body in (
        ("moves", {"move": "pass"}), ("undo", {}), ("takeback", {"to": 0}), ("takeback/answer", {"agree": True}), ("resign", {}),
        ("return", {}), ("chat", {"text": "hi"}), ("rematch", {}), ("start", {}), ("sit", {}), ("leave", {}),
        ("contribution", {"text": ""}),
    ):  # fmt: skip
        for seen in ({"seen": 0}, {"seen": 999}) if what in ("moves", "undo", "takeback") else ({},):
            with pytest.raises(Refused) as refused:
                eve.do(table, what, **body, **seen)
            told = str(refused.value.problem)
            assert "missed" not in told
            assert "bid 12" not in told
            assert "log has" not in told


def test_lists_tell_nothing_early(site: Running) -> None:
    ada, _, eve, table = veiled(site, delay=3600)
    query = {"status": "running", "game": "chicago-express"}
    shown = next(shown for shown in eve.get("/api/tables", **query)["tables"] if shown["id"] == table)
    assert (shown["moves"], shown["turn"], shown["deadline"]) == (None, None, None)
    before = shown["updated"]
    ada.do(table, "chat", text="another entry")
    assert next(shown for shown in eve.get("/api/tables", **query)["tables"] if shown["id"] == table)["updated"] == before
    mine = next(shown for shown in ada.get("/api/tables", mine=1)["tables"] if shown["id"] == table)
    assert (mine["moves"], mine["turn"]) == (1, 1)


def test_the_stream_of_a_delayed_table_does_not_say_how_long_the_log_is(site: Running) -> None:
    ada, _, eve, table = veiled(site, delay=3600)
    stream = eve.listen(f"/api/tables/{table}/stream", after=999)
    assert stream.events[0][1]["number"] == 3 < ada.look(table)["number"]
    stream.close()


def test_a_delayed_table_grows_as_time_goes_by(site: Running) -> None:
    ada, _, table = two(site, delay=1)
    eve = site.player("Eve")
    ada.move(table, "bid 12")
    assert eve.look(table)["moves"] == 0
    assert eve.wait(table, lambda found: found["moves"] == 1, 3)["number"] == ada.look(table)["number"]


def test_nobody_hears_that_a_limit_was_set_or_withdrawn(site: Running) -> None:
    ada, ben, table = two(site)
    streams = [who.listen(f"/api/tables/{table}/stream") for who in (ada, site.player("Eve"))]
    own = ben.listen(f"/api/tables/{table}/stream")
    own.wait(lambda events: len(events) == 2)
    ben.put(f"/api/tables/{table}/limit", up_to=10, then="pass")
    own.wait(lambda events: len(events) == 3)
    ben.delete(f"/api/tables/{table}/limit")
    own.wait(lambda events: len(events) == 4)
    time.sleep(0.2)
    for stream in (*streams, own):
        assert len(stream.events) == (4 if stream is own else 2)
        stream.close()


def test_only_players_ask_for_a_rematch(site: Running) -> None:
    ada = site.player("Ada")
    table = ada.table(BOT, BOT, game="credit-mobilier", start=True, spectators="no")
    ada.wait(table, lambda found: found["status"] == "finished", 60)
    with pytest.raises(Refused) as refused:
        site.player("Eve").do(table, "rematch")
    assert refused.value.code == "not-your-seat"


def test_a_replay_shows_its_players_in_lists(site: Running) -> None:
    ada = site.player()
    ada.post("/api/records", format="cuberails/1", game="chicago-express", players=["Cleo", "Dan"], moves=OPENING[:2])
    assert ada.get("/api/tables", mine=1, status="replay")["tables"][0]["players"] == ["Cleo", "Dan"]
