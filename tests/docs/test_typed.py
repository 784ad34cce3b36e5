"""What the pages tell people to type: targets, modules, files, options and extras are there, and every block of Python is run."""

from __future__ import annotations

import importlib.util
import re
import runpy
import shlex
import tomllib
from pathlib import Path

import pytest

from kotva.engine.components import GameComponents
from kotva.engine.game import GameBots, GameLook
from tools.docs import api
from tools.docs.public import MODULES

ROOT = Path(__file__).resolve().parents[2]
# A rulebook tells nobody to type anything; the others are made by programs.
PAGES = [
    *("README.md", "CONTRIBUTING.md", "SECURITY.md"),
    *(
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if path.parent.name != "rules" and path.name not in ("protocol.md", "mutants.md")
    ),
]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def typed() -> list[tuple[str, str]]:
    """Every line of a block without a language and every piece of code in a sentence, by its page."""
    found = set()
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        lines = [
            line
            for block in re.findall(r"^ *```(?:sh|bash)?\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)
            for line in block.splitlines()
        ]
        lines += re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.M))
        found |= {(page, re.sub(r"(?:^|\s+)# .*$", "", line).strip()) for line in lines}
    return sorted(found)


def words_after(command: str) -> list[tuple[str, str, list[str]]]:
    """Page, line, and what follows a command, wherever it lies and whatever variables stand before it."""
    found = []
    for page, line in typed():
        for part in line.split(" && "):
            if called := re.match(rf"(?:[A-Z_]+=\S+ )*(?:[\w./~-]*/)?{command} (.+)$", part):
                try:
                    found.append((page, line, shlex.split(called[1])))
                except ValueError:  # the beginning of a line of prose that is no command
                    continue
    return found


def test_each_target_of_make_is_there() -> None:
    targets = set(re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE))
    variables = set(re.findall(r"^(\w+) *\?=|\$\((ARGS)\)", MAKEFILE, re.MULTILINE))
    known = {one or other for one, other in variables}
    lines = words_after("make")
    assert len(lines) > 30
    wrong = [
        f"{page}: {line}"
        for page, line, words in lines
        for word in words
        if (word.split("=")[0] not in known if "=" in word else word not in targets)
    ]
    assert wrong == []


def test_each_module_and_file_that_python_runs_is_there_with_its_options() -> None:
    lines = words_after("python3?")
    assert len(lines) > 15
    wrong = []
    for page, line, words in lines:
        if words[0] == "-m" and words[1] in ("venv", "http.server", "pytest", "pip", "build"):
            continue
        if words[0] == "-m":
            spec = importlib.util.find_spec(words[1])
            found = Path(spec.origin) if spec and spec.origin else None
        else:
            found = ROOT / words[0] if (ROOT / words[0]).is_file() else None
        if found is None:
            wrong.append(f"{page}: {line}")
            continue
        sources = found.parent.glob("*.py") if found.name == "__init__.py" else [found]
        text = "".join(path.read_text(encoding="utf-8") for path in sources)
        options = {word.split("=")[0] for word in words if word.startswith("--")}
        wrong += [f"{page}: {line}: {option}" for option in options if not re.search(rf"{option}\b", text)]
    assert wrong == []


def test_each_extra_that_pip_installs_is_there() -> None:
    lines = [(page, line) for page, line, _ in words_after("pip") if "[" in line]
    assert len(lines) > 8
    wrong = [
        f"{page}: {line}"
        for page, line in lines
        for names in re.findall(r"(?:\.|kotva|whl)\[([\w,]+)\]", line)
        for name in names.split(",")
        if name not in PROJECT["optional-dependencies"] and name != "extra"
    ]
    assert wrong == []


# ------------------------------------------------------------------------------------------------------ blocks of Python

# Pages whose blocks run as they stand: tests/envs/test_docs.py, tests/test_tutorial.py, tests/docs/test_worked_change.py.
RUN_WHOLE = ("README.md", "docs/agents.md", "docs/scale.md", "docs/new-game.md")
# What is missing around a piece of code that shows a game's own part, and what it must make.
AROUND = {
    "docs/print.md": ("class Game: __class_getitem__ = classmethod(lambda c, s: dict)\nFerry = None\n", "GAME"),
    "docs/parts.md": ("from kotva.engine.game import GameLook\nscene = paths = lambda *given: ()\n", "look"),
    "docs/training.md": (
        """
from pathlib import Path as P
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import GameBots
from kotva.engine.learnt import NetworkFile
from kotva.engine.observe import Observer, Span
class MyEvaluation(Evaluation): pass
class MyObserver(Observer):
    def spans(self): return (Span("turn", (2,), 1, "turn"),)
network = NetworkFile("ferry", 2, 1, (0,) * 4, (1, 1), (0, 0), (0,), 0)
P(__file__).with_name("network.bin").write_bytes(network.data())
""",
        "bots",
    ),
}


def pieces() -> list[tuple[str, str]]:
    """Blocks of Python that are neither sessions (tests/docs/test_pages.py) nor edits, on pages that are not run whole."""
    found = []
    for page in PAGES:
        if page in RUN_WHOLE:
            continue
        for block in re.findall(r"^ *```python\n(.*?)^ *```", (ROOT / page).read_text("utf-8"), re.DOTALL | re.M):
            found += [(page, block)] * (">>> " not in block and page != "docs/architecture.md")
    return found


def test_no_block_of_python_is_left_out() -> None:
    assert {page for page, _ in pieces()} == AROUND.keys()


@pytest.mark.parametrize(("page", "code"), pieces(), ids=[page for page, _ in pieces()])
def test_a_piece_of_a_game_is_what_it_says(page: str, code: str, tmp_path: Path) -> None:
    around, name = AROUND[page]
    if page == "docs/print.md":  # all but the game's other parts
        code = code.replace("    ...,\n", "")
    (tmp_path / "rules.py").write_text(around + code, encoding="utf-8")
    made = runpy.run_path(str(tmp_path / "rules.py"))[name]
    if page == "docs/print.md":
        assert isinstance(made, dict)
        made = made["components"]
    assert isinstance(made, GameComponents | GameLook | GameBots)


# ------------------------------------------------------------------------------------------------------------ public names


def described() -> set[str]:
    """Every public name, by the module or package that it is imported from."""
    return {f"{module}.{thing.name}" for module in MODULES for thing in api.public(api.module(module))} | set(MODULES)


def imported() -> list[tuple[str, str, str]]:
    """What pages and examples import from Kotva: file, module, name."""
    found = []
    for path in sorted([*ROOT.glob("README.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("docs/examples/*.py")]):
        text = path.read_text(encoding="utf-8")
        for module, names in re.findall(r"^(?:>>> |\.\.\. )? *from (kotva[\w.]*) import (.+)$", text, re.MULTILINE):
            words = names.split("  #")[0].strip("()").split(",")
            found += [(path.name, module, name.split(" as ")[0].strip()) for name in words]
    return found


def test_pages_and_examples_import_public_names() -> None:
    """What a page tells others to import must stay (docs/stability.md): four modules that pages named were the house's own."""
    known = described()
    wrong = []
    for page, module, name in imported():
        member = api.module(module).members.get(name)
        homes = {f"{module}.{name}"} | ({member.final_target.path} if member is not None and member.is_alias else set())
        if not homes & known:
            wrong.append(f"{page}: {module}.{name}")
    assert len(imported()) > 60
    assert wrong == []
