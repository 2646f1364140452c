"""The games as researchers know them: PettingZoo, Gymnasium and OpenSpiel.

Adapters without a line of rules: masks are ``State.legal``, rewards ``State.scores`` and
``State.winners``, chance ``State.chance``. They need the extra ``rl``: ``pip install cuberails[rl]``.

``aec_env`` makes a PettingZoo environment, ``seat_env`` a Gymnasium one (``gymnasium.make`` knows them too once this
is imported); ``import cuberails.rl.openspiel`` registers the games with OpenSpiel. ``encoder`` makes the
observations of all three. ``python -m cuberails.rl.conformance`` puts all of it to the tests of those libraries.
"""

from __future__ import annotations

try:
    import gymnasium
    import numpy  # noqa: F401 - looked for first, so that the message names what is missing
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"cuberails.rl needs {error.name}: pip install 'cuberails[rl]'", name=error.name) from error

from cuberails.rl.aec import aec_env
from cuberails.rl.encoding import encoder
from cuberails.rl.single import REGISTERED, seat_env

__all__ = ["aec_env", "encoder", "seat_env"]

for _name, _game in REGISTERED.items():
    gymnasium.register(_name, "cuberails.rl.single:SeatEnv", kwargs={"game": _game})
