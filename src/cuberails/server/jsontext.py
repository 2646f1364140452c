"""JSON as it is stored and sent."""

from __future__ import annotations

from pydantic_core import to_json


def dumps(value: object) -> str:
    """JSON on one line; several times faster than the standard library's, which every move would feel.

    >>> dumps({"name": "Zoë", "seats": (0, 1), "at": 0.1})
    '{"name":"Zoë","seats":[0,1],"at":0.1}'
    """
    return to_json(value).decode()
