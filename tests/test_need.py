"""What a machine lacks is said in a sentence that says what to do, before anything is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
posix = pytest.mark.skipif(sys.platform == "win32", reason="make and its helpers are for Unix")


def need(tmp_path: Path, *what: str, **programs: str) -> tuple[int, str]:
    """What tools/need answers where programs say what they say here; nothing can be installed."""
    for name, script in {"id": "echo 1000", **programs}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([ROOT / "tools" / "need", *what], env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.strip()


@posix
def test_a_python_that_is_too_old(tmp_path: Path) -> None:
    code, said = need(tmp_path, "python", "old-python", **{"old-python": "exit 1"})
    assert (code, said) == (
        1,
        "kotva: Python 3.11 or newer is needed, and 'old-python' is not; try: make PYTHON=python3.12 ...",
    )


@posix
def test_a_python_without_venv(tmp_path: Path) -> None:
    half = 'case "$*" in *ensurepip*) exit 1;; esac'
    code, said = need(tmp_path, "python", "half-python", **{"half-python": half, "apt-get": "exit 1"})
    assert (code, said) == (
        1,
        "kotva: Python's venv module is missing; run: sudo apt-get install python3-venv",
    )


@posix
def test_no_compiler_and_no_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    code, said = need(tmp_path, "compiler", sys.executable, **{"apt-get": "exit 1"})
    assert (code, said) == (1, "kotva: a C compiler is missing; run: sudo apt-get install gcc libc6-dev")
    monkeypatch.setenv("CC", "true")
    code, said = need(tmp_path, "compiler", "bare-python", **{"bare-python": "exit 1", "apt-get": "exit 1"})
    assert (code, said) == (1, "kotva: Python.h is missing; run: sudo apt-get install python3-dev")


@posix
def test_no_room_on_the_disk(tmp_path: Path) -> None:
    full = "echo Filesystem 1024-blocks Used Available; echo tmpfs 61440 30000 31440"
    code, said = need(tmp_path, "room", "500", df=full)
    assert (code, said) == (
        1,
        "kotva: 500 MB are needed here and 30 MB are free on the disk; make room and run make again",
    )
    assert need(tmp_path, "room", "29", df=full) == (0, "")


def test_no_make() -> None:
    """The README has a way without it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Or without `make`" in text
    assert 'pip install ".[play]"' in text
