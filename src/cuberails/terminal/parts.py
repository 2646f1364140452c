"""What the drawings of the games have in common: colours of companies, tables, the names of seats."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from cuberails.common.auction import Auction
from cuberails.common.words import N_, say

INK = "#1c1a17"
BADGES = {
    "PRR": "bold white on #b3261e", "BO": "bold white on #1f5fa8", "CO": f"bold {INK} on #f2c230", "NYC": "bold white on #2e7d32",
    "WAB": "bold white on #000000",
    "PO": "bold white on #000000", "NME": "bold white on #7a4a24", "KSS": f"bold {INK} on #f08a24", "KBS": "bold white on #1f5fa8",
    "MWB": f"bold {INK} on #f2c230", "GBS": "bold white on #b3261e", "CME": "bold white on #7b3fa0", "BHE": "bold white on #2e7d32",
    "red": "bold white on #b3261e", "green": "bold white on #2e7d32", "yellow": f"bold {INK} on #f2c230", "blue": "bold white on #1f5fa8",
    "purple": "bold white on #7b3fa0", "orange": f"bold {INK} on #f08a24",
}  # fmt: skip
"""The companies in the colours of their pieces."""
MARKS = {"KBS": "K", "BHE": "B"} | {"PO": "P", "NME": "N", "KSS": "S", "MWB": "M", "GBS": "G", "CME": "C"}
"""One letter for a locomotive where the first of the name is not its own."""


def mark(company: str) -> str:
    """The letter of a company's locomotives on the map."""
    return MARKS.get(company, company[0])


def badge(company: str) -> Text:
    """The name of a company in its colours."""
    return Text(f" {company} ", BADGES[company])


def shortened(name: str, room: int) -> str:
    """A name in at most ``room`` characters, abbreviated as people do it.

    >>> [shortened(name, 6) for name in ("Toledo", "Syracuse", "Indianapolis", "New York", "Fort Wayne", "Frankfurt (Oder)")]
    ['Toledo', 'Syrac.', 'Ind.', 'N.York', 'F.Way.', 'F.Oder']
    >>> [shortened("Detroit", room) for room in (7, 5, 4, 3, 1)]
    ['Detroit', 'Detr.', 'Det.', 'Det', '']
    """
    if len(name) <= room:
        return name
    if room < 4:
        return name[:room] if room > 1 else ""
    *first, last = re.findall(r"\w+", name)
    if first:
        return f"{first[0][0]}.{shortened(last, room - 2)}"
    cut = last[: room - 1]
    while len(cut) > 3 and cut[-1].lower() in "aeiouyäöü":
        cut = cut[:-1]
    return f"{cut}."


def legend(entries: Sequence[tuple[Text, str]], width: int) -> Text:
    """Signs with their meanings, in as many lines as they need."""
    lines = [Text()]
    for sign, meaning in entries:
        entry = Text.assemble(sign, (f" {meaning}", "dim"))
        if lines[-1] and len(lines[-1]) + GAP + len(entry) > width:
            lines.append(Text())
        lines[-1].append(" " * GAP if lines[-1] else "").append_text(entry)
    return Text("\n").join(lines)


def table(*columns: str) -> Table:
    """An empty table; the first column is for names, the others for figures."""
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1), header_style="bold")
    for number, column in enumerate(columns):
        made.add_column(column, justify="right" if number else "left", no_wrap=True)
    return made


def side_by_side(width: int, *tables: Table) -> RenderableType:
    """Beside each other where there is room, else below each other."""
    console = Console(width=1000)
    needed = [Measurement.get(console, console.options, table).maximum for table in tables]
    if sum(needed) + GAP * (len(tables) - 1) > width:
        return Group(*tables)
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_row(*tables)
    return grid


GAP = 2
"""Characters between two tables."""


def player_table(state: Any, names: Sequence[str], companies: Sequence[str], incomes: Sequence[int] | None, language: str) -> Table:
    """Cash and shares of every player; who decides is marked."""
    head = [say(N_("Player"), language), say(N_("cash"), language)]
    head += [say(N_("income"), language)] if incomes is not None else []
    made = table(*head, *companies)
    for seat, name in enumerate(names):
        held = state.shares[len(companies) * seat : len(companies) * (seat + 1)]
        row: list[str | Text] = [Text(f"{'▶' if seat == state.seat else ' '} {name}"), money(state.game, state.scores()[seat], language)]
        row += [f"+{incomes[seat]}"] if incomes is not None else []
        made.add_row(*row, *[Text(str(shares), "bold") if shares else Text("·", "dim") for shares in held])
    return made


def money(game: str, amount: int, language: str) -> str:
    """An amount as it is written in that game: the thalers of German Railways have no sign."""
    return str(amount) if game == "german-railways" else say(N_("${amount}"), language, amount=amount)


def auction_question(state: Any, sale: Auction, companies: Sequence[str], names: Sequence[str], language: str) -> str:
    """What a bidder is asked."""
    facts = {"name": names[sale.seat], "company": companies[sale.lot], "least": money(state.game, sale.least, language)}
    if sale.high:
        return say(N_("{name}: {leader} bids {high} for the {company} share. Bid at least {least}, or pass."), language,
                   leader=names[sale.leader], high=money(state.game, sale.high, language), **facts)  # fmt: skip
    return say(N_("{name}: a {company} share is for sale. Bid at least {least}, or pass."), language, **facts)
