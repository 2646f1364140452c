"""German Railways, drawn: the map, the companies, the players, and the question a position asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rich.console import Group, RenderableType
from rich.text import Text

from cuberails.common.hexmap import bits
from cuberails.common.words import N_, say
from cuberails.games.german_railways import COMPANIES, State
from cuberails.games.german_railways.rules import BIDDING, VOTING
from cuberails.games.german_railways.why import label
from cuberails.terminal import hexes, parts
from cuberails.terminal.parts import INK

SHADES = {
    "plain": ("#e6e9c0", "#dfe3b5", "#d8dcaa"),
    "hill": ("#d8c79a", "#d1bf8f", "#cab785"),
    "mountain": ("#bda68a", "#b59d80", "#ad9476"),
    "outskirts": ("#d9d9d9", "#d1d1d1", "#c9c9c9"),
}
SIGNS = {"plain": ".", "hill": "n", "mountain": "^", "outskirts": ","}
"""The terrain once more, for who does not see the colours."""
TERRAINS = {"plain": N_("plain: 2"), "hill": N_("hill: 3"), "mountain": N_("mountain: 4"), "outskirts": N_("outskirts of Berlin: 2")}
FAINT = "#6b6252"
CITY = "bold white on #7a4a24"
WIDTHS = range(12, 2, -2)
"""Characters for a hex, from roomy to tight."""
TALL = 48
"""Lines of a terminal in which every hex gets two; with fewer it gets one, without its coordinate."""


def board(state: State, width: int, height: int, language: str) -> RenderableType:
    """The map if it fits, or a list."""
    where = state.board
    names = [*where.hexes, *where.berlin_covers[1:]]
    number = [*range(len(where.hexes)), *[where.berlin] * (len(where.berlin_covers) - 1)]
    numbers = [int(name[1:]) for name in names]
    halves = max(numbers) - min(numbers) + 2
    room = next((each for each in WIDTHS if 2 + halves * each // 2 <= width), 0)
    if not room:
        return _lines(state, language)
    lines = 2 if height >= TALL else 1
    ruler = "  " + "".join(str(each).ljust(room) for each in range(min(numbers), max(numbers) + 2, 2))
    blocks = [_block(state, number[at], names[at], room, lines) for at in range(len(names))]
    return Group(Text(ruler[: 2 + halves * room // 2], "dim"), hexes.pointy(names, blocks, room, lines), _legend(width, language))


def _block(state: State, hex_: int, name: str, room: int, lines: int) -> hexes.Block:
    where = state.board
    what = "outskirts" if where.kind[hex_] == "outskirts" else where.terrain[hex_]
    engines = [
        (parts.mark(company), parts.BADGES[company]) for company, track in zip(COMPANIES, state.track, strict=True) if track >> hex_ & 1
    ]
    left = room - len(engines)
    value = [(str(where.value[hex_]), CITY)] if where.value[hex_] else []
    if lines == 1 and left > 3:
        engines += value
        left -= len(value)
    label = (parts.shortened(where.names[hex_], left), f"bold {INK}") if value else (SIGNS[what], FAINT)
    if len(engines) > room:
        return hexes.Block(SHADES[what], engines[:room], engines[room:])
    return hexes.Block(SHADES[what], [(name.ljust(room - 1), FAINT), *value], [*engines, label])


def _legend(width: int, language: str) -> Text:
    terrains = [(Text(f" {sign} ", f"{INK} on {SHADES[terrain][1]}"), say(TERRAINS[terrain], language)) for terrain, sign in SIGNS.items()]
    return parts.legend([*terrains, (Text("3", CITY), say(N_("city with its value"), language))], width)


def _lines(state: State, language: str) -> Text:
    """The track of each company, for narrow terminals."""
    text = Text()
    for company, track in zip(COMPANIES, state.track, strict=True):
        text.append(parts.badge(company))
        text.append(" " + ", ".join(label(state.board, hex_) for hex_ in bits(track)) + "\n")
    return text


def tables(state: State, names: Sequence[str], width: int, language: str) -> RenderableType:
    """Companies with their connections, players, the order of the round."""
    money = partial(parts.money, state.game, language=language)
    companies = parts.table(*[say(word, language) for word in (
        N_("Company"), N_("income"), N_("left"), N_("treasury"), N_("locos"), N_("connected to"),
    )])  # fmt: skip
    for company, name in enumerate(COMPANIES):
        connected = Text()
        for other in bits(state.links[company]):
            connected.append(parts.mark(COMPANIES[other]), parts.BADGES[COMPANIES[other]])
        companies.add_row(
            parts.badge(name), f"{state.income[company]}{'*' if state.withholds(company) else ''}", str(state.unsold[company]),
            money(state.treasury(company)), str(state.locomotives[company]), connected,
        )  # fmt: skip
    incomes = [state.player_income(seat) for seat in range(state.seats)]
    return Group(
        parts.side_by_side(width, companies, parts.player_table(state, names, COMPANIES, incomes, language)), _round(state, names, language)
    )


def _round(state: State, names: Sequence[str], language: str) -> Text:
    line = Text()
    if state.order:
        line.append(say(N_("Order of the round:"), language) + " ")
        for at, seat in enumerate(state.order):
            line.append(names[seat], "bold reverse" if at == state.at else "dim" if at < state.at else "")
            line.append(" ")
        line.append("\n")
    line.append(
        say(N_("The game ends when every company is connected to two others. * pays nothing before Berlin and Hamburg."), language), "dim"
    )
    return line


def question(state: State, names: Sequence[str], language: str) -> str:
    """What is asked of the player on turn."""
    name = names[state.seat]
    if state.phase == BIDDING and state.auction:
        return parts.auction_question(state, state.auction, COMPANIES, names, language)
    if state.phase == VOTING:
        return say(N_("{name}: the end of the game is proposed: agree or refuse."), language, name=name)
    return say(N_("{name}: your turn: auction, build or pass."), language, name=name)
