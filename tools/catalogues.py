"""The catalogues: extract the sentences, compile the translations.

``python tools/catalogues.py update`` after sentences were changed; ``compile`` is what the build does.
One file per part of the program and language (``locale/fr/chicago_express.po``); all of a language
are compiled into one. The browser client's part, ``web``, is written as JSON for its build as well.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).resolve().parent.parent / "src" / "cuberails"
LOCALE = SOURCE / "locale"
LANGUAGES = tuple(sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))
"""A folder is a language: a new one begins with ``mkdir locale/XX`` and ``update``."""
OWN_NAME = "the name of this language, in this language"
WEB = SOURCE.parent.parent / "web" / "src"
WORDS = WEB / "words"
MARKED = re.compile(r'\b(?:t|N_)\(\s*("(?:[^"\\\n]|\\.)*")')
"""A sentence of the client: ``t("...")`` or ``N_("...")``."""


def part_of(path: Path) -> str:
    """The catalogue a source file belongs to: its game, its package, or ``core``."""
    rooms = path.parts[:-1]
    if rooms[:1] == ("games",) and len(rooms) > 1:
        return rooms[1]
    if rooms and rooms[0] != "common":
        return rooms[0]
    return "core"


def extract() -> dict[str, Catalog]:
    """The sentences of the source, by part."""
    parts: dict[str, Catalog] = {}
    found = extract_from_dir(SOURCE, method_map=[("**.py", "python")], keywords={"N_": None})
    for name, _, message, comments, _ in sorted(found, key=lambda row: (str(row[0]), row[1])):
        parts.setdefault(part_of(Path(name)), Catalog(project="cuberails", fuzzy=False)).add(
            message, locations=[(Path(name).as_posix(), 0)], auto_comments=comments
        )
    for name, message in web_sentences():
        parts.setdefault("web", Catalog(project="cuberails", fuzzy=False)).add(message, locations=[(name, 0)])
    return parts


def web_sentences() -> Iterator[tuple[str, str]]:
    """The sentences of the browser client, each with its file."""
    for path in sorted([*WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]):
        for match in MARKED.finditer(path.read_text(encoding="utf-8")):
            yield path.relative_to(WEB.parent.parent).as_posix(), json.loads(match[1])


def load(language: str, part: str) -> Catalog:
    """The catalogue of one part as it is written down; empty if it is not there yet."""
    path = LOCALE / language / f"{part}.po"
    if not path.exists():
        return Catalog(locale=language, project="cuberails", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update() -> None:
    """Bring the files up to date: new sentences without a translation, old ones gone."""
    for part, template in extract().items():
        for language in LANGUAGES:
            catalogue = load(language, part)
            catalogue.update(template, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            path = LOCALE / language / f"{part}.po"
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, catalogue, width=120, omit_header=True, include_lineno=False)
            missing = sum(1 for message in catalogue if message.id and not message.string)
            if missing:
                print(f"{path.relative_to(SOURCE)}: {missing} sentences to translate")


def compile_all() -> None:
    """Write the compiled catalogue of every language."""
    for language in LANGUAGES:
        whole = Catalog(locale=language, project="cuberails", fuzzy=False)
        for path in sorted((LOCALE / language).glob("*.po")):
            with path.open("rb") as file:
                for message in read_po(file, locale=language):
                    if message.id and message.string:
                        whole.add(message.id, message.string)
        target = LOCALE / language / "LC_MESSAGES" / "cuberails.mo"
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            write_mo(file, whole)
    if WEB.exists():
        export()


def export() -> None:
    """Write the client's sentences, and the names of the languages, as the JSON its build takes in."""
    names = {"en": "English"}
    for language in LANGUAGES:
        words = {message.id: message.string for message in load(language, "web") if message.id and message.string}
        names[language] = next((str(message.string) for message in load(language, "core") if message.id == OWN_NAME), "") or language
        _write(f"{language}.json", words)
    _write("languages.json", names)


def _write(name: str, content: dict[str, str]) -> None:
    """Write a file of the client's words, unless it says so already: a newer file would have the client built again."""
    WORDS.mkdir(exist_ok=True)
    path, text = WORDS / name, json.dumps(content, ensure_ascii=False, indent=0)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["update"]:
        update()
        compile_all()
    elif sys.argv[1:] == ["compile"]:
        compile_all()
    else:
        sys.exit("usage: catalogues.py update|compile")
