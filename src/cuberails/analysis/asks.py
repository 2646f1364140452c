"""What is asked of the player on turn, as one sentence."""

from __future__ import annotations

from typing import Any

from cuberails import registry
from cuberails.common.words import N_, say
from cuberails.core import CHANCE, OVER

SENTENCES = {
    "chicago-express": N_("{seat}: auction a share, build track or develop a hex."),
    "german-railways": N_("{seat}: auction a share, build track or pass."),
    "credit-mobilier": N_("{seat}: choose a colour and an action for the dice."),
}
OPENING = N_("{seat}: open the auction of a {company} share at ${least} or more, or pass.")
OPENING_IN_THALERS = N_("{seat}: open the auction of a {company} share at {least} or more, or pass.")
BID_IN_THALERS = N_("{seat}: bid at least {least} for the {company} share, or pass.")
BID = N_("{seat}: bid at least ${least} for the {company} share, or pass.")
VOTE = N_("{seat}: {proposer} proposes to end the game; agree or refuse.")
DRAW = N_("Chance decides.")
NOTHING = N_("The game is over.")


def asks(state: Any, players: list[str], language: str = "en") -> str:
    """The sentence for a position between two moves.

    >>> from cuberails.games import chicago_express
    >>> asks(chicago_express.new(2), ["Ada", "Ben"])
    'Ada: open the auction of a PRR share at $7 or more, or pass.'
    """
    if state.seat == OVER:
        return say(NOTHING, language)
    if state.seat == CHANCE:
        return say(DRAW, language)
    seat = players[state.seat]
    game = registry.game(state.game)
    sale = getattr(state, "auction", None)
    if sale:
        dollars = state.game != "german-railways"
        sentence = (BID if dollars else BID_IN_THALERS) if sale.high else (OPENING if dollars else OPENING_IN_THALERS)
        return say(sentence, language, seat=seat, least=sale.least, company=game.COMPANIES[sale.lot])
    if game.code(state.legal()[0], state.board) == "agree":
        return say(VOTE, language, seat=seat, proposer=players[state.turn])
    return say(SENTENCES[state.game], language, seat=seat)
