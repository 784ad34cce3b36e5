"""The public names of Python, read from the sources: a page of the reference for people, and lines to compare releases by.

Sources are read and not imported, so compiled and optional modules are described like all others. The words of a field are its
docstring, the comment at the end of its line, or the comment above it.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import griffe

from tools.docs.public import ALSO, MODULES, ONLY, PUBLIC

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = Path(__file__).resolve().parent / "examples"
LOADER = griffe.GriffeLoader(search_paths=[ROOT], allow_inspection=False)  # of what is compiled, too, the sources


@cache
def module(name: str) -> Any:
    """A module as griffe sees it; its package is loaded once."""
    if not LOADER.modules_collection.members:
        LOADER.load("kotva", try_relative_path=False)
    return LOADER.modules_collection[name]


@cache
def comments(path: Path) -> tuple[dict[int, str], dict[int, str]]:
    """The comments of a file by line: those behind code, and those that stand alone."""
    source = path.read_text(encoding="utf-8")
    behind: dict[int, str] = {}
    alone: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(type:|noqa)", token.string):
            words = re.split(r"  # (?:type:|noqa)", token.string.lstrip("#").strip())[0]
            (alone if token.line.strip().startswith("#") else behind)[token.start[0]] = words
    return behind, alone


def words(thing: Any) -> str:
    """What the sources say of a name: its docstring, or its comment."""
    if thing.docstring is not None:
        return str(thing.docstring.value).strip()
    if thing.lineno is None or not thing.is_attribute:
        return inherited(thing)
    behind, alone = comments(Path(thing.filepath))
    for line in range(thing.lineno, (thing.endlineno or thing.lineno) + 1):
        if line in behind:
            return behind[line]
    above, line = [], thing.lineno - 1
    while line in alone:
        above.append(alone[line])
        line -= 1
    return " ".join(reversed(above)) or inherited(thing)


def is_protocol(thing: Any) -> bool:
    return any(str(base).split("[")[0] == "Protocol" for base in thing.bases)


def inherited(thing: Any) -> str:
    """What a base or a protocol of the same module says of a method that is written anew."""
    parent = thing.parent
    bases = [str(base).split("[")[0] for base in parent.bases] if parent is not None and parent.is_class else []
    beside = parent.parent.members if bases or (parent is not None and parent.is_class) else {}
    shapes = [name for name, one in beside.items() if not one.is_alias and one.is_class and is_protocol(one)]
    found = (beside.get(name) for name in (*bases, *shapes) if name != getattr(parent, "name", ""))
    above = (base.members.get(thing.name) for base in found if base is not None and not base.is_alias and base.is_class)
    return next((text for member in above if member is not None and (text := words(member))), "")


def public(parent: Any) -> Iterator[Any]:
    """The names that a module or class defines for others, in the order of the source."""
    for name, member in parent.members.items():
        if name.startswith("_") or member.is_alias or member.is_module:
            continue
        if member.is_attribute and parent.is_module and not has_words(member):
            continue  # a constant that the module keeps for itself has no word about it
        if parent.path not in ONLY or name in ONLY[parent.path]:
            yield member
    for name in ALSO.get(parent.path, ()):
        yield parent.members[name].final_target


def has_words(thing: Any) -> bool:
    return bool(words(thing))


def signature(function: Any) -> str:
    """`name(parameters) -> result`, without `self`."""
    text = str(function.signature())
    text = re.sub(r"\((self|cls)(, |\))", lambda found: "(" if found[2] == ", " else "()", text, count=1)
    return re.sub(r"^(async )?def ", "", text)


def described(thing: Any) -> str:
    """One name on one line, with its type; what is compared between releases."""
    if thing.is_function:
        return signature(thing)
    if thing.is_class:
        bases = ", ".join(str(base) for base in thing.bases)
        return f"class {thing.name}({bases})" if bases else f"class {thing.name}"
    annotation = f": {thing.annotation}" if thing.annotation is not None else ""
    return f"{thing.name}{annotation}" + (" = …" if annotation and thing.value is not None else "")


def lines() -> list[str]:
    """Every public name with its type, sorted as in the sources."""
    found = []
    for name in MODULES:
        found.append(f"# {name}")
        for thing in public(module(name)):
            found.append(described(thing))
            if thing.is_class:
                found += [f"    {described(member)}" for member in public(thing)]
                found += [f"    {described(init)}" for init in (thing.members.get("__init__"),) if own_init(init)]
        found.append("")
    return found


def own_init(init: Any) -> bool:
    return init is not None and not init.is_alias and init.is_function


@cache
def examples(page: str) -> tuple[str, dict[str, str]]:
    """The sessions of one page of the reference: what all begin with, and each by the name that it explains."""
    head, *parts = re.split(r"^## (?=\S+$)", (EXAMPLES / f"{page}.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    return head, {name: text.strip() for name, _, text in (part.partition("\n") for part in parts)}


@cache
def example(name: str) -> str:
    """The session that explains a public name; empty where another name's does."""
    return next((shown[name] for page in PUBLIC for _, shown in (examples(page),) if name in shown), "")


