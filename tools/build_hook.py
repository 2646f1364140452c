"""What a build makes before it packs: the compiled catalogues."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        tools = runpy.run_path(str(Path(self.root) / "tools" / "catalogues.py"))
        tools["compile_all"]()
