"""Notation, reasons and events in words."""

from __future__ import annotations

import random

import pytest

from cuberails.core import CHANCE, OVER, BadInput, IllegalMove, draw
from cuberails.games import credit_mobilier as game
from cuberails.games.credit_mobilier.text import EVENTS
from tests.credit_mobilier.positions import Table, setup


def why(state: game.State, move: str) -> str:
    reason = game.explain(state, move)
    assert reason is not None
    with pytest.raises(IllegalMove) as refused:
        game.unfold(state, move)
    assert refused.value.reason == reason
    return str(reason)


def test_a_game_begins_with_the_setup_of_all_towns_in_the_order_of_the_board() -> None:
    state = game.new(2)
    whole = setup(state.board)
    assert game.fold(game.unfold(state, whole)) == whole
    words = whole.split()
    assert why(state, " ".join(words[:-1])) == "CM-2: A setup names all 20 towns, not 19."
    swapped = " ".join([words[0], words[2], words[1], *words[3:]])
    assert why(state, swapped) == f"NOTATION: “{words[2]}”: the towns stand in the order of the board, and A1 is next."
    assert why(state, whole.replace(words[1], "A1=purple")).startswith("CM-2: “A1=purple”: the colour of a cube is one of red, green")
    assert why(state, whole.replace(words[1], "A1")).startswith("CM-2: “A1”: the colour")
    reds = " ".join(["setup", *[f"{town}=red" for town in state.board.towns]])
    assert why(state, reds) == "CM-2: No red cube is left: there are 6 of each colour."
    assert why(state, "first 1") == "CM-2: The towns get their cubes now; Spokane (A1) is next."


def test_then_comes_the_first_player() -> None:
    state = game.new(2)
    for action in game.unfold(state, setup(state.board)):
        state.apply(action)
    assert game.unfold(state, "first 2") == [game.parse("first 2")]
    assert why(state, "first 3") == "CM-3: The players have the numbers 1 to 2: 3 is nobody."
    assert why(state, "first 0") == "CM-3: The players have the numbers 1 to 2: 0 is nobody."
    assert why(state, "first 9") == "CM-3: The players have the numbers 1 to 2: 9 is nobody."
    assert why(state, "first Ada") == "NOTATION: “first Ada”: “Ada” is no whole number."
    assert why(state, "first") == "NOTATION: “first”: name one player, by number, after “first”."
    assert why(state, "roll red red red red red") == "CM-3: The first player is drawn now."
    assert why(state, setup(state.board)) == "CM-3: The first player is drawn now."


def test_then_five_dice_in_alphabetical_order() -> None:
    state = Table().state
    assert why(state, "roll red red red red") == "CM-5: Five dice are rolled, not 4."
    assert why(state, "roll red red red red red red") == "CM-5: Five dice are rolled, not 6."
    assert why(state, "roll red red red red black") == (
        "CM-5: “black” is no face of a die: they are blue, green, orange, purple, red, yellow."
    )
    assert why(state, "roll red green blue orange purple") == (
        "NOTATION: The dice stand in alphabetical order: write “roll blue green orange purple red”."
    )
    assert why(state, "buy red 1") == "CM-5: Five dice are rolled now, before anything is done."
    assert why(state, "first 1") == "CM-5: Five dice are rolled now, before anything is done."


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("", "NOTATION: “” is not a move: write build, move, buy, dividend or pass; for chance setup, first or roll."),
        ("stop", "NOTATION: “stop” is not a move: write build, move, buy, dividend or pass; for chance setup, first or roll."),
        ("pass red", "NOTATION: “pass red”: nothing stands after “pass”."),
        ("roll red red red red red", "CM-5: The dice lie there: choose one of build, move, buy and dividend, and its colour."),
        ("first 1", "CM-5: The dice lie there: choose one of build, move, buy and dividend, and its colour."),
        ("build", "NOTATION: “build”: name a colour and at least one link, as in “build green D3-C3”."),
        ("build red", "NOTATION: “build red”: name a colour and at least one link, as in “build green D3-C3”."),
        ("build pink D3-C3", "NOTATION: There is no company “pink”: the companies are red, green, yellow, blue, purple."),
        ("build orange D3-C3", "CM-15: Orange is no company: orange dice pay the dividends of one that is named."),
        ("build red C3-D3", "NOTATION: A link is named from its eastern, else northern end: write D3-C3."),
        ("build red D2-D1", "NOTATION: A link is named from its eastern, else northern end: write D1-D2."),
        ("build red PC-A1", "NOTATION: A link is named from its eastern, else northern end: write A1-PC."),
        ("build red D3", "NOTATION: “D3”: two places belong here, as in D3-C3."),
        ("build red D3-C9", "NOTATION: There is no place “C9” on this board."),
        ("build red D3-B3", "CM-9: No link is printed between D3 and B3."),
        ("build red A2-PC", "CM-9: No link is printed between A2 and PC."),
        ("build red D3-C3 ", "NOTATION: “build red D3-C3 ”: exactly one space stands between words: write “build red D3-C3”."),
        ("move red", "NOTATION: “move red”: name a colour and at least one step, as in “move red D3-C3”."),
        ("move red PC-A1", "CM-13: A cube on the Pacific Coast stays there."),
        ("move red C3-D3", "CM-13: From C3 to D3 is east: cubes move north, south and west."),
        ("move red D3-D5", "CM-13: No link is printed between D3 and D5."),
        ("move red D1-C1", "CM-13: D1-C1 is not built: cubes move over built links only."),
        ("buy red", "NOTATION: “buy red”: name a company and a number, as in “buy red 2” or “dividend red 2”."),
        ("buy red two", "NOTATION: “buy red two”: “two” is no whole number."),
        ("buy red 02", "NOTATION: “buy red 02”: “02” is no whole number."),
        ("buy red 6", "CM-12: One share for each die: 2 red and 1 purple were rolled."),
        (f"buy red {10**20}", "CM-12: One share for each die: 2 red and 1 purple were rolled."),
        ("buy purple 2", "CM-7: One share for each purple die, and 1 came up."),
        ("dividend blue 1", "CM-15: No blue die was rolled, and purple completes only a colour that was rolled."),
        ("dividend red 1 1", "NOTATION: “dividend red 1 1”: name a company and a number, as in “buy red 2” or “dividend red 2”."),
    ],
)
def test_what_a_person_may_type_gets_a_reason_of_its_own(move: str, reason: str) -> None:
    assert why(Table(2, "D1=red D2=blue").roll("2 red 1 green 1 purple 1 orange").state, move) == reason


