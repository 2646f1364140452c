"""The table of an arena as a picture: ratings and first places with their intervals, as SVG."""

from __future__ import annotations

from xml.sax.saxutils import escape

from cuberails.bots.arena import Table
from cuberails.bots.rating import Interval

WIDTH, LINE, TOP, LEFT, GAP = 860, 34, 84, 150, 40
INK, PALE, DOT = "#2b2a27", "#c9c2b3", "#8c3b2a"


def draw(table: Table) -> str:
    """The picture, complete."""
    height = TOP + LINE * len(table.rows) + 46
    panel = (WIDTH - LEFT - GAP - 30) / 2
    ratings = [row.rating for row in table.rows]
    first = [Interval(*(100 * part for part in row.first)) for row in table.rows]
    title = f"{table.game}, {table.players} players, {table.games} games"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="Georgia, serif" font-size="14" fill="{INK}">',
        f'<title>{escape(title)}</title><rect width="{WIDTH}" height="{height}" fill="#fbf8f1"/>',
        f'<text x="20" y="30" font-size="18">{escape(title)}</text>',
    ]
    parts += [f'<text x="20" y="{_y(i) + 5}">{escape(row.bot)}</text>' for i, row in enumerate(table.rows)]
    low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    margin = 0.05 * (high - low or 1)
    parts += _panel("rating, 95% intervals", LEFT, panel, ratings, low - margin, high + margin, 0.0)
    parts += _panel("first places, %", LEFT + panel + GAP, panel, first, 0, 100, 100 / table.players)
    return "\n".join([*parts, "</svg>", ""])


def _y(row: int) -> int:
    return TOP + LINE * row + LINE // 2


def _panel(title: str, left: float, width: float, values: list[Interval], low: float, high: float, mark: float) -> list[str]:
    """One scale with a dot and a line for each bot; ``mark`` is where a bot like all others stands."""
    bottom = TOP + LINE * len(values)

    def x(value: float) -> str:
        return f"{left + width * (value - low) / (high - low):.1f}"

    parts = [
        f'<text x="{left:.1f}" y="60">{title}</text>',
        f'<line x1="{x(mark)}" x2="{x(mark)}" y1="{TOP - 8}" y2="{bottom}" stroke="{PALE}" stroke-dasharray="4 3"/>',
        f'<line x1="{left:.1f}" x2="{left + width:.1f}" y1="{bottom}" y2="{bottom}" stroke="{PALE}"/>',
        f'<text x="{left:.1f}" y="{bottom + 20}" font-size="12">{low:.0f}</text>',
        f'<text x="{left + width:.1f}" y="{bottom + 20}" font-size="12" text-anchor="end">{high:.0f}</text>',
        f'<text x="{x(mark)}" y="{bottom + 36}" font-size="12" text-anchor="middle">{mark:.0f}</text>',
    ]
    for row, value in enumerate(values):
        y = _y(row)
        parts.append(f'<line x1="{x(value.low)}" x2="{x(value.high)}" y1="{y}" y2="{y}" stroke="{INK}" stroke-width="1.5"/>')
        parts.append(f'<circle cx="{x(value.value)}" cy="{y}" r="5" fill="{DOT}"/>')
        parts.append(f'<text x="{x(value.value)}" y="{y - 9}" font-size="12" text-anchor="middle">{value.value:.0f}</text>')
    return parts
