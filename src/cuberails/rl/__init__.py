"""The games as researchers know them: PettingZoo, Gymnasium and OpenSpiel.

Adapters without a line of rules: masks are ``State.legal``, rewards ``State.scores`` and
``State.winners``, chance ``State.chance``. They need the extra ``rl``: ``pip install cuberails[rl]``.

``aec_env`` makes a PettingZoo environment, ``seat_env`` a Gymnasium one; ``import cuberails.rl.openspiel``
registers the games with OpenSpiel. ``encoder`` makes the observations of all three.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cuberails.rl.aec import aec_env
    from cuberails.rl.encoding import encoder
    from cuberails.rl.single import seat_env

__all__ = ["aec_env", "encoder", "seat_env"]

_PLACES = {"aec_env": "cuberails.rl.aec", "encoder": "cuberails.rl.encoding", "seat_env": "cuberails.rl.single"}


def __getattr__(name: str) -> Any:
    """Import an interface, and the packages it stands on, when it is asked for."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)
