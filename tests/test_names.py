"""Names: one class for each name, one meaning for each word."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from kotva import games
from kotva.tournament.documents import PlayedGame

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "kotva").rglob("*.py"))
USERS = ("tests", "tools", "benchmarks", "docs", "build_backend")  # that may call what no module of kotva does
LONGEST = 400
LONGEST_TEST = 600


def test_a_class_name_is_defined_once() -> None:
    """Two classes of one name make every reader look up which one is meant: call one of them after its package."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not {name: places for name, places in found.items() if len(places) > 1}


def test_what_is_defined_is_used() -> None:
    """A function or class of a module that is named nowhere else is left over from something: take it away."""
    templates = [path for kind in ("html", "txt") for path in (ROOT / "kotva").rglob(f"*.{kind}")]
    users = [path for folder in USERS for path in (ROOT / folder).rglob("*.py")]
    words: Counter[str] = Counter()
    for path in (*SOURCES, *templates, *users, ROOT / "pyproject.toml", ROOT / "setup.py"):
        words.update(re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8")))
    unused = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in SOURCES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.decorator_list
        and words[node.name] == 1
    ]
    assert not unused


def sections() -> dict[str, str]:
    """The parts of docs/architecture.md by their headings."""
    parts = re.split(r"^#{2,3} (.+)$", (ROOT / "docs/architecture.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_module_is_named_in_the_architecture() -> None:
    """A module stands in the table of its package; the rules and the evaluation of a game are described as a whole."""
    found, missing = sections(), []
    for path in SOURCES:
        folders = path.relative_to(ROOT / "kotva").parts[:-1]
        if path.name in ("__init__.py", "__main__.py") or folders[-1:] in (("versions",), ("fonts",)):
            continue
        if folders[:1] == ("games",):
            if folders[-1] in ("rules", "evaluation"):
                continue
            text = found["The folder of a game"]
        else:
            named = ["`" + ".".join(("kotva", *folders[:depth])) + "`" for depth in range(len(folders) + 1)]
            text = found[next(name for name in reversed(named) if name in found)]
        if f"`{path.name}`" not in text:
            missing.append(str(path.relative_to(ROOT)))
    assert not missing


def test_lines_of_templates_can_be_read() -> None:
    """At most 160 characters; a sentence for people and the path of a drawing are data, and count as nothing."""
    wide = 160
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "kotva/server/templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > wide and len(re.sub(r'say\("[^"]*"|d="[^"]*"', "", line)) > wide // 4
    ]
    assert not long, "a new line in a tag, within {{ }} or before {%- changes nothing on the page"


def test_modules_stay_short() -> None:
    """One idea a file: 400 lines at most, 600 of tests."""
    tests = [(path, LONGEST_TEST) for path in sorted((ROOT / "tests").rglob("*.py"))]
    limits = [*((path, LONGEST) for path in SOURCES), *tests]
    sizes = ((path, len(path.read_text(encoding="utf-8").splitlines()), most) for path, most in limits)
    assert not {str(path.relative_to(ROOT)): size for path, size, most in sizes if size > most}


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The comments and docstrings of a module, line by line."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            text = node.body[0]
            yield from ((number, lines[number - 1]) for number in range(text.lineno, (text.end_lineno or 0) + 1))


HEADLESS = re.compile(r"\b([Ww]hoever|[Hh]e|[Hh]is|him|himself)\b")


def test_the_thing_is_the_subject_of_a_sentence() -> None:
    """CONTRIBUTING, Style: not "whoever", not "he"; a pirate, a soldier and a player are "it" or are named."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.strip()}"
        for path in SOURCES
        for line, text in prose(path)
        if HEADLESS.search(text)
    ]
    assert not found


def test_pages_and_scripts_name_the_person() -> None:
    """Texts and comments beside Python: a reader has to look for the noun, and other languages have none for it."""
    beside = [path for path in sorted((ROOT / "kotva").rglob("*")) if path.suffix in (".html", ".js", ".css")]
    assert len(beside) > 50
    messages = sorted((ROOT / "kotva/locale").glob("cs/*/*.po")) + sorted(
        (ROOT / "kotva/tournament").rglob("cs/*/*.po")
    )
    lines = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in [*beside, *messages]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\b[Ww]hoever\b", line)
    ]
    assert not lines


def test_tests_are_called_after_things() -> None:
    """A failing test is read by its name alone: no "he" and no "whoever" in it."""
    names = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for name in re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8"))
        if {"he", "his", "him", "himself", "whoever"} & set(name.split("_"))
    ]
    assert not names


def test_names_in_texts_of_the_benchmarks_exist() -> None:
    """`module:Class.function` in a text is seen by no type checker."""
    texts = (path.read_text(encoding="utf-8") for path in sorted((ROOT / "benchmarks").glob("*.py")))
    named = [found for text in texts for found in re.findall(r'"(kotva\.[\w.]+):([\w.]+)"', text)]
    assert named
    for module, names in named:
        found: object = import_module(module)
        for name in names.split("."):
            found = getattr(found, name)


def test_templates_name_fields_of_a_game_that_there_are() -> None:
    """Jinja takes a field that is not there for an empty one: a renamed field would switch off what it was for, silently."""
    game = games.load(games.ids()[0])
    wrong = []
    for path in sorted((ROOT / "kotva" / "server" / "templates").rglob("*.html")):
        for name, inner in re.findall(r"\bgame\.([a-z_]+)(?:\.([a-z_]+))?", path.read_text(encoding="utf-8")):
            played = path.parent.name == "tournament" and name in PlayedGame.__dataclass_fields__
            known = hasattr(game, name) and (not inner or hasattr(getattr(game, name), inner))
            if not (played or known):
                wrong.append(f"{path.name}: game.{name}{'.' * bool(inner)}{inner}")
    assert not wrong
