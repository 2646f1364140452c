"""Credit Mobilier, drawn: towns and links, the companies, the players, and the question a position asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from textwrap import wrap

from rich.console import Group, RenderableType
from rich.text import Text

from cuberails.common.words import N_, say
from cuberails.games.credit_mobilier import COMPANIES, State
from cuberails.games.credit_mobilier.rules import FACES, NOBODY, ROLLS
from cuberails.terminal import parts
from cuberails.terminal.canvas import Canvas

COLOURS = 4
TOWNS = range(20, 11, -1)
"""Characters for a town, from roomy to tight."""
LINK = 4
"""Characters for a link to the east."""
ROW = 3
"""Lines from a town to the one south of it."""


def board(state: State, width: int, height: int, language: str) -> RenderableType:
    """The grid of towns, the Pacific Coast in the west, or a list where it does not fit."""
    where = state.board
    columns = sorted({column for column, _ in where.at})
    rows = sorted({row for _, row in where.at})
    fitting = [town for town in TOWNS if (len(columns) + 1) * (town + LINK) - LINK <= width]
    if not fitting:
        return _lines(state, language)
    room = fitting[0]
    canvas = Canvas((len(columns) + 1) * (room + LINK) - LINK, len(rows) * ROW)
    at = [((1 + columns.index(column)) * (room + LINK), rows.index(row) * ROW) for column, row in where.at]
    for link in range(len(where.links)):
        _link(canvas, state, link, at)
    for town, (x, y) in enumerate(at):
        _place(canvas, state, town, x, y, room)
    _coast(canvas, state, room, language)
    outside = "  ".join(f"{COMPANIES[colour]} {state.outside[colour]}" for colour in range(COLOURS))
    return Group(
        canvas.text(),
        Text(say(N_("Cubes outside the coast: {cubes}. The game ends when two colours are left."), language, cubes=outside), "dim"),
    )


def _link(canvas: Canvas, state: State, link: int, at: list[tuple[int, int]]) -> None:
    """A link, from its eastern or northern end, in the colour of its marker."""
    start, end = state.board.links[link]
    x, y = at[start]
    owner = state.owner[link]
    built = owner != NOBODY
    style = "bold " + parts.BADGES[COMPANIES[owner]].split(" on ")[1] if built else "dim"
    west = end == state.board.pacific or at[end][1] == y
    if west:
        canvas.put(x - LINK, y, ("━" if built else "┄") * (LINK - 1), style)
    else:
        canvas.put(x + 1, y + 2, "┊", style)
    if built:
        sign = (x - LINK + 1, y) if west else (x + 1, y + 2)
        canvas.put(*sign, COMPANIES[owner][0].upper(), parts.BADGES[COMPANIES[owner]])


def _coast(canvas: Canvas, state: State, room: int, language: str) -> None:
    """The Pacific Coast with the cubes that have got there."""
    for y in range(len(canvas.rows)):
        canvas.put(0, y, " " * room, "on #cfe3ee")
    canvas.put(0, 0, "PC", "bold #1c1a17 on #cfe3ee")
    name = wrap(say(N_("Pacific Coast"), language), room)
    for y, words in enumerate(name, 1):
        canvas.put(0, y, words, "#1c1a17 on #cfe3ee")
    for colour in range(COLOURS):
        cubes = state.count(colour, state.board.pacific)
        canvas.put(colour * 3, len(name) + 1, f"{COMPANIES[colour][0].upper()}{cubes}" if cubes else "", parts.BADGES[COMPANIES[colour]])


def _place(canvas: Canvas, state: State, town: int, x: int, y: int, room: int) -> None:
    """A town: its coordinate and name, below them its cubes."""
    where = state.board
    canvas.put(x, y, f"{where.places[town]} ", "bold")
    canvas.put(x + 3, y, parts.shortened(where.names[town], room - 4), "dim")
    at = x + 3
    for colour in range(COLOURS):
        cubes = state.count(colour, town)
        shown = COMPANIES[colour][0].upper() * cubes if cubes < 3 else f"{COMPANIES[colour][0].upper()}{cubes}"
        canvas.put(at, y + 1, shown, parts.BADGES[COMPANIES[colour]])
        at += len(shown) + (1 if shown else 0)


def _lines(state: State, language: str) -> Text:
    """Links and cubes as a list, for narrow terminals."""
    where = state.board
    text = Text()
    for company in range(COLOURS):
        text.append(parts.badge(COMPANIES[company]))
        links = [where.link_names[link] for link, owner in enumerate(state.owner) if owner == company]
        cubes = [
            f"{where.places[place]}×{state.count(company, place)}" for place in range(len(where.places)) if state.count(company, place)
        ]
        text.append(
            " " + say(N_("links: {links}; cubes: {cubes}"), language, links=" ".join(links) or "-", cubes=" ".join(cubes) or "-") + "\n"
        )
    return text


def tables(state: State, names: Sequence[str], width: int, language: str) -> RenderableType:
    """Companies and players, and the dice that lie there."""
    money = partial(parts.money, state.game, language=language)
    companies = parts.table(*[say(word, language) for word in (N_("Company"), N_("treasury"), N_("sold"), N_("links"), N_("cubes"))])
    for company, name in enumerate(COMPANIES):
        links = state.owner.count(company)
        companies.add_row(
            parts.badge(name), money(state.treasury(company)), str(state.sold[company]),
            *([str(links), str(state.outside[company])] if company < COLOURS else ["", ""]),
        )  # fmt: skip
    line = Text()
    if state.roll != NOBODY and state.seat >= 0:
        line.append(say(N_("Dice:"), language) + " ")
        for face in ROLLS[state.roll].faces:
            line.append(parts.badge(FACES[face]))
            line.append(" ")
    return Group(parts.side_by_side(width, companies, parts.player_table(state, names, COMPANIES, None, language)), line)


def question(state: State, names: Sequence[str], language: str) -> str:
    """What is asked of the player on turn."""
    return say(N_("{name}: your turn: build, move, buy or dividend, in a colour that was rolled."), language, name=names[state.seat])
