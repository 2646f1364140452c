"""Chicago Express, drawn: the map, the companies, the players, and the question a position asks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rich.console import Group, RenderableType
from rich.text import Text

from cuberails.common.hexmap import bits
from cuberails.common.words import N_, say
from cuberails.games.chicago_express import COMPANIES, State
from cuberails.games.chicago_express.rules import BIDDING, DETROIT, GAUGES, INDUSTRIAL_TRACK, RED, SHARES, WABASH
from cuberails.games.chicago_express.why import label
from cuberails.terminal import hexes, parts
from cuberails.terminal.parts import INK

SHADES = {
    "plain": ("#efe6c4", "#e9dfb8", "#e3d8ac"),
    "forest": ("#a9c99a", "#a0c290", "#97ba86"),
    "mountain": ("#c9b79c", "#c1ae91", "#b9a587"),
    "city": ("#f6c9a8", "#f2c19d", "#eeb992"),
    "industry": ("#e3a6a0", "#de9c96", "#d9928b"),
    "start": ("#ffffff", "#f7f7f7", "#eeeeee"),
    "chicago": ("#f7d560", "#f7d560", "#f7d560"),
}
SIGNS = {"plain": ".", "forest": "*", "mountain": "^", "city": "o", "industry": "#", "start": "=", "chicago": "@"}
"""The terrain once more, for who does not see the colours."""
TERRAINS = {
    "plain": N_("plain"), "forest": N_("forest"), "mountain": N_("mountain"), "city": N_("city"), "industry": N_("industrial city"),
    "start": N_("start"), "chicago": N_("Chicago"),
}  # fmt: skip
WIDTHS = range(12, 3, -1)
"""Characters for a hex, from roomy to tight."""


def board(state: State, width: int, height: int, language: str) -> RenderableType:
    """The map as wide as it fits, or a list where no map fits."""
    columns = ord(max(state.board.hexes)[0]) - ord("A") + 1
    fitting = [each for each in WIDTHS if each * columns <= width]
    if not fitting:
        return _lines(state, language)
    blocks = [_block(state, hex_, fitting[0]) for hex_ in range(len(state.board.hexes))]
    return Group(hexes.flat(state.board.hexes, blocks, fitting[0]), _legend(width, language))


def _block(state: State, hex_: int, width: int) -> hexes.Block:
    where = state.board
    terrain, name = where.terrain[hex_], where.hexes[hex_]
    cost = f"{SIGNS[terrain]}{where.cost[hex_] or ' '}"
    engines = [
        (parts.mark(company), parts.BADGES[company]) for company, track in zip(COMPANIES, state.track, strict=True) if track >> hex_ & 1
    ]
    house = [("⌂", f"bold {INK}")] if state.houses >> hex_ & 1 else []
    room = width - len(engines) - len(house)
    if width > 4:
        top = [(name.ljust(3), "#6b6252"), (cost.rjust(width - 3), INK)]
        rest = parts.shortened(where.names[hex_], room)
    else:
        top = [(name, "#6b6252")]
        rest = parts.shortened(where.names[hex_], room) if where.names[hex_] else cost[:room]
    return hexes.Block(SHADES[terrain], top, [*engines, *house, (rest, f"bold {INK}")])


def _legend(width: int, language: str) -> Text:
    terrains = [(Text(f" {sign} ", f"{INK} on {SHADES[terrain][1]}"), say(TERRAINS[terrain], language)) for terrain, sign in SIGNS.items()]
    others = [(Text("⌂", "bold"), say(N_("house"), language)), (Text("*2"), say(N_("terrain and cost"), language))]
    return parts.legend([*terrains, *others], width)


def _lines(state: State, language: str) -> Text:
    """The track of each company and the houses, for narrow terminals."""
    text = Text()
    for company, track in zip(COMPANIES, state.track, strict=True):
        text.append(parts.badge(company))
        text.append(" " + (", ".join(label(state.board, hex_) for hex_ in bits(track)) or "-") + "\n")
    houses = ", ".join(label(state.board, hex_) for hex_ in bits(state.houses)) or "-"
    text.append(say(N_("Houses: {houses}"), language, houses=houses))
    return text


def tables(state: State, names: Sequence[str], width: int, language: str) -> RenderableType:
    """Companies, players, gauges and what is left until the end."""
    money = partial(parts.money, state.game, language=language)
    companies = parts.table(*[say(word, language) for word in (
        N_("Company"), N_("income"), N_("a share"), N_("sold"), N_("next"), N_("treasury"), N_("locos"),
    )])  # fmt: skip
    for company, name in enumerate(COMPANIES):
        opened = company != WABASH or state.track[WABASH]
        companies.add_row(
            parts.badge(name), str(state.income[company]) if opened else "-",
            money(state.dividend(company)) if state.sold(company) else "-",
            f"{state.sold(company)}/{SHARES[company]}",
            money(state.price(company)) if opened and state.unsold[company] else "-",
            money(state.treasury(company)), str(state.locomotives[company]),
        )  # fmt: skip
    each = [state.dividend(company) for company in range(len(COMPANIES))]
    held = len(COMPANIES)
    incomes = [sum(state.shares[held * seat + company] * each[company] for company in range(held)) for seat in range(state.seats)]
    return Group(
        parts.side_by_side(width, companies, parts.player_table(state, names, COMPANIES, incomes, language)), _end(state, language)
    )


def _end(state: State, language: str) -> Text:
    line = Text()
    for name, gauge, red in zip(GAUGES, state.gauges, RED, strict=True):
        style = "bold #b3261e" if gauge == red else "#2e7d32"
        line.append(f"{name} ")
        line.append("●" * gauge + "○" * (red - gauge), style)
        line.append("   ")
    line.append("\n")
    detroit, wheeling, pittsburgh = (state.industry_value(i) for i in range(3))
    line.append(
        say(N_("houses left {houses} (ends at 3)   Detroit {detroit} (ends at {last}) · Wheeling {wheeling} · Pittsburgh {pittsburgh}"),
            language, houses=state.reserve, detroit=detroit, last=INDUSTRIAL_TRACK[DETROIT][-1], wheeling=wheeling, pittsburgh=pittsburgh)
    )  # fmt: skip
    return line


def question(state: State, names: Sequence[str], language: str) -> str:
    """What is asked of the player on turn."""
    if state.phase == BIDDING and state.auction:
        return parts.auction_question(state, state.auction, COMPANIES, names, language)
    open_gauges = ", ".join(name for name, gauge, red in zip(GAUGES, state.gauges, RED, strict=True) if gauge < red)
    return say(N_("{name}: your turn: {gauges}."), language, name=names[state.seat], gauges=open_gauges)
