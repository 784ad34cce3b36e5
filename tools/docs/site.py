"""The documentation as a site: `docs/` and a few files beside it, with the made parts filled in, built by zensical.

A page is plain Markdown that reads well as a file. A line `<!-- made: NAME ARGUMENTS -->` stands where something is made
from the sources: `MADE` names what there is.
"""

from __future__ import annotations

import difflib
import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

import kotva
from kotva.engine.scene import Item, Scene
from kotva.match import Match
from kotva.parts import SYMBOLS
from kotva.scene.svg import render
from tools.docs import clauses, facts

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "build" / "docs"
STAGE, SITE = WORK / "pages", WORK / "site"
# Files outside docs/ that are pages as well, and where they lie on the site.
BESIDE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-reports.md",
    "kotva/tournament/learn/howto.en.md": "tournament-for-players.md",
}
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s]+)\)")  # its words may go over two lines
ITEM = re.compile(r"^( *)(?:[-*]|\d+\.) +\S")
FENCE = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)
EDIT = re.compile(r"^( *)```python edit\n(.*?)^ *---\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)


class DeadLink(Exception):
    """A page names a file that there is not."""


def board(game: str, seed: str = "docs", moves: str = "20") -> str:
    """The picture of a running game, drawn from its scene."""
    match = Match(kotva.game(game).game, seed=seed)
    for _ in range(int(moves)):
        if not match.is_over:
            match.play(match.legal()[0])
    name = f"pictures/scene-{game}.svg"
    (STAGE / name).write_text(match._repr_svg_(), encoding="utf-8")
    title = match.game.title
    return f'<img src="{{up}}{name}" alt="A game of {title}, drawn from its scene" loading="lazy">'


def item_fields() -> str:
    """What each field of an item does to its picture: drawn from a scene, as a table draws it."""
    one = Item("", "pawn", layer=3, owner=0)
    shown = {
        'symbol="pawn"': one._replace(owner=None),
        "owner=0": one,
        "owner=1": one._replace(owner=1),
        "size=1.5": one._replace(size=1.5),
        "turn=45": one._replace(turn=45.0),
        'text="7"': one._replace(symbol="card-place", text="7"),
        'symbol="", text="Port"': Item("", "", text="Port", layer=3),
        'badge="3"': one._replace(badge="3"),
        'tone="dim"': one._replace(tone="dim"),
        'tone="closed"': one._replace(tone="closed"),
        "layer=2": one._replace(symbol="card-place", layer=2),
        "on it layer=3": one,
    }
    items = []
    for number, (words, item) in enumerate(shown.items()):
        x, y = 80.0 + 150 * (number % 6), 56.0 + 120 * (number // 6)
        if words.startswith("on it"):
            x -= 150
        items.append(item._replace(id=f"item-{number}", x=x, y=y))
        below = 16 if words.startswith("on it") else 0
        items.append(Item(f"words-{number}", "", x, y + 56 + below, size=0.55, layer=4, text=words))
    name = "pictures/item-fields.svg"
    (STAGE / name).write_text(render(Scene(910, 262, tuple(items), "Fields of an item"), SYMBOLS), encoding="utf-8")
    return f'<img src="{{up}}{name}" alt="A piece with and without each field" loading="lazy">'


MADE: dict[str, Callable[..., str]] = {
    "api": facts.api,
    "commands": facts.commands,
    "game-options": facts.game_options,
    "tournament-options": facts.tournament_options,
    "tournament-option-names": facts.tournament_option_names,
    "tournament-actions": facts.tournament_actions,
    "board": board,
    "item-fields": item_fields,
    "felt": facts.felt,
    "speed": facts.speed,
    "table": facts.table,
    "names": facts.names,
}


def sources() -> dict[str, str]:
    """Where each file of the repository lies on the site."""
    found = dict(BESIDE)
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_file() and path.suffix != ".json":
            found[str(path.relative_to(ROOT))] = str(path.relative_to(ROOT / "docs"))
    for path in sorted((ROOT / "benchmarks").glob("*")):
        if path.suffix in (".md", ".svg"):
            found[str(path.relative_to(ROOT))] = f"benchmarks/{path.name}"
    return found


def linked(text: str, source: str, places: dict[str, str]) -> str:
    """The links of a page as they must be on the site; a link to a file that is no page becomes its name."""

    def replaced(found: re.Match[str]) -> str:
        words, target = found[1], found[2]
        if target.startswith("picture:"):  # drawn by a server; what it shows stands here in words
            return f"*{words[2:-1]}*"
        if target.removeprefix("clause:") in clauses.places():
            return f"{words}({clauses.address(target.removeprefix('clause:'), places[source])})"
        if re.match(r"[a-z]+:|#", target):  # an address, a place on this page, or an example of the tutorial
            return found[0]
        path, hash_, place = target.partition("#")
        there = normpath(PurePosixPath(source).parent / path)
        if there in places:
            start = PurePosixPath(places[source]).parent
            return f"{words}({relpath(places[there], start)}{hash_}{place})"
        if not (ROOT / there).exists():
            raise DeadLink(f"{source}: {target} is not there")
        return f"`{there}`" if words.startswith("[`") else f"{words[1:-1]} (`{there}`)"

    code = [found.span() for pattern in (FENCE, re.compile(r"`[^`\n]*`")) for found in pattern.finditer(text)]

    def unless_code(found: re.Match[str]) -> str:
        """What stands in code shows how a link is written."""
        shown = any(start < found.start() and found.end() < end for start, end in code)
        return found[0] if shown else replaced(found)

    return LINK.sub(unless_code, text)


def edits(text: str) -> str:
    """An edit of code (what stands there, a line of dashes, what takes its place) as lines that go and lines that come."""

    def shown(found: re.Match[str]) -> str:
        indent = found[1]
        old, new = ([line.removeprefix(indent) for line in part.splitlines()] for part in found.group(2, 3))
        lines = list(difflib.unified_diff(old, new, lineterm="", n=99))[3:]
        return "\n".join([f"{indent}```diff", *(f"{indent}{line[0]} {line[1:]}" for line in lines), f"{indent}```"])

    return EDIT.sub(shown, text)


def lists(text: str) -> str:
    """A blank line before each list that follows its paragraph at once: without it this Markdown takes it for prose."""
    out: list[str] = []
    first, inside = "", False  # the line with which the paragraph began
    for line in text.split("\n"):
        inside ^= line.lstrip().startswith("```")
        item, begun = ITEM.match(line), ITEM.match(first)
        if item and first.strip() and not inside and (not begun or len(begun[1]) > len(item[1])):
            out.append("")
        if item or not line.strip() or inside or not first.strip():
            first = line if not inside else ""
        out.append(line)
    return "\n".join(out)


def made(text: str, depth: int) -> str:
    """A page with its made parts."""

    def part(found: re.Match[str]) -> str:
        name, *arguments = found[1].split()
        return MADE[name](*arguments).replace("{up}", "../" * depth)

    return re.sub(r"^<!-- made: (.+?) -->$", part, text, flags=re.MULTILINE)


def stage() -> None:
    """All pages and pictures as zensical takes them."""
    shutil.rmtree(STAGE, ignore_errors=True)
    places = sources()
    books = {place for place, _ in clauses.books()}
    (STAGE / "pictures").mkdir(parents=True)
    for source, place in places.items():
        target = STAGE / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix != ".md":
            shutil.copyfile(ROOT / source, target)
            continue
        text = lists(edits(linked((ROOT / source).read_text(encoding="utf-8"), source, places)))
        if place in books:  # every clause can be linked to: rules/bosman.html#BOS-8.3
            text = clauses.rulebook(text, place)
        target.write_text(clauses.linked(made(text, place.count("/")), place), encoding="utf-8")


def build() -> Path:
    """The site, in build/docs/site; RuntimeError with what zensical says of links that lead nowhere."""
    stage()
    shutil.copyfile(ROOT / "mkdocs.yml", WORK / "mkdocs.yml")
    shutil.rmtree(SITE, ignore_errors=True)
    command = [str(Path(sysconfig.get_path("scripts"), "zensical")), "build", "--clean"]
    done = subprocess.run(
        command, cwd=WORK, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, text=True, check=False
    )
    said = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout + done.stderr)
    if done.returncode or "Warning" in said:
        raise RuntimeError(said[-6000:])
    return SITE
