"""Who may know whom: the arrows of ``docs/design.md``, read off the imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cuberails

PACKAGE = Path(cuberails.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
BELOW = {
    "core": set[str](),
    "common": {"core"},
    "games": {"core", "common"},
    "registry": {"core", "common", "games"},
    "record": {"core", "common", "games", "registry"},
    "fairness": {"core", "common", "games", "registry", "record"},
    "analysis": {"core", "common", "games", "registry", "record"},
    "bots": {"core", "common", "games", "registry", "record", "analysis"},
}
BELOW |= {room: set(BELOW) for room in ("rl", "server")}
BELOW |= {room: set(BELOW) | {"commands", "terminal"} for room in ("commands", "terminal", "cli")}
BELOW["__main__"] = set(BELOW)
PURE = ("core", "common", "games", "registry", "record")
"""Rooms that need the standard library only."""


def module_of(path: Path) -> list[str]:
    return [*path.relative_to(PACKAGE).parent.parts, path.stem]


def imports(path: Path) -> Iterator[list[str]]:
    """Every module a file imports, at the top or within a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names = [alias.name for alias in node.names] if node.module in ("cuberails", "cuberails.games") else [""]
            yield from ([*(node.module or "").split("."), *filter(None, [name])] for name in names)


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(PACKAGE)) for path in FILES])
def test_arrows_point_down(path: Path) -> None:
    here = module_of(path)
    above = BELOW["__main__"] if here[-1] == "__main__" else BELOW.get(here[0])  # who is started by name stands on top
    if here == ["__init__"]:
        assert list(imports(path)) == []
        return
    for package, *room in imports(path):
        if package != "cuberails":
            assert here[0] not in PURE or package in sys.stdlib_module_names, f"{package} is not in the standard library"
        elif room and room[0] != here[0] and room != ["__version__"]:
            assert above is not None, f"{here[0]} has no place in the order of rooms: give it one here"
            assert room[0] in above, f"{here[0]} must not know {room[0]}"
        elif room[:1] == ["games"] and here[1] != "__init__":
            assert room[1] == here[1], f"{here[1]} must not know {room[1]}"


def test_core_imports_nothing_of_the_package() -> None:
    assert not [name for name in imports(PACKAGE / "core.py") if name[0] == "cuberails"]
