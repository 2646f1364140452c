"""Playing at a table over HTTP."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import Any

import pytest

from cuberails import fairness, record
from tests.server.conftest import Running, run, settings
from tests.server.player import Player, Refused

BOT = {"kind": "bot", "bot": "random"}
OPENING = ["bid 12", "pass", "bid 10", "pass", "bid 9", "pass", "bid 11", "pass"]
"""Four shares of Chicago Express for two players."""


def two(site: Running, **more: Any) -> tuple[Player, Player, str]:
    """Ada and Ben at a running table."""
    ada, ben = site.player("Ada"), site.player("Ben")
    table = ada.table("me", "open", **more)
    ben.do(table, "sit")
    ada.do(table, "start")
    return ada, ben, table


def play(players: list[Player], table: str, moves: list[str]) -> None:
    """Make moves, each by whose turn it is."""
    for move in moves:
        turn = players[0].look(table)["turn"]["seat"]
        players[turn].move(table, move)


def test_a_table_is_made_joined_and_started(site: Running) -> None:
    ada, ben = site.player("Ada"), site.player("Ben")
    table = ada.table("me", "open", {"kind": "bot", "bot": "easy"}, title="Friday", visibility="public")
    assert [seat["kind"] for seat in ben.look(table)["seats"]] == ["person", "open", "bot"]
    with pytest.raises(Refused) as refused:
        ada.do(table, "start")
    assert (refused.value.code, refused.value.problem["detail"]) == ("wrong-time", "Seat 2 is not taken yet.")
    assert table in [shown["id"] for shown in ben.get("/api/tables", status="open")["tables"]]
    assert ben.do(table, "sit")["you"] == [1]
    with pytest.raises(Refused) as refused:
        ben.do(table, "start")
    assert refused.value.code == "not-allowed"
    begun = ada.do(table, "start")
    assert begun["status"] == "running"
    assert begun["turn"]["asks"] == "Ada: open the auction of a PRR share at $7 or more, or pass."
    assert begun["position"]["legal"][:2] == ["pass", "bid 7"]
    assert ben.look(table)["position"]["legal"] == []


def test_the_host_rearranges_before_the_start(site: Running) -> None:
    ada, ben = site.player("Ada"), site.player("Ben")
    table = ada.table("me", "open", "open")
    ben.do(table, "sit", seat=2)
    found = ada.put(f"/api/tables/{table}/seats", seats=[{"kind": "keep", "seat": 2}, {"kind": "keep", "seat": 0}, BOT])
    assert found["players"][:2] == ["Ben", "Ada"]
    with pytest.raises(Refused):
        ben.put(f"/api/tables/{table}/seats", seats=[BOT, BOT])
    with pytest.raises(Refused) as refused:
        ada.put(f"/api/tables/{table}/seats", seats=[{"kind": "keep", "seat": 0}] * 2)
    assert refused.value.status == 422
    assert ben.do(table, "leave")["seats"][0]["kind"] == "open"


def test_a_move_from_the_wrong_seat_is_refused(site: Running) -> None:
    ada, ben, table = two(site)
    with pytest.raises(Refused) as refused:
        ben.move(table, "bid 12")
    assert refused.value.code == "not-your-turn"
    with pytest.raises(Refused) as refused:
        site.player("Eve").move(table, "bid 12")
    assert refused.value.code == "not-your-seat"
    with pytest.raises(Refused) as refused:
        Player(site.base).move(table, "bid 12")
    assert refused.value.code == "sign-in"
    assert ada.moves(table) == []


def test_an_illegal_move_says_which_rule_it_breaks(site: Running) -> None:
    ada, _, table = two(site)
    with pytest.raises(Refused) as refused:
        ada.move(table, "bid 3")
    assert (refused.value.code, refused.value.problem["rule"]) == ("illegal", "A-2")
    with pytest.raises(Refused) as refused:
        ada.ask("POST", f"/api/tables/{table}/moves?lang=fr", json={"seen": 99, "move": "bid 3"})
    assert "journal" in refused.value.problem["detail"]
    with pytest.raises(Refused) as refused:
        ada.move(table, "dance")
    assert refused.value.code == "not-a-move"


def test_a_stale_move_is_refused_with_what_was_missed(site: Running) -> None:
    ada, ben, table = two(site)
    seen = ada.look(table)["number"]
    first = ada.move(table, "bid 12", seen)
    assert [entry["move"] for entry in first["entries"]] == ["bid 12"]
    with pytest.raises(Refused) as refused:
        ada.move(table, "bid 12", seen)
    assert refused.value.code == "stale"
    assert [entry["move"] for entry in refused.value.problem["missed"]] == ["bid 12"]
    assert ada.moves(table) == ["bid 12"]
    ben.do(table, "chat", text="hm")
    ben.move(table, "bid 13", first["number"])
    assert ada.moves(table) == ["bid 12", "bid 13"]


def test_a_decision_is_taken_back_until_somebody_answers_it(site: Running) -> None:
    ada, ben, table = two(site)
    ada.move(table, "bid 12")
    assert ada.look(table)["undo"] == 0
    assert ben.look(table)["undo"] is None
    with pytest.raises(Refused) as refused:
        ben.do(table, "undo", seen=ben.look(table)["number"])
    assert refused.value.code == "wrong-time"
    ada.do(table, "undo", seen=ada.look(table)["number"])
    ada.move(table, "bid 11")
    assert ada.moves(table) == ["bid 11"]
    assert [entry["kind"] for entry in ada.log(table)][-3:] == ["move", "undo", "move"]
    ben.move(table, "pass")
    with pytest.raises(Refused):
        ada.do(table, "undo", seen=ada.look(table)["number"])


def test_own_unbroken_decisions_are_taken_back_one_by_one(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, OPENING)
    player = [ada, ben][ada.look(table)["turn"]["seat"]]
    player.move(table, "auction BO")
    player.move(table, "bid 6")
    for left in (9, 8):
        seen = player.look(table)["number"]
        player.do(table, "undo", seen=seen)
        assert len(player.moves(table)) == left
    with pytest.raises(Refused):
        player.do(table, "undo", seen=player.look(table)["number"])


def test_nobody_takes_back_chance(site: Running) -> None:
    ada = site.player()
    table = ada.table("me", "me", game="credit-mobilier", start=True)
    assert ada.look(table)["undo"] is None
    seen = ada.look(table)
    move = next(code for code in seen["position"]["legal"] if code.startswith(("buy", "dividend", "pass", "build")))
    ada.move(table, move if " " in move and not move.startswith("build") else "buy " + _colour(seen) + " 1")
    assert ada.log(table)[-1]["by"] == "chance"
    assert ada.look(table)["undo"] is None


def _colour(table: dict[str, Any]) -> str:
    return next(code.split()[1] for code in table["position"]["legal"] if code.startswith("buy"))


def test_a_take_back_needs_everybody(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, ["bid 12", "pass", "bid 10"])
    ada.do(table, "takeback", seen=ada.look(table)["number"], to=1)
    assert ben.look(table)["takeback"] == {"seat": 0, "to": 1, "waiting": [1]}
    ben.do(table, "takeback/answer", agree=False)
    assert ada.look(table)["takeback"] is None
    ada.do(table, "takeback", seen=ada.look(table)["number"], to=1)
    with pytest.raises(Refused):
        ada.do(table, "takeback/answer", agree=True)
    ben.do(table, "takeback/answer", agree=True)
    assert ada.moves(table) == ["bid 12"]
    assert ada.look(table)["turn"]["seat"] == 1


def test_who_agrees_agrees_to_what_was_read(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, ["bid 12", "bid 13"])
    for to in (1, 0):
        ada.do(table, "takeback", seen=ada.look(table)["number"], to=to)
    with pytest.raises(Refused) as refused:
        ben.do(table, "takeback/answer", agree=True, to=1)
    assert refused.value.problem["detail"] == "You are now asked to go back to move 0."
    assert ada.look(table)["moves"] == 2


def test_a_move_answers_a_take_back_with_no(site: Running) -> None:
    ada, ben, table = two(site)
    ada.move(table, "bid 12")
    ada.do(table, "takeback", seen=ada.look(table)["number"], to=0)
    ben.move(table, "pass")
    assert ada.look(table)["takeback"] is None


def test_bots_agree_to_take_back(site: Running) -> None:
    ada = site.player()
    table = ada.table("me", BOT, start=True)
    ada.move(table, "bid 30")
    ada.wait(table, lambda found: found["turn"] and found["turn"]["seat"] == 0)
    ada.do(table, "takeback", seen=ada.look(table)["number"], to=0)
    assert ada.look(table)["moves"] == 0


def test_a_bot_plays_on_for_who_resigns_until_they_return(site: Running) -> None:
    ada, ben, table = two(site)
    ada.move(table, "bid 12")
    ben.do(table, "resign", bot="random")
    ada.wait(table, lambda found: found["turn"]["seat"] == 0)
    assert [entry["by"] for entry in ada.log(table) if entry["kind"] == "move"][1] == "bot"
    with pytest.raises(Refused):
        ben.do(table, "undo", seen=ben.look(table)["number"])
    assert ben.look(table)["seats"][1]["resigned"]
    ben.do(table, "return")
    assert not ben.look(table)["seats"][1]["resigned"]


@pytest.mark.long
def test_bots_play_a_whole_game_of_each_kind(site: Running) -> None:
    ada = site.player()
    for game in ("chicago-express", "german-railways", "credit-mobilier"):
        table = ada.table(BOT, BOT, BOT, game=game, start=True)
        found = ada.wait(table, lambda found: found["status"] == "finished", 60)
        played = record.Record.loads(ada.get(f"/api/tables/{table}/record"))
        assert record.verify(played).reason is None
        assert found["result"] == played.result
        proof = fairness.verify(played)
        if game != "chicago-express":
            assert proof is not None
            assert proof.reason is None
            assert proof.draws > 3


def test_chance_is_promised_first_and_shown_last(site: Running) -> None:
    ada, ben = site.player("Ada"), site.player("Ben")
    table = ada.table("me", "open", game="credit-mobilier")
    before = ada.look(table)["fairness"]
    ada.do(table, "contribution", text="heads")
    ben.do(table, "sit", contribution="tails")
    ada.do(table, "start")
    running = ben.look(table)["fairness"]
    assert running == before | {"contributions": ["heads", "tails"]}
    assert running["seed"] is None
    told = json.dumps([ben.log(table), ben.look(table), ben.get(f"/api/tables/{table}/record")])
    seed = site.app.service.desk.tables[table].seed
    assert fairness.commitment(bytes.fromhex(seed)) == before["commitment"]
    assert seed not in told
    draws = fairness.Draws(bytes.fromhex(seed), ["heads", "tails"])
    first = record.replay(record.Record("credit-mobilier", ["Ada", "Ben"]))
    assert ben.moves(table)[0] == fairness.draw_move(first, draws.source(1))


def test_who_bids_by_limit_bids_at_once_and_unseen(site: Running) -> None:
    ada, ben, table = two(site)
    found = ben.put(f"/api/tables/{table}/limit", up_to=10, then="pass")
    assert found["limits"] == [{"seat": 1, "up_to": 10, "then": "pass"}]
    assert ada.look(table)["limits"] == []
    ada.move(table, "bid 7")
    ada.wait(table, lambda found: found["turn"]["seat"] == 0)
    assert ada.moves(table) == ["bid 7", "bid 8"]
    ada.move(table, "bid 10")
    ada.wait(table, lambda found: found["turn"]["seat"] == 0 and found["moves"] > 2)
    assert ada.moves(table) == ["bid 7", "bid 8", "bid 10", "pass"]
    assert "limit" not in json.dumps(ada.log(table))
    assert "limit" not in ada.get(f"/api/tables/{table}/record")
    assert ben.look(table)["limits"] == []


def test_a_limit_asks_again_or_is_revoked(site: Running) -> None:
    ada, ben, table = two(site)
    ben.put(f"/api/tables/{table}/limit", up_to=8, then="ask")
    ada.move(table, "bid 9")
    ben.wait(table, lambda found: found["limits"] == [])
    assert ben.look(table)["turn"]["seat"] == 1
    ben.put(f"/api/tables/{table}/limit", up_to=0, then="pass")
    ben.wait(table, lambda found: found["moves"] == 2)
    ada.put(f"/api/tables/{table}/limit", up_to=40, then="pass")
    assert ada.delete(f"/api/tables/{table}/limit")["limits"] == []


def test_a_private_limit_is_for_the_share_its_owner_saw(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, OPENING[:2])
    with pytest.raises(Refused) as refused:
        ada.put(f"/api/tables/{table}/limit", up_to=40, then="pass", company="PRR")
    assert (refused.value.code, refused.value.problem["detail"]) == ("wrong-time", "Another share is being auctioned now: BO.")
    assert ada.put(f"/api/tables/{table}/limit", up_to=5, then="pass", company="BO")["limits"]


def test_a_decision_that_was_given_back_is_not_taken_by_a_private_limit_again(site: Running) -> None:
    ada, ben, table = two(site)
    ada.put(f"/api/tables/{table}/limit", up_to=9, then="pass")
    ada.wait(table, lambda found: found["moves"] == 1)
    ada.do(table, "undo", seen=ada.look(table)["number"])
    assert (ada.look(table)["moves"], ada.look(table)["limits"]) == (0, [])
    play([ada, ben], table, ["bid 7", "bid 8"])
    ada.put(f"/api/tables/{table}/limit", up_to=9, then="pass")
    ben.wait(table, lambda found: found["moves"] == 3)
    ben.do(table, "takeback", seen=ben.look(table)["number"], to=2)
    ada.do(table, "takeback/answer", agree=True, to=2)
    assert (ada.look(table)["moves"], ada.look(table)["limits"]) == (2, [])


def test_a_refused_undo_leaves_the_private_limit(site: Running) -> None:
    _, ben, table = two(site)
    ben.put(f"/api/tables/{table}/limit", up_to=10, then="pass")
    with pytest.raises(Refused):
        ben.do(table, "undo", seen=ben.look(table)["number"])
    assert ben.look(table)["limits"]


def test_a_private_limit_counts_only_for_its_auction(site: Running) -> None:
    ada, ben, table = two(site)
    ben.put(f"/api/tables/{table}/limit", up_to=7, then="ask")
    play([ada], table, ["pass"])
    ben.wait(table, lambda found: found["moves"] == 2 and found["turn"]["seat"] == 1)
    assert ada.moves(table) == ["pass", "bid 7"]
    assert ben.look(table)["limits"] == []


@pytest.mark.long
def test_time_that_runs_out_lets_a_bot_decide(site: Running) -> None:
    ada = site.player()
    table = ada.table("me", "me", start=True, clock={"kind": "move", "seconds": 1, "bot": "random"})
    deadline = ada.look(table)["turn"]["deadline"]
    assert 0 < deadline - time.time() <= 1.1
    ada.wait(table, lambda found: found["moves"] >= 2)
    first = next(entry for entry in ada.log(table) if entry["kind"] == "move")
    assert first["by"] == "clock"
    assert first["words"][0] == "The time of Ada is up: a bot decides."


@pytest.mark.long
def test_time_runs_out_for_one_seat_after_the_other(site: Running) -> None:
    ada, _, table = two(site, clock={"kind": "move", "seconds": 1, "bot": "random"})
    ada.wait(table, lambda found: found["moves"] >= 3)
    made = [entry for entry in ada.log(table) if entry["kind"] == "move"]
    assert {entry["by"] for entry in made} == {"clock"}
    assert {entry["seat"] for entry in made} == {0, 1}
    assert made[0]["words"][0] == "The time of Ada is up: a bot decides."
    assert all(later["at"] - earlier["at"] >= 1 for earlier, later in pairwise(made))


@pytest.mark.long
def test_six_players_three_of_them_bots_come_to_an_end(site: Running) -> None:
    persons = [site.player(name) for name in ("Ada", "Ben", "Cleo")]
    table = persons[0].table("me", "open", "open", BOT, BOT, BOT)
    for person in persons[1:]:
        person.do(table, "sit")
    persons[0].do(table, "start")
    persons[0].move(table, "bid 9")
    persons[1].do(table, "resign", bot="lively")  # in the middle of an auction
    for person in (persons[0], persons[2]):
        person.do(table, "resign", bot="random")
    persons[0].wait(table, lambda found: found["status"] == "finished", 60)
    assert record.verify(record.Record.loads(persons[0].get(f"/api/tables/{table}/record"))).reason is None


def test_a_clock_for_the_game_counts_each_players_own_time(site: Running) -> None:
    ada, ben, table = two(site, clock={"kind": "game", "seconds": 100, "increment": 5, "bot": "random"})
    time.sleep(0.3)
    ada.move(table, "bid 12")
    left = [seat["left"] for seat in ben.look(table)["seats"]]
    assert 104 < left[0] < 104.8
    assert left[1] == 100


@pytest.mark.parametrize("kind", ["move", "game"])
def test_nobody_gains_time_by_taking_back_or_by_leaving_for_a_moment(site: Running, kind: str) -> None:
    ada, _, table = two(site, clock={"kind": kind, "seconds": 100, "increment": 30, "bot": "random"})
    deadline = ada.look(table)["turn"]["deadline"]
    ben = 0.0
    for _ in range(3):
        time.sleep(0.1)
        began = time.monotonic()
        ada.move(table, "bid 12")
        ada.do(table, "undo", seen=ada.look(table)["number"])
        ben += time.monotonic() - began
    found = ada.look(table)
    assert deadline - 0.001 < found["turn"]["deadline"] < deadline + ben  # the time of Ben is not hers
    assert found["seats"][0]["left"] == (100 if kind == "game" else None)
    ada.do(table, "resign", bot="random")
    ada.do(table, "return")
    after = ada.look(table)
    assert after["moves"] == 1 or after["turn"]["deadline"] == found["turn"]["deadline"]


def test_notes_are_private(site: Running) -> None:
    ada, ben, table = two(site)
    ada.put(f"/api/tables/{table}/notes", text="Ben wants Chicago")
    assert ada.get(f"/api/tables/{table}/notes") == {"text": "Ben wants Chicago"}
    assert ben.get(f"/api/tables/{table}/notes") == {"text": ""}
    assert "Chicago" not in json.dumps([ben.log(table), ben.look(table)["seats"]])


def test_only_players_chat(site: Running) -> None:
    ada, ben, table = two(site)
    ada.do(table, "chat", text="Good luck <b>!</b>")
    assert ben.log(table)[-1]["words"] == ["Good luck <b>!</b>"]
    with pytest.raises(Refused) as refused:
        site.player("Eve").do(table, "chat", text="hi")
    assert refused.value.code == "not-your-seat"


def test_spectators_see_late_or_not_at_all(site: Running) -> None:
    ada, _, table = two(site, delay=3600)
    ada.move(table, "bid 12")
    eve = site.player("Eve")
    assert eve.look(table)["moves"] == 0
    assert eve.look(table)["position"]["auction"] == ada.get(f"/api/tables/{table}/at/0")["position"]["auction"]
    assert [entry["kind"] for entry in eve.log(table)][-1] == "start"
    assert json.loads(eve.get(f"/api/tables/{table}/record"))["moves"] == []
    ada, _, table = two(site, spectators="no")
    with pytest.raises(Refused) as refused:
        eve.look(table)
    assert refused.value.code == "not-allowed"


def test_any_moment_is_shown_again(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, OPENING)
    then = ada.get(f"/api/tables/{table}/at/2")
    assert then["position"]["accounts"] == [-120, 48, 60, 12, 0, 0, 0, 0]
    told = ada.get(f"/api/tables/{table}/history")["moves"]
    assert [step["move"] for step in told] == OPENING
    assert told[0]["words"] == ["Ada bids $12."]
    assert told[1]["chart"]["cash"] == [48, 60]


def test_a_position_becomes_a_practice_table(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, OPENING[:4])
    ben.put(f"/api/tables/{table}/limit", up_to=20, then="pass")
    made = ada.do(table, "clone", at=3)
    assert (made["status"], made["moves"], made["you"], made["limits"]) == ("running", 3, [0, 1], [])
    assert made["origin"] == {"table": table, "at": 3}
    assert made["fairness"]["commitment"] != ada.look(table)["fairness"]["commitment"]
    ada.move(made["id"], "pass")
    assert ada.moves(made["id"]) == OPENING[:4]
    assert ada.look(table)["moves"] == 4
    with pytest.raises(Refused):
        ada.do(table, "clone", at=9)


def test_a_finished_game_is_played_again_once(site: Running) -> None:
    ada = site.player()
    table = ada.table("me", "me", BOT, start=True)
    with pytest.raises(Refused):
        ada.do(table, "rematch")
    ada.do(table, "resign", bot="random")
    ada.wait(table, lambda found: found["status"] == "finished", 60)
    again = ada.do(table, "rematch")
    assert again["status"] == "running"
    assert ada.do(table, "rematch")["id"] == again["id"] == ada.look(table)["rematch"]
    with pytest.raises(Refused) as refused:
        ada.move(table, "pass")
    assert refused.value.problem["detail"] == "The game is over."


def test_a_record_is_uploaded_for_replay(site: Running) -> None:
    ada = site.player()
    game = record.Record("chicago-express", ["Xi", "Yo"], OPENING, extra={"note": "by hand"})
    shown = ada.ask("POST", "/api/records", content=game.dumps())
    assert (shown["status"], shown["players"], shown["moves"]) == ("replay", ["Xi", "Yo"], 8)
    assert json.loads(ada.get(f"/api/tables/{shown['id']}/record"))["note"] == "by hand"
    assert ada.get(f"/api/tables/{shown['id']}/at/2")["moves"] == 2
    assert ada.do(shown["id"], "clone", at=2)["you"] == [0, 1]
    with pytest.raises(Refused) as refused:
        ada.ask("POST", "/api/records", content=record.Record("chicago-express", ["Xi", "Yo"], ["bid 1"]).dumps())
    assert refused.value.problem["rule"] == "A-2"
    for bad in (b"", b"[]", b"\xff", b'{"format": "cuberails/1"}'):
        with pytest.raises(Refused) as refused:
            ada.ask("POST", "/api/records", content=bad)
        assert refused.value.status == 422


def test_what_a_record_brings_along_is_kept_unless_it_is_bottomless(site: Running) -> None:
    ada, shallow, deep = site.player(), *(_nested(depth) for depth in (100, 800))
    plain = {"format": "cuberails/1", "game": "chicago-express", "players": ["Ann", "Bob"], "moves": ["bid 7"]}
    table = ada.post("/api/records", **plain, kept=shallow)["id"]
    assert json.loads(ada.get(f"/api/tables/{table}/record"))["kept"] == shallow
    with pytest.raises(Refused) as refused:
        ada.post("/api/records", **plain, kept=deep)
    assert (refused.value.code, refused.value.problem["detail"]) == ("bad-request", "The record is nested too deeply.")


def _nested(depth: int) -> dict[str, Any]:
    inside: dict[str, Any] = {}
    for _ in range(depth):
        inside = {"in": inside}
    return inside


def test_an_invited_account_finds_the_table(site: Running) -> None:
    ada, ben = site.player("Ada"), Player(site.base)
    name = f"Ben {time.time_ns()}"
    ben.post("/api/accounts", name=name, password="correct horse")
    table = ada.table("me", {"kind": "invited", "name": name.upper()})
    (shown,) = ben.get("/api/tables", mine=1)["tables"]
    assert (shown["id"], shown["invited"], shown["your_turn"]) == (table, True, False)
    with pytest.raises(Refused):
        site.player("Eve").do(table, "sit")
    assert ben.do(table, "sit")["you"] == [1]


def test_my_turns_are_listed(site: Running) -> None:
    ada, ben, table = two(site)
    assert [shown["id"] for shown in ada.get("/api/me/turns")["tables"]] == [table]
    assert ben.get("/api/me/turns")["tables"] == []
    ada.move(table, "bid 12")
    assert [shown["id"] for shown in ben.get("/api/me/turns")["tables"]] == [table]


def test_a_preview_counts_and_an_explanation_names_the_rule(site: Running) -> None:
    ada, ben, table = two(site)
    play([ada, ben], table, OPENING)
    shown = ada.do(table, "preview", partial=["build", "PRR"])
    assert shown["move"] is None
    assert shown["places"]["Q11"] == {
        "cost": 2, "gain": 0, "words": "Q11: $1 × 2 locomotives = $2. No income here.", "rules": ["CE-23", "CE-26"]
    } or shown["places"]["Q11"]["cost"] == 1  # fmt: skip
    assert ada.do(table, "explain", partial=["build", "PRR"], atom="A5")["rule"] == "CE-19"
    assert ada.do(table, "explain", move="build PRR A5")["rule"] == "CE-19"
    assert ada.do(table, "explain", move="develop -") == {"legal": True}
    with pytest.raises(Refused) as refused:
        ada.do(table, "preview", partial=["build", "WAB"])
    assert refused.value.problem["rule"] == "CE-18"


@pytest.mark.long
def test_a_restarted_server_has_every_table_as_it_was(db: str) -> None:
    first = run(settings(db))
    ada, ben, table = two(first)
    play([ada, ben], table, OPENING[:5])
    ada.do(table, "undo", seen=ada.look(table)["number"])
    before = ada.look(table)
    cookies = ada.http.cookies
    first.stop()
    second = run(settings(db))
    again = Player(second.base)
    again.http.cookies = cookies
    assert again.look(table) == before
    second.stop()