def test_a_move_is_folded_without_stop_and_unfolded_with_it() -> None:
    table = Table().roll("3 green 2 red")
    before = table.state.to_json()
    actions = game.unfold(table.state, "build green D3-C3 C3-B3")
    assert [game.code(action) for action in actions] == ["build green", "lay D3-C3", "lay C3-B3", "stop"]
    assert game.fold(actions) == "build green D3-C3 C3-B3"
    assert [game.code(action) for action in game.unfold(table.state, "build green D3-C3 C3-B3 B3-A3")][-1] == "lay B3-A3"
    assert table.state.to_json() == before


def test_codes_are_free_of_context() -> None:
    assert game.code(game.parse("lay D3-C3")) == "lay D3-C3"
    assert game.parse("lay D3-C3") != game.parse("step D3-C3")
    assert game.parse("step A1-A2") != game.parse("step A2-A1")
    for text in ("D3-C3", "step C3-D3", "lay C3-D3", "buy red 6", "build purple", "cube orange", "first 6", "roll red"):
        with pytest.raises(BadInput):
            game.parse(text)


def test_whole_is_true_exactly_where_a_move_of_the_record_ends() -> None:
    table = Table(2, "D3=red").roll("2 red 3 blue")
    seen = []
    for text in ("build red", "lay D3-C3", "stop"):
        table.state.apply(game.parse(text))
        seen.append(table.state.whole())
    assert seen == [False, False, True]
    state = game.new(2)
    seen = [state.whole()]
    for action in game.unfold(state, setup(state.board)):
        state.apply(action)
        seen.append(state.whole())
    assert seen == [True, *[False] * 19, True]


def test_events_tell_everything_that_happens() -> None:
    """The money of every account can be followed from the log alone."""
    source = random.Random(5)
    state = game.new(4)
    cash, treasury = state.scores(), [0] * 5
    seen = set()
    while state.seat != OVER:
        action = draw(state, source) if state.seat == CHANCE else source.choice(state.legal())
        log: list[tuple[object, ...]] = []
        state.apply(action, log)
        for name, *facts in log:
            fact = dict(zip(EVENTS[name][0], facts, strict=True))
            seen.add(name)
            if name == "link":
                treasury[4] += fact["amount"]
            elif name == "freight":
                treasury[fact["company"]] += fact["amount"]
            elif name == "buy":
                cash[fact["seat"]] -= fact["price"]
            elif name == "dividend":
                treasury[fact["company"]] -= fact["amount"]
                cash[fact["seat"]] += fact["amount"]
        assert cash == state.scores()
        assert treasury == [state.treasury(company) for company in range(5)]
    assert seen >= EVENTS.keys() - {"pass"}


def test_events_are_sentences_in_every_language() -> None:
    table = Table(3, "D3=red")
    players = ["Ada", "Ben", "Cleo"]

    def said(language: str) -> list[str]:
        return [game.describe(event, players, language) for event in table.log]

    table.roll("1 blue 1 orange 3 red")
    assert said("en") == ["Ada rolls: blue, orange, red, red, red."]
    assert said("fr") == ["Ada lance les dés\u00a0: bleu, orange, rouge, rouge, rouge."]
    assert said("de") == ["Ada würfelt: Blau, Orange, Rot, Rot, Rot."]
    table.do("build red D3-C3")
    assert said("en") == ["Ada builds Omaha (D3) – Cheyenne (C3) for the red company; the Credit Mobilier gets $2 for it."]
    assert said("fr") == ["Ada construit Omaha (D3) – Cheyenne (C3) pour la compagnie rouge\u00a0; le Crédit Mobilier en reçoit 2\u00a0$."]
    assert said("de") == ["Ada baut Omaha (D3) – Cheyenne (C3) für Rot; Crédit Mobilier erhält dafür 2\u00a0$."]
    table.turn("5 red", "move red D3-C3")
    assert said("en") == [
        "Ben moves a red cube from Omaha (D3) to Cheyenne (C3).",
        "The treasury of the red company gets $2.",
        "The treasury of the red company gets $2.",
    ]
    table.turn("3 orange 2 blue", "dividend purple 3")
    assert said("en") == [
        "Dividends of the Credit Mobilier: round 1 of up to 3.",
        "Cleo gets $1 from the Credit Mobilier (shares: 1).",
        "Ada gets $1 from the Credit Mobilier (shares: 1).",
        "The treasury of the Credit Mobilier is empty.",
    ]
    assert said("fr")[1] == "Cleo touche 1\u00a0$ (le Crédit Mobilier, titres\u00a0: 1)."


def test_a_view_shows_the_dice_and_what_may_be_done() -> None:
    table = Table(2).roll("1 red 4 orange")
    view = game.view(table.state, 0)
    assert view["roll"] == ["orange"] * 4 + ["red"]
    assert view["legal"] == ["build red", "buy red 1"]
    assert game.view(table.state, 1)["legal"] == []
