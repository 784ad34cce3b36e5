"""What `pip install .` gives: everything the program needs, and nothing of the checkout; whatever the machine, it plays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.installing import (
    ROOT,
    copy_sources,
    empty_environment,
    machine_code,
    plays,
    quick_compiler,
    run,
    wanted_machine_code,
)
from tests.ours import GAMES


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's files and nothing else of the checkout."""
    return copy_sources(tmp_path_factory.mktemp("install") / "src")


@pytest.fixture(scope="module")
def sdist(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution, made where nothing is installed but what `build-system.requires` names."""
    tmp = tmp_path_factory.mktemp("sdist")
    building = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    bin_ = empty_environment(tmp / "env")
    run(bin_ / "pip", "install", *building["requires"], cwd=tmp)
    backend = "import sys; sys.path[:0] = sys.argv[3:]; print(__import__(sys.argv[2], fromlist=['x']).build_sdist(sys.argv[1]))"
    name, paths = building["build-backend"], building.get("backend-path", [])
    run(bin_ / "python", "-c", backend, tmp, name, *paths, cwd=source)
    (made,) = tmp.glob("*.tar.gz")
    return made


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_from_the_source_distribution_it_plays_elsewhere(sdist: Path, tmp_path: Path) -> None:
    """`pip install .` failed where there was a compiler: compiling needed what the build was not given (msgspec).

    The pip of an empty environment builds: pip's isolation hides what is installed around it from imports, but not from mypy.
    """
    bin_ = empty_environment(tmp_path / "env")
    quick = quick_compiler(tmp_path)
    run(bin_ / "pip", "wheel", "--no-deps", "-w", tmp_path, sdist, cwd=tmp_path, KOTVA_COMPILE="1", CC=quick)
    (wheel,) = tmp_path.glob("*.whl")
    assert machine_code(zipfile.ZipFile(wheel).namelist()) == wanted_machine_code()
    run(bin_ / "pip", "install", f"{wheel}[play]", cwd=tmp_path)
    plays(bin_, tmp_path)
    run(bin_ / "python", "-m", "kotva.conformance", "hexxi", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_from_the_source_distribution_without_a_compiler_it_plays_elsewhere(sdist: Path, tmp_path: Path) -> None:
    bin_ = empty_environment(tmp_path / "env")
    said = run(bin_ / "pip", "install", "-v", f"{sdist}[play]", cwd=tmp_path, CC="no-such-compiler")
    assert (
        "NOT compiled, the rules will run as plain Python (slower): no C compiler (no-such-compiler) was found" in said
    )
    assert "mypy-2" not in said  # what compiling takes is not asked for where compiling cannot work
    assert not list((tmp_path / "env").rglob("kotva/**/*.so"))
    plays(bin_, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("broken", ["mypyc", "gcc", "stubs"])
def test_compiling_that_fails_leaves_plain_python_and_says_so(source: Path, tmp_path: Path, broken: str) -> None:
    """Whatever goes wrong once the build has begun: a new mypy that cannot, a compiler that gives up half-way, missing types."""
    here = tmp_path / "src"
    shutil.copytree(source, here)
    for game in GAMES[1:]:  # one is enough to fail with
        shutil.rmtree(here / "kotva" / "games" / game)
    env = {}
    if broken == "mypyc":
        (tmp_path / "mypyc").mkdir()
        (tmp_path / "mypyc" / "__init__.py").touch()
        (tmp_path / "mypyc" / "build.py").write_text("def mypycify(*a, **k): raise AssertionError('a new mypyc')\n")
        env["PYTHONPATH"] = str(tmp_path)
        reason = "a new mypyc"
    elif broken == "gcc":
        compiler = tmp_path / "cc"  # compiles the small trial, and then no more
        compiler.write_text('#!/bin/sh\ncase "$*" in *small*) exec cc "$@";; *) exit 1;; esac\n')
        compiler.chmod(0o755)
        env["CC"] = str(compiler)
        reason = "the C compiler stopped with an error, see above"
    else:
        packet = here / "kotva" / "engine" / "say.py"
        packet.write_text("import no_such_library\n" + packet.read_text(encoding="utf-8"), encoding="utf-8")
        reason = "mypyc refused the sources, see above"
    wheel, said = wheel_of(here, tmp_path / "out", **env)
    assert f"NOT compiled, the rules will run as plain Python (slower): {reason}" in said
    assert machine_code(zipfile.ZipFile(wheel).namelist()) == set()
    if broken != "mypyc":
        return  # the others end the same way
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path / "none"),
        str(here),
    ]
    strict = {**os.environ, **env, "KOTVA_COMPILE": "1"}
    done = subprocess.run(pip, env=strict, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"KOTVA_COMPILE=1, and compiling failed: {reason}" in done.stdout + done.stderr


def test_a_link_to_the_checkout_says_why_it_is_not_compiled(source: Path, tmp_path: Path) -> None:
    """`pip install -e .` without a compiler said nothing, and KOTVA_COMPILE=1 did not make it an error."""
    here = tmp_path / "src"
    shutil.copytree(source, here)
    code = "import sys; sys.path.insert(0, 'build_backend'); import kotva_backend; kotva_backend.build_editable(sys.argv[1])"
    command = [sys.executable, "-c", code, str(tmp_path)]
    reason = "no C compiler (no-such-compiler) was found"
    said = run(*command, cwd=here, CC="no-such-compiler")
    assert f"NOT compiled, the rules will run as plain Python (slower): {reason}" in said
    assert reason in json.loads((here / "kotva" / "native.json").read_text(encoding="utf-8"))["why_not"]
    strict = {**os.environ, "CC": "no-such-compiler", "KOTVA_COMPILE": "1"}
    done = subprocess.run(command, cwd=here, env=strict, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"KOTVA_COMPILE=1, and compiling failed: {reason}" in done.stdout + done.stderr


def wheel_of(source: Path, target: Path, **env: str) -> tuple[Path, str]:
    """A wheel, and what was said while it was made."""
    pip = [sys.executable, "-m", "pip", "wheel", "--verbose", "--no-deps", "--no-build-isolation", "-w", str(target)]
    done = subprocess.run([*pip, str(source)], env={**os.environ, **env}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = target.glob("*.whl")
    return wheel, done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of a wheel, not compiled (that is tested in the checkout)."""
    tmp = tmp_path_factory.mktemp("plain")
    wheel, _ = wheel_of(source, tmp, KOTVA_COMPILE="0")
    zipfile.ZipFile(wheel).extractall(tmp / "site")
    return tmp / "site"


@pytest.mark.slow
def test_a_compiler_that_does_not_work_gives_plain_python_and_says_so(source: Path, tmp_path: Path) -> None:
    """`CC=false pip install .` failed instead."""
    wheel, said = wheel_of(source, tmp_path, CC="false")
    assert "NOT compiled, the rules will run as plain Python" in said
    assert "the C compiler (false) does not work" in said
    assert "none-any" in wheel.name
    assert not [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith((".so", ".pyd"))]


@pytest.mark.slow
def test_every_file_of_the_package_is_installed(installed: Path) -> None:
    package = ROOT / "kotva"
    wanted = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}
    wanted = {
        str(Path(name).with_suffix(".mo")) if name.endswith(".po") else name
        for name in wanted
        if not name.endswith((".so", ".pyc", ".mo", ".pyd", "native.json"))
    }
    have = {str(path.relative_to(installed / "kotva")) for path in (installed / "kotva").rglob("*")}
    assert sorted(wanted - have) == []


@pytest.mark.slow
def test_the_rulebooks_are_found_where_they_are_installed(installed: Path) -> None:
    code = "from kotva.files import rules_file; print(rules_file('bosman'))"
    env = {**os.environ, "PYTHONPATH": str(installed)}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=installed.parent, env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str(installed / "kotva" / "rules_text" / "bosman.md")