def page(name: str) -> str:
    """A module in Markdown: its first paragraph, then each class with its fields and methods, then functions and constants."""
    found = module(name)
    text = [f"## `{name}`", "", plain(words(found)), ""]
    things = list(public(found))
    for thing in [thing for thing in things if thing.is_class]:
        text += class_page(thing, name)
    for thing in [thing for thing in things if thing.is_function]:
        text += [f"### `{thing.name}` {{ #{name}.{thing.name} }}", "", code(thing), "", plain(words(thing)), ""]
        text += [example(f"{name}.{thing.name}"), ""]
    constants = [thing for thing in things if thing.is_attribute]
    if constants:
        text += ["### Constants" + f" {{ #{name}-constants }}", "", "| name | what it is |", "| --- | --- |"]
        text += [f"| `{thing.name}` | {cell(words(thing))} |" for thing in constants]
        text += [""]
    return "\n".join(text)


def class_page(thing: Any, name: str) -> list[str]:
    """A class: what it is for, a table of its fields, then its methods."""
    text = [f"### `{thing.name}` {{ #{name}.{thing.name} }}", "", plain(words(thing)), ""]
    if own_init(init := thing.members.get("__init__")):
        text += [code(init, thing.name), ""]
    fields = [member for member in public(thing) if member.is_attribute]
    if fields:
        text += ["| field | type | what it is |", "| --- | --- | --- |"]
        text += [f"| `{one.name}` | {kind(one)} | {cell(words(one))} |" for one in fields]
        text += [""]
    text += [example(f"{name}.{thing.name}"), ""]
    for member in public(thing):
        if member.is_function:
            text += [f"#### `{thing.name}.{member.name}` {{ #{name}.{thing.name}.{member.name} }}", ""]
            text += [code(member), "", plain(words(member)), "", example(f"{name}.{thing.name}.{member.name}"), ""]
    return text


def code(function: Any, called: str = "") -> str:
    text = signature(function).replace("__init__", called, 1)
    text = re.sub(r" -> None$", "", text) if called else text
    if len(text) > 88:
        head, _, rest = text.partition("(")
        inner, _, result = rest.rpartition(")")
        text = f"{head}(\n    {inner}\n){result}"
    return f"```python\n{text}\n```"


def kind(field: Any) -> str:
    """The type of a field; of one that the class is made with, that of the parameter."""
    annotation = field.annotation
    init = field.parent.members.get("__init__")
    if annotation is None and own_init(init) and field.name in [one.name for one in init.parameters]:
        annotation = init.parameters[field.name].annotation
    return f"`{annotation}`" if annotation is not None else ""  # in code a bar is no end of a cell


def cell(text: str) -> str:
    """Words for one cell of a table."""
    pieces = re.split(r"(`[^`]*`)", re.sub(r"\s+", " ", text))
    return "".join(piece if piece.startswith("`") else piece.replace("|", "\\|") for piece in pieces)


def plain(text: str) -> str:
    """A docstring as Markdown: four spaces are code there too, and doctests need a fence."""
    return re.sub(r"(?m)^( {4}\S.*)$", r"\1", text)
