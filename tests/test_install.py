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
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of a wheel made from the project's files, not compiled (that is tested in the checkout)."""
    tmp = tmp_path_factory.mktemp("install")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (tmp / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp / "src" / name)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(tmp)]
    subprocess.run([*pip, str(tmp / "src")], env={**os.environ, "KOTVA_COMPILE": "0"}, check=True)
    (wheel,) = tmp.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp / "site")
    return tmp / "site"


@pytest.mark.slow
def test_every_file_of_the_package_is_installed(installed: Path) -> None:
    source = ROOT / "kotva"
    wanted = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    wanted = {
        str(Path(name).with_suffix(".mo")) if name.endswith(".po") else name
        for name in wanted
        if not name.endswith((".so", ".pyc", ".mo", ".pyd"))
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
