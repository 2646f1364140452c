"""What a build makes before it packs: the compiled catalogues, and the browser client."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def tool(self, name: str) -> dict[str, Any]:
        return runpy.run_path(str(Path(self.root) / "tools" / name))

    def dependencies(self) -> list[str]:
        client = self.tool("client.py")
        return [] if client["has_node"]() else [client["NODE_PACKAGE"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.tool("catalogues.py")["compile_all"]()
        if self.target_name != "wheel":
            return  # an sdist carries the client's sources
        client = self.tool("client.py")
        try:
            client["build"](Path(self.root))
        except client["NoClient"] as missing:
            if version != "editable":
                raise SystemExit(f"cuberails: the browser client cannot be built: {missing}") from None
            # A checkout without npm still has the library, the bots and the command line.
            print(f"cuberails: everything is installed but the browser client: {missing}", file=sys.stderr)
