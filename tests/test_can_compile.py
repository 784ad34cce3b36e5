"""Why the rules are not compiled: a sentence for each machine, which says what to do."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PRETEND = {
    "another Python": (
        "can_compile.sys = type('S', (), {'version_info': (3, 15, 0), 'platform': 'linux'})",
        "mypyc does not compile for CPython",
    ),
    "no compiler": (
        "os.environ['CC'] = 'no-such-cc'",
        "no C compiler (no-such-cc) was found (on Debian: apt-get install gcc",
    ),
    "no header": (
        "can_compile.sysconfig.get_path = lambda name: '/nowhere'",
        "Python.h was not found (on Debian: apt-get install python3-dev)",
    ),
    "a full disk": (
        "can_compile.shutil.disk_usage = lambda path: type('U', (), {'free': 1000})",
        "MB are free on the disk; make room and install again",
    ),
    "a broken compiler": ("os.environ['CC'] = 'false'", "the C compiler (false) does not work"),
    "a wish": ("os.environ['KOTVA_COMPILE'] = '0'", "KOTVA_COMPILE=0"),
}


@pytest.mark.parametrize("machine", PRETEND)
def test_each_machine_gets_its_sentence(machine: str) -> None:
    change, sentence = PRETEND[machine]
    code = f"import os, sys; sys.path.insert(0, 'build_backend'); import can_compile\n{change}\nprint(can_compile.why_not())\n"
    code += "import kotva_backend; assert kotva_backend.for_compiling() == []"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sentence in done.stdout


def test_where_compiling_works_everything_for_it_is_asked_for() -> None:
    code = (
        "import sys; sys.path.insert(0, 'build_backend'); import kotva_backend; print(*kotva_backend.for_compiling())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "mypy[mypyc]" in done.stdout
    assert "msgspec" in done.stdout


def test_an_old_python_is_told_which_one_is_needed() -> None:
    done = subprocess.run(
        [ROOT / "tools" / "need", "python", "false"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 1
    assert done.stderr == "kotva: Python 3.11 or newer is needed, and 'false' is not; try: make PYTHON=python3.12 ...\n"


def test_the_backend_tells_an_old_python_which_one_is_needed() -> None:
    """`pip install .` on Python 3.10 ended in a traceback: pip asks the backend before it looks which Python is needed."""
    backend = ROOT / "build_backend" / "kotva_backend.py"
    ast.parse(backend.read_text(encoding="utf-8"), feature_version=(3, 7))
    code = (
        "import sys; sys.path.insert(0, 'build_backend')\n"
        "sys.version, sys.version_info = '3.10.13 (main)', (3, 10, 13)\n"
        "sys.modules.update(dict.fromkeys(['tomllib', 'setuptools', 'can_compile']))  # an old Python has none of them\n"
        "import kotva_backend"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "kotva: Python 3.11 or newer is needed, and this is 3.10.13; try: python3.12 -m pip install ...\n"
    )
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    wanted = [line for line in map(Requirement, asked) if line.marker is None]
    assert wanted == []  # pip would look for files of setuptools for an old Python, and fail there
    assert [line for line in map(Requirement, asked) if not line.marker or line.marker.evaluate()]


def test_a_pip_without_backends_is_told_which_python_is_needed() -> None:
    """The pip of Python 3.6 runs setup.py, and ended in `SyntaxError`."""
    setup = ROOT / "setup.py"
    tree = ast.parse(setup.read_text(encoding="utf-8"), feature_version=(3, 6))
    futures = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    assert futures == []  # `annotations` came with 3.7
    code = (
        "import runpy, sys\n"
        "sys.version, sys.version_info = '3.6.15 (main)', (3, 6, 15)\n"
        "sys.modules.update(dict.fromkeys(['tomllib', 'setuptools']))\n"
        "runpy.run_path('setup.py')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "kotva: Python 3.11 or newer is needed, and this is 3.6.15; try: python3.12 -m pip install ...\n"
    )


@pytest.mark.parametrize("hook", ["get_requires_for_build_wheel", "get_requires_for_build_editable"])
def test_no_room_to_pack_is_said_before_anything_is_copied(hook: str) -> None:
    """It ended in a page of copied files and `error: [Errno 28] No space left on device`."""
    code = (
        "import sys; sys.path.insert(0, 'build_backend'); import kotva_backend\n"
        "kotva_backend.shutil.disk_usage = lambda path: type('U', (), {'free': 31 * 2**20})\n"
        f"kotva_backend.{hook}()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    said = f"kotva: 50 MB are needed in {ROOT} and 31 MB are free on the disk; make room and install again\n"
    assert (done.stdout, done.stderr) == ("", said)
