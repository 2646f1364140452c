"""A position as text, as SVG and as a picture of pixels."""

from __future__ import annotations

import unicodedata
from typing import Any
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from cuberails import registry
from cuberails.common.words import N_
from cuberails.core import CHANCE, OVER, BadInput, Reason, State
from cuberails.rl import drawing
from cuberails.rl.drawing import Circle, Drawing, Line, Polygon, Text

MODES = ("human", "ansi", "rgb_array", "svg")


def check(mode: str | None) -> str | None:
    """The render mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise BadInput(Reason("", N_("The render mode is one of {modes}, not “{mode}”."), {"modes": ", ".join(MODES), "mode": mode}))
    return mode


def render(state: State, mode: str | None) -> Any:
    """``human`` prints the text (environments do it at every step), the others return something; nothing without a mode."""
    if mode == "human":
        print(text(state))
    if mode == "ansi":
        return text(state)
    if mode == "rgb_array":
        return pixels(drawing.draw(state))
    if mode == "svg":
        return svg(drawing.draw(state))
    return None


def text(state: State) -> str:
    """Everything the position knows of itself, by seat, by company and besides."""
    companies = registry.game(state.game).COMPANIES
    facts = state.to_json()
    who = {CHANCE: "chance", OVER: "nobody"}.get(state.seat, f"seat {state.seat + 1}")
    lines = [f"{state.game}, {state.seats} players, to decide: {who}"]
    shares = facts.pop("shares")
    lines += _table(["seat", "cash", *companies],
                    [[seat + 1, cash, *shares[seat]] for seat, cash in enumerate(state.scores())])  # fmt: skip
    columns = {name: facts.pop(name) for name in list(facts) if isinstance(facts[name], list) and len(facts[name]) == len(companies)}
    columns = {"treasury": facts.pop("accounts")[-len(companies) :], **columns}
    lines += _table(["company", *columns], [[company, *[columns[name][c] for name in columns]] for c, company in enumerate(companies)])
    for name in ("game", "board", "seat"):
        del facts[name]
    lines += ["", *[f"{name}: {_cell(fact)}" for name, fact in facts.items() if fact not in (None, "", [])]]
    return "\n".join(lines)


def _table(head: list[str], rows: list[list[object]]) -> list[str]:
    cells = [head, *[[_cell(cell) for cell in row] for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return ["", *["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]]


def _cell(fact: object) -> str:
    if isinstance(fact, list):
        return " ".join(_cell(item) for item in fact)
    if isinstance(fact, dict):
        return ", ".join(f"{key} {_cell(value)}" for key, value in fact.items())
    return str(fact)


def svg(picture: Drawing) -> str:
    """A drawing as an SVG document."""
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" font-family="sans-serif">']
    parts.append(f'<rect width="100%" height="100%" fill="{drawing.PAPER}"/>')
    for shape in picture.shapes:
        match shape:
            case Polygon(points, fill):
                corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
                parts.append(f'<polygon points="{corners}" fill="{fill}" stroke="{drawing.INK}" stroke-width="0.5"/>')
            case Line(x, y, x2, y2, colour, width):
                parts.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>')
            case Circle(x, y, radius, fill):
                parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{drawing.PAPER}" stroke-width="0.5"/>')
            case Text(x, y, size, words):
                parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{drawing.INK}">{escape(words)}</text>')
    return "\n".join([*parts, "</svg>"])


def pixels(picture: Drawing) -> NDArray[np.uint8]:
    """A drawing as rows of red, green and blue."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (picture.width, picture.height), drawing.PAPER)
    pen = ImageDraw.Draw(image)
    for shape in picture.shapes:
        match shape:
            case Polygon(points, fill):
                pen.polygon(points, fill=fill, outline=drawing.INK)
            case Line(x, y, x2, y2, colour, width):
                pen.line((x, y, x2, y2), fill=colour, width=width)
            case Circle(x, y, radius, fill):
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill, outline=drawing.PAPER)
            case Text(x, y, size, words):
                plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()  # the font knows no accents
                pen.text((x, y), plain, fill=drawing.INK, font=ImageFont.load_default(size), anchor="ls")
    return np.asarray(image)
