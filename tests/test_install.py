"""What `pip install .` gives: everything the program needs, and nothing of the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's files and nothing else of the checkout."""
    tmp = tmp_path_factory.mktemp("install")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (tmp / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp / "src" / name)
    return tmp / "src"


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
