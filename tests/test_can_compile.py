"""Why the rules are not compiled: a sentence for each machine, which says what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
