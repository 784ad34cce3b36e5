"""The core is light: engine, games, bots, simulations and tournaments work without the table server's libraries."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kotva.extras import EXTRA_OF

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PLAY = sorted(name for name, extra in EXTRA_OF.items() if extra == "play")
# Put before everything else, so that nothing of the extra can be imported.
BLOCK = f"""
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {PLAY}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Block())
"""
EVERYTHING = """
import importlib, pkgutil, kotva
# The server, the commands that run it, and what other extras bring.
beyond = (
    *("kotva.server", "kotva.cli.serve", "kotva.cli.backup", "kotva.cli.admin", "kotva.cli.archive"),
    *("kotva.cli.dev", "kotva.cli.paper", "kotva.paper"),
    *("kotva.envs.", "kotva.arena.ray_tasks", "kotva.__main__"),
)
modules = [found.name for found in pkgutil.walk_packages(kotva.__path__, "kotva.")]
for name in modules:
    if not (name + ".").startswith(tuple(b if b.endswith(".") else b + "." for b in beyond)) or name == "kotva.envs":
        if not name.endswith("__main__") and "native_" not in name:
            importlib.import_module(name)
match = kotva.game("bosman").new(seats=2, seed="light")
match.play(match.legal()[0])
print(len(modules), "modules")
"""


def run(tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "sitecustomize.py").write_text(BLOCK, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, *command], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )


def test_everything_but_the_server_is_imported_without_its_libraries(tmp_path: Path) -> None:
    done = run(tmp_path, "-c", EVERYTHING)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 200


def test_the_command_line_plays_without_them(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "kotva", "sim", "hexxi", "--games", "1", "--bots", "random", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert run(tmp_path, "-m", "kotva", "games").returncode == 0


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["serve", "--no-browser"],
        ["backup", "x"],
        ["admin", "list"],
        ["archive", "list"],
        ["dev", "x.py"],
        ["print", "bosman"],
    ],
)
def test_the_server_says_in_one_sentence_what_to_install(tmp_path: Path, command: list[str]) -> None:
    done = run(tmp_path, "-m", "kotva", *command)
    assert done.returncode == 2
    said = (
        r"kotva: kotva (serve|backup|admin|archive|dev|print) needs \w+, which is not installed: "
        r'pip install "\.\[play\]" in the folder of .*\n'
    )
    assert re.fullmatch(said, done.stderr), done.stderr


def test_help_is_there_without_them(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "kotva", "--help")
    assert done.returncode == 0, done.stderr
    listed = " ".join(done.stdout.split())
    assert "Let bots play each other" in listed
    assert "serve kotva serve needs uvicorn, which is not installed" in listed


def named(lines: list[str]) -> set[str]:
    return {str(canonicalize_name(Requirement(line).name)) for line in lines} - {"kotva"}


def test_each_library_of_an_extra_is_told_by_its_name() -> None:
    """Whatever an extra installs and our modules import is in the table of refusals, under that extra."""
    owners = packages_distributions()
    imported = {
        found.partition(".")[0]
        for path in (ROOT / "kotva").rglob("*.py")
        for found in re.findall(r"^\s*(?:from|import) ([a-zA-Z_]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    extras = ("play", "postgres", "envs", "cluster")
    brings = {extra: named(PROJECT["optional-dependencies"][extra]) for extra in extras}
    for extra in extras:
        for requirement in brings[extra]:
            # Of a library that two extras bring, the first is named.
            told = next(one for one in extras if requirement in brings[one])
            modules = {
                name for name, of in owners.items() if requirement in [str(canonicalize_name(one)) for one in of]
            } & imported
            assert {EXTRA_OF.get(name) for name in modules} <= {told}, (requirement, modules)


def test_the_core_names_no_library_of_the_server() -> None:
    core, play = named(PROJECT["dependencies"]), named(PROJECT["optional-dependencies"]["play"])
    assert core & play == set()
    assert len(core) <= 8


def test_documents_install_from_a_checkout_or_a_file() -> None:
    """Kotva is not on the package index: a bare name would install somebody else's package, or nothing."""
    bare = re.compile(r"(?:pip|pipx|uv|tool)\s+install\s+(?:-[-\w]+\s+)*['\"]?kotva(?:\[|['\"\s`]|$)")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = [
        n
        for n in listed.stdout.splitlines()
        if n.endswith((".md", ".py", ".po", ".html", ".toml", "Containerfile", "Makefile"))
    ]
    found = [
        f"{name}: {hit[0]}"
        for name in names
        if name != "tests/test_light.py" and (ROOT / name).is_file()
        for hit in bare.finditer((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert found == []
    assert bare.search("pip install kotva[envs]")
    assert bare.search("pip install --upgrade kotva")
    assert not bare.search('pip install "./kotva[play]"')
