"""German Railways: a position as JSON, and back."""

from __future__ import annotations

from typing import Any

from cuberails.common.auction import Auction
from cuberails.common.hexmap import bits, mask_of
from cuberails.games.german_railways.board import Board
from cuberails.games.german_railways.rules import COMPANIES, NAME, State, new


def to_json(state: State) -> dict[str, Any]:
    hexes = state.board.hexes
    return {
        "game": NAME,
        "board": state.board.id,
        "options": state.options,
        "phase": state.phase,
        "seat": state.seat,
        "turn": state.turn,
        "accounts": state.accounts[:],
        "income": state.income[:],
        "shares": [list(state.shares[at : at + len(COMPANIES)]) for at in range(0, len(state.shares), len(COMPANIES))],
        "unsold": state.unsold[:],
        "locomotives": state.locomotives[:],
        "track": [[hexes[hex_] for hex_ in bits(track)] for track in state.track],
        "links": [list(bits(links)) for links in state.links],
        "bag": list(state.bag),
        "order": list(state.order),
        "at": state.at,
        "sold": state.sold,
        "built": state.built,
        "idle": state.idle,
        "proposed": state.proposed,
        "auction": list(state.auction) if state.auction else None,
        "builder": state.builder,
        "laid": state.laid,
        "spent": state.spent,
        "dearest": state.dearest,
        "reason": state.reason,
    }


def from_json(data: dict[str, Any], board: Board | None = None) -> State:
    """The inverse of ``State.to_json``."""
    state = new(len(data["shares"]), board, **data["options"])
    board = state.board
    for company, names in enumerate(data["track"]):
        for name in names:
            if not state.track[company] >> board.number[name] & 1:
                state._place(company, board.number[name])
    state.shares = [held for row in data["shares"] for held in row]
    state.links = [mask_of(others) for others in data["links"]]
    state.bag = tuple(data["bag"])
    state.order = tuple(data["order"])
    state.auction = Auction(*data["auction"]) if data["auction"] else None
    for name in ("phase", "seat", "turn", "at", "sold", "built", "idle", "proposed", "builder", "laid", "spent", "dearest", "reason"):
        setattr(state, name, data[name])
    for name in ("accounts", "income", "unsold", "locomotives"):
        setattr(state, name, list(data[name]))
    return state
